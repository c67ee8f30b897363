"""Go's Printf: flags, widths, precisions, explicit operand numbers, and the texts for missing and surplus operands."""

from collections.abc import Sequence
from typing import Any

from meshinject.gotemplate.formatting import address, bad_verb, format_value
from meshinject.gotemplate.values import type_of
from meshinject.gotemplate.verbs import PLAIN, Spec

MAX_WIDTH = 1_000_000  # Go's own limit for a width or precision
_FLAGS = {"#": "sharp", "0": "zero", "+": "plus", "-": "minus", " ": "space"}
_ADDRESSED = frozenset(("ptr", "map", "slice", "func"))


def sprintf(template: str, operands: Sequence[Any]) -> str:
    """Printf: the template with its verbs replaced by the operands."""
    return _Printf(template, operands).run()


class _Printf:
    """One call: the place in the template, which operand is next, and whether operands were chosen by number."""

    def __init__(self, template: str, operands: Sequence[Any]) -> None:
        self.template = template
        self.operands = operands
        self.at = 0
        self.next = 0
        self.reordered = False
        self.good_index = True
        self.parts: list[str] = []

    def run(self) -> str:
        template, parts = self.template, self.parts
        while (start := template.find("%", self.at)) >= 0:
            parts.append(template[self.at : start])
            self.at = start + 1
            verb = template[self.at : self.at + 1]
            if "a" <= verb <= "z" and self.next < len(self.operands):
                self.at += 1
                self.good_index = True
                parts.append(self.verb(Spec(verb)))
            else:
                self.directive()
        parts.append(template[self.at :])
        if not self.reordered and self.next < len(self.operands):
            surplus = [
                "<nil>" if value is None else f"{type_of(value).name}={format_value(value, PLAIN, 0)}"
                for value in self.operands[self.next :]
            ]
            parts.append(f"%!(EXTRA {', '.join(surplus)})")
        return "".join(parts)

    def peek(self) -> str:
        return self.template[self.at : self.at + 1]

    def directive(self) -> None:
        """One verb with all that stands before it."""
        spec = Spec()
        while (flag := _FLAGS.get(self.peek())) is not None:
            setattr(spec, flag, True)
            self.at += 1
        self.good_index = True
        after_index = self.width(spec, self.index())
        if self.peek() == ".":
            self.at += 1
            if after_index:
                self.good_index = False
            after_index = self.precision(spec, self.index())
        if not after_index:
            self.index()
        spec.verb = self.peek()
        self.at += 1
        if spec.minus:
            spec.zero = False
        self.parts.append(self.verb(spec))

    def width(self, spec: Spec, after_index: bool) -> bool:
        """Read the width; whether an operand number still waits for its use."""
        if self.peek() != "*":
            spec.width = self.number()
            if after_index and spec.width is not None:
                self.good_index = False
            return after_index
        self.at += 1
        spec.width = self.amount()
        if spec.width is None:
            self.parts.append("%!(BADWIDTH)")
        elif spec.width < 0:
            spec.width, spec.minus = -spec.width, True
        return False

    def precision(self, spec: Spec, after_index: bool) -> bool:
        """Read the precision; whether an operand number still waits for its use."""
        if self.peek() != "*":
            spec.precision = self.number() or 0
            return after_index
        self.at += 1
        spec.precision = self.amount()
        if spec.precision is None or spec.precision < 0:
            spec.precision = None
            self.parts.append("%!(BADPREC)")
        return False

    def number(self) -> int | None:
        """Digits in the template."""
        start = self.at
        while "0" <= self.peek() <= "9":
            self.at += 1
        digits = self.template[start : self.at]
        if not digits:
            return None
        if len(digits) > 7 and int(digits[:8]) > MAX_WIDTH:  # noqa: PLR2004 - more digits than the limit has
            self.at = len(self.template)
            return None
        return int(digits)

    def amount(self) -> int | None:
        """A width or precision from the operands; None when the operand does not suit."""
        if self.next >= len(self.operands):
            return None
        value = self.operands[self.next]
        self.next += 1
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MAX_WIDTH:
            return None
        return int(value)

    def index(self) -> bool:
        """Apply an explicit operand number such as [2]; whether one stood there in due form."""
        if self.peek() != "[":
            return False
        self.reordered = True
        end = self.template.find("]", self.at)
        digits = self.template[self.at + 1 : max(end, 0)]
        if end < 0 or not (digits.isascii() and digits.isdecimal()) or len(digits) > 7:  # noqa: PLR2004 - see `number`
            self.at = self.at + 1 if end < 0 else end + 1
            self.good_index = False
            return False
        self.at = end + 1
        if 1 <= int(digits) <= len(self.operands):
            self.next = int(digits) - 1
        else:
            self.good_index = False
        return True

    def verb(self, spec: Spec) -> str:
        """The operand that is due, under the verb."""
        verb = spec.verb
        if not verb:
            return "%!(NOVERB)"
        if verb == "%":
            return "%"
        if not self.good_index:
            return f"%!{verb}(BADINDEX)"
        if self.next >= len(self.operands):
            return f"%!{verb}(MISSING)"
        value = self.operands[self.next]
        self.next += 1
        if verb == "T":
            return spec.pad("<nil>") if value is None else format_value(type_of(value).name, spec.with_verb("s"), 0)
        if verb in "vw":
            spec.sharp_v, spec.plus_v = spec.sharp, spec.plus
            spec.sharp = spec.plus = False
        if verb == "p":
            pointer = value is not None and type_of(value).kind in _ADDRESSED
            return address(value, type_of(value), spec) if pointer else bad_verb(value, spec)
        return format_value(value, spec, 0) if verb != "w" else bad_verb(value, spec)  # w is for errors alone
