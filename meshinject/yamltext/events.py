"""libyaml's events, from its C binding where that is installed, else from ruamel.yaml's own parser.

Both give the same classes of ``ruamel.yaml.events``, with marks in code points: CRLF counts 2, a byte order mark 0.
"""

from collections.abc import Callable, Iterator
from typing import Any

from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

try:
    import _ruamel_yaml as _installed  # type: ignore[import-not-found]
except ImportError:  # the C binding has no wheel for every platform
    _installed = None


# The C binding or None.
binding: Any = _installed

__all__ = [
    "AliasEvent",
    "MappingEndEvent",
    "MappingStartEvent",
    "ScalarEvent",
    "SequenceEndEvent",
    "SequenceStartEvent",
    "YAMLError",
    "reader",
]


def reader(text: str) -> Callable[[], Any]:
    """Give a function that returns the next event of the text and None after the last."""
    if binding is not None:
        get: Callable[[], Any] = binding.CParser(text).get_event
        return get
    return _pure(text).__next__


def _pure(text: str) -> Iterator[Any]:
    from meshinject.yamltext.purescanner import parse  # noqa: PLC0415 - only where the binding is missing

    yield from parse(text)
    yield None
