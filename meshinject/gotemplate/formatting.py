"""Go's fmt for single values: every verb on every value of the model, Print and Println.

`show` is what an action writes. A verb that does not suit a value becomes text such as `%!d(string=hi)`, as Go
writes it. An address (of a pointer inside a value, or with %p) cannot be known here and is always written as
`ADDRESS`.
"""

from collections.abc import Callable, Sequence
from typing import Any

from meshinject.gotemplate.measure import measure
from meshinject.gotemplate.numbers import format_float
from meshinject.gotemplate.quoting import escape, quote
from meshinject.gotemplate.values import (
    NO_VALUE,
    UINT_BITS,
    Function,
    GoError,
    Pointer,
    Struct,
    StructType,
    Type,
    is_nil,
    type_of,
    wrap,
)

ADDRESS = 0xC000010000
_TEXT_VERBS = frozenset("vsxXq")
_COMPOSED = frozenset(("slice", "map", "struct", "ptr"))


class Spec:
    """One verb with its flags."""

    __slots__ = ("minus", "plus", "plus_v", "precision", "raw", "sharp", "sharp_v", "space", "verb", "width", "zero")

    def __init__(self, verb: str = "v") -> None:
        self.verb = verb
        self.width: int | None = None
        self.precision: int | None = None
        self.plus = self.minus = self.sharp = self.space = self.zero = self.plus_v = self.sharp_v = False
        self.raw = False  # values do not print themselves

    def with_verb(self, verb: str) -> "Spec":
        """The same flags with another verb."""
        made = Spec(verb)
        made.width, made.precision, made.raw = self.width, self.precision, self.raw
        made.plus, made.minus, made.sharp, made.space, made.zero = (
            self.plus,
            self.minus,
            self.sharp,
            self.space,
            self.zero,
        )
        return made

    def plain(self) -> "Spec":
        """The flags under which a value is shown that its verb does not suit."""
        made = self.with_verb("v")
        made.sharp_v, made.plus_v = self.sharp_v, self.plus_v
        made.raw = True
        return made

    def pad(self, text: str) -> str:
        """The text filled up to the width, blanks on the left unless the flag `-` says otherwise."""
        if self.width is None or len(text) >= self.width:
            return text
        if self.minus:
            return text.ljust(self.width)
        return text.rjust(self.width, "0" if self.zero else " ")


PLAIN = Spec()


def show(value: Any) -> str:
    """What an action writes for a value: pointers are followed, a missing value is `<no value>`.

    Raises:
        GoError: the value is too large.
    """
    if value is NO_VALUE or value is None:
        return "<no value>"
    return format_value(_reached(value), PLAIN, 0)


def _reached(value: Any) -> Any:
    """The value behind non-nil pointers; the last pointer stays when its target prints itself."""
    while isinstance(value, Pointer) and value.target is not None:
        inner = value.target
        if not isinstance(inner, Pointer) and "String" in type_of(inner).methods:
            return value
        value = inner
    return value


def printable(value: Any) -> Any:
    """The value as `print`-like builtins hand it to fmt."""
    return "<no value>" if value is NO_VALUE or value is None else _reached(value)


def sprint(values: Sequence[Any]) -> str:
    """Print: a blank between two operands when neither is a string."""
    parts: list[str] = []
    previous_is_text = True
    for number, value in enumerate(values):
        is_text = value is not None and type_of(value).kind == "string"
        if number and not is_text and not previous_is_text:
            parts.append(" ")
        parts.append(format_value(value, PLAIN, 0))
        previous_is_text = is_text
    return "".join(parts)


def sprintln(values: Sequence[Any]) -> str:
    """Println: a blank between all operands, and a new line."""
    return " ".join([format_value(value, PLAIN, 0) for value in values]) + "\n"


# -- one value --------------------------------------------------------------------------------------


