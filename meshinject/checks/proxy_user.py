"""Containers that run as the user of istio-proxy: iptables lets that user's traffic past the proxy.

Otherwise the proxy would capture what it sends itself. So an application with the same user (1337) sends around the
mesh: no mutual TLS, no telemetry, no policy. In a pod with a legacy sidecar an init container may well do that on
purpose: it runs while there is no proxy that could answer.
"""

from collections.abc import Iterator
from typing import Any

from meshinject.checks.subject import Remark, Subject, listed
from meshinject.injection import parts
from meshinject.injection.names import INIT, PROXY
from meshinject.kubernetes.workload import maps, sublist, submap
from meshinject.reports.findings import Code

_DEFAULT = 1337
_FLAG = "-u"
_HELP = "run it as another user"


def check(subject: Subject) -> Iterator[Remark]:
    """The containers of the user whose traffic goes past the proxy, those that get the user of the pod together."""
    done = subject.done
    proxy = parts.proxy(done.pod)
    if proxy is None or parts.find(done.template, proxy[0], PROXY) is None or not _redirects(proxy[1]):
        return
    user, spec = _reserved(done.pod, proxy[1]), submap(done.user, "spec")
    of_pod = submap(spec, "securityContext").get("runAsUser")
    inherit = []
    for where in parts.LISTS if proxy[0] == "initContainers" else ("containers",):
        for container in maps(spec, where):
            name, own = str(container.get("name")), submap(container, "securityContext").get("runAsUser")
            if parts.find(done.template, where, name) is not None or name == PROXY:
                continue
            if own is None and of_pod == user:
                inherit.append(name)
            elif own == user:
                early = where == "initContainers" and container.get("restartPolicy") != "Always"
                mend = f"{_HELP}; a native sidecar is there before it" if early else _HELP
                path = subject.container(name, "securityContext", "runAsUser")
                yield Remark(path, _text(user, [name]), mend, Code.PROXY_UID)
    if inherit:
        path = subject.in_pod("spec", "securityContext", "runAsUser")
        yield Remark(path, _text(user, inherit), _HELP, Code.PROXY_UID)


def _text(user: int, names: list[str]) -> str:
    who = "container {} runs" if len(names) == 1 else "the containers {} run"
    whose = "its traffic goes" if len(names) == 1 else "their traffic goes"
    return (
        f"{who.format(listed([repr(name) for name in names]))} as user {user}, istio-proxy's own: {whose} past the mesh"
    )


def _redirects(proxy: dict[str, Any]) -> bool:
    """Whether the proxy is a sidecar, which takes the pod's traffic; a gateway does not."""
    return sublist(proxy, "args")[:2] == ["proxy", "sidecar"]


def _reserved(pod: dict[str, Any], proxy: dict[str, Any]) -> int:
    """The user whose traffic is let past: what istio-init is told, else the user of the proxy, never root."""
    args = sublist(parts.find(pod, "initContainers", INIT), "args")
    told = args[args.index(_FLAG) + 1] if _FLAG in args[:-1] else ""
    if isinstance(told, str) and told.isascii() and told.isdigit():
        return int(told)
    own = submap(proxy, "securityContext").get("runAsUser")
    return own if isinstance(own, int) and own else _DEFAULT
