"""Where Kubernetes takes one of several kinds, the user's choice replaces the template's.

A strategic merge unites both: a probe with `httpGet` and `exec`, a hook with two handlers, an environment variable with
`value` and `valueFrom`, a volume with two sources. The API server refuses such a pod.
"""

from typing import Any

from meshinject.kubernetes.podrules import HOOK_HANDLERS, HOOKS, PROBE_HANDLERS, PROBES
from meshinject.kubernetes.workload import maps, rebuilt, relisted, sublist, submap, with_key

_ENV_KINDS = ("value", "valueFrom")
_VOLUME_NAME = "name"


def container(result: dict[str, Any], user: dict[str, Any]) -> dict[str, Any]:
    """A merged container with only the user's kinds of handlers and environment values, where the user has one."""
    for probe in PROBES:
        result = _within(result, probe, submap(user, probe), PROBE_HANDLERS)
    lifecycle = submap(result, "lifecycle")
    for hook in HOOKS:
        lifecycle = _within(lifecycle, hook, submap(submap(user, "lifecycle"), hook), HOOK_HANDLERS)
    if "lifecycle" in result and lifecycle is not result["lifecycle"]:
        result = with_key(result, "lifecycle", lifecycle)
    return _environment(result, user)


def volumes(pod: dict[str, Any], user: dict[str, Any]) -> dict[str, Any]:
    """A merged pod whose volumes have only the user's source, where the user's volume of that name has one."""
    spec = submap(pod, "spec")
    mine = {item.get("name"): item for item in maps(submap(user, "spec"), "volumes")}
    old = sublist(spec, "volumes")
    new = [_volume(item, mine.get(item.get("name"), {})) if isinstance(item, dict) else item for item in old]
    if not old or relisted(old, new) is old:
        return pod
    return with_key(pod, "spec", with_key(spec, "volumes", relisted(old, new)))


def _within(parent: dict[str, Any], key: str, user: dict[str, Any], kinds: tuple[str, ...]) -> dict[str, Any]:
    value = parent.get(key)
    if not isinstance(value, dict):
        return parent
    return with_key(parent, key, _only(value, user, kinds))


def _only(value: dict[str, Any], user: dict[str, Any], kinds: tuple[str, ...]) -> dict[str, Any]:
    """`value` without the kinds that the user did not choose, where the user chose one."""
    chosen = [kind for kind in kinds if user.get(kind) is not None]
    if not chosen:
        return value
    return rebuilt(value, {key: item for key, item in value.items() if key in chosen or key not in kinds})


def _environment(result: dict[str, Any], user: dict[str, Any]) -> dict[str, Any]:
    mine = {item.get("name"): item for item in maps(user, "env")}
    old = sublist(result, "env")
    new = [_only(item, mine.get(item.get("name"), {}), _ENV_KINDS) if isinstance(item, dict) else item for item in old]
    return with_key(result, "env", relisted(old, new)) if old else result


def _volume(merged: dict[str, Any], user: dict[str, Any]) -> dict[str, Any]:
    sources = [key for key, value in user.items() if key != _VOLUME_NAME and value is not None]
    if not sources:
        return merged
    return rebuilt(merged, {key: item for key, item in merged.items() if key in sources or key == _VOLUME_NAME})
