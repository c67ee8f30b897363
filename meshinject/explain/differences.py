"""What is otherwise between two pods, in few words: `istio-proxy: image, env PROXY_CONFIG`.

Lists that Kubernetes merges by a key are held against each other by that key. What an API server or another tool writes
where nothing is meant (null, `{}`, `[]`, a divisor or a delay of 0) counts as nothing, and amounts count by what they
come to: an API server and Go write `2` for `2000m`.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from meshinject.injection import parts
from meshinject.injection.names import OVERRIDES, STATUS
from meshinject.kubernetes import quantity
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.text import string_map
from meshinject.kubernetes.workload import maps, submap

Pod = dict[str, Any]

_BOOKKEEPING = frozenset((STATUS, OVERRIDES))
"""Annotations in which an injection notes what it did; they follow from the rest."""
_SHOWN = 4
"""How many names are told; of more, how many there are."""
_ZERO = frozenset(("divisor", "initialDelaySeconds"))
_AMOUNTS = frozenset(("requests", "limits"))
_NAMED = {"env": "name", "volumeMounts": "mountPath", "ports": "containerPort"}


def between(old: Pod, new: Pod, *, without: Sequence[str] = ()) -> tuple[str, ...]:
    """What is otherwise in the new pod; `without` names labels and annotations that do not count."""
    return tuple(_between(_plain(old), _plain(new), {*without, *_BOOKKEEPING}))


def as_far_as(pod: Pod, wanted: Pod) -> Pod:
    """A pod as it came back from an API server, without what the server and others added to the wanted one."""
    projected: Pod = _projected(pod, wanted)
    return projected


def _between(old: Pod, new: Pod, ignored: set[str]) -> Iterator[str]:
    yield from _of_containers(_by_name(old), _by_name(new))
    for where in parts.LISTS:
        names = [[as_text(item.get("name")) for item in maps(submap(pod, "spec"), where)] for pod in (old, new)]
        kept = [[name for name in each if name in names[0] and name in names[1]] for each in names]
        if kept[0] != kept[1]:
            yield f"order of {where}"
    for kind in ("labels", "annotations"):
        of_old, of_new = (string_map(submap(pod, "metadata").get(kind)) for pod in (old, new))
        yield from _named(kind, [key for key in _other_keys(of_old, of_new) if key not in ignored])
    of_old, of_new = submap(old, "spec"), submap(new, "spec")
    yield from _named("volumes", _other_keys(_keyed(of_old, "volumes", "name"), _keyed(of_new, "volumes", "name")))
    for key in _other_keys(of_old, of_new):
        if key not in (*parts.LISTS, "volumes"):
            yield f"spec.{key}"


def _of_containers(old: dict[str, tuple[str, Pod]], new: dict[str, tuple[str, Pod]]) -> Iterator[str]:
    for name in {**old, **new}:
        if name not in new:
            yield f"{name}: gone"
        elif name not in old:
            yield f"{name}: new"
        else:
            (before, was), (after, now) = old[name], new[name]
            changes = [f"in {after}, not {before}"] if before != after else []
            changes += [change for key in _other_keys(was, now) for change in _of_field(key, was, now)]
            if changes:
                yield f"{name}: {_shortened(changes)}"


def _of_field(key: str, old: Pod, new: Pod) -> Iterator[str]:
    if key not in _NAMED:
        yield key
        return
    names = _other_keys(_keyed(old, key, _NAMED[key]), _keyed(new, key, _NAMED[key]))
    yield from _named(key, names)


def _shortened(words: list[str], between: str = ", ") -> str:
    shown = len(words) if len(words) <= _SHOWN + 1 else _SHOWN
    return between.join(words[:shown]) + (f" and {len(words) - shown} more" if shown < len(words) else "")


def _named(what: str, names: list[str]) -> Iterator[str]:
    if names:
        yield f"{what} {_shortened(names, ' ')}"


def _other_keys(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    return [key for key in {**old, **new} if old.get(key) != new.get(key)]


def _keyed(parent: Pod, key: str, name: str) -> dict[str, Any]:
    return {as_text(item.get(name)): item for item in maps(parent, key)}


def _by_name(pod: Pod) -> dict[str, tuple[str, Pod]]:
    return {
        as_text(item.get("name")): (where, item) for where in parts.LISTS for item in maps(submap(pod, "spec"), where)
    }


def _plain(value: Any) -> Any:
    """A value without what means nothing."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    plain = {key: _amounts(item) if key in _AMOUNTS else _plain(item) for key, item in value.items()}
    return {
        key: item
        for key, item in plain.items()
        if item not in (None, {}, []) and not (key in _ZERO and as_text(item) == "0")
    }


def _amounts(value: Any) -> Any:
    """Requests or limits by their exact amounts."""
    if not isinstance(value, dict):
        return _plain(value)
    return {key: quantity.ratio(as_text(item)) or as_text(item) for key, item in value.items()}


def _projected(value: Any, wanted: Any) -> Any:
    if isinstance(value, dict) and isinstance(wanted, dict):
        return {key: _projected(item, wanted[key]) for key, item in value.items() if key in wanted}
    if not isinstance(value, list) or not isinstance(wanted, list):
        return value
    key = next((key for key in ("name", "mountPath", "containerPort") if _all_have(wanted, key)), None)
    if key is None:
        return [_projected(item, wanted[at]) if at < len(wanted) else item for at, item in enumerate(value)]
    by_key = {as_text(item[key]): item for item in wanted}
    known = [item for item in value if isinstance(item, dict) and as_text(item.get(key)) in by_key]
    return [_projected(item, by_key[as_text(item[key])]) for item in known]


def _all_have(items: list[Any], key: str) -> bool:
    return bool(items) and all(isinstance(item, dict) and key in item for item in items)
