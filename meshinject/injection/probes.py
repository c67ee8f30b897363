"""Probes of the application go through the agent.

The kubelet cannot reach an application behind mTLS, so its probes are pointed at the agent on the status port, and
the agent finds the real ones in its environment (ISTIO_KUBE_APP_PROBERS).

| handler | path at the agent | kinds |
|---|---|---|
| readinessProbe | /app-health/CONTAINER/readyz | httpGet, tcpSocket, grpc |
| livenessProbe | /app-health/CONTAINER/livez | httpGet, tcpSocket, grpc |
| startupProbe | /app-health/CONTAINER/startupz | httpGet, tcpSocket, grpc |
| lifecycle.preStop, since 1.25 | /app-lifecycle/CONTAINER/prestopz | httpGet, tcpSocket |
| lifecycle.postStart, since 1.25 | /app-lifecycle/CONTAINER/poststartz | httpGet, tcpSocket |

All containers but istio-proxy take part, init containers and native sidecars included; `exec` is left alone. A
handler is pointed at the agent even where the agent learns nothing about it (a port name that the container lacks, a
port that is the status port already), as in Istio.
"""

from collections.abc import Iterator
from typing import Any

from packaging.version import Version

from meshinject.frozen import Frozen
from meshinject.injection import parts
from meshinject.injection.names import PROBERS_ENV, PROXY
from meshinject.kubernetes import gojson
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.listkeys import name_of
from meshinject.kubernetes.workload import maps, rebuilt, sublist, submap, with_key
from meshinject.versions import since

KINDS = ("httpGet", "tcpSocket", "grpc")
HOOK_KINDS = ("httpGet", "tcpSocket")
PROBE_PATHS = {"readinessProbe": "readyz", "livenessProbe": "livez", "startupProbe": "startupz"}
HOOK_PATHS = {"preStop": "prestopz", "postStart": "poststartz"}

_HOOKS_SINCE = "1.25"
_TYPES = {"httpGet": "HTTPGetAction", "tcpSocket": "TCPSocketAction", "grpc": "GRPCAction"}


class Handler(Frozen):
    """A probe or hook of a container.

    Attributes:
        keys: where it is in the container.
        url: its path at the agent.
        value: the probe or hook.
        kind: httpGet, tcpSocket or grpc.
        timed: whether the agent keeps its timeout.
    """

    keys: tuple[str, ...]
    url: str
    value: dict[str, Any]
    kind: str
    timed: bool


def rewrite(pod: dict[str, Any], status_port: int, agent_port: int, version: Version) -> dict[str, Any]:
    """The pod with its handlers pointed at the agent and the real ones in the proxy's environment.

    `status_port` is the proxy configuration's, by which a handler counts as pointed at the agent already;
    `agent_port` the one to point at, which the pod's annotation may change.
    """
    found = parts.proxy(pod)
    if found is None:
        return pod
    text = dump(pod, status_port, agent_port, version)
    for where in parts.LISTS:
        old = sublist(submap(pod, "spec"), where)
        new = [_rewritten(item, agent_port, version) if _takes_part(item) else item for item in old]
        pod = parts.with_items(pod, where, new)
    if text:
        pod = parts.with_container(pod, found[0], PROXY, lambda old: parts.with_env(old, PROBERS_ENV, text))
    return pod


def dump(pod: dict[str, Any], status_port: int, agent_port: int, version: Version) -> str:
    """The handlers that the agent has to know, as the value of its variable; empty when there are none.

    One that an earlier injection pointed at the agent without an entry, and that could not be given back, gets none
    now.
    """
    spec = submap(pod, "spec")
    entries = {}
    for container in maps(spec, "initContainers") + maps(spec, "containers"):
        if _takes_part(container):
            for handler in handlers(container, version):
                if text := _entry(handler, container, status_port, agent_port):
                    entries[handler.url] = text
    return f"{{{','.join(f'{gojson.string(url)}:{entries[url]}' for url in sorted(entries))}}}" if entries else ""


