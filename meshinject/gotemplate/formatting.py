"""Go's fmt for single values: every verb on every value of the model, Print and Println.

`show` is what an action writes. A verb that does not suit a value becomes text such as `%!d(string=hi)`, as Go
writes it. An address (of a pointer inside a value, or with %p) cannot be known here and is always written as
`ADDRESS`.
"""

from collections.abc import Callable, Sequence
from typing import Any

from meshinject.gotemplate.measure import measure
from meshinject.gotemplate.values import (
    NO_VALUE,
    UINT_BITS,
    Function,
    Pointer,
    Struct,
    StructType,
    Type,
    is_nil,
    type_of,
)
from meshinject.gotemplate.verbs import (
    PLAIN,
    Spec,
    complex_verb,
    cut,
    float_verb,
    hexadecimal,
    integer_verb,
    quoted,
    string_verb,
    with_digits,
    wrong_verb,
)

ADDRESS = 0xC000010000
_TEXT_VERBS = frozenset("vsxXq")
_COMPOSED = frozenset(("slice", "map", "struct", "ptr"))


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
        return string_verb(value, spec, "string")
    if kind_of_value is int:
        return value.__str__() if spec is PLAIN else integer_verb(value, spec, "int", "int")
    if kind_of_value is bool:
        return spec.pad("true" if value else "false") if spec.verb in "tv" else bad_verb(value, spec)
    if kind_of_value is float:
        return float_verb(value, spec, 64)
    if value is None:
        return spec.pad("<nil>") if spec.verb == "v" else bad_verb(value, spec)
    go_type = type_of(value)
    if depth == 0 and go_type.kind in _COMPOSED:
        measure(value)
    if spec.verb in _TEXT_VERBS and not spec.sharp_v and go_type.methods and not spec.raw:
        method = go_type.methods.get("Error") or go_type.methods.get("String")
        # What is nested in another value has no address, so its pointer methods are out of reach.
        if method is not None and not (method.pointer and depth and isinstance(value, Struct)):
            return string_verb(str(_call_string(method, value)), spec, "string")
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


def _bool(value: Any, _type: Type, spec: Spec, _depth: int) -> str:
    return spec.pad("true" if value else "false") if spec.verb in "tv" else bad_verb(value, spec)


def _string(value: Any, go_type: Type, spec: Spec, _depth: int) -> str:
    return string_verb(str(value), spec, go_type.name)


def _int(value: Any, go_type: Type, spec: Spec, _depth: int) -> str:
    return integer_verb(int(value), spec, go_type.kind, go_type.name)


def _double(value: Any, go_type: Type, spec: Spec, _depth: int) -> str:
    return float_verb(float(value), spec, 32 if go_type.kind == "float32" else 64, go_type.name)


def _complex(value: Any, _type: Type, spec: Spec, _depth: int) -> str:
    return complex_verb(value, spec)


def _bytes(value: bytes, go_type: Type, spec: Spec) -> str:
    if spec.verb == "s":
        return spec.pad(cut(value.decode("utf-8", "surrogateescape"), spec))
    if spec.verb == "q":
        return spec.pad(quoted(cut(value.decode("utf-8", "surrogateescape"), spec), spec))
    if spec.verb in "xX":
        return hexadecimal(value, spec)
    if spec.sharp_v:
        return f"{go_type.name}{{{', '.join([f'{byte:#x}' for byte in value])}}}"
    return f"[{' '.join([integer_verb(byte, spec, 'uint8', 'uint8') for byte in value])}]"


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
        return with_digits(number, spec, "x", "0x")
    if spec.verb == "p":
        return with_digits(number, spec, "x", "" if spec.sharp else "0x")
    if spec.verb in "bodxX":
        return integer_verb(number, spec, "uintptr", "uintptr")
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
