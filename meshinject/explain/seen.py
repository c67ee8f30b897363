"""One pod as it is looked at: its containers, its proxy, and whether Kubernetes runs its native sidecars as such."""

from typing import Any

from meshinject.explain.records import Kind
from meshinject.frozen import Frozen
from meshinject.injection import parts
from meshinject.injection.names import CORE_DUMP, INIT, PROXY, VALIDATION
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.workload import maps, sublist, submap

BOOTSTRAP = "grpc-bootstrap-init"
KUBERNETES_RUNS_SIDECARS = "1.29"
"""Before, the API server drops `restartPolicy` from init containers (the gate SidecarContainers is off)."""

_ISTIO = frozenset((PROXY, INIT, VALIDATION, CORE_DUMP, BOOTSTRAP))
_OF_SIDECARS = frozenset(("lifecycle", "livenessProbe", "readinessProbe", "startupProbe"))
_WAIT = ("pilot-agent", "wait")


class Seen(Frozen):
    """A pod.

    Attributes:
        pod: what holds its `metadata` and `spec`.
        own: the names of the user's containers.
        sidecars: whether its Kubernetes runs init containers with `restartPolicy: Always` as sidecars.
    """

    pod: dict[str, Any]
    own: frozenset[str]
    sidecars: bool

    @property
    def spec(self) -> dict[str, Any]:
        """The pod's spec."""
        return submap(self.pod, "spec")

    @property
    def inits(self) -> list[dict[str, Any]]:
        """Its init containers."""
        return maps(self.spec, "initContainers")

    @property
    def containers(self) -> list[dict[str, Any]]:
        """Its ordinary containers."""
        return maps(self.spec, "containers")

    @property
    def proxy(self) -> dict[str, Any]:
        """Its istio-proxy, empty without one."""
        found = parts.proxy(self.pod)
        return found[1] if found else {}

    @property
    def kind(self) -> Kind:
        """What kind of sidecar it has."""
        found = parts.proxy(self.pod)
        if found is None:
            return Kind.NONE
        where, proxy = found
        if where == "initContainers":
            return Kind.NATIVE if self.goes_on(proxy) else Kind.STUCK
        if "router" in sublist(proxy, "args")[:2]:
            return Kind.GATEWAY
        return Kind.AGENT if parts.env(proxy, "DISABLE_ENVOY") == "true" else Kind.LEGACY

    @property
    def is_refused(self) -> bool:
        """Whether an API server refuses it: probes and hooks are for init containers that go on."""
        return self.kind is Kind.STUCK and not _OF_SIDECARS.isdisjoint(self.proxy)

    @property
    def holds(self) -> bool:
        """Whether the other containers wait for an ordinary istio-proxy.

        It comes first, and its hook ends when it is ready; the kubelet starts the next container after that.
        """
        return bool(self.containers) and is_proxy(self.containers[0]) and waits(self.containers[0])

    @property
    def applications(self) -> list[str]:
        """The names of the containers that do the pod's work."""
        return [name(item) for item in self.containers if not is_proxy(item)]

    @property
    def own_inits(self) -> list[dict[str, Any]]:
        """The user's init containers, in their order."""
        return [item for item in self.inits if not self.is_istio(item)]

    def is_istio(self, container: dict[str, Any]) -> bool:
        """Whether a container is Istio's, or of a template beside it."""
        return name(container) in _ISTIO or name(container) not in self.own

    def goes_on(self, init: dict[str, Any]) -> bool:
        """Whether an init container is a native sidecar."""
        return self.sidecars and init.get("restartPolicy") == "Always"


def name(container: dict[str, Any]) -> str:
    """A container's name."""
    return as_text(container.get("name"))


def is_proxy(container: dict[str, Any]) -> bool:
    """Whether a container is istio-proxy."""
    return name(container) == PROXY


def waits(container: dict[str, Any]) -> bool:
    """Whether a container's start is over only when the proxy is ready: its hook is `pilot-agent wait`."""
    return tuple(hook(container, "postStart")[:2]) == _WAIT


def hook(container: dict[str, Any], when: str) -> list[str]:
    """The command of a container's hook, empty when there is none or it is none."""
    handler = submap(submap(container, "lifecycle"), when)
    return [as_text(word) for word in sublist(submap(handler, "exec"), "command")]


def names(pod: dict[str, Any]) -> frozenset[str]:
    """The names of all containers of a pod."""
    return frozenset(name(item) for where in parts.LISTS for item in maps(submap(pod, "spec"), where))
