"""A workload found in a manifest, and putting a changed pod back into the document.

Documents are never changed in place: what lies on the way to the pod is copied, everything else stays the same
object, so that the text editor sees at once what did not change.
"""

import copy
from collections.abc import Iterable, Sequence
from typing import Any

from meshinject.frozen import Frozen

Path = tuple[str | int, ...]


class Workload(Frozen):
    """One object that makes pods.

    Attributes:
        kind: its kind; an item of a typed list (`DeploymentList`) without one gets it from the list.
        api_version: its apiVersion as written.
        name: metadata.name, or metadata.generateName where there is no name.
        namespace: metadata.namespace, "" where the manifest names none.
        object_path: keys and indexes from the document's root to the object.
        path: keys and indexes from the document's root to what holds the pod's `metadata` and `spec`.
        object: the object itself.
        pod: what holds the pod's `metadata` and `spec`, None where the object has no pod template.
        required: whether Kubernetes refuses the object without a pod template.
    """

    kind: str
    api_version: str
    name: str
    namespace: str
    object_path: Path
    path: Path
    object: dict[str, Any]
    pod: dict[str, Any] | None
    required: bool

    @property
    def meta(self) -> dict[str, Any]:
        """The object's own metadata; empty when it has none."""
        return submap(self.object, "metadata")


def submap(parent: Any, key: str) -> dict[str, Any]:
    """The map under a key; empty when there is none (a missing key, null, another type)."""
    value = parent.get(key) if isinstance(parent, dict) else None
    return value if isinstance(value, dict) else {}


def sublist(parent: Any, key: str) -> list[Any]:
    """The list under a key; empty when there is none (a missing key, null, another type)."""
    value = parent.get(key) if isinstance(parent, dict) else None
    return value if isinstance(value, list) else []


def maps(parent: Any, key: str) -> list[dict[str, Any]]:
    """The maps in the list under a key; anything else in the list is left out."""
    return [item for item in sublist(parent, key) if isinstance(item, dict)]


def replace(root: Any, path: Path, value: Any) -> Any:
    """The document with `value` at `path`; only what lies on the way is copied."""
    if not path:
        return value
    changed = copy.copy(root)
    changed[path[0]] = replace(root[path[0]], path[1:], value)
    return changed


def same(old: Any, new: Any) -> bool:
    """Whether a value did not change: the very same map or list, or an equal scalar of the same type."""
    return old is new or (not isinstance(old, dict | list) and type(old) is type(new) and bool(old == new))


def with_key(parent: dict[str, Any], key: str, value: Any) -> dict[str, Any]:
    """A copy of a map with one key set; the map itself when the key already holds this value."""
    if key in parent and same(parent[key], value):
        return parent
    changed = copy.copy(parent)
    changed[key] = value
    return changed


def without_key(parent: dict[str, Any], key: str) -> dict[str, Any]:
    """A copy of a map without one key; the map itself when it has no such key."""
    if key not in parent:
        return parent
    changed = copy.copy(parent)
    del changed[key]
    return changed


def rebuilt(parent: dict[str, Any], items: dict[str, Any]) -> dict[str, Any]:
    """A copy of a map with exactly these items in this order; the map itself when nothing differs.

    The copy still knows its place in the text, so that the editor changes it in place.
    """
    if len(parent) == len(items) and [*parent] == [*items] and _all_same(parent.values(), items.values()):
        return parent
    changed = copy.copy(parent)
    changed.clear()
    changed.update(items)
    return changed


def relisted(parent: list[Any], items: list[Any]) -> list[Any]:
    """A copy of a list with exactly these items; the list itself when nothing differs."""
    if len(parent) == len(items) and _all_same(parent, items):
        return parent
    changed = copy.copy(parent)
    changed[:] = items
    return changed


def _all_same(olds: Iterable[Any], news: Iterable[Any]) -> bool:
    """Whether no value changed; nearly all are the very same object, which needs no call to see."""
    for old, new in zip(olds, news, strict=True):  # noqa: SIM110 - a generator takes twice as long
        if old is not new and not same(old, new):
            return False
    return True


def dotted(path: Sequence[str | int]) -> str:
    """A path as people write it: `spec.containers[0].image`."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).removeprefix(".")
