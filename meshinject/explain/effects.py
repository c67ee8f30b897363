"""Which annotations and labels of a pod change something about its injection.

Each is left out in turn, and what then comes out otherwise is told. No list of what Istio reads could be as true.
"""

from collections.abc import Callable, Iterator
from typing import Any

from meshinject.decide.namespaces import INJECT
from meshinject.explain import differences
from meshinject.explain.records import Effect
from meshinject.injection import parts
from meshinject.injection.errors import PodProblems
from meshinject.kubernetes.workload import without_key
from meshinject.reports.findings import Place

Pod = dict[str, Any]

_NEEDED = "whether the pod can be injected at all"
_BY_ISTIO = "istio.io/"


def of(user: Pod, injected: Pod, inject: Callable[[Pod], Pod], place: Callable[[str, str], Place]) -> Iterator[Effect]:
    """The effects.

    Args:
        user: the pod without an injection.
        injected: the same with one.
        inject: makes the second of the first.
        place: where the manifest has a key of `labels` or `annotations`.
    """
    for kind, held in (("annotations", parts.annotations(user)), ("labels", parts.labels(user))):
        for key, value in held.items():
            if key == INJECT or (kind == "labels" and _BY_ISTIO not in key):
                continue  # the first is the verdict's; an application's own label only names it
            without = parts.with_meta(user, kind, lambda old, key=key: without_key(old, key))  # type: ignore[misc]
            try:
                changes = differences.between(inject(without), injected, without=[key])
            except PodProblems:
                changes = (_NEEDED,)
            if changes:
                yield Effect(kind.removesuffix("s"), key, value, place(kind, key), changes)
