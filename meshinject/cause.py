"""Why an injected pod differs from what an injection makes of it, and which of its lines is the cause.

What differs in the text is mostly the line that somebody edited. But where a key or a name was edited, the part below
it is missing and comes anew in another place; and from what a pod keeps of the user's, other lines follow.
"""

from typing import Any

from meshinject.frozen import Frozen
from meshinject.injection import keeps, parts, record, sums
from meshinject.injection.names import OVERRIDES, PROXY_CONFIG_ENV, STATUS
from meshinject.kubernetes.workload import Path, sublist, submap

_BY_HAND = "is not as an injection makes it: edited by hand, or injected with other settings"
_OWN = "was edited by hand, in what its injection keeps of its own"
_LOST = f"was edited by hand: {OVERRIDES} is gone, which kept its own containers"
_NOTES = "lacks the notes of an injection, or they were edited by hand"
_KINDS = {"containers": "legacy", "initContainers": "native"}


class Cause(Frozen):
    """Why a pod differs.

    Attributes:
        why: what is to be said of its workload.
        path: keys and indexes of the cause, empty where it is the first line that differs.
        is_key: whether the cause is the key at the end of the path, and not its value.
    """

    why: str
    path: Path = ()
    is_key: bool = False


def carries_traces(pod: dict[str, Any]) -> bool:
    """Whether a pod was injected, although its status may be gone or not be readable."""
    found = parts.proxy(pod)
    return record.is_injected(pod) or (found is not None and parts.env(found[1], PROXY_CONFIG_ENV) is not None)


def of_notes(pod: dict[str, Any]) -> Cause:
    """Why the notes of a pod differ where nothing else does."""
    return _edited_record(pod) or _lost_record(pod) or Cause(_NOTES)


def find(present: dict[str, Any], wanted: dict[str, Any]) -> Cause:
    """Why a pod with traces of an injection differs from the wanted one."""
    edited = _edited_record(present)
    if edited is not None:
        return edited
    stray = _stray(present, wanted, ()) or _renamed_container(present, wanted)
    if stray is not None:
        return Cause(_BY_HAND, stray, is_key=True)
    lost = _lost_record(present)
    if lost is not None:
        return lost
    old, new = parts.proxy(present), parts.proxy(wanted)
    if old is not None and new is not None:
        where, proxy = old
        at = next(at for at, item in enumerate(sublist(submap(present, "spec"), where)) if item is proxy)
        if where != new[0]:
            return Cause(f"has a {_KINDS[where]} sidecar, not a {_KINDS[new[0]]} one", ("spec", where, at, "name"))
        images = proxy.get("image"), new[1].get("image")
        if images[0] != images[1]:
            return Cause(f"has the proxy {images[0]}, not {images[1]}", ("spec", where, at, "image"))
    status = parts.annotations(present).get(STATUS)
    if status is not None and status != parts.annotations(wanted).get(STATUS):
        return Cause(_BY_HAND, ("metadata", "annotations", STATUS))
    return Cause(_BY_HAND)


def lacks_status(pod: dict[str, Any]) -> bool:
    """Whether a pod has no status annotation, readable or not."""
    return STATUS not in parts.annotations(pod)


def _edited_record(pod: dict[str, Any]) -> Cause | None:
    """What the pod keeps of the user's, where that is not as it was noted."""
    noted = _sums(pod)
    edited = (each for each in sums.of(pod) if noted.get(each.name, each.text) != each.text)
    return next((Cause(_OWN, each.path) for each in edited), None)


def _lost_record(pod: dict[str, Any]) -> Cause | None:
    gone = "containers" in _sums(pod) and OVERRIDES not in parts.annotations(pod)
    return Cause(_LOST, ("metadata", "annotations", STATUS)) if gone else None


def _sums(pod: dict[str, Any]) -> dict[str, Any]:
    return submap(keeps.read(pod), "sums")


def _stray(present: dict[str, Any], wanted: dict[str, Any], path: Path) -> Path | None:
    for key, value in wanted.items():
        inside = present.get(key)
        if isinstance(value, dict) and isinstance(inside, dict):
            found = _stray(inside, value, (*path, key))
        elif key not in present and isinstance(value, dict | list) and value:
            found = next((at for other in present if (at := _at(present[other], value, (*path, other)))), None)
        else:
            continue
        if found is not None:
            return found
    return None


def _at(inside: Any, missing: Any, path: Path) -> Path | None:
    """Where the first entry of what is missing stands inside of another map or list."""
    if isinstance(missing, list) and isinstance(inside, list):
        at = next((number for number, item in enumerate(inside) if item == missing[0]), None)
        return None if at is None else path if at == 0 else (*path, at)
    if isinstance(missing, dict) and isinstance(inside, dict):
        first = next(iter(missing))
        if inside.get(first, ...) == missing[first]:
            return path if first == next(iter(inside)) else (*path, first)
    return None


def _renamed_container(present: dict[str, Any], wanted: dict[str, Any]) -> Path | None:
    """A container that the status does not list, with the image of one that it lists and that is missing."""
    found = record.read(present)
    for where in parts.LISTS:
        ours = [] if found is None else found.listed[where]
        gone = [name for name in ours if parts.find(present, where, name) is None]
        images = [container.get("image") for name in gone if (container := parts.find(wanted, where, name))]
        for at, item in enumerate(sublist(submap(present, "spec"), where)):
            if isinstance(item, dict) and item.get("name") not in ours and item.get("image") in images:
                return ("spec", where, at, "name")
    return None
