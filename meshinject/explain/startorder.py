"""The containers of a pod in the order in which they start, each with its part.

Kubernetes starts init containers one after another, each when the one before has ended or, as a native sidecar, has
started; then the ordinary containers in the order of their list, without waiting for more than their hooks.
"""

from typing import Any

from meshinject.explain.records import Container, Kind, Runs
from meshinject.explain.seen import BOOTSTRAP, Seen, is_proxy, name
from meshinject.injection.names import AUTO, CORE_DUMP, INIT, VALIDATION

_PARTS = {
    INIT: "redirects the pod's traffic to istio-proxy",
    VALIDATION: "checks that the CNI plugin has redirected the pod's traffic",
    CORE_DUMP: "turns core dumps on",
    BOOTSTRAP: "writes what proxyless gRPC starts with",
}
_PROXY = {
    Kind.NATIVE: "the proxy: a native sidecar (restartPolicy: Always)",
    Kind.LEGACY: "the proxy: a legacy sidecar (an ordinary container)",
    Kind.GATEWAY: "the proxy: a gateway, itself the application",
    Kind.AGENT: "pilot-agent without Envoy, for proxyless gRPC",
    Kind.STUCK: "the proxy: an init container that never ends",
}


def of(seen: Seen) -> tuple[Container, ...]:
    """The containers of a pod."""
    inits = [_container(item, Runs.SIDECAR if seen.goes_on(item) else Runs.INIT, seen) for item in seen.inits]
    return (*inits, *(_container(item, Runs.CONTAINER, seen) for item in seen.containers))


def _container(item: dict[str, Any], runs: Runs, seen: Seen) -> Container:
    istio = seen.is_istio(item)
    part = _PROXY[seen.kind] if is_proxy(item) else _PARTS.get(name(item), "")
    if is_proxy(item) and item.get("image") == AUTO:
        part = "stands for the injected one"
    if not part and istio:
        part = "of the injection template"
    elif not part and runs is Runs.SIDECAR:
        part = "a native sidecar of the pod's own"
    elif not part and runs is Runs.INIT and item.get("restartPolicy") == "Always":
        part = "no native sidecar: Kubernetes before 1.29 drops its restartPolicy, and the pod waits for its end"
    return Container(name(item), runs, istio, part)