def format_value(value: Any, spec: Spec, depth: int) -> str:
    """A value under a verb; `depth` counts the values around it.

    Raises:
        GoError: the value is too large.
    """
    kind_of_value = value.__class__
    if kind_of_value is str:
        return _text(value, spec, "string")
    if kind_of_value is int:
        return value.__str__() if spec is PLAIN else _integer(value, spec, "int", "int")
    if kind_of_value is bool:
        return spec.pad("true" if value else "false") if spec.verb in "tv" else bad_verb(value, spec)
    if kind_of_value is float:
        return _float(value, spec, 64)
    if value is None:
        return spec.pad("<nil>") if spec.verb == "v" else bad_verb(value, spec)
    go_type = type_of(value)
    if depth == 0 and go_type.kind in _COMPOSED:
        measure(value)
    if spec.verb in _TEXT_VERBS and not spec.sharp_v and go_type.methods and not spec.raw:
        method = go_type.methods.get("Error") or go_type.methods.get("String")
        # What is nested in another value has no address, so its pointer methods are out of reach.
        if method is not None and not (method.pointer and depth and isinstance(value, Struct)):
            return _text(str(_call_string(method, value)), spec, "string")
    return _FORMATS[go_type.kind](value, go_type, spec, depth)


def _call_string(method: Function, value: Any) -> Any:
    if isinstance(value, Pointer):
        return "<nil>" if value.target is None and not method.pointer else method.call(value.target)
    return method.call(value)


def bad_verb(value: Any, spec: Spec) -> str:
    """The text for a verb that does not suit the value."""
    if value is None:
        return f"%!{spec.verb}(<nil>)"
    return wrong_verb(spec, type_of(value).name, lambda plain: format_value(value, plain, 0))


def wrong_verb(spec: Spec, type_name: str, write: Callable[[Spec], str]) -> str:
    """The text for a verb that does not suit a value; `write` gives the value under the same flags as %v."""
    return f"%!{spec.verb}({type_name}={write(spec.plain())})"


def _bool(value: Any, _type: Type, spec: Spec, _depth: int) -> str:
    return spec.pad("true" if value else "false") if spec.verb in "tv" else bad_verb(value, spec)


def _string(value: Any, go_type: Type, spec: Spec, _depth: int) -> str:
    return _text(str(value), spec, go_type.name)


def _text(value: str, spec: Spec, type_name: str) -> str:
    verb = spec.verb
    if verb == "v":
        if spec.sharp_v:
            return spec.pad(_quoted(_cut(value, spec), spec))
        return spec.pad(_cut(value, spec)) if spec is not PLAIN else value
    if verb == "s":
        return spec.pad(_cut(value, spec))
    if verb == "q":
        return spec.pad(_quoted(_cut(value, spec), spec))
    if verb in "xX":
        return _hexadecimal(value.encode("utf-8", "surrogateescape"), spec)
    return wrong_verb(spec, type_name, lambda plain: _text(value, plain, type_name))


def _cut(value: str, spec: Spec) -> str:
    return value if spec.precision is None else value[: spec.precision]


def _quoted(value: str, spec: Spec) -> str:
    if spec.sharp and "`" not in value and all(char == "\t" or char.isprintable() for char in value):
        return f"`{value}`"
    return quote(value, ascii_only=spec.plus)


def _hexadecimal(raw: bytes, spec: Spec) -> str:
    if spec.precision is not None:
        raw = raw[: spec.precision]
    digits = raw.hex(" ") if spec.space else raw.hex()
    if spec.sharp and raw:
        digits = " 0x".join(digits.split(" "))
        digits = "0x" + digits
    return spec.pad(digits.upper() if spec.verb == "X" else digits)


def _int(value: Any, go_type: Type, spec: Spec, _depth: int) -> str:
    return _integer(int(value), spec, go_type.kind, go_type.name)


_BASES = {"d": "d", "v": "d", "b": "b", "o": "o", "O": "o", "x": "x", "X": "X"}
_PREFIXES = {"b": "0b", "x": "0x", "X": "0X"}


