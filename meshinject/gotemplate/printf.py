"""Go's Printf: flags, widths, precisions, explicit operand numbers, and the texts for missing and surplus operands."""

import re
from collections.abc import Sequence
from typing import Any

from meshinject.gotemplate.formatting import PLAIN, Spec, address, bad_verb, format_value
from meshinject.gotemplate.values import TypedInt, type_of

MAX_WIDTH = 1_000_000  # Go's own limit for a width or precision

_DIRECTIVE = re.compile(
    r"%([#0+\- ]*)(\[[^\]%]*\]?)?(\*|[0-9]+)?(\.)?(\[[^\]%]*\]?)?(\*|[0-9]+)?(\[[^\]%]*\]?)?(.?)", re.DOTALL
)


def sprintf(template: str, operands: Sequence[Any]) -> str:
    """Printf: the template with its verbs replaced by the operands."""
    if "%" not in template:
        return template + _extra(operands, 0, reordered=False)
    return _Printf(operands).run(template)


def _extra(operands: Sequence[Any], used: int, *, reordered: bool) -> str:
    if reordered or used >= len(operands):
        return ""
    shown = [
        "<nil>" if value is None else f"{type_of(value).name}={format_value(value, PLAIN, 0)}"
        for value in operands[used:]
    ]
    return f"%!(EXTRA {', '.join(shown)})"


class _Printf:
    """One call of Printf: which operand comes next, and whether the template chose operands by number."""

    def __init__(self, operands: Sequence[Any]) -> None:
        self.operands = operands
        self.next = 0
        self.reordered = False
        self.bad_index = False

    def run(self, template: str) -> str:
        parts: list[str] = []
        end = 0
        while (start := template.find("%", end)) >= 0:
            parts.append(template[end:start])
            found = _DIRECTIVE.match(template, start)
            if found is None:
                break
            self.bad_index = False
            parts.append(self.directive(found))
            end = found.end()
        parts.append(template[end:])
        parts.append(_extra(self.operands, self.next, reordered=self.reordered))
        return "".join(parts)

    def directive(self, found: re.Match[str]) -> str:
        flags, first, width, point, second, precision, third, verb = found.groups()
        spec = Spec(verb)
        spec.sharp, spec.zero, spec.plus = "#" in flags, "0" in flags, "+" in flags
        spec.minus, spec.space = "-" in flags, " " in flags
        prefix = ""
        self.index(first)
        if width is not None:
            if first is not None and width != "*":
                self.bad_index = True
            spec.width, bad = self.amount(width)
            if bad:
                prefix += "%!(BADWIDTH)"
            if spec.width is not None and spec.width < 0:
                spec.width, spec.minus = -spec.width, True
        if point is not None:
            self.index(second)
            if precision is None:
                spec.precision = 0
            else:
                spec.precision, bad = self.amount(precision)
                if spec.precision is not None and spec.precision < 0:
                    spec.precision, bad = None, True
                if bad:
                    prefix += "%!(BADPREC)"
        elif precision is not None or (second is not None and third is not None):
            self.bad_index = True
        self.index(third)
        if spec.minus:
            spec.zero = False
        return prefix + self.verb(spec)

    def index(self, text: str | None) -> None:
        """Apply an explicit operand number such as [2]."""
        if text is None:
            return
        self.reordered = True
        digits = text[1:-1]
        if text.endswith("]") and digits.isdecimal() and 1 <= int(digits) <= len(self.operands):
            self.next = int(digits) - 1
        else:
            self.bad_index = True

    def amount(self, text: str) -> tuple[int | None, bool]:
        """A width or precision, taken from an operand for `*`; true when that operand does not suit."""
        if text != "*":
            number = int(text[:8])
            return (None, True) if number > MAX_WIDTH else (number, False)
        if self.next >= len(self.operands):
            return None, True
        value = self.operands[self.next]
        self.next += 1
        if isinstance(value, bool) or not isinstance(value, int | TypedInt) or abs(value) > MAX_WIDTH:
            return None, True
        return int(value), False

    def verb(self, spec: Spec) -> str:
        verb = spec.verb
        if not verb:
            return "%!(NOVERB)"
        if verb == "%":
            return "%"
        if self.bad_index:
            return f"%!{verb}(BADINDEX)"
        if self.next >= len(self.operands):
            return f"%!{verb}(MISSING)"
        value = self.operands[self.next]
        self.next += 1
        if verb == "T":
            return spec.pad("<nil>" if value is None else type_of(value).name)
        if verb == "v":
            spec.sharp_v, spec.plus_v = spec.sharp, spec.plus
            spec.sharp = False
            spec.plus = False
        if verb == "p":
            pointer = value is not None and type_of(value).kind in {"ptr", "map", "slice", "func"}
            return address(value, type_of(value), spec) if pointer else bad_verb(value, spec)
        return format_value(value, spec, 0)
