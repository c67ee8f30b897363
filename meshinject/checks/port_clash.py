"""Containers that listen on a port of istio-proxy.

All containers of a pod share its network: whoever comes second cannot listen, so either the application or the proxy
does not start. Port 15008 is never redirected, so an application there is outside the mesh.
"""

from collections.abc import Iterator

from meshinject.checks.subject import Remark, Subject
from meshinject.injection import parts
from meshinject.injection.names import PROXY, STATUS_PORT
from meshinject.istio import proxyconfig
from meshinject.kubernetes.workload import maps, sublist, submap
from meshinject.reports.findings import Code

_DNS = 15053


def check(subject: Subject) -> Iterator[Remark]:
    """Every such port of the user's containers."""
    proxy = parts.proxy(subject.done.pod)
    if proxy is None or parts.find(subject.done.template, proxy[0], PROXY) is None:
        return
    ports = _ports(subject, is_sidecar=sublist(proxy[1], "args")[:2] == ["proxy", "sidecar"])
    spec = submap(subject.done.user, "spec")
    for where in parts.LISTS:
        for container in maps(spec, where):
            name = container.get("name")
            if name == PROXY or (where == "initContainers" and container.get("restartPolicy") != "Always"):
                continue
            for index, port in enumerate(sublist(container, "ports")):
                number = port.get("containerPort") if isinstance(port, dict) else None
                if number not in ports or (port.get("protocol") == "UDP" and number != _DNS):
                    continue
                text = f"port {number} of container {name!r} is taken by istio-proxy ({ports[number]})"
                path = subject.container(name, "ports", index, "containerPort")
                yield Remark(path, text, "listen on another port", Code.PORT_CLASH)


def _ports(subject: Subject, *, is_sidecar: bool) -> dict[int, str]:
    """The proxy's ports and what each is for."""
    mesh = subject.job.control_plane.mesh
    config = proxyconfig.effective(mesh, subject.annotations, subject.job.control_plane.version)
    own = subject.annotations.get(STATUS_PORT, "").strip()
    status = int(own) if own.isascii() and own.isdigit() else proxyconfig.status_port(config)
    ports = {
        int(config.get("proxyAdminPort") or 0): "administration",
        15004: "debugging",
        status: "status of the agent",
        15021: "health",
        15090: "metrics",
    }
    if is_sidecar:
        ports |= {
            int(mesh.get("proxyListenPort") or 0): "outbound traffic",
            int(mesh.get("proxyInboundListenPort") or 0): "inbound traffic",
            15008: "tunnelled traffic",
            _DNS: "DNS",
        }
    ports.pop(0, None)
    return ports