def _integer(value: int, spec: Spec, kind: str, type_name: str) -> str:
    verb = spec.verb
    unsigned = kind in UINT_BITS
    if verb in "cqU":
        return _rune(value, spec)
    if verb not in _BASES:
        return wrong_verb(spec, type_name, lambda plain: _integer(value, plain, kind, type_name))
    if verb == "v" and spec.sharp_v and unsigned:
        return _digits(value, spec, "x", "0x")
    prefix = _PREFIXES.get(verb, "") if spec.sharp else ""
    return _digits(value, spec, _BASES[verb], "0o" if verb == "O" else prefix)


def _digits(value: int, spec: Spec, base: str, prefix: str) -> str:
    digits = format(abs(value), base)
    sign = "-" if value < 0 else "+" if spec.plus else " " if spec.space else ""
    if spec.precision is not None:
        if spec.precision == 0 and value == 0:
            return " " * (spec.width or 0)
        digits = digits.rjust(spec.precision, "0")
    elif spec.zero and not spec.minus and spec.width is not None:
        digits = digits.rjust(spec.width - len(sign), "0")
    if spec.sharp and base == "o" and not digits.startswith("0"):
        digits = "0" + digits
    text = sign + prefix + digits
    width = spec.width or 0
    return text.ljust(width) if spec.minus else text.rjust(width)


def _char(value: int) -> str:
    """The character with this code; an empty text when there is none."""
    return chr(value) if 0 <= value <= 0x10FFFF and not 0xD800 <= value < 0xE000 else ""  # noqa: PLR2004 - Unicode


def _rune(value: int, spec: Spec) -> str:
    char = _char(value) or "\ufffd"
    if spec.verb == "c":
        return spec.pad(char)
    if spec.verb == "q":
        return spec.pad(f"'{escape(char, chr(39), ascii_only=spec.plus)}'")
    text = f"U+{wrap('uint64', value):0{max(4, spec.precision or 0)}X}"
    if spec.sharp and char.isprintable() and char == _char(value):
        text += f" '{char}'"
    width = spec.width or 0
    return text.ljust(width) if spec.minus else text.rjust(width)


def _double(value: Any, go_type: Type, spec: Spec, _depth: int) -> str:
    return _float(float(value), spec, 32 if go_type.kind == "float32" else 64, go_type.name)


def _float(value: float, spec: Spec, bits: int, type_name: str = "float64") -> str:
    if spec is PLAIN:
        return format_float(value, "g", -1, bits=bits)
    verb = spec.verb
    if verb not in "vgGeEfFxXb":
        return wrong_verb(spec, type_name, lambda plain: _float(value, plain, bits, type_name))
    precision = -1 if spec.precision is None and verb in "vgGxXb" else 6 if spec.precision is None else spec.precision
    if verb in "xXb":
        text = _binary_float(value, spec, bits)
        precision = -1 if spec.precision is None else spec.precision
    else:
        text = format_float(value, {"v": "g", "F": "f"}.get(verb, verb), precision, bits=bits)
    if spec.sharp and verb != "b" and text[-1] not in "fN":
        text = _keep_point(text, verb, precision)
    return _signed(text, spec)


def _signed(text: str, spec: Spec) -> str:
    """Add sign and padding to the text of a number."""
    sign, digits = (text[0], text[1:]) if text[0] in "+-" else ("+", text)
    special = digits in {"Inf", "NaN"}
    if spec.space and sign == "+" and not spec.plus:
        sign = " "
    keep = spec.plus or sign != "+" or (special and digits == "Inf" and spec.plus)
    if digits == "Inf" and sign == "+":
        keep = True
    shown = (sign if keep else "") + digits
    if spec.zero and not spec.minus and not special and spec.width is not None and len(shown) < spec.width:
        return (sign if keep else "") + digits.rjust(spec.width - (1 if keep else 0), "0")
    width = spec.width or 0
    return shown.ljust(width) if spec.minus else shown.rjust(width)


