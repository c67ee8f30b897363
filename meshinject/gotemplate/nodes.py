"""The syntax tree of a template. `str(node)` gives the text that Go shows between `<` and `>` in an execution error.

`pos` is the offset in the template's text. Variables carry the number of their slot in the frame, given by the
parser: a template's variables live on a stack, so the place on that stack is known before it runs. `origin` is the
slot in which the enclosing `range` keeps the static type of what it iterates over (None: the value's own type),
which only errors show.
"""

from collections.abc import Sequence

from meshinject.gotemplate.quoting import quote
from meshinject.gotemplate.values import Function


class Node:
    """Anything that has a place in the template."""

    __slots__ = ("pos",)

    def __init__(self, pos: int) -> None:
        self.pos = pos


class Text(Node):
    """What stands between the actions."""

    __slots__ = ("text",)

    def __init__(self, pos: int, text: str) -> None:
        self.pos = pos
        self.text = text

    def __str__(self) -> str:
        return self.text


class Dot(Node):
    """The cursor."""

    __slots__ = ("origin",)

    def __init__(self, pos: int, origin: int | None) -> None:
        self.pos = pos
        self.origin = origin

    def __str__(self) -> str:
        return "."


class Nil(Node):
    """The word nil."""

    __slots__ = ()

    def __str__(self) -> str:
        return "nil"


class Bool(Node):
    """true or false."""

    __slots__ = ("value",)

    def __init__(self, pos: int, value: bool) -> None:
        self.pos = pos
        self.value = value

    def __str__(self) -> str:
        return "true" if self.value else "false"


class String(Node):
    """A quoted string."""

    __slots__ = ("quoted", "text")

    def __init__(self, pos: int, quoted: str, text: str) -> None:
        self.pos = pos
        self.quoted = quoted
        self.text = text

    def __str__(self) -> str:
        return self.quoted


class Number(Node):
    """A numeric constant: each of the four readings is None when the text does not allow it.

    `value` is what the constant is where nothing asks for a particular type; None when it fits no such type (an integer
    above int's range).
    """

    __slots__ = ("as_complex", "as_float", "as_int", "as_uint", "text", "value")

    def __init__(self, pos: int, text: str, as_int: int | None = None) -> None:
        self.pos = pos
        self.text = text
        self.as_int = as_int
        self.as_uint = as_int if as_int is not None and as_int >= 0 else None
        self.as_float: float | None = None if as_int is None else float(as_int)
        self.as_complex: complex | None = None
        self.value: float | complex | None = as_int

    def __str__(self) -> str:
        return self.text


class Field(Node):
    """A chain of fields of the cursor: .a.b."""

    __slots__ = ("names", "origin")

    def __init__(self, pos: int, names: Sequence[str], origin: int | None) -> None:
        self.pos = pos
        self.names = names
        self.origin = origin

    def __str__(self) -> str:
        return "." + ".".join(self.names)


class Variable(Node):
    """A variable and possibly fields of it: $x.a.b. `slot` is None where execution will find no such variable."""

    __slots__ = ("name", "names", "origin", "slot")

    def __init__(self, pos: int, name: str, slot: int | None, origin: int | None) -> None:
        self.pos = pos
        self.name = name
        self.slot = slot
        self.origin = origin
        self.names: Sequence[str] = ()

    def __str__(self) -> str:
        return ".".join((self.name, *self.names))


class Identifier(Node):
    """The name of a function; `builtin` tells the language's own from a given one."""

    __slots__ = ("builtin", "function", "name")

    def __init__(self, pos: int, name: str, function: Function, *, builtin: bool) -> None:
        self.pos = pos
        self.name = name
        self.function = function
        self.builtin = builtin

    def __str__(self) -> str:
        return self.name


class Command(Node):
    """An operand, or a function or method with its arguments."""

    __slots__ = ("args",)

    def __init__(self, pos: int, args: "list[Operand]") -> None:
        self.pos = pos
        self.args = args

    def __str__(self) -> str:
        return " ".join([f"({arg})" if type(arg) is Pipe else str(arg) for arg in self.args])


class Pipe(Node):
    """Commands, each fed with the result of the one before, and the variables that the last result is given to."""

    __slots__ = ("assign", "commands", "variables")

    def __init__(self, pos: int, variables: list[Variable], assign: bool, commands: list[Command]) -> None:
        self.pos = pos
        self.variables = variables
        self.assign = assign
        self.commands = commands

    def __str__(self) -> str:
        text = " | ".join([str(command) for command in self.commands])
        if not self.variables:
            return text
        return f"{', '.join([str(v) for v in self.variables])} {'=' if self.assign else ':='} {text}"


class Chain(Node):
    """Fields of something else than the cursor or a variable: (pipeline).a.b."""

    __slots__ = ("names", "node")

    def __init__(self, pos: int, node: "Operand", names: Sequence[str]) -> None:
        self.pos = pos
        self.node = node
        self.names = names

    def __str__(self) -> str:
        inner = f"({self.node})" if type(self.node) is Pipe else str(self.node)
        return ".".join((inner, *self.names))


class Action(Node):
    """A pipeline whose result is printed, unless it is given to variables."""

    __slots__ = ("pipe",)

    def __init__(self, pos: int, pipe: Pipe) -> None:
        self.pos = pos
        self.pipe = pipe

    def __str__(self) -> str:
        return f"{{{{{self.pipe}}}}}"


class Branch(Node):
    """if, with or range: `kind` says which."""

    __slots__ = ("body", "kind", "origin", "otherwise", "pipe")

    def __init__(self, pos: int, kind: str, pipe: Pipe) -> None:
        self.pos = pos
        self.kind = kind
        self.pipe = pipe
        self.body: list[Node] = []
        self.otherwise: list[Node] | None = None
        self.origin: int | None = None


class Call(Node):
    """The template action: another template with its own variables."""

    __slots__ = ("name", "pipe")

    def __init__(self, pos: int, name: str, pipe: Pipe | None) -> None:
        self.pos = pos
        self.name = name
        self.pipe = pipe

    def __str__(self) -> str:
        return f"{{{{template {quote(self.name)}{'' if self.pipe is None else f' {self.pipe}'}}}}}"


class Break(Node):
    """Leave the innermost range."""

    __slots__ = ()


class Continue(Node):
    """Go on with the next element of the innermost range."""

    __slots__ = ()


Operand = Dot | Nil | Bool | String | Number | Field | Variable | Identifier | Chain | Pipe


class Tree:
    """One template: its nodes, the text it came from, and how much its run needs."""

    __slots__ = ("frames", "name", "root", "slots", "source")

    def __init__(self, name: str, source: "Source") -> None:
        self.name = name
        self.source = source
        self.root: list[Node] = []
        self.slots = 1
        self.frames = 0  # how many Python frames running it may take, the templates that it calls left out

    def empty(self) -> bool:
        """Whether it would write nothing but blanks, so that another definition may replace it."""
        return all(type(node) is Text and not node.text.strip(" \t\n\v\f\r\u0085\u00a0") for node in self.root)


class Source:
    """The text of a template and the name it was compiled under."""

    __slots__ = ("name", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text

    def line(self, pos: int) -> int:
        """The 1-based line of an offset."""
        return self.text.count("\n", 0, pos) + 1

    def column(self, pos: int) -> int:
        """The 0-based byte of an offset in its line."""
        return len(self.text[self.text.rfind("\n", 0, pos) + 1 : pos].encode("utf-8", "surrogatepass"))
