"""The two calls that matter: `compile` a text into a Template, `Template.execute` it with data."""

import sys
from collections.abc import Mapping
from typing import Any, Literal

from meshinject.gotemplate.builtins import BUILTINS
from meshinject.gotemplate.compiler import Compiler
from meshinject.gotemplate.errors import TemplateError
from meshinject.gotemplate.nodes import Source
from meshinject.gotemplate.parser import parse
from meshinject.gotemplate.runtime import MAX_OUTPUT, State
from meshinject.gotemplate.values import Function

MissingKey = Literal["default", "invalid", "zero", "error"]

# Python frames, not C stack, are what nested calls of closures use.
_RECURSION = 1_000_000


class _DeepStack:
    """Lets templates nest as deeply as Go allows while it is entered."""

    __slots__ = ("before",)

    def __enter__(self) -> None:
        self.before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(self.before, _RECURSION))

    def __exit__(self, *_error: object) -> None:
        sys.setrecursionlimit(self.before)


class Template:
    """A compiled template with those it defines; it may be executed any number of times."""

    __slots__ = ("_compiler", "_source", "name")

    def __init__(self, source: Source, compiler: Compiler) -> None:
        self.name = source.name
        self._source = source
        self._compiler = compiler

    def execute(self, data: Any) -> str:
        """What the template writes for the data (see `values` for what data may be).

        Raises:
            TemplateError: the execution failed; `written` holds what came out before.
        """
        state = State()
        slots = self._compiler.trees[self.name].slots
        with _DeepStack():
            try:
                self._compiler.body_of(self.name)(data, [state.out.append, state, data, *[None] * (slots - 1)])
            except TemplateError as error:
                error.written = "".join(state.out)
                raise
        text = "".join(state.out)
        if len(text) > MAX_OUTPUT:
            raise TemplateError("exec", self.name, 1, 0, f"the template writes more than {MAX_OUTPUT} characters")
        return text


def compile(  # noqa: A001 - read as template.compile
    name: str, text: str, functions: Mapping[str, Function], missing_key: MissingKey = "default"
) -> Template:
    """Compile the text under a name, which errors carry, with functions that beat the language's own of equal name.

    Raises:
        TemplateError: the text is no template.
    """
    source = Source(name, text)
    with _DeepStack():
        trees = parse(source, functions, BUILTINS)
    return Template(source, Compiler(trees, "default" if missing_key == "invalid" else missing_key))
