"""The functions that Istio gives to its templates, on top of sprig's text functions; its own win where names clash.

Which release has which is in `table`. `env` reads no environment: it sees what the control plane's values say about
istiod's environment (`pilot.env`), since the process that injects offline is not an istiod.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from typing import Any

from packaging.version import Version

from meshinject.gotemplate import values as go
from meshinject.gotemplate.encoding import from_json as decode_json
from meshinject.gotemplate.encoding import to_json, to_yaml
from meshinject.gotemplate.formatting import show
from meshinject.gotemplate.sprig import FUNCTIONS
from meshinject.gotemplate.values import Function, GoError, Pointer, StringMap, Type
from meshinject.istio import duration, proto, protoview, proxyconfig
from meshinject.istio.gates import applies
from meshinject.istio.podview import View, go_type
from meshinject.istio.values import without_nulls
from meshinject.kubernetes import gojson

environment: ContextVar[Mapping[str, str]] = ContextVar("environment")
"""What `env` sees while a template runs."""

_OMIT_NIL = "since 1.28.6 1.29.1 1.30"
_NO_PORT = ("UDP", "SCTP")


@cache
def table(version: Version) -> Mapping[str, Function]:
    """The functions that `version` has, by name."""
    metadata, containers = go_type("ObjectMeta"), go_type("[]Container")
    mesh = protoview.go_type("MeshConfig", version)
    declared: tuple[tuple[str, Callable[..., Any], str | Sequence[Type], str], ...] = (
        ("annotation", annotation, (metadata, go.STRING, go.ANY), ""),
        ("isset", lambda texts, key: key in texts, "map[string]string string", ""),
        ("valueOrDefault", value_or_default, "any any", ""),
        ("excludeInboundPort", exclude_inbound_port, "any string", ""),
        ("includeInboundPorts", lambda each: _ports(each, skip=""), (containers,), ""),
        ("applicationPorts", lambda each: _ports(each, skip="istio-proxy"), (containers,), ""),
        ("formatDuration", format_duration, (protoview.DURATION,), ""),
        ("kubevirtInterfaces", lambda text: text, "string", ""),
        ("excludeInterfaces", lambda text: text, "string", ""),
        ("toJSON", lambda texts: gojson.compact(dict(texts)), "map[string]string", ""),
        ("toJsonMap", _to_json_map, "...map[string]string", ""),
        ("mergeMaps", _merge_maps, "...map[string]string", "since 1.21"),
        ("strdict", _strdict, "...string", ""),
        ("omit", _omit, "map[string]string ...string", ""),
        ("fromJSON", from_json, "string", ""),
        ("structToJSON", struct_to_json, "any", ""),
        ("protoToJSON", proto_to_json, "any", ""),
        ("toYaml", to_yaml, "any", ""),
        ("indent", indent, "int string", ""),
        ("directory", lambda path: path[: path.rfind("/") + 1], "string", ""),
        ("contains", lambda needle, text: needle in text, "string string", ""),
        ("toLower", str.lower, "string", ""),
        ("env", _env, "string string", ""),
        (
            "appendMultusNetwork",
            lambda existing, network: _append_multus(existing, network, version),
            "string string",
            "",
        ),
        ("omitNil", without_nulls, "any", _OMIT_NIL),
        (
            "otelResourceAttributes",
            otel_attributes,
            (mesh, go.MAP_STRING, go.MAP_STRING, go.STRING, containers),
            "since 1.30",
        ),
    )
    return _Table({name: Function(call, params) for name, call, params, gate in declared if applies(gate, version)})


class _Table(Mapping[str, Function]):
    """Istio's functions in front of sprig's, which are imported when a template names them."""

    def __init__(self, own: dict[str, Function]) -> None:
        self._own = own

    def __getitem__(self, name: str) -> Function:
        return self._own[name] if name in self._own else FUNCTIONS[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**self._own, **dict.fromkeys(FUNCTIONS)})

    def __len__(self) -> int:
        return len({*self._own, *FUNCTIONS})


def annotation(meta: View, key: str, default: Any) -> str:
    """The annotation if the key exists, even with an empty text; else the default as text."""
    annotations = meta.get("Annotations")
    return annotations[key] if key in annotations else _text(default)


def value_or_default(value: Any, default: Any) -> Any:
    """`default` for nothing and for the empty string only: 0 and false are values."""
    return default if value is None or value == "" else value


def exclude_inbound_port(port: Any, ports: str) -> str:
    """The list of ports with one more; none, 0 and a port that is in the list already leave the list as it is."""
    added = _text(port).strip()
    pieces = ports.split(",")
    if added in ("", "0") or added in pieces:
        return ports
    return ",".join([*(trimmed for piece in pieces if (trimmed := piece.strip())), added])


def _ports(containers: list[View], *, skip: str) -> str:
    return ",".join(
        str(int(port.get("ContainerPort")))
        for container in containers
        if not skip or container.get("Name") != skip
        for port in container.get("Ports")
        if port.get("Protocol") not in _NO_PORT
    )


def format_duration(value: Pointer) -> str:
    """A duration as Go prints it."""
    return duration.as_go(protoview.nanoseconds(value.target)) if value else "0s"


def _to_json_map(*maps: Mapping[str, str]) -> str:
    return gojson.compact(dict(_merge_maps(*maps))) if maps else "null"


def _merge_maps(*maps: Mapping[str, str]) -> StringMap:
    merged = StringMap(nil=not maps)
    for texts in maps:
        merged.update(texts)
    return merged


def _strdict(*texts: str) -> StringMap:
    pairs = [*texts, ""] if len(texts) % 2 else texts
    return StringMap(dict(zip(pairs[::2], pairs[1::2], strict=True)))


def _omit(texts: Mapping[str, str], *keys: str) -> StringMap:
    return StringMap({key: text for key, text in texts.items() if key not in keys})


def from_json(text: str) -> Any:
    """What the JSON text says; the string `{}` when it is no JSON, which no template can range over."""
    try:
        return decode_json(text)
    except GoError:
        return "{}"


def struct_to_json(value: Any) -> str:
    """A value of a pod as Go's encoder prints it; nothing at all is `{}`."""
    if isinstance(value, View):
        return value.to_json()
    return "{}" if value is None else to_json(value)


def proto_to_json(value: Any) -> str:
    """A configuration message as JSON, a proxy configuration without its defaults."""
    message = value.target if isinstance(value, Pointer) else value
    if not isinstance(message, protoview.Message):
        return "{}"
    if message.name == "ProxyConfig":
        return proxyconfig.text(dict(message.source), message.version)
    return proto.json_text(message.to_json())


def indent(spaces: int, text: str) -> str:
    """Blanks in front of every line but the first."""
    return text.replace("\n", "\n" + " " * spaces)


def _env(name: str, default: str) -> str:
    return environment.get().get(name) or default


def _append_multus(existing: str, network: str, version: Version) -> str:
    from meshinject.istio import multus  # noqa: PLC0415 - few meshes have it

    return multus.append(existing, network, version)


def otel_attributes(
    mesh: Pointer, annotations: StringMap, labels: StringMap, namespace: str, containers: list[View]
) -> str:
    """OTEL_RESOURCE_ATTRIBUTES of a workload."""
    from meshinject.istio import otel  # noqa: PLC0415 - the latest releases only

    if not mesh or not otel.asked_for(mesh.target.source):
        return ""
    found = [otel.Container(item.get("Name"), item.get("Image")) for item in containers]
    return otel.attributes(annotations, labels, namespace, found)


def _text(value: Any) -> str:
    return "<nil>" if value is None or value is go.NO_VALUE else show(value)
