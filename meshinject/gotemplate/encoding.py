"""JSON as Go's encoding/json writes and reads it, and YAML as sigs.k8s.io/yaml derives it from that JSON.

Structs go by the JSON names of their fields. A type with a method `MarshalJSON` is asked for its JSON text. Reading
gives what Go decodes into an empty interface: every number is a float64.
"""

import json
import re
from typing import Any, NoReturn

from meshinject.gotemplate.measure import MAX_NESTING, measure
from meshinject.gotemplate.numbers import format_float, shortest_digits
from meshinject.gotemplate.values import (
    INT_BITS,
    NO_VALUE,
    UINT_BITS,
    Field,
    GoError,
    GoList,
    GoMap,
    Pointer,
    Struct,
    StructType,
    Type,
    is_nil,
    type_of,
)
from meshinject.gotemplate.work import spend

_HTML = '[<>&\u2028\u2029"\\\\\x00-\x1f\udc80-\udcff]'
_RAW = '[\u2028\u2029"\\\\\x00-\x1f\udc80-\udcff]'
_SPECIAL = frozenset('<>&"\\')  # of printable ASCII
_WORDS = {None: "null", True: "true", False: "false"}
_NAMED = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_FIRST_BYTE = "\udc80"  # how Python keeps a byte that is no UTF-8


def to_json(value: Any, *, html: bool = True, indent: str = "") -> str:
    """A value as JSON: keys sorted, no blanks; `html` escapes `<`, `>` and `&`, `indent` puts every item on a line.

    Raises:
        GoError: a part of the value has no JSON.
    """
    measure(value)
    return _Encoder(html, indent).encode(None if value is NO_VALUE else value, 0)


class _Encoder:
    """The options of one encoding."""

    def __init__(self, html: bool, indent: str) -> None:
        self.html = html
        self.indent = indent

    def encode(self, value: Any, depth: int) -> str:
        if value.__class__ is str:
            return self.string(value)
        if value is None or value.__class__ is bool:
            return _WORDS[value]
        go_type = type_of(value)
        method = go_type.methods.get("MarshalJSON")
        if method is not None and not is_nil(value):
            return str(method.call(value.target if isinstance(value, Pointer) else value))
        kind = go_type.kind
        if kind == "map":
            return self.mapping(value, go_type, depth)
        if kind == "slice":
            return self.sequence(value, depth)
        if isinstance(value, Pointer):
            return self.encode(value.target, depth)
        if isinstance(value, Struct):
            return self.group("{}", self.members(value, depth + 1), depth)
        return self.scalar(value, go_type)

    def scalar(self, value: Any, go_type: Type) -> str:
        kind = go_type.kind
        if kind in INT_BITS or kind in UINT_BITS:
            return str(int(value))
        if kind in {"float64", "float32"}:
            return json_number(value, 32 if kind == "float32" else 64)
        if kind == "string":
            return self.string(str(value))
        raise GoError(f"json: unsupported type: {go_type.name}")

    def group(self, marks: str, items: list[str], depth: int) -> str:
        """Items between brackets or braces."""
        if not items:
            return marks
        if not self.indent:
            return f"{marks[0]}{','.join(items)}{marks[1]}"
        inner = f"\n{self.indent * (depth + 1)}"
        return f"{marks[0]}{inner}{f',{inner}'.join(items)}\n{self.indent * depth}{marks[1]}"

    def sequence(self, value: Any, depth: int) -> str:
        if isinstance(value, GoList) and value.nil:
            return "null"
        if isinstance(value, bytes):
            import base64  # noqa: PLC0415 - hardly ever

            return f'"{base64.b64encode(value).decode("ascii")}"'
        return self.group("[]", [self.encode(item, depth + 1) for item in value], depth)

    def mapping(self, value: dict[Any, Any], go_type: Type, depth: int) -> str:
        if isinstance(value, GoMap) and value.nil:
            return "null"
        if go_type.key is not None and go_type.key.kind == "interface":
            raise GoError(f"json: unsupported type: {go_type.name}")
        keys = [(str(key) if isinstance(key, str) else str(int(key)), key) for key in value]
        keys.sort(key=lambda pair: pair[0].encode("utf-8", "surrogateescape"))
        return self.group("{}", [self.member(text, value[key], depth + 1) for text, key in keys], depth)

    def member(self, name: str, value: Any, depth: int) -> str:
        return f"{self.string(name)}:{' ' if self.indent else ''}{self.encode(value, depth)}"

    def members(self, value: Struct, depth: int) -> list[str]:
        """The fields of a struct, those of embedded ones among them."""
        items: list[str] = []
        for field in value.go_type.order:
            inner = value.get(field.name)
            if field.embedded and not field.json:
                if isinstance(inner, Pointer):
                    inner = inner.target
                if isinstance(inner, Struct):
                    items += self.members(inner, depth)
                    continue
            if field.json != "-" and field.name[0].isupper() and not (field.omitempty and _empty(inner, field)):
                items.append(self.member(field.json or field.name, inner, depth))
        return items

    def string(self, text: str) -> str:
        if text.isascii() and text.isprintable() and _SPECIAL.isdisjoint(text):
            return f'"{text}"'
        pattern = _HTML if self.html else _RAW
        return f'"{re.sub(pattern, _escaped, text)}"'


