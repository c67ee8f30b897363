"""The two calls that matter: `compile` a text into a Template, `Template.execute` it with data.

What a template writes, and the text of its errors, are Go's (1.26, with sprig 3.3.0), except:

* the address of a value in memory (a pointer inside a printed value, %p) is always the same made-up number;
* what Go makes from the machine is fixed: no environment, no hosts, UTC as local zone; `keys` and `values` are sorted;
* a run is bounded (`work`), and values, parentheses and groups of expressions may not nest as deeply as in Go;
* the error of an assignment to an undeclared variable, or of arguments for something in parentheses, names what Go
  evaluated last: where `and`, `or` or a missing value cut that short, another expression may be named;
* `deepCopy` of a semantic version gives that version, where Go gives 0.0.0;
* Unicode is that of the running Python, and scripts in regular expressions go by the names of characters.
"""

import sys
from collections.abc import Mapping
from typing import Any, Literal

from meshinject.gotemplate.builtins import BUILTINS
from meshinject.gotemplate.compiler import Compiler, deepen
from meshinject.gotemplate.errors import TemplateError
from meshinject.gotemplate.nodes import Source
from meshinject.gotemplate.parser import parse
from meshinject.gotemplate.values import Function, GoError
from meshinject.gotemplate.work import State, running

MissingKey = Literal["default", "invalid", "zero", "error"]

# Frames that parsing may use; beyond that the nesting is an error.
_PARSE_FRAMES = 50_000


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
        tree = self._compiler.trees[self.name]
        before = sys.getrecursionlimit()
        token = running.set(state)
        try:
            state.frames = before + tree.frames
            deepen(state)
            frame = [state.out.append, state, data, *[None] * (tree.slots - 1)]
            self._compiler.body_of(self.name)(data, frame)
            return state.text()
        except TemplateError as error:
            error.written = "".join(state.out)
            raise
        except GoError as error:
            raise TemplateError("exec", self.name, 1, 0, str(error)) from None
        except RecursionError:
            raise TemplateError("exec", self.name, 1, 0, "the template nests too deeply") from None
        finally:
            running.reset(token)
            sys.setrecursionlimit(before)


def compile(  # noqa: A001 - read as template.compile
    name: str, text: str, functions: Mapping[str, Function], missing_key: MissingKey = "default"
) -> Template:
    """Compile the text under a name, which errors carry, with functions that beat the language's own of equal name.

    Raises:
        TemplateError: the text is no template.
    """
    source = Source(name, text)
    before = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(before + _PARSE_FRAMES)
        trees = parse(source, functions, BUILTINS)
    except RecursionError:
        raise TemplateError("parse", name, 1, None, "max expression depth exceeded") from None
    finally:
        sys.setrecursionlimit(before)
    return Template(source, Compiler(trees, "default" if missing_key == "invalid" else missing_key))
