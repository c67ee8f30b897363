"""The init container follows the user id that the user gave istio-proxy.

istio-init tells the proxy's own traffic by its user id (`-u`), and istio-validation checks as that user. Before 1.20.7,
1.21.3 and 1.22.1 only interception mode TPROXY did this, where the proxy itself must stay root.
"""

from typing import Any

from packaging.version import Version

from meshinject.injection import parts
from meshinject.injection.names import INIT, INTERCEPTION_MODE, PROXY, VALIDATION
from meshinject.kubernetes.workload import relisted, sublist, submap, with_key
from meshinject.versions import since

_FOLLOWS = "1.20.7 1.21.3 1.22.1"
_IDS = ("runAsUser", "runAsGroup")


def follow(pod: dict[str, Any], user: dict[str, Any], interception_mode: str, version: Version) -> dict[str, Any]:
    """The injected pod, its init container and proxy adapted to the ids in the user's own pod."""
    own = parts.proxy(user)
    context = submap(own[1], "securityContext") if own else {}
    ids = {key: context[key] for key in _IDS if context.get(key) is not None}
    name = next((name for name in (INIT, VALIDATION) if parts.find(pod, "initContainers", name)), None)
    if not ids or name is None:
        return pod
    transparent = interception_mode == "TPROXY" or parts.annotations(pod).get(INTERCEPTION_MODE) == "TPROXY"
    if not transparent and not since(version, _FOLLOWS):
        return pod
    if transparent and "runAsUser" in ids:
        for where in parts.LISTS:
            pod = parts.with_container(pod, where, PROXY, lambda old: _with_ids(old, {"runAsUser": 0}))
    if not transparent and name == VALIDATION:
        pod = parts.with_container(pod, "initContainers", name, lambda old: _with_ids(old, ids))
    if ids.get("runAsUser"):
        pod = parts.with_container(pod, "initContainers", name, lambda old: _with_uid(old, ids["runAsUser"]))
    return pod


def _with_ids(container: dict[str, Any], ids: dict[str, Any]) -> dict[str, Any]:
    context = submap(container, "securityContext")
    for key, value in ids.items():
        context = with_key(context, key, value)
    return with_key(container, "securityContext", context)


def _with_uid(container: dict[str, Any], uid: Any) -> dict[str, Any]:
    """The container with the argument after its first `-u` replaced."""
    args = sublist(container, "args")
    if "-u" not in args[:-1]:
        return container
    at = args.index("-u") + 1
    return with_key(container, "args", relisted(args, [*args[:at], str(int(uid)), *args[at + 1 :]]))
