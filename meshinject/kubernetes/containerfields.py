"""What the API server refuses in the fields of a container, whoever wrote them; `--validate` asks for it.

No schema holds these rules (https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1).
"""

from collections.abc import Iterator
from typing import Any

from meshinject.kubernetes import names, quantity
from meshinject.kubernetes.podrules import PROBES, Violation
from meshinject.kubernetes.text import as_string
from meshinject.kubernetes.workload import Path, maps, submap

_WORDS = {
    "imagePullPolicy": ("Always", "IfNotPresent", "Never"),
    "terminationMessagePolicy": ("File", "FallbackToLogsOnError"),
}
_PROTOCOLS = ("TCP", "UDP", "SCTP")
_PORTS = range(1, 65536)
_IDS = range(2**31)
_NEVER_NEGATIVE = ("initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold")
_RESOURCES = ("cpu", "memory", "ephemeral-storage")


def violations(spec: dict[str, Any]) -> Iterator[Violation]:
    """Every rule that a container of a pod's spec breaks."""
    for where in ("initContainers", "containers"):
        for index, container in enumerate(maps(spec, where)):
            path: Path = ("spec", where, index)
            yield from names.misnamed(container, path, "name", names.LABEL)
            yield from _container(container, path, is_init=where == "initContainers")
            yield from _ports(container, path)
            yield from _environment(container, path)
            yield from _probes(container, path)
            yield from _resources(container, path)
            yield from _security(submap(container, "securityContext"), (*path, "securityContext"))


def _container(container: dict[str, Any], path: Path, *, is_init: bool) -> Iterator[Violation]:
    if not as_string(container.get("image") or "").strip():
        yield Violation((*path, "image"), f"container {container.get('name')!r} has no image")
    for key, words in _WORDS.items():
        if container.get(key) is not None and container[key] not in words:
            yield Violation((*path, key), f"{key} is {container[key]!r}; it takes {', '.join(words)}")
    restart = container.get("restartPolicy")
    if restart is not None and not (is_init and restart == "Always"):
        text = "only an init container has a restartPolicy of its own, and only Always"
        yield Violation((*path, "restartPolicy"), text)


def _ports(container: dict[str, Any], path: Path) -> Iterator[Violation]:
    for index, port in enumerate(maps(container, "ports")):
        at = (*path, "ports", index)
        for key in ("containerPort", "hostPort"):
            number = port.get(key)
            if isinstance(number, int) and number not in _PORTS and not (key == "hostPort" and number == 0):
                yield Violation((*at, key), f"{key} is {number}, not a number from 1 to 65535")
        if port.get("name"):
            yield from names.misnamed(port, at, "name", names.PORT)
        protocol = port.get("protocol")
        if protocol is not None and protocol not in _PROTOCOLS:
            yield Violation((*at, "protocol"), f"protocol is {protocol!r}; it takes {', '.join(_PROTOCOLS)}")


def _environment(container: dict[str, Any], path: Path) -> Iterator[Violation]:
    for index, variable in enumerate(maps(container, "env")):
        at = (*path, "env", index)
        yield from names.misnamed(variable, at, "name", names.VARIABLE)
        if variable.get("value") and variable.get("valueFrom"):
            yield Violation((*at, "valueFrom"), f"the variable {variable.get('name')!r} has both value and valueFrom")


def _probes(container: dict[str, Any], path: Path) -> Iterator[Violation]:
    for name in PROBES:
        probe, at = submap(container, name), (*path, name)
        for key in _NEVER_NEGATIVE:
            if isinstance(probe.get(key), int) and probe[key] < 0:
                yield Violation((*at, key), f"{key} is {probe[key]}, which is negative")
        if name != "readinessProbe" and probe.get("successThreshold") not in (None, 0, 1):
            yield Violation((*at, "successThreshold"), f"successThreshold of a {name} is 1")
        if "exec" in probe and not submap(probe, "exec").get("command"):
            yield Violation((*at, "exec"), "exec needs a command")


def _resources(container: dict[str, Any], path: Path) -> Iterator[Violation]:
    resources = submap(container, "resources")
    limits = submap(resources, "limits")
    for kind in ("limits", "requests"):
        for name, amount in submap(resources, kind).items():
            at, text = (*path, "resources", kind, name), as_string(amount)
            if not quantity.is_valid(text):
                yield Violation(at, f"{text!r} is no quantity such as 100m or 128Mi")
            elif quantity.exceeds("0", text):
                yield Violation(at, f"{text} is negative")
            elif "/" not in name and name not in _RESOURCES and not name.startswith("hugepages-"):
                yield Violation(at, f"{name!r} is no resource; it takes {', '.join(_RESOURCES)} or DOMAIN/NAME")
            elif kind == "requests" and name in limits and quantity.exceeds(text, as_string(limits[name])):
                yield Violation(at, f"the request {text} is over the limit {as_string(limits[name])}")


def _security(context: dict[str, Any], path: Path) -> Iterator[Violation]:
    for key in ("runAsUser", "runAsGroup"):
        number = context.get(key)
        if isinstance(number, int) and number not in _IDS:
            yield Violation((*path, key), f"{key} is {number}, not a number from 0 to 2147483647")
    if context.get("privileged") is True and context.get("allowPrivilegeEscalation") is False:
        text = "a privileged container cannot have allowPrivilegeEscalation: false"
        yield Violation((*path, "allowPrivilegeEscalation"), text)
