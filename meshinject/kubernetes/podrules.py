"""What the API server refuses in a pod although the types fit, as far as an injection can break it.

No schema holds these rules. They are compared before and after an injection: what the user's manifest already breaks is
the user's to hear from the API server, what only the result breaks is an error of the injection.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from meshinject.frozen import Frozen
from meshinject.kubernetes.text import as_string
from meshinject.kubernetes.workload import Path, maps, submap

PROBES = ("readinessProbe", "livenessProbe", "startupProbe")
HOOKS = ("preStop", "postStart")
PROBE_HANDLERS = ("exec", "httpGet", "tcpSocket", "grpc")
HOOK_HANDLERS = ("exec", "httpGet", "tcpSocket", "sleep")
_NOT_SOURCES = ("name",)
_LABEL_LENGTH = 63


class Violation(Frozen):
    """A rule that a pod breaks: where, and what is wrong. Two of the same text are the same one."""

    path: Path
    text: str
    help: str = ""


def broken_by(before: dict[str, Any], after: dict[str, Any]) -> list[Violation]:
    """The rules that `after` breaks and `before` does not, told apart by their text."""
    known = Counter(violation.text for violation in violations(before))
    result = []
    for violation in violations(after):
        if known[violation.text]:
            known[violation.text] -= 1
        else:
            result.append(violation)
    return result


def violations(pod: dict[str, Any], claims: tuple[str, ...] = ()) -> list[Violation]:
    """Every rule that a pod (what holds `metadata` and `spec`) breaks; `claims` are volumes that it gets elsewhere."""
    spec = submap(pod, "spec")
    return [*_names(spec), *_containers(spec, claims), *_volumes(spec), *_labels(submap(pod, "metadata"))]


def _names(spec: dict[str, Any]) -> Iterator[Violation]:
    if not maps(spec, "containers"):
        yield Violation(("spec", "containers"), "the pod has no container, only init containers at most")
    yield from _unique(
        (("spec", kind, index), item.get("name"), "container")
        for kind in ("initContainers", "containers")
        for index, item in enumerate(maps(spec, kind))
    )
    yield from _unique(
        (("spec", "volumes", index), item.get("name"), "volume") for index, item in enumerate(maps(spec, "volumes"))
    )


def _unique(named: Iterator[tuple[Path, Any, str]]) -> Iterator[Violation]:
    seen = set()
    for path, name, what in named:
        if name in seen:
            yield Violation(path, f"the {what} name {name!r} is given twice")
        if isinstance(name, str):
            seen.add(name)


def _containers(spec: dict[str, Any], claims: tuple[str, ...]) -> Iterator[Violation]:
    volumes = {*claims, *(item.get("name") for item in maps(spec, "volumes"))}
    for kind in ("initContainers", "containers"):
        for index, container in enumerate(maps(spec, kind)):
            path, name = ("spec", kind, index), container.get("name")
            if kind == "initContainers" and container.get("restartPolicy") != "Always":
                for key in (*PROBES, "lifecycle"):
                    if container.get(key) is not None:
                        text = f"the init container {name!r} has a {key}, which needs restartPolicy: Always"
                        yield Violation((*path, key), text)
            yield from _handlers(container, path)
            yield from _mounts(container, path, volumes)
            yield from _unique(
                ((*path, "ports", at), port.get("name"), f"port of container {name!r} by the")
                for at, port in enumerate(maps(container, "ports"))
            )


def _handlers(container: dict[str, Any], path: Path) -> Iterator[Violation]:
    name = container.get("name")
    places = [((*path, probe), container.get(probe), PROBE_HANDLERS) for probe in PROBES]
    lifecycle = submap(container, "lifecycle")
    places += [((*path, "lifecycle", hook), lifecycle.get(hook), HOOK_HANDLERS) for hook in HOOKS]
    for place, value, kinds in places:
        if isinstance(value, dict):
            given = [kind for kind in kinds if value.get(kind) is not None]
            if len(given) != 1:
                has = " and ".join(given) or "no handler"
                yield Violation(place, f"the {place[-1]} of container {name!r} needs one handler and has {has}")
            yield from _handler_port(container, place, value)


def _handler_port(container: dict[str, Any], place: Path, handler: dict[str, Any]) -> Iterator[Violation]:
    for kind in ("httpGet", "tcpSocket", "grpc"):
        port = submap(handler, kind).get("port")
        if isinstance(port, int) and not isinstance(port, bool) and not 1 <= port <= 65535:  # noqa: PLR2004 - TCP ports
            text = f"the {place[-1]} of container {container.get('name')!r} goes to port {port}"
            yield Violation((*place, kind, "port"), text)


def _mounts(container: dict[str, Any], path: Path, volumes: set[Any]) -> Iterator[Violation]:
    name = container.get("name")
    seen = set()
    for index, mount in enumerate(maps(container, "volumeMounts")):
        place = (*path, "volumeMounts", index)
        if mount.get("name") not in volumes:
            yield Violation(place, f"container {name!r} mounts the volume {mount.get('name')!r}, which does not exist")
        where = mount.get("mountPath")
        if where in seen:
            yield Violation(place, f"container {name!r} mounts two volumes at {where!r}")
        if isinstance(where, str):
            seen.add(where)


def _volumes(spec: dict[str, Any]) -> Iterator[Violation]:
    for index, volume in enumerate(maps(spec, "volumes")):
        sources = [key for key, value in volume.items() if key not in _NOT_SOURCES and value is not None]
        if len(sources) > 1:
            text = f"the volume {volume.get('name')!r} has more than one source: {' and '.join(sources)}"
            yield Violation(("spec", "volumes", index), text)


def _labels(meta: dict[str, Any]) -> Iterator[Violation]:
    for key, value in submap(meta, "labels").items():
        text = "" if isinstance(value, dict | list) else as_string(value)
        if text and (len(text) > _LABEL_LENGTH or not (_ends_well(text) and _is_label(text))):
            yield Violation(("metadata", "labels", key), f"the value {text!r} of label {key!r} is no label value")


def _ends_well(text: str) -> bool:
    return text.isascii() and text[0].isalnum() and text[-1].isalnum()


def _is_label(text: str) -> bool:
    return text.isascii() and all(character.isalnum() or character in "-_." for character in text)
