"""What the laws are checked with: settings to inject for, and the laws themselves as functions that say what broke."""

import difflib
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import yaml

from meshinject import pipeline, target
from meshinject.kubernetes import kinds
from meshinject.pipeline import Outcome
from meshinject.reports.findings import Code
from meshinject.target import Target
from meshinject.workloads import Uninjection
from meshinject.yamltext.model import FLOW, Map
from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.stream import split
from tests.conformance.normal import differences, normal, pods

_NOTE = re.compile("  # meshinject: .*")


_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Redefining(yaml.SafeLoader):
    """Composes nodes; an anchor may be defined anew, which YAML allows and PyYAML does not."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        if not isinstance(event, yaml.AliasEvent):
            self.anchors.pop(getattr(event, "anchor", None), None)
        return super().compose_node(parent, index)


def _nodes(text: str) -> list[Any]:
    try:
        return [*yaml.compose_all(text, Loader=_Loader)]
    except yaml.composer.ComposerError:
        return [*yaml.compose_all(text, Loader=_Redefining)]


VERSIONS = (
    *("1.20.8", "1.21.6", "1.22.8", "1.23.6", "1.24.6", "1.25.5", "1.26.8", "1.27.9", "1.28.1", "1.29.6", "1.30.3"),
    "1.31.0-rc.0",
)
MODES = ("true", "false", "istiod", "auto")


class Settings(NamedTuple):
    """What a manifest is injected for."""

    version: str
    mode: str
    revision: str = ""
    marks: bool = True

    def __str__(self) -> str:
        return " ".join(part for part in (self.version, self.mode, self.revision, "" if self.marks else "bare") if part)


@cache
def resolved(settings: Settings) -> Target:
    """The target of settings."""
    declaration = target.Declaration(
        istio_version=settings.version,
        kubernetes_version="1.33",
        native_sidecars=settings.mode,
        revision=settings.revision,
        marks=settings.marks,
    )
    found, findings = target.resolve(declaration)
    assert found is not None, findings
    return found


def inject(text: str, settings: Settings) -> Outcome:
    """The outcome for the settings; never an internal fault, and input that is refused stays as it is."""
    return _sound(pipeline.inject(text, "x.yaml", resolved(settings)), text)


def uninject(text: str) -> Outcome:
    """The outcome of taking an injection out; never an internal fault."""
    return _sound(pipeline.uninject(text, "x.yaml", Uninjection()), text)


def _sound(outcome: Outcome, text: str) -> Outcome:
    internal = [finding.text for finding in outcome.findings if finding.code is Code.INTERNAL]
    assert not internal, internal
    lines = text.splitlines() or [""]
    for finding in outcome.findings:
        if finding.place.line is not None:
            assert 1 <= finding.place.line <= text.count("\n") + len(lines), finding
    return outcome


def broken(text: str, one: Settings, other: Settings) -> Iterator[str]:
    """What breaks the laws for a text that is injected for one setting and then for another, byte for byte."""
    injected = inject(text, one)
    if injected.failed:
        return
    yield from _unequal("inject twice", injected.text, inject(injected.text, one).text)
    yield from _unequal("uninject", text, uninject(injected.text).text)
    fresh = inject(text, other)
    if not fresh.failed:
        yield from _unequal("upgrade", fresh.text, inject(injected.text, other).text)


def _unequal(what: str, wanted: str, got: str) -> Iterator[str]:
    if wanted != got:
        lines = difflib.unified_diff(wanted.splitlines(), got.splitlines(), "wanted", "got", n=1, lineterm="")
        yield f"{what}:\n" + "\n".join([*lines][:40])


def unlike(text: str, other: str) -> list[str]:
    """What differs between the pods of two texts, as objects."""
    pairs = zip(pods(text), pods(other), strict=True)
    return [difference for one, two in pairs for difference in differences(one, two)]


def lost_lines(text: str, new: str) -> list[str]:
    """The lines of a text that had no reason to go and do not stand in the new one, in order.

    A line may go when an entry begins on it whose value is another one now, or is gone, and the line of an explicit
    value (`: containers:`), which another key may come to stand on.
    """
    before, after = _nodes(text), _nodes(new)
    free = {number for number, line in enumerate(text.splitlines()) if "<<:" in line or line.startswith(": ")}
    for old, now in zip(before, after, strict=True):
        free |= {*_changed(old, now)}
    rest = iter(new.splitlines())
    free |= {*_inside(text.splitlines(), free)}
    lines = [line for number, line in enumerate(text.splitlines()) if number not in free]
    return [line for line in lines if not any(line == _NOTE.sub("", other) for other in rest)][:1]


def _inside(lines: list[str], free: set[int]) -> Iterator[int]:
    """The comments that stand deeper than an entry on a line that may go: they go with it."""
    deep = -1
    for number, line in enumerate(lines):
        depth = len(line) - len(line.lstrip())
        if number in free:
            deep = depth
        elif deep >= 0 and line.strip() and (line.lstrip()[0] != "#" or depth <= deep):
            deep = -1
        elif deep >= 0:
            yield number


def _changed(old: Any, new: Any) -> Iterator[int]:
    """The lines on which a changed entry begins, or on which flow style holds one."""
    if old is None:
        return
    if isinstance(old, yaml.ScalarNode) or type(old) is not type(new) or old.flow_style or not old.value:
        if _plain(old) != _plain(new):
            yield from range(old.start_mark.line, old.end_mark.line + 1)
        return
    theirs, ours = _named(new), _named(old)
    moved = [name for name in ours if name in theirs] != [name for name in theirs if name in ours]
    if isinstance(old, yaml.SequenceNode) and moved:
        yield from range(old.start_mark.line, old.end_mark.line + 1)  # the user's order had to change
    for name, (start, value) in ours.items():
        other = theirs.get(name)
        if other is None:
            dash = isinstance(old, yaml.SequenceNode)  # which may have a line of its own
            yield from range(start.line - dash, max(start.line, value.end_mark.line) + 1)
        elif value.start_mark.line < start.line:  # an alias, which is written out when its anchor changes
            yield start.line
        else:
            if value.start_mark.line == start.line and _plain(value) != _plain(other[1]):
                yield start.line
            yield from _changed(value, other[1])


def _named(node: Any) -> dict[Any, tuple[Any, Any]]:
    """The entries of a map, and the items of a list by name."""
    if isinstance(node, yaml.MappingNode):
        return {key.value: (key.start_mark, value) for key, value in node.value}
    found: dict[Any, tuple[Any, Any]] = {}
    for number, item in enumerate(node.value):
        names = (
            [value.value for key, value in getattr(item, "value", ()) if key.value == "name"]
            if isinstance(item, yaml.MappingNode)
            else []
        )
        found[names[0] if names else number] = (item.start_mark, item)
    return found


def _plain(node: Any) -> Any:
    if isinstance(node, yaml.ScalarNode):
        return node.value, node.style in ("'", '"')
    if isinstance(node, yaml.MappingNode):
        return {_plain(key): _plain(value) for key, value in node.value}
    return None if node is None else [_plain(item) for item in node.value]


def has_room(text: str) -> bool:
    """Whether every pod of a text is in block style, where comments can stand."""
    for document in split(text):
        for workload in kinds.find(load(parse(document))):
            node = workload.pod.node if isinstance(workload.pod, Map) else None
            if node is not None and node.style == FLOW:
                return False
    return True


def values(text: str) -> list[Any]:
    """The values of the documents of a text, as Kubernetes reads them."""
    return [load(parse(document)) for document in split(text)]


def unlike_values(text: str, other: str) -> list[str]:
    """What differs between two texts as Kubernetes would hold them."""
    pairs = zip(values(text), values(other), strict=True)
    return [difference for one, two in pairs for difference in differences(normal(one), normal(two))]
