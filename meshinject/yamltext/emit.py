"""Fresh values as text, in the style of the place; nothing is ever folded.

Block text is made as lines: a head that goes on the line of the key or dash, and the lines below it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meshinject.frozen import Frozen
from meshinject.yamltext import marks, quote
from meshinject.yamltext.model import Map
from meshinject.yamltext.problems import YAMLProblem

if TYPE_CHECKING:
    from meshinject.yamltext.style import Block, Flow

# The one digit of an indentation indicator.
WIDEST = 9
# libyaml finds no simple key that is longer.
_LONGEST_KEY = 1000


class Written(Frozen):
    """Text of a value: ``head`` on the line of its key or dash (empty for none), ``lines`` below."""

    head: str
    lines: list[str]

    def all(self) -> list[str]:
        """Give all lines, the head as the first."""
        return [self.head, *self.lines]


def scalar(value: Any, flow: bool = False) -> str:
    """Write a scalar on one line."""
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, str):
        return _own_spelling(value, flow=flow) or quote.string(value, flow=flow)
    return repr(value) if isinstance(value, float) else str(value)


def _own_spelling(value: str, *, flow: bool) -> str:
    """Give the text a string says it was written as, in an attribute ``spelled``, where that reads as the string."""
    text = getattr(value, "spelled", "") if value.__class__ is not str else ""
    if not text or not text.isprintable():
        return ""
    from meshinject.yamltext.read import read  # noqa: PLC0415 - only for strings with a spelling

    try:
        read_back = read(f"[{text}]" if flow else f"- {text}\n")
    except YAMLProblem:
        return ""
    return text if read_back == [value] else ""


def entry(name: str, value: Any, at: int, style: Block, mark: str | None = None) -> list[str]:
    """Write an entry of a block map whose keys stand in column ``at``."""
    key = quote.string(name)
    pad = " " * at
    comment = marks.comment(mark)
    if value.__class__ is str and "\n" not in value and len(key) <= _LONGEST_KEY:  # as nearly all entries are
        return [f"{pad}{key}: {quote.string(value)}{comment}"]
    if len(key) > _LONGEST_KEY:
        written = under_dash(value, at, style._replace(width=2))
        return [f"{pad}? {key}", f"{pad}: {written.head}{comment}", *written.lines]
    written = under_key(value, at, style)
    blank = " " if written.head else ""
    return [f"{pad}{key}:{blank}{written.head}{comment}", *written.lines]


def item(value: Any, at: int, style: Block) -> list[str]:
    """Write an item of a block list whose dashes stand in column ``at``."""
    if value.__class__ is str and "\n" not in value:
        return [f"{' ' * at}-{' ' * (style.width - 1)}{quote.string(value)}"]
    written = under_dash(value, at, style)
    return [f"{' ' * at}-{' ' * (style.width - 1)}{written.head}", *written.lines]


def under_key(value: Any, at: int, style: Block) -> Written:
    """Write the value of a key that stands in column ``at``."""
    if isinstance(value, dict) and value:
        return Written("", entries(value, at + style.step, style))
    if isinstance(value, list) and value:
        return Written("", items(value, at + style.offset, style))
    return _leaf(value, at, style.step, style)


def under_dash(value: Any, at: int, style: Block) -> Written:
    """Write the content of an item whose dash stands in column ``at``."""
    inner = at + style.width
    if isinstance(value, dict | list) and value:
        lines = entries(value, inner, style) if isinstance(value, dict) else items(value, inner, style)
        return Written(lines[0][inner:], lines[1:])
    return _leaf(value, at, style.width, style)


def entries(value: dict[str, Any], at: int, style: Block) -> list[str]:
    """Write all entries of a map with its keys in column ``at``."""
    notes = value.marks if isinstance(value, Map) else {}
    return [line for name, inner in value.items() for line in entry(name, inner, at, style, notes.get(name))]


def items(value: list[Any], at: int, style: Block) -> list[str]:
    """Write all items of a list with its dashes in column ``at``."""
    return [line for inner in value for line in item(inner, at, style)]


def _leaf(value: Any, at: int, step: int, style: Block) -> Written:
    if isinstance(value, str):
        chomping = quote.literal(value)
        if chomping is not None:
            return _literal(value, chomping, at, step) if style.literals else Written(quote.double(value), [])
    if isinstance(value, dict | list):
        return Written("{}" if isinstance(value, dict) else "[]", [])
    return Written(scalar(value), [])


def _literal(value: str, chomping: str, at: int, step: int) -> Written:
    lines = value.split("\n")
    if value.endswith("\n"):
        lines.pop()
    first = next(line for line in lines if line)
    if first[0] in " \t" or lines[0] == "":
        if step > WIDEST:
            return Written(quote.double(value), [])
        chomping = f"{step}{chomping}"
    pad = " " * (at + step)
    return Written(f"|{chomping}", [pad + line if line else "" for line in lines])


def flow(value: Any, style: Flow, outer: str = "") -> str:
    """Write a value in flow style; over several lines where the style has a unit of indent, from indent ``outer``."""
    if isinstance(value, dict):
        parts = [flow_entry(name, inner, style, outer + style.unit) for name, inner in value.items()]
        brackets = "{}"
    elif isinstance(value, list):
        parts = [flow(inner, style, outer + style.unit) for inner in value]
        brackets = "[]"
    elif isinstance(value, str):
        return quote.double(value) if style.json else scalar(value, flow=True)
    else:
        return scalar(value)
    if not parts:
        return brackets
    if style.unit:
        inner = f"{style.line}{outer}{style.unit}"
        return f"{brackets[0]}{inner}{f',{inner}'.join(parts)}{style.line}{outer}{brackets[1]}"
    return f"{brackets[0]}{style.pad}{style.comma.join(parts)}{style.pad}{brackets[1]}"


def flow_entry(name: str, value: Any, style: Flow, outer: str = "") -> str:
    """Write an entry of a flow map."""
    key = quote.double(name) if style.json else quote.string(name, flow=True)
    explicit = "? " if len(key) > _LONGEST_KEY else ""
    return f"{explicit}{key}{style.colon}{flow(value, style, outer)}"
