"""One istio-proxy, in the list that the mode asks for.

A native sidecar is an init container with `restartPolicy: Always`, a legacy one a container. Users and their own
templates write istio-proxy where they are used to; two containers of one name make a pod invalid. So an istio-proxy
of the user or of another template, in either list, becomes part of the one that the mode asks for. kube-inject moves
only the user's, only from `containers`, and only for the first template.
"""

from typing import Any

from meshinject.injection import parts
from meshinject.injection.names import PROXY
from meshinject.kubernetes.strategicmerge import merge
from meshinject.kubernetes.workload import rebuilt, sublist, submap, with_key

_ALWAYS = "Always"


def target(*templates: dict[str, Any], native: bool) -> str | None:
    """The list for istio-proxy, given what the templates rendered so far; None while none of them has one."""
    in_init = any(parts.find(each, "initContainers", PROXY) is not None for each in templates)
    in_containers = any(parts.find(each, "containers", PROXY) is not None for each in templates)
    if in_init and (native or not in_containers):
        return "initContainers"
    return "containers" if in_init or in_containers else None


def gathered(pod: dict[str, Any], where: str) -> dict[str, Any]:
    """The pod with its istio-proxy in the list `where`: at the end if in the other, one of both if it had two."""
    other = "containers" if where == "initContainers" else "initContainers"
    moved = parts.find(pod, other, PROXY)
    if moved is None:
        return pod
    pod = parts.without_container(pod, other, PROXY)
    adapted = {key: value for key, value in moved.items() if key != "restartPolicy"}
    if where == "initContainers":
        adapted["restartPolicy"] = _ALWAYS
    adapted = rebuilt(moved, adapted)
    if parts.find(pod, where, PROXY) is None:
        return parts.with_items(pod, where, [*sublist(submap(pod, "spec"), where), adapted])
    return merge(pod, {"spec": {where: [dict(adapted)]}})


def settled(result: dict[str, Any], template: dict[str, Any], *, native: bool) -> dict[str, Any]:
    """The result with `restartPolicy: Always` on a native sidecar, whatever was merged over it."""
    if not native or target(template, native=native) != "initContainers":
        return result
    return parts.with_container(result, "initContainers", PROXY, lambda old: with_key(old, "restartPolicy", _ALWAYS))


def keeps_init_containers(rendered: dict[str, Any]) -> dict[str, Any]:
    """A rendered template without a null list of init containers.

    Istio's own template up to 1.25 renders one for interception mode NONE; the merge would delete the user's
    containers.
    """
    spec = submap(rendered, "spec")
    if spec.get("initContainers", ()) is not None:
        return rendered
    return with_key(rendered, "spec", {key: value for key, value in spec.items() if key != "initContainers"})
