"""Fields of `proxy.istio.io/config` that Istio does not know: it drops them without a word."""

from collections.abc import Iterator
from typing import Any

from packaging.version import Version

from meshinject.checks.subject import Remark, Subject
from meshinject.istio import proto, proxyconfig
from meshinject.istio.meshschema import MESSAGES
from meshinject.nearest import nearest
from meshinject.reports.findings import Code
from meshinject.yamltext.read import read

_EVER = Version("999")
"""Later than any release: the fields that any of them has."""


def check(subject: Subject) -> Iterator[Remark]:
    """Every unknown field; the annotation itself was read already, so that it parses."""
    text = subject.annotations.get(proxyconfig.ANNOTATION)
    if text is None:
        return
    version = subject.job.control_plane.version
    for path, name, known in _unknown(read(text), "ProxyConfig", "", version):
        told, close = f"Istio {version} does not know {path}", nearest(name, known, 0.7)
        if name in known:
            told, close = f"{told} yet", ""
        message = f"{proxyconfig.ANNOTATION}: {told} and drops it"
        at = subject.annotation(proxyconfig.ANNOTATION)
        yield Remark(at, message, f"did you mean {close}?" if close else "", Code.UNKNOWN_FIELD)


def _names(message: str) -> list[str]:
    return [field.json for field in proto.fields(message, _EVER)]


def _unknown(value: Any, message: str, at: str, version: Version) -> Iterator[tuple[str, str, list[str]]]:
    """Path and name of each unknown field, with the names that any release knows in its place."""
    if not isinstance(value, dict):
        return
    fields = {name: field for field in proto.fields(message, version) for name in (field.json, field.proto)}
    for name, item in value.items():
        path = f"{at}.{name}" if at else str(name)
        if name not in fields:
            yield path, str(name), _names(message)
            continue
        type_name = fields[name].type.removeprefix("map[string]").removeprefix("[]")
        if type_name not in MESSAGES:
            continue
        if fields[name].type == type_name:
            yield from _unknown(item, type_name, path, version)
        else:
            items = item.items() if isinstance(item, dict) else enumerate(item) if isinstance(item, list) else ()
            for key, each in items:
                yield from _unknown(each, type_name, f"{path}.{key}", version)
