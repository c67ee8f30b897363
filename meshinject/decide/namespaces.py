"""Which control plane the labels of a namespace and of a pod call for.

Istio installs its webhook with selectors on the labels of namespaces and of pods. Without a Namespace document nothing
is known and `Wish.UNKNOWN` is all there is to say. Otherwise the first row that fits decides; `default` is the control
plane without a revision, or the one that the revision tag `default` points to.

| # | istio-injection of the namespace | its istio.io/rev | the pod's istio.io/rev | the pod's inject label | calls |
|---|---|---|---|---|---|
| 1 | enabled | any | any | any | default |
| 2 | any other value | any | any | any | nobody |
| 3 | none | R | any | any | R |
| 4 | none | none | R | any | R |
| 5 | none | none | none | true | default |
| 6 | none | none | none | any other or none | nobody |

A pod with the label `sidecar.istio.io/inject: "false"` is never injected; that is its own wish, see `decide.inject`. An
annotation of that name is read when a webhook has been called, so in row 6 it changes nothing.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any

from meshinject.frozen import Frozen
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.text import string_map
from meshinject.kubernetes.workload import Path, sublist, submap

IGNORED = frozenset({"kube-system", "kube-public", "kube-node-lease", "local-path-storage"})
"""Istio skips these for every pod."""

INJECT = "sidecar.istio.io/inject"
INJECTION_LABEL = "istio-injection"
REVISION_LABEL = "istio.io/rev"
ENABLED, DISABLED = "enabled", "disabled"
DEFAULT_REVISION = "default"
DEFAULT = "default"
"""The namespace of what names none, when nothing is declared."""


class Wish(Enum):
    """What a namespace and the labels of a pod want of one control plane."""

    UNKNOWN = "the input holds no document of the namespace"
    ENABLED = "they ask for it"
    DISABLED = "the namespace is taken out of injection"
    OTHER_REVISION = "they ask for another revision"
    UNLABELLED = "nobody is asked"


class Namespaces(Frozen):
    """The labels of the namespaces that the input defines."""

    labels: dict[str, dict[str, str]]

    def wish(self, namespace: str, revisions: Iterable[str], pod_labels: Mapping[str, str]) -> Wish:
        """What a pod of a namespace wants from the control plane that goes by these revision names and tags."""
        labels = self.labels.get(namespace or DEFAULT)
        if labels is None:
            return Wish.UNKNOWN
        if INJECTION_LABEL in labels and labels[INJECTION_LABEL] != ENABLED:
            return Wish.DISABLED
        revision = called(labels, pod_labels)
        if not revision:
            return Wish.UNLABELLED
        return Wish.ENABLED if revision in {*revisions} else Wish.OTHER_REVISION

    def shown(self, namespace: str, pod_labels: Mapping[str, str]) -> str:
        """The namespace, and the revision that it or the pod calls for, for people."""
        revision = called(self.labels.get(namespace or DEFAULT, {}), pod_labels)
        return f"namespace {namespace or DEFAULT}" + (f", revision {revision}" if revision else "")


def called(labels: Mapping[str, str], pod_labels: Mapping[str, str]) -> str:
    """The revision that the labels of a namespace and of a pod call for, "" when they call for none."""
    if INJECTION_LABEL in labels:
        return DEFAULT_REVISION if labels[INJECTION_LABEL] == ENABLED else ""
    revision = labels.get(REVISION_LABEL) or pod_labels.get(REVISION_LABEL)
    return revision or (DEFAULT_REVISION if pod_labels.get(INJECT) == "true" else "")


def collect(documents: Iterable[Any]) -> Namespaces:
    """The namespaces that documents define, those inside lists included; the last of a name wins."""
    found = {}
    for document in documents:
        for _, namespace in located(document):
            meta = submap(namespace, "metadata")
            found[as_text(meta.get("name"))] = string_map(meta.get("labels"))
    return Namespaces(found)


def located(document: Any, path: Path = ()) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The Namespace objects of a document with their paths: itself, or items of a list, whose kind may be left out."""
    if not isinstance(document, dict):
        return
    kind = as_text(document.get("kind"))
    if kind == "Namespace" and as_text(document.get("apiVersion")) == "v1":
        yield path, document
    elif kind.endswith("List"):
        of = {"kind": "Namespace", "apiVersion": "v1"} if kind == "NamespaceList" else {}
        for index, item in enumerate(sublist(document, "items")):
            if isinstance(item, dict):
                yield from located(of | item if of.keys() - item.keys() else item, (*path, "items", index))