def _keep_point(text: str, verb: str, precision: int) -> str:
    """The flag `#`: a decimal point always, and zeros up to the precision for the verbs that drop them."""
    at = next((at for at, char in enumerate(text) if char in "pP" or (char in "eE" and verb not in "xX")), len(text))
    mantissa, exponent = text[:at], text[at:]
    wanted = (6 if precision < 0 else precision) if verb in "vgGx" else 0
    digits = mantissa.lstrip("+-")
    wanted -= len(digits.replace(".", "").lstrip("0"))
    if "." not in digits:
        mantissa += "."
        wanted -= digits == "0"
    return mantissa + "0" * max(0, wanted) + exponent


def _binary_float(value: float, spec: Spec, bits: int) -> str:
    """The verbs %b and %x of a float: a binary exponent."""
    import math  # noqa: PLC0415 - hardly ever used

    if math.isnan(value) or math.isinf(value):
        return format_float(value)
    digits = 24 if bits == 32 else 53  # noqa: PLR2004 - the width of a float32 and the digits of both
    fraction, exponent = math.frexp(abs(value))
    sign = "-" if math.copysign(1, value) < 0 else ""
    mantissa = int(math.ldexp(fraction, digits))
    if spec.verb == "b":
        least = -1074 if bits == 64 else -149  # noqa: PLR2004
        return f"{sign}{mantissa}p{exponent - digits if value else least:+d}"
    exponent = exponent - 1 if value else 0
    shown = -(-(digits - 1) // 4)
    mantissa <<= 4 * shown - (digits - 1)
    if spec.precision is not None:
        if spec.precision < shown:
            cut = 4 * (shown - spec.precision)
            kept, rest = mantissa >> cut, mantissa & ((1 << cut) - 1)
            half = 1 << (cut - 1)
            mantissa = kept + (rest > half or (rest == half and kept & 1))
            if mantissa >> (4 * spec.precision) > 1:
                mantissa, exponent = mantissa >> 1, exponent + 1
        else:
            mantissa <<= 4 * (spec.precision - shown)
        shown = spec.precision
    first, rest = mantissa >> (4 * shown), mantissa & ((1 << (4 * shown)) - 1)
    tail = f"{rest:0{shown}x}" if shown else ""
    if spec.precision is None:
        tail = tail.rstrip("0")
    text = f"{sign}0x{first}{'.' if tail else ''}{tail}p{'-' if exponent < 0 else '+'}{abs(exponent):02d}"
    return text.upper() if spec.verb == "X" else text


def _complex(value: complex, _type: Type, spec: Spec, _depth: int) -> str:
    if spec.verb not in "vgGeEfFxXb":
        return wrong_verb(spec, _type.name, lambda plain: _complex(value, _type, plain, 0))
    real = _float(value.real, spec, 64)
    signed = spec.with_verb(spec.verb)
    signed.plus = True
    return f"({real}{_float(value.imag, signed, 64)}i)"


def _bytes(value: bytes, go_type: Type, spec: Spec) -> str:
    if spec.verb == "s":
        return spec.pad(_cut(value.decode("utf-8", "surrogateescape"), spec))
    if spec.verb == "q":
        return spec.pad(_quoted(_cut(value.decode("utf-8", "surrogateescape"), spec), spec))
    if spec.verb in "xX":
        return _hexadecimal(value, spec)
    if spec.sharp_v:
        return f"{go_type.name}{{{', '.join([f'{byte:#x}' for byte in value])}}}"
    return f"[{' '.join([_integer(byte, spec, 'uint8', 'uint8') for byte in value])}]"


def _slice(value: Any, go_type: Type, spec: Spec, depth: int) -> str:
    if isinstance(value, bytes):
        return _bytes(value, go_type, spec)
    if spec.sharp_v:
        if getattr(value, "nil", False):
            return f"{go_type.name}(nil)"
        return f"{go_type.name}{{{', '.join([_element(item, go_type, spec, depth) for item in value])}}}"
    return f"[{' '.join([_element(item, go_type, spec, depth) for item in value])}]"


def _element(value: Any, container: Type, spec: Spec, depth: int) -> str:
    """A value inside another one; nil in an interface type is `<nil>` under every verb."""
    if value is None:
        elem = container.elem.name if container.elem is not None else "interface {}"
        return f"{elem}(nil)" if spec.sharp_v else "<nil>"
    return format_value(value, spec, depth + 1)


def _map(value: dict[Any, Any], go_type: Type, spec: Spec, depth: int) -> str:
    if spec.sharp_v and getattr(value, "nil", False):
        return f"{go_type.name}(nil)"
    items = [
        f"{format_value(key, spec, depth + 1)}:{_element(value[key], go_type, spec, depth)}"
        for key in sorted_keys(value)
    ]
    if spec.sharp_v:
        return f"{go_type.name}{{{', '.join(items)}}}"
    return f"map[{' '.join(items)}]"


def sorted_keys(value: dict[Any, Any]) -> list[Any]:
    """The keys of a map in the order in which Go prints and ranges over it."""
    try:
        return sorted(value)
    except TypeError:  # keys of several types in one map of interfaces
        return sorted(value, key=lambda key: (_RANKS.get(type_of(key).kind, 3) if key is not None else -1, str(key)))


_RANKS = {"int": 0, "float64": 1, "string": 2}


def _struct(value: Struct, go_type: Type, spec: Spec, depth: int) -> str:
    fields = go_type.order if isinstance(go_type, StructType) else ()
    named = spec.plus_v or spec.sharp_v
    texts = []
    for field in fields:
        inner = value.get(field.name)
        text = _element(inner, Type("", "slice", elem=field.type), spec, depth) if inner is None else ""
        text = text or format_value(inner, spec, depth + 1)
        texts.append(f"{field.name}:{text}" if named else text)
    if spec.sharp_v:
        return f"{go_type.name}{{{', '.join(texts)}}}"
    return f"{{{' '.join(texts)}}}"


def _pointer(value: Pointer, go_type: Type, spec: Spec, depth: int) -> str:
    target = value.target
    if target is None:
        if spec.sharp_v:
            return f"({go_type.name})(nil)"
        if spec.verb == "v":
            return spec.pad("<nil>")
    elif depth == 0 and spec.verb != "p" and type_of(target).kind in {"struct", "map", "slice"}:
        return "&" + format_value(target, spec, depth + 1)
    return address(value, go_type, spec)


def address(value: Any, go_type: Type, spec: Spec) -> str:
    """The place of a value in memory: zero for nil, else always the same."""
    number = 0 if is_nil(value) else ADDRESS
    if spec.sharp_v:
        return f"({go_type.name})({number:#x})"
    if spec.verb == "v":
        return _digits(number, spec, "x", "0x")
    if spec.verb == "p":
        return _digits(number, spec, "x", "" if spec.sharp else "0x")
    if spec.verb in "bodxX":
        return _integer(number, spec, "uintptr", "uintptr")
    return bad_verb(value, spec)


def _function(value: Any, go_type: Type, spec: Spec, _depth: int) -> str:
    return address(value, go_type, spec)


_FORMATS: dict[str, Callable[[Any, Type, Spec, int], str]] = {
    "bool": _bool,
    "string": _string,
    "float32": _double,
    "float64": _double,
    "complex128": _complex,
    "slice": _slice,
    "map": _map,
    "struct": _struct,
    "ptr": _pointer,
    "func": _function,
    **dict.fromkeys(("int", "int8", "int16", "int32", "int64", *UINT_BITS), _int),
}
