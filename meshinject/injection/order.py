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
from functools import partial
from typing import Any

from meshinject.injection import parts
from meshinject.injection.names import CORE_DUMP, INIT, PROXY, VALIDATION
from meshinject.injection.recipe import replaced
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.workload import maps, rebuilt, relisted, sublist, submap, with_key

_BEFORE = {"initContainers": "containers", "metadata": "spec"}


def containers(pod: dict[str, Any], *, hold: bool) -> dict[str, Any]:
    """The pod with its containers in order."""
    pod = _moved(pod, "containers", first=[PROXY]) if hold else _moved(pod, "containers", last=[PROXY])
    if parts.find(pod, "initContainers", PROXY) is not None:
        return _moved(pod, "initContainers", first=[INIT, VALIDATION, PROXY, CORE_DUMP])
    return _moved(pod, "initContainers", first=[VALIDATION], last=[INIT, CORE_DUMP])


def keys(pod: dict[str, Any], text: dict[str, Any], user: dict[str, Any]) -> dict[str, Any]:
    """The pod with its keys in order.

    `text` is the pod as the manifest has it and `user` the same without an earlier injection: a line that was taken
    out and comes back stays where it is in the manifest.
    """
    meta, metas = submap(pod, "metadata"), [submap(text, "metadata"), submap(user, "metadata")]
    for kind in ("labels", "annotations"):
        if isinstance(meta.get(kind), dict):
            meta = with_key(meta, kind, _settled(meta[kind], *(submap(each, kind) for each in metas)))
    if meta:
        pod = with_key(pod, "metadata", _settled(meta, *metas))
    for where in parts.LISTS:
        pod = _with_settled_containers(pod, text, user, where)
    pod = with_key(pod, "spec", _settled(submap(pod, "spec"), submap(text, "spec"), submap(user, "spec")))
    return _settled(pod, text, user)


def _with_settled_containers(
    pod: dict[str, Any], text: dict[str, Any], user: dict[str, Any], where: str
) -> dict[str, Any]:
    """The keys of the user's containers into which a template was merged, too."""
    for container in maps(submap(user, "spec"), where):
        present = parts.find(text, where, as_text(container.get("name")))
        if present is not None and present is not container:
            change = partial(_settled, text=present, user=container)
            pod = parts.with_container(pod, where, as_text(container.get("name")), change)
    return pod


def _moved(pod: dict[str, Any], where: str, first: Iterable[str] = (), last: Iterable[str] = ()) -> dict[str, Any]:
    old = sublist(submap(pod, "spec"), where)
    by_name = {item.get("name"): item for item in old if isinstance(item, dict)}
    front = [by_name[name] for name in first if name in by_name]
    back = [by_name[name] for name in last if name in by_name]
    named = {item["name"] for item in front + back}
    rest = [item for item in old if not (isinstance(item, dict) and item.get("name") in named)]
    new = relisted(old, [*front, *rest, *back])
    return pod if new is old else parts.with_items(pod, where, new)


def _settled(value: dict[str, Any], text: dict[str, Any], user: dict[str, Any]) -> dict[str, Any]:
    """A map with its keys in their final order."""
    names = _placed([*value], text)
    if [name for name in names if name in text] != [name for name in text if name in value]:
        moved = {new for new, _ in replaced(text, user)}
        names = _inserted(names, [name for name in text if name not in moved], user)
    return rebuilt(value, {name: value[name] for name in names})


def _placed(names: list[str], text: dict[str, Any]) -> list[str]:
    """The names with new ones before those that they belong in front of."""
    for name, anchor in _BEFORE.items():
        if name in names and name not in text and anchor in names:
            names.remove(name)
            names.insert(names.index(anchor), name)
    return names


def _inserted(names: list[str], text: list[str], user: dict[str, Any]) -> list[str]:
    """The names with those that were only appended to the user's put back where the text has them."""
    appended = next((at for at in range(len(names), 0, -1) if names[at - 1] in user), 0)
    result, added = names[:appended], names[appended:]
    for name in [name for name in text if name in added]:
        before = [each for each in text[: text.index(name)] if each in result and (each in user or each in added)]
        result.insert(result.index(before[-1]) + 1 if before else 0, name)
    for name in added:
        if name not in result:
            result.insert(result.index(names[names.index(name) - 1]) + 1 if names.index(name) else 0, name)
    return result