def handlers(container: dict[str, Any], version: Version | None) -> Iterator[Handler]:
    """The handlers of a container that go through the agent; without a version the hooks count too."""
    name = as_text(container.get("name"))
    for probe, end in PROBE_PATHS.items():
        value = container.get(probe)
        if isinstance(value, dict) and (kind := _kind(value, KINDS)):
            yield Handler((probe,), f"/app-health/{name}/{end}", value, kind, timed=True)
    if version is not None and not since(version, _HOOKS_SINCE):
        return
    for hook, end in HOOK_PATHS.items():
        value = submap(container, "lifecycle").get(hook)
        if isinstance(value, dict) and (kind := _kind(value, HOOK_KINDS)):
            yield Handler(("lifecycle", hook), f"/app-lifecycle/{name}/{end}", value, kind, timed=False)


def with_handler(container: dict[str, Any], keys: tuple[str, ...], value: dict[str, Any]) -> dict[str, Any]:
    """The container with another probe or hook at its keys."""
    if len(keys) == 1:
        return with_key(container, keys[0], value)
    return with_key(container, keys[0], with_handler(submap(container, keys[0]), keys[1:], value))


def unknown_ports(pod: dict[str, Any], version: Version) -> Iterator[tuple[str, Handler]]:
    """Container names and handlers whose port name is none of the container's: the agent will know nothing of them."""
    spec = submap(pod, "spec")
    for container in maps(spec, "initContainers") + maps(spec, "containers"):
        if _takes_part(container):
            for handler in handlers(container, version):
                port = submap(handler.value, handler.kind).get("port")
                if isinstance(port, str) and _number(port, container) is None:
                    yield str(container.get("name")), handler


def _takes_part(container: Any) -> bool:
    return isinstance(container, dict) and container.get("name") != PROXY


def _kind(value: dict[str, Any], kinds: tuple[str, ...]) -> str:
    return next((kind for kind in kinds if isinstance(value.get(kind), dict)), "")


def _entry(handler: Handler, container: dict[str, Any], status_port: int, agent_port: int) -> str:
    """A handler as the agent reads it; empty when the agent shall not know it."""
    action = handler.value[handler.kind]
    port = action.get("port")
    if handler.kind == "httpGet" and action.get("path") == handler.url and port == agent_port:
        return ""
    if isinstance(port, str):
        port = _number(port, container)
        if port is None:
            return ""
    elif handler.kind != "grpc" and port == status_port:
        return ""
    fields = [f'"{handler.kind}":{gojson.encode({**action, "port": port}, _TYPES[handler.kind])}']
    if handler.timed and handler.value.get("timeoutSeconds"):
        fields.append(f'"timeoutSeconds":{int(handler.value["timeoutSeconds"])}')
    return f"{{{','.join(fields)}}}"


def _number(name: str, container: dict[str, Any]) -> int | None:
    """The number of a container's port by its name."""
    return next((port.get("containerPort") for port in maps(container, "ports") if name_of(port, "name") == name), None)


def _rewritten(container: dict[str, Any], port: int, version: Version) -> dict[str, Any]:
    for handler in handlers(container, version):
        container = with_handler(container, handler.keys, _pointed(handler, port))
    return container


def _pointed(handler: Handler, port: int) -> dict[str, Any]:
    """The probe or hook at the agent, in the place of the one it replaces; host and headers stay."""
    old = handler.value[handler.kind]
    action: dict[str, Any] = {"path": handler.url, "port": port}
    if handler.kind == "httpGet":
        known = {key: action.get(key, value) for key, value in old.items()}
        if known.get("scheme") == "HTTPS":
            known["scheme"] = "HTTP"
        missing = {key: value for key, value in action.items() if key not in known}
        action = {**missing, **known}
    others = [kind for kind in KINDS if kind != handler.kind]
    items = {
        "httpGet" if key == handler.kind else key: rebuilt(old, action) if key == handler.kind else value
        for key, value in handler.value.items()
        if key not in others
    }
    return rebuilt(handler.value, items)
