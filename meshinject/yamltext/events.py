"""libyaml's events, from its C binding where that is installed, else from ruamel.yaml's own parser.

Both give the same classes of ``ruamel.yaml.events``, with marks in code points: CRLF counts 2, a byte order mark 0.
"""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any


def _postpone(name: str) -> None:
    """Put a package in its place without running it; that happens when somebody first asks it for something.

    Whoever imports a module of a package runs the package itself, and ruamel.yaml loads all that it has: milliseconds
    of every start, for modules that no run needs.
    """
    spec = None if name in sys.modules else find_spec(name)
    loader = None if spec is None else spec.loader
    if spec is None or loader is None:
        return  # loaded by somebody else, or not there: the import below says so
    package = module_from_spec(spec)

    def run_first(attribute: str) -> Any:
        if package.__dict__.pop("__getattr__", None):
            loader.exec_module(package)
        return getattr(package, attribute)

    package.__dict__["__getattr__"] = run_first
    sys.modules[name] = package
    outer, _, inner = name.rpartition(".")
    setattr(sys.modules[outer], inner, package)


_postpone("ruamel.yaml")

from ruamel.yaml.error import YAMLError  # noqa: E402
from ruamel.yaml.events import (  # noqa: E402
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

_FOR_ERRORS = ("reader", "scanner", "parser", "composer", "constructor", "emitter", "serializer", "representer")
"""Modules of which the C binding wants nothing but the class of the errors that it raises."""


def _load_binding() -> Any:
    """Give the C binding, None where it has no wheel; the modules of its errors are loaded when it raises one."""
    placed = [name for name in (f"ruamel.yaml.{module}" for module in _FOR_ERRORS) if name not in sys.modules]
    for name in placed:
        sys.modules[name] = _standing_in(name)
    try:
        return import_module("_ruamel_yaml")
    except ImportError:
        return None
    finally:
        for name in placed:  # whoever asks for one of them later gets the module itself
            del sys.modules[name]


def _standing_in(name: str) -> ModuleType:
    """A module with a function in place of each class: it makes an instance of the real one."""

    def late(attribute: str) -> Callable[..., Any]:
        def make(*arguments: Any) -> Any:
            return getattr(import_module(name), attribute)(*arguments)

        return make

    module = ModuleType(name)
    module.__dict__["__getattr__"] = late
    return module


binding: Any = _load_binding()
"""The C binding or None."""

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
