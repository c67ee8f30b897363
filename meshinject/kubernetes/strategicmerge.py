"""Kubernetes' strategic merge patch, by which Istio lays a rendered template over a pod.

Maps merge key by key and the patch wins; null takes a key out; lists with a merge key (`listkeys`) merge item by
item, every other list is replaced. Items of the patch come before items that only the original has, while items that
both have keep their place: that is why an injected volume stands before the user's.

Nothing is changed in place, and what a merge leaves alone stays the same object.

Two traits of the peer follow from its "retainKeys" lists and fields behaving as plain merges: a volume of the same
name with another source, or a probe with another handler, ends up with both.
"""

from collections.abc import Callable
from typing import Any

from meshinject.kubernetes.listkeys import is_set, listkey, name_of
from meshinject.kubernetes.workload import rebuilt, relisted, same

Keys = tuple[str, ...]

_DIRECTIVE = "$patch"
_RETAIN = "$retainKeys"
_ORDER = "$setElementOrder/"
_DELETE_SCALARS = "$deleteFromPrimitiveList/"


class MergeError(ValueError):
    """A patch that cannot be merged; `path` holds the keys to the place, `reason` what is wrong there."""

    def __init__(self, path: Keys, reason: str) -> None:
        super().__init__(f"{'.'.join(path) or 'the patch'}: {reason}")
        self.path = path
        self.reason = reason


def merge(original: dict[str, Any], patch: dict[str, Any], path: Keys = ()) -> dict[str, Any]:
    """The original with the patch merged over it; `path` is where both lie below the pod.

    Raises:
        MergeError: an item of a keyed list has no key, or a directive is unknown or malformed.
    """
    directive = patch.get(_DIRECTIVE)
    if directive == "replace":
        return {key: _cleaned(value) for key, value in patch.items() if key != _DIRECTIVE and value is not None}
    if directive == "delete":
        return {}
    if directive not in (None, "merge"):
        raise MergeError(path, f"unknown directive $patch: {directive!r}")
    result = _retained(original, patch, path)
    for key, value in patch.items():
        name = key.removeprefix(_DELETE_SCALARS).removeprefix(_ORDER)
        if isinstance(result.get(name), list) and key.startswith(_DELETE_SCALARS):
            result[name] = _without_scalars(result[name], value, (*path, name))
        elif isinstance(result.get(name), list) and key.startswith(_ORDER) and name not in patch:
            result[name] = _merge_list(result[name], [], (*path, name), order=value)
    for key, value in patch.items():
        if key.startswith((_DIRECTIVE, _RETAIN, _ORDER, _DELETE_SCALARS)):
            continue
        if value is None:
            result.pop(key, None)
        elif key in result:
            result[key] = _merge_value(result[key], value, (*path, key), order=patch.get(_ORDER + key))
        else:
            result[key] = _cleaned(value)
    return rebuilt(original, result)


def _retained(original: dict[str, Any], patch: dict[str, Any], path: Keys) -> dict[str, Any]:
    """The original's items, without those that a `$retainKeys` list of the patch does not name."""
    retain = patch.get(_RETAIN)
    if retain is None:
        return dict(original)
    if not isinstance(retain, list):
        raise MergeError(path, f"{_RETAIN} must be a list")
    for key, value in patch.items():
        if not key.startswith("$") and value is not None and key not in retain:
            raise MergeError((*path, key), f"{_RETAIN} does not list this key")
    return {key: value for key, value in original.items() if key in retain}


def _merge_value(old: Any, new: Any, path: Keys, order: Any) -> Any:
    if isinstance(old, dict) and isinstance(new, dict):
        return merge(old, new, path)
    if isinstance(old, list) and isinstance(new, list):
        return _merge_list(old, new, path, order)
    return old if same(old, new) else _cleaned(new)


