"""One document straight into plain dicts and lists: settings, rendered templates, and the proof of an edit."""

from typing import Any

from meshinject.yamltext import events, scalars
from meshinject.yamltext.compose import MAX_DEPTH
from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.problems import YAMLProblem
from meshinject.yamltext.stream import split

# No key read yet.
_NONE = object()


class _Unusual(Exception):  # noqa: N818 - no error, the signal to take the long way
    """What needs nodes to be read right, or told what is wrong with: anchors, tags, merges, keys that are no text."""


def read(text: str) -> Any:
    """Read one YAML document into plain values as Kubernetes would; an empty text is None.

    Raises:
        YAMLProblem: the text is no YAML, or holds more than one document.
    """
    documents = split(text)
    if not documents:
        return None
    if len(documents) > 1:
        raise YAMLProblem(documents[1].line, 1, "only one document is expected here")
    try:
        return _build(text)
    except (_Unusual, events.YAMLError, UnicodeEncodeError):
        return _plain(load(parse(documents[0])))


def _build(text: str) -> Any:  # noqa: C901, PLR0912 - one flat loop is what makes it fast
    """Make values of events without nodes; raises _Unusual where that is not all there is to it."""
    if "\ufeff" in text[1:] or "\\/" in text:
        raise _Unusual
    get = events.reader(text.removeprefix("\ufeff"))
    scalar_event, map_start, list_start = events.ScalarEvent, events.MappingStartEvent, events.SequenceStartEvent
    ends = (events.MappingEndEvent, events.SequenceEndEvent)
    suspect, plain = scalars.SUSPECT, scalars.plain
    root: list[Any] = []
    stack: list[tuple[Any, Any]] = []
    # The innermost open collection, and the key that waits for its value.
    inner: Any = root
    key: Any = _NONE
    while (event := get()) is not None:
        kind = event.__class__
        value: Any
        if kind is scalar_event:
            value = event.value
            if event.anchor is not None or event.tag is not None:
                raise _Unusual
            if value[:1] in suspect and not event.style:
                value = _finite(plain(value))
        elif kind is map_start or kind is list_start:
            if event.anchor is not None:
                raise _Unusual
            value = {} if kind is map_start else []
        elif kind in ends:
            inner, key = stack.pop()
            continue
        elif kind is events.AliasEvent:
            raise _Unusual
        else:
            continue
        if inner.__class__ is list:
            inner.append(value)
        elif key is _NONE:
            if value.__class__ is not str or (value == "<<" and not event.style):
                raise _Unusual
            key = value
            continue
        else:
            inner[key] = value
            key = _NONE
        if kind is not scalar_event:
            stack.append((inner, key))
            inner, key = value, _NONE
            if len(stack) > MAX_DEPTH:
                raise _Unusual
    if len(root) > 1:
        raise _Unusual
    return root[0] if root else None


def _finite(value: Any) -> Any:
    if value.__class__ is float and value - value != 0:
        raise _Unusual
    return value


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value
