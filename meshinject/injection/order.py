"""The order of a pod's containers, and the places of the keys that are new.

| pod | order |
|---|---|
| containers | istio-proxy last, or first when the application waits for it |
| initContainers, native | istio-init, istio-validation, istio-proxy, enable-core-dump, then the user's |
| initContainers, legacy | istio-validation, the user's, istio-init, enable-core-dump |

Of several containers of one name only the last survives being moved, as in Istio.

New keys go where a reader expects them: `metadata` before `spec`, `initContainers` before `containers`, all others at
the end.
"""

from collections.abc import Iterable
from typing import Any

from meshinject.injection import parts
from meshinject.injection.names import CORE_DUMP, INIT, PROXY, VALIDATION
from meshinject.kubernetes.workload import rebuilt, relisted, sublist, submap, with_key

_BEFORE = {"initContainers": "containers", "metadata": "spec"}


def containers(pod: dict[str, Any], *, hold: bool) -> dict[str, Any]:
    """The pod with its containers in order."""
    pod = _moved(pod, "containers", first=[PROXY]) if hold else _moved(pod, "containers", last=[PROXY])
    if parts.find(pod, "initContainers", PROXY) is not None:
        return _moved(pod, "initContainers", first=[INIT, VALIDATION, PROXY, CORE_DUMP])
    return _moved(pod, "initContainers", first=[VALIDATION], last=[INIT, CORE_DUMP])


def keys(pod: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    """The pod with the keys that `before` lacks in their places."""
    spec = submap(pod, "spec")
    pod = with_key(pod, "spec", _placed(spec, submap(before, "spec")))
    return _placed(pod, before)


def _moved(pod: dict[str, Any], where: str, first: Iterable[str] = (), last: Iterable[str] = ()) -> dict[str, Any]:
    old = sublist(submap(pod, "spec"), where)
    by_name = {item.get("name"): item for item in old if isinstance(item, dict)}
    front = [by_name[name] for name in first if name in by_name]
    back = [by_name[name] for name in last if name in by_name]
    named = {item["name"] for item in front + back}
    rest = [item for item in old if not (isinstance(item, dict) and item.get("name") in named)]
    new = relisted(old, [*front, *rest, *back])
    return pod if new is old else parts.with_items(pod, where, new)


def _placed(value: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    items = dict(value)
    for key, anchor in _BEFORE.items():
        if key in items and key not in before and anchor in items:
            moved = items.pop(key)
            items = {name: item for old, kept in items.items() for name, item in _pair(old, kept, anchor, key, moved)}
    return rebuilt(value, items)


def _pair(old: str, kept: Any, anchor: str, key: str, moved: Any) -> list[tuple[str, Any]]:
    return [(key, moved), (old, kept)] if old == anchor else [(old, kept)]
