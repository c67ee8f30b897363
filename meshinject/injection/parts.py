"""Small steps on a pod that every module of this package takes: find a container, change it, set an annotation.

A pod is what holds `metadata` and `spec`. Nothing is changed in place: each function gives a new pod that shares all
that stayed the same.
"""

from collections.abc import Callable
from typing import Any

from meshinject.injection.names import PROXY
from meshinject.kubernetes.listkeys import name_of
from meshinject.kubernetes.text import as_string, string_map
from meshinject.kubernetes.workload import maps, relisted, sublist, submap, with_key, without_key

Pod = dict[str, Any]
Container = dict[str, Any]
LISTS = ("initContainers", "containers")


def annotations(pod: Pod) -> dict[str, str]:
    """The pod's annotations as Kubernetes reads them."""
    return string_map(submap(pod, "metadata").get("annotations"))


def labels(pod: Pod) -> dict[str, str]:
    """The pod's labels as Kubernetes reads them."""
    return string_map(submap(pod, "metadata").get("labels"))


def find(pod: Pod, where: str, name: str) -> Container | None:
    """The first container of a name in `containers` or `initContainers`."""
    return next((item for item in maps(submap(pod, "spec"), where) if name_of(item, "name") == name), None)


def proxy(pod: Pod) -> tuple[str, Container] | None:
    """The list that holds istio-proxy and the container, `containers` first."""
    for where in ("containers", "initContainers"):
        found = find(pod, where, PROXY)
        if found is not None:
            return where, found
    return None


def with_spec(pod: Pod, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Pod:
    """The pod with its spec changed."""
    return with_key(pod, "spec", change(submap(pod, "spec")))


def with_items(pod: Pod, key: str, items: list[Any]) -> Pod:
    """The pod with these items in a list of its spec; an empty list that was not there stays away."""
    spec = submap(pod, "spec")
    old = sublist(spec, key)
    if not items and not old:
        return pod
    new = relisted(old, items) if isinstance(spec.get(key), list) else items
    return with_key(pod, "spec", with_key(spec, key, new))


def with_container(pod: Pod, where: str, name: str, change: Callable[[Container], Container]) -> Pod:
    """The pod with every container of a name in one list changed."""
    items = sublist(submap(pod, "spec"), where)
    changed = [change(item) if name_of(item, "name") == name else item for item in items]
    return with_items(pod, where, changed)


def without_container(pod: Pod, where: str, name: str) -> Pod:
    """The pod without the containers of a name in one list."""
    items = sublist(submap(pod, "spec"), where)
    return with_items(pod, where, [item for item in items if name_of(item, "name") != name])


def with_meta(pod: Pod, kind: str, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Pod:
    """The pod with its `labels` or `annotations` changed; an empty map that was not there stays away."""
    meta = submap(pod, "metadata")
    old = submap(meta, kind)
    new = change(old)
    if new is old:
        return pod
    return with_key(pod, "metadata", with_key(meta, kind, new))


def with_annotation(pod: Pod, key: str, value: str) -> Pod:
    """The pod with one annotation set, at the end where it is new."""
    return with_meta(pod, "annotations", lambda old: _with_text(old, key, value))


def with_label(pod: Pod, key: str, value: str) -> Pod:
    """The pod with one label set, at the end where it is new."""
    return with_meta(pod, "labels", lambda old: _with_text(old, key, value))


def without_annotation(pod: Pod, key: str) -> Pod:
    """The pod without one annotation."""
    return with_meta(pod, "annotations", lambda old: without_key(old, key))


def _with_text(old: dict[str, Any], key: str, value: str) -> dict[str, Any]:
    """A value that Kubernetes already reads as this text stays as it is written: an unquoted `15020`."""
    present = old.get(key)
    if key in old and not isinstance(present, dict | list) and as_string(present) == value:
        return old
    return with_key(old, key, value)


def env(container: Container, name: str) -> str | None:
    """The plain value of an environment variable, the last of its name; None where there is none."""
    values = [item.get("value") for item in maps(container, "env") if name_of(item, "name") == name]
    return None if not values or isinstance(values[-1], dict | list) else as_string(values[-1])


def with_env(container: Container, name: str, value: str) -> Container:
    """The container with an environment variable appended."""
    old = sublist(container, "env")
    return with_key(container, "env", relisted(old, [*old, {"name": name, "value": value}]))