def _escaped(found: re.Match[str]) -> str:
    char = found[0]
    if char >= _FIRST_BYTE:
        return "\\ufffd"
    return _NAMED.get(char) or f"\\u{ord(char):04x}"


def _empty(value: Any, field: Field) -> bool:
    """Whether omitempty leaves the field out."""
    if isinstance(field.type, StructType):
        return False
    return not value


def json_number(value: float, bits: int = 64) -> str:
    """A float as JSON.

    Raises:
        GoError: JSON has no such number.
    """
    if value != value or value in (float("inf"), float("-inf")):  # noqa: PLR0124 - only NaN differs from itself
        raise GoError(f"json: unsupported value: {format_float(value)}")
    _, exponent = shortest_digits(value, bits)
    if value and not -7 < exponent < 21:  # noqa: PLR2004 - the limits of encoding/json
        text = format_float(value, "e", -1, bits=bits)
        return text.replace("e-0", "e-")
    return format_float(value, "f", -1, bits=bits)


# -- reading ----------------------------------------------------------------------------------------


_PER_CHARACTER = 10


def _nesting(text: str) -> int:
    """How deeply the brackets of a JSON text are nested."""
    depth = deepest = 0
    for found in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text):
        if found[0] in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif found[0] in "]}":
            depth -= 1
    return deepest


def from_json(text: str, *, lenient: bool = False) -> Any:
    """What Go decodes from JSON into an empty interface; with `lenient` a number too large for float64 becomes nil.

    Raises:
        GoError: the text is not JSON; worded as Go's.
    """
    spend(_PER_CHARACTER * len(text))
    if text.count("[") + text.count("{") > MAX_NESTING and _nesting(text) > MAX_NESTING:
        raise GoError("exceeded max depth")
    too_large: list[str] = []

    def number(digits: str) -> float | None:
        value = float(digits)
        if value in (float("inf"), float("-inf")):
            too_large.append(digits)
            return None
        return value

    try:
        value = json.loads(text, parse_int=number, parse_float=number, parse_constant=_no_constant)
    except ValueError:
        from meshinject.gotemplate.jsonerrors import complaint  # noqa: PLC0415 - only wrong JSON needs it

        raise GoError(complaint(text)) from None
    if too_large and not lenient:
        raise GoError(f"json: cannot unmarshal number {too_large[0]} into Go value of type float64")
    return _without_surrogates(value) if "\\u" in text else value


def _no_constant(text: str) -> NoReturn:
    raise ValueError(text)


def _without_surrogates(value: Any) -> Any:
    """Lone surrogates, which an escape can make, replaced as Go replaces them."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {_without_surrogates(key): _without_surrogates(item) for key, item in value.items()}
    return value


# -- YAML -------------------------------------------------------------------------------------------


def to_yaml(value: Any) -> str:
    """A value as sigs.k8s.io/yaml marshals it, ending with a newline; an empty text where Go reports an error."""
    from meshinject.gotemplate.yamlout import emit  # noqa: PLC0415 - only templates that use it pay for it

    try:
        measure(value)
        return emit(_plain(None if value is NO_VALUE else value))
    except GoError:
        # The function that templates know drops the error: what cannot be written is written as nothing.
        return ""


_WHOLE_LIMIT = (1 << 64) - 1


def _plain(value: Any) -> Any:
    """A value as reading its JSON gives it: str, bool, None, int, float, list and dict only."""
    if value is None or value.__class__ in (str, bool):
        return value
    if value.__class__ is dict:
        return {key: _plain(item) for key, item in value.items()}
    if value.__class__ is list:
        return [_plain(item) for item in value]
    if isinstance(value, float):
        return yaml_number(json_number(value, 32 if type_of(value).kind == "float32" else 64))
    if isinstance(value, int):
        return int(value)
    return json.loads(_Encoder(html=False, indent="").encode(value, 0), parse_int=yaml_number, parse_float=yaml_number)


def yaml_number(text: str) -> float:
    """The number that YAML reads from JSON's text: an integer where it looks like one and fits 64 bits."""
    if text.lstrip("-").isdecimal():
        number = int(text)
        if -(1 << 63) <= number <= _WHOLE_LIMIT:
            return number
    return float(text)