def _merge_list(old: list[Any], new: list[Any], path: Keys, order: Any = None) -> list[Any]:
    key = listkey(path)
    if key is None and not is_set(path):
        replaced: list[Any] = _cleaned(new)
        return old if equal(old, replaced) else replaced
    name = _itself if key is None else _namer(key, path)
    items = [item for item in new if not (isinstance(item, dict) and _DIRECTIVE in item)]
    directives = [item for item in new if isinstance(item, dict) and _DIRECTIVE in item]
    if any(item[_DIRECTIVE] == "replace" for item in directives):
        return [_cleaned(item) for item in items]
    merged = list(old)
    for item in directives:
        if item[_DIRECTIVE] not in ("delete", "merge"):
            raise MergeError(path, f"unknown directive $patch: {item[_DIRECTIVE]!r}")
        if item[_DIRECTIVE] == "merge":
            items.append({field: value for field, value in item.items() if field != _DIRECTIVE})
        else:
            gone = name(item)
            merged = [present for present in merged if not _is_named(present, key, gone)]
    for item in items:
        wanted = name(item)
        at = next((index for index, present in enumerate(merged) if _is_named(present, key, wanted)), None)
        if at is None:
            merged.append(_cleaned(item))
        elif key is not None:
            merged[at] = merge(merged[at], item, path)
    return relisted(old, _ordered(merged, old, [name(item) for item in (items if order is None else order)], key))


def _ordered(merged: list[Any], old: list[Any], patch_order: list[Any], key: str | None) -> list[Any]:
    """Items named by the patch in its order, between the others in theirs; see the module's second sentence."""
    before: dict[Any, int] = {}
    for index, item in enumerate(old):
        before.setdefault(_name(item, key), index)
    rank: dict[Any, int] = {}
    for index, name in enumerate(patch_order):
        rank.setdefault(name, index)
    named = [(_name(item, key), item) for item in merged]
    from_patch = sorted((pair for pair in named if pair[0] in rank), key=lambda pair: rank[pair[0]])
    others = sorted((pair for pair in named if pair[0] not in rank), key=lambda pair: before[pair[0]])
    result = []
    while from_patch and others:
        head = before.get(from_patch[0][0])
        take = others if head is not None and before[others[0][0]] < head else from_patch
        result.append(take.pop(0)[1])
    return result + [item for _, item in from_patch + others]


def _itself(item: Any) -> Any:
    return item


def _namer(key: str, path: Keys) -> Callable[[Any], Any]:
    def name(item: Any) -> Any:
        if not isinstance(item, dict):
            raise MergeError(path, f"{item!r} is no map")
        value = name_of(item, key)
        if value is None:
            raise MergeError(path, f"{dict(item)!r} does not contain declared merge key: {key}")
        return value

    return name


def _name(item: Any, key: str | None) -> Any:
    """What an item of the original is called; one without its key is like no other."""
    value = item if key is None else name_of(item, key)
    return ("", id(item)) if value is None or isinstance(value, dict | list) else value


def _is_named(item: Any, key: str | None, name: Any) -> bool:
    value = item if key is None else name_of(item, key)
    return bool(value is not None and value == name and isinstance(value, str) == isinstance(name, str))


def _without_scalars(old: list[Any], gone: Any, path: Keys) -> list[Any]:
    if not isinstance(gone, list):
        raise MergeError(path, f"{_DELETE_SCALARS}{path[-1]} must be a list")
    return relisted(old, [item for item in old if item not in gone])


def _cleaned(value: Any) -> Any:
    """A value that the original lacks: without nulls and without maps that carry a directive."""
    if _is_clean(value):
        return value
    if isinstance(value, dict):
        kept = {
            key: _cleaned(item)
            for key, item in value.items()
            if item is not None and key[:1] != "$" and not (isinstance(item, dict) and _DIRECTIVE in item)
        }
        return rebuilt(value, kept)
    if isinstance(value, list):
        kept_items = [_cleaned(item) for item in value if not (isinstance(item, dict) and _DIRECTIVE in item)]
        return relisted(value, kept_items)
    return value


def _is_clean(value: Any) -> bool:
    """Whether there is nothing to take out of a value, as is usual: this is asked of every fresh part."""
    if isinstance(value, dict):
        for key, item in value.items():
            if item is None or key[:1] == "$":
                return False
            if isinstance(item, dict | list) and not _is_clean(item):
                return False
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, dict | list) and not _is_clean(item):
                return False
    return True


def equal(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON: `1` and `true` differ, `1` and `1.0` do not; key order is nothing."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(equal(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(equal(a, b) for a, b in zip(one, other, strict=True))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)
