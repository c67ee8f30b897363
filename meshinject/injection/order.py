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


def keys(pod: dict[str, Any], text: dict[str, Any]) -> dict[str, Any]:
    """The pod with its keys in order; `text` is the pod as the manifest has it, an earlier injection included.

    What the manifest has keeps its order there, so that a line which was taken out and comes back stays where it is.
    """
    meta, old_meta = submap(pod, "metadata"), submap(text, "metadata")
    for kind in ("labels", "annotations"):
        if isinstance(meta.get(kind), dict):
            meta = with_key(meta, kind, _settled(meta[kind], submap(old_meta, kind)))
    if meta:
        pod = with_key(pod, "metadata", _settled(meta, old_meta))
    pod = with_key(pod, "spec", _settled(submap(pod, "spec"), submap(text, "spec")))
    return _settled(pod, text)


def _moved(pod: dict[str, Any], where: str, first: Iterable[str] = (), last: Iterable[str] = ()) -> dict[str, Any]:
    old = sublist(submap(pod, "spec"), where)
    by_name = {item.get("name"): item for item in old if isinstance(item, dict)}
    front = [by_name[name] for name in first if name in by_name]
    back = [by_name[name] for name in last if name in by_name]
    named = {item["name"] for item in front + back}
    rest = [item for item in old if not (isinstance(item, dict) and item.get("name") in named)]
    new = relisted(old, [*front, *rest, *back])
    return pod if new is old else parts.with_items(pod, where, new)


def _settled(value: dict[str, Any], text: dict[str, Any]) -> dict[str, Any]:
    """A map with its keys in their final order."""
    names = _placed([*value], text)
    known = [name for name in text if name in value]
    if [name for name in names if name in text] != known:
        names = _inserted(known, names)
    return rebuilt(value, {name: value[name] for name in names})


def _placed(names: list[str], text: dict[str, Any]) -> list[str]:
    """The names with new ones before those that they belong in front of."""
    for name, anchor in _BEFORE.items():
        if name in names and name not in text and anchor in names:
            names.remove(name)
            names.insert(names.index(anchor), name)
    return names


def _inserted(known: list[str], names: list[str]) -> list[str]:
    """The known names in their order, each other one behind the name that it follows."""
    result = list(known)
    for index, name in enumerate(names):
        if name not in known:
            result.insert(result.index(names[index - 1]) + 1 if index else 0, name)
    return result
