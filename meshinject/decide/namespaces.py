"""What a stream's Namespace documents say about injection.

Istio's webhook goes by two labels of a namespace: `istio-injection` (enabled, disabled), which wins, and
`istio.io/rev`, which names a revision or a revision tag. The namespaces that Istio never touches are fixed in its
code.
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from meshinject.frozen import Frozen
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.text import string_map
from meshinject.kubernetes.workload import submap

IGNORED = frozenset({"kube-system", "kube-public", "kube-node-lease", "local-path-storage"})
"""Istio skips these for every pod."""

INJECTION_LABEL = "istio-injection"
REVISION_LABEL = "istio.io/rev"


class Wish(Enum):
    """What a namespace wants for its pods."""

    UNKNOWN = "the input holds no document of the namespace"
    ENABLED = "the namespace asks for injection"
    DISABLED = "the namespace has istio-injection: disabled"
    OTHER_REVISION = "the namespace belongs to another revision"
    UNLABELLED = "the namespace does not ask for injection"


class Namespaces(Frozen):
    """The labels of the namespaces that the input defines."""

    labels: dict[str, dict[str, str]]

    def wish(self, namespace: str, revisions: Iterable[str], pod_labels: Mapping[str, str]) -> Wish:
        """What a namespace wants from the control plane that goes by these revision names and tags.

        In a namespace without either label a pod's own `istio.io/rev` speaks for itself.
        """
        labels = self.labels.get(namespace or "default")
        if labels is None:
            return Wish.UNKNOWN
        if INJECTION_LABEL in labels:
            enabled = labels[INJECTION_LABEL] == "enabled"
            return Wish.ENABLED if enabled else Wish.DISABLED
        revision = labels.get(REVISION_LABEL) or pod_labels.get(REVISION_LABEL)
        if revision:
            return Wish.ENABLED if revision in {*revisions} else Wish.OTHER_REVISION
        return Wish.UNLABELLED


def collect(documents: Iterable[Any]) -> Namespaces:
    """The namespaces that documents define, those inside lists included; the last of a name wins."""
    found: dict[str, dict[str, str]] = {}
    for document in documents:
        if not isinstance(document, dict):
            continue
        kind = as_text(document.get("kind"))
        items = document.get("items")
        if kind.endswith("List") and isinstance(items, list):
            found |= collect(items).labels
        elif kind == "Namespace" and as_text(document.get("apiVersion")) == "v1":
            meta = submap(document, "metadata")
            found[as_text(meta.get("name"))] = string_map(meta.get("labels"))
    return Namespaces(found)
