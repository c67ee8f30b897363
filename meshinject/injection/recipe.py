"""How one pod differs from another, as a recipe that can be written down and followed later.

A recipe is a JSON object: `set` (paths and values), `drop` (paths) and `keys` (paths and the order of a map's keys or
of a list's items). A path holds the keys of maps, and for items of a list their merge key; lists without one are set
as a whole. Each line says how things shall be, so following a recipe on a pod that is already so changes nothing.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from meshinject.frozen import Frozen
from meshinject.kubernetes.listkeys import listkey, name_of
from meshinject.kubernetes.strategicmerge import equal
from meshinject.kubernetes.workload import rebuilt, relisted, with_key

Path = tuple[Any, ...]
Keys = tuple[str, ...]
Change = Callable[[Any], Any]
_GONE = object()


class Step(Frozen):
    """One line of a recipe: `set` with a value, `drop`, or `keys` with an order."""

    what: str
    path: Path
    value: Any = None


def steps(wanted: Any, present: Any, path: Path = (), keys: Keys = ()) -> Iterator[Step]:
    """What has to be done to `present` to make it `wanted`, the order of keys included.

    `keys` is the path without the items of lists.
    """
    if isinstance(wanted, dict) and isinstance(present, dict):
        yield from _steps_between(wanted, present, path, lambda name: (*keys, name))
        return
    if isinstance(wanted, list) and isinstance(present, list):
        want, have = _by_name(wanted, keys), _by_name(present, keys)
        if want is not None and have is not None:
            yield from _steps_between(want, have, path, lambda _: keys)
            return
    if not equal(wanted, present):
        yield Step("set", path, wanted)


def _steps_between(
    wanted: dict[Any, Any], present: dict[Any, Any], path: Path, inner: Callable[[Any], Keys]
) -> Iterator[Step]:
    for name, value in wanted.items():
        if name in present:
            yield from steps(value, present[name], (*path, name), inner(name))
        else:
            yield Step("set", (*path, name), value)
    yield from (Step("drop", (*path, name)) for name in present if name not in wanted)
    order = [name for name in present if name in wanted] + [name for name in wanted if name not in present]
    if order != [*wanted]:
        yield Step("keys", path, [*wanted])


def write(lines: list[Step]) -> dict[str, list[Any]]:
    """The recipe of some steps."""
    recipe: dict[str, list[Any]] = {}
    for line in lines:
        recipe.setdefault(line.what, []).append([*line.path] if line.what == "drop" else [[*line.path], line.value])
    return recipe


def follow(recipe: Any, pod: Any) -> Any:
    """The pod with a recipe followed; lines that no longer fit it, since it was edited, are passed over."""
    if not isinstance(recipe, dict):
        return pod
    for line in _lines(recipe.get("set")):
        if len(line) == 2 and isinstance(line[0], list) and line[0]:  # noqa: PLR2004 - a path and a value
            pod = _changed(pod, line[0], (), partial(_beside, line[1], _keys_of(line[0])))
    for line in _lines(recipe.get("drop")):
        pod = _changed(pod, line, (), _gone)
    for line in _lines(recipe.get("keys")):
        if len(line) == 2 and isinstance(line[0], list) and isinstance(line[1], list):  # noqa: PLR2004 - as above
            pod = _changed(pod, line[0], (), partial(_reordered, line[1], line[0]))
    return pod


def replaced(value: dict[str, Any], original: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Pairs of a new key of a map and the old one in whose place it is: both follow the same key."""
    new, old = _runs(value, original), _runs(original, value)
    for last, names in old.items():
        yield from zip(new.get(last, []), names, strict=False)


def _runs(of: dict[str, Any], other: dict[str, Any]) -> dict[str, list[str]]:
    """The keys that the other map lacks, by the common key in front of them."""
    found: dict[str, list[str]] = {}
    last = ""
    for key in of:
        if key in other:
            last = key
        else:
            found.setdefault(last, []).append(key)
    return found


def _lines(value: Any) -> list[list[Any]]:
    return [line for line in value if isinstance(line, list) and line] if isinstance(value, list) else []


def _changed(value: Any, path: list[Any], keys: Keys, change: Change) -> Any:
    """`value` with the part at a path changed; itself where the path leads nowhere."""
    if not path:
        return value if value is _GONE else change(value)
    name, rest = path[0], path[1:]
    if isinstance(value, dict) and isinstance(name, str):
        if name not in value and rest:
            return value
        part = value.get(name, _GONE)
        new = _changed(part, rest, (*keys, name), change) if rest else change(part)
        if new is _GONE:
            return rebuilt(value, {key: item for key, item in value.items() if key != name})
        return with_key(value, name, new)
    if isinstance(value, list):
        return _changed_item(value, path, keys, change)
    return value


def _changed_item(value: list[Any], path: list[Any], keys: Keys, change: Change) -> list[Any]:
    named = _by_name(value, keys)
    if named is None:
        return value
    name, rest = path[0], path[1:]
    if name not in named and rest:
        return value
    new = _changed(named[name], rest, keys, change) if rest else change(named.get(name, _GONE))
    named.pop(name, None) if new is _GONE else named.update({name: new})
    return relisted(value, [*named.values()])


def _beside(value: Any, keys: Keys, old: Any) -> Any:
    """A value that comes back, beside what somebody wrote in its place since: a map or list was missing there."""
    if isinstance(value, dict) and isinstance(old, dict) and old:
        return rebuilt(old, {**value, **{name: item for name, item in old.items() if name not in value}})
    if isinstance(value, list) and isinstance(old, list) and old:
        own, since = _by_name(value, keys), _by_name(old, keys)
        if own is not None and since is not None:
            return relisted(old, [*value, *(item for name, item in since.items() if name not in own)])
    return value


def _gone(_old: Any) -> Any:
    return _GONE


def _reordered(order: list[Any], path: list[Any], value: Any) -> Any:
    """A map or list whose named parts are in order, among the places that they have; others stay where they are."""
    named = value if isinstance(value, dict) else None
    if isinstance(value, list):
        named = _by_name(value, _keys_of(path))
    if named is None:
        return value
    known = iter([name for name in order if name in named])
    names = [next(known) if name in order else name for name in named]
    if isinstance(value, dict):
        return rebuilt(value, {name: named[name] for name in names})
    return relisted(value, [named[name] for name in names])


def _keys_of(path: list[Any]) -> Keys:
    """The keys of maps in a path whose last part is a list: what follows a keyed list is the name of an item."""
    keys: Keys = ()
    is_item = False
    for part in path:
        if not is_item:
            keys = (*keys, part)
        is_item = not is_item and listkey(keys) is not None
    return keys


def _by_name(value: list[Any], keys: Keys) -> dict[Any, Any] | None:
    """The items of a list by their merge key; None when the list has none, or items cannot be told apart."""
    key = listkey(keys)
    if key is None or not all(isinstance(item, dict) for item in value):
        return None
    names = [name_of(item, key) for item in value]
    if None in names or len({*map(str, names)}) != len(value):
        return None
    return dict(zip(names, value, strict=True))
