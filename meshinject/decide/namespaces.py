"""Which control plane the labels of a namespace and of a pod call for.

A control plane installs webhooks with selectors on the labels of namespaces and of pods; a pod is sent to the one whose
selectors fit. Of a control plane with the revision R there are `rev.namespace` and `rev.object`, of each revision tag
the same with its name for R. The one without a revision goes by the name `default`, and it alone, or the one that the
tag `default` points to, has `namespace` and `object` as well, and `auto` where the values say
`sidecarInjectorWebhook.enableNamespacesByDefault`. No two fit the same pod, so the first row that holds says which:

| # | istio-injection of the namespace | its istio.io/rev | the pod's istio.io/rev | the pod's inject label | calls |
|---|---|---|---|---|---|
| 1 | any | any | any | false | nobody |
| 2 | enabled | any | any | any | default (`namespace`) |
| 3 | any other value | any | any | any | nobody |
| 4 | none | R | any | any | R (`rev.namespace`) |
| 5 | none | none | R | any | R (`rev.object`) |
| 6 | none | none | none | true | default (`object`) |
| 7 | none | none | none | none | default where namespaces are enabled by default (`auto`), else nobody |
| 8 | none | none | none | any other value | nobody |

A label counts as soon as it is there: an empty istio.io/rev names nobody's revision. An annotation
`sidecar.istio.io/inject` is read when a webhook has been called, so it changes no row. Without a Namespace document
nothing is known and `Wish.UNKNOWN` is all there is to say, but for row 1.
"""

from collections.abc import Collection, Iterator, Mapping
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
    OPTED_OUT = "the pod takes itself out"
    ENABLED = "they ask for it"
    DISABLED = "the namespace is taken out of injection"
    OTHER_REVISION = "they ask for another revision"
    UNLABELLED = "nobody is asked"


class Names(Frozen):
    """What a control plane goes by.

    Attributes:
        revisions: its revision and the tags that point to it; `default` stands for the one without a revision.
        by_default: whether namespaces without a label call for the default one.
    """

    revisions: Collection[str] = (DEFAULT_REVISION,)
    by_default: bool = False


class Namespaces(Frozen):
    """The labels of the namespaces that the input defines."""

    labels: dict[str, dict[str, str]]

    def wish(self, namespace: str, names: Names, pod_labels: Mapping[str, str]) -> Wish:
        """What a pod of a namespace wants from the control plane of these names."""
        if pod_labels.get(INJECT) == "false":
            return Wish.OPTED_OUT
        labels = self.labels.get(namespace or DEFAULT)
        if labels is None:
            return Wish.UNKNOWN
        if labels.get(INJECTION_LABEL, ENABLED) != ENABLED:
            return Wish.DISABLED
        revision = called(labels, pod_labels, by_default=names.by_default)
        if not revision:
            return Wish.UNLABELLED
        return Wish.ENABLED if revision in names.revisions else Wish.OTHER_REVISION

    def shown(self, namespace: str, names: Names, pod_labels: Mapping[str, str]) -> str:
        """The namespace, and the revision that it or the pod calls for, for people."""
        revision = called(self.labels.get(namespace or DEFAULT, {}), pod_labels, by_default=names.by_default)
        return f"namespace {namespace or DEFAULT}" + (f", revision {revision}" if revision else "")


def called(labels: Mapping[str, str], pod_labels: Mapping[str, str], *, by_default: bool = False) -> str:
    """The revision that the labels of a namespace and of a pod call for, "" when they call for none."""
    inject = pod_labels.get(INJECT)
    if inject == "false":
        return ""
    if INJECTION_LABEL in labels:
        return DEFAULT_REVISION if labels[INJECTION_LABEL] == ENABLED else ""
    for each in (labels, pod_labels):
        if REVISION_LABEL in each:
            return each[REVISION_LABEL]
    return DEFAULT_REVISION if inject == "true" or (inject is None and by_default) else ""


def defined(document: Any) -> Iterator[tuple[Path, str, dict[str, str]]]:
    """The namespaces that a document defines: their paths, names and labels. One with `$patch` defines none."""
    for path, namespace in located(document):
        meta = submap(namespace, "metadata")
        if "$patch" not in namespace:
            yield path, as_text(meta.get("name")), string_map(meta.get("labels"))


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
