"""The Go values a template sees, as Python objects: how data and functions are handed to the engine.

Go templates look at static and dynamic types (`wrong type for value; expected string; got int`), so every Python
object stands for a value of exactly one Go type, which `type_of` names:

    Python                          Go
    None                            the nil interface (`interface {}` holding nothing)
    bool, str, float, complex       bool, string, float64, complex128
    int (exactly)                   int
    Int8 ... Int64, Uint ...        the sized integers (subclasses of int); `add 1 2` of sprig is an Int64
    Float32                         float32
    bytes                           []uint8
    dict (exactly)                  map[string]interface {}, never nil
    list (exactly)                  []interface {}, never nil
    StringMap, StringList           map[string]string, []string; `StringMap(nil=True)` is the nil map
    GoMap(type, ...), GoList(...)   any other map or slice type, nil or not
    Struct(struct_type, {...})      a struct; absent fields are zero values
    Pointer(pointer_type, target)   a pointer; target None is the typed nil (field access fails, methods are called)
    an Enum or Text subclass        a named integer or string type, with its methods (`String` is used for printing)
    Function                        a func

Subclasses of dict and list that carry no `go_type` (the loaded maps of YAML) count as their base. Data are reached
only through these tables, never through Python attributes: a field through `StructType.fields` and `Struct.get`, a
method through `Type.methods`.

    MODE = enum("v1.Mode", {0: "REDIRECT", 1: "TPROXY"})         # a class: MODE(1); MODE.go_type is its Type
    PROXY = StructType("v1.Proxy")
    PROXY.define([Field("Name", STRING, "name"), Field("Mode", MODE.go_type), Field("Next", pointer_to(PROXY))])
    PROXY.methods["GetName"] = Function(lambda proxy: proxy.get("Name") if proxy else "", "")
    data = Pointer(pointer_to(PROXY), Struct(PROXY, {"Name": "a"}))

A method's Python function gets the receiver first: the Struct (also when called through a pointer), None when the
pointer is nil, or the integer or string itself; `Function.params` lists only what the template passes. A function
or method reports Go's error return (or a panic) by raising `GoError(message)`, which ends the execution as `error
calling NAME: message`.

A subclass of Struct may override `get` to make a field's value when it is asked for.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self


class GoError(Exception):
    """The error a Go function returns, or the panic it stops with; the text becomes part of the template's error."""


class Type:
    """A Go type: its spelling in messages, its kind (`reflect.Kind` as text), and the types it is made of.

    `underlying` is the spelling of the type without its name; it equals `name` for unnamed types. `make` turns a plain
    Python value into one of this type where Python's own class would not tell (sized integers, named strings).
    """

    __slots__ = ("elem", "key", "kind", "make", "methods", "name", "underlying")

    def __init__(
        self,
        name: str,
        kind: str,
        *,
        key: "Type | None" = None,
        elem: "Type | None" = None,
        underlying: str = "",
    ) -> None:
        self.name = name
        self.kind = kind
        self.key = key
        self.elem = elem
        self.underlying = underlying or name
        self.methods: dict[str, Function] = {}
        self.make: Callable[[Any], Any] | None = None

    @property
    def named(self) -> bool:
        """Whether the type was declared with a name, so that only an unnamed twin is assignable to it."""
        return self.kind in {"struct", self.name} or self.name != self.underlying

    def assignable_to(self, other: "Type") -> bool:
        """Whether Go lets a value of this type stand where `other` is expected."""
        if self is other or other is ANY or self.name == other.name:
            return True
        return self.underlying == other.underlying and not (self.named and other.named)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Go type {self.name}>"


class Field:
    """One field of a struct: Go name, type, and its name in JSON (the Go name when empty, left out when `-`).

    An embedded field promotes the fields and methods of its type; its JSON is inlined when `json` is empty.
    """

    __slots__ = ("embedded", "json", "name", "omitempty", "type")

    def __init__(
        self, name: str, type_: Type, json: str = "", *, omitempty: bool = False, embedded: bool = False
    ) -> None:
        self.name = name
        self.type = type_
        self.json = json
        self.omitempty = omitempty
        self.embedded = embedded


class StructType(Type):
    """A struct type; `define` gives its fields, in declaration order, possibly after other types refer to it."""

    __slots__ = ("fields", "order")

    def __init__(self, name: str, fields: Iterable[Field] = ()) -> None:
        super().__init__(name, "struct")
        self.order: tuple[Field, ...] = ()
        self.fields: dict[str, tuple[Field, ...]] = {}
        self.define(fields)

    def define(self, fields: Iterable[Field]) -> None:
        """Set the fields; `self.fields` maps each reachable name to the path of fields that leads to it.

        Embedded types must be complete by then, methods included.
        """
        self.order = tuple(fields)
        for field in self.order:
            if field.embedded:
                inner = field.type.elem if field.type.kind == "ptr" else field.type
                if isinstance(inner, StructType):
                    for name, path in inner.fields.items():
                        self.fields.setdefault(name, (field, *path))
                    for name, method in inner.methods.items():
                        self.methods.setdefault(name, _promoted(field.name, method))
        for field in self.order:
            self.fields[field.name] = (field,)


def _promoted(name: str, method: "Function") -> "Function":
    """The method of an embedded field as a method of the struct around it."""

    def call(receiver: "Struct | None", *arguments: Any) -> Any:
        inner = receiver.get(name) if receiver is not None else None
        return method.call(inner.target if isinstance(inner, Pointer) else inner, *arguments)

    return Function(call, method.params, variadic=method.variadic, result=method.result)


class Function:
    """A Go func: the Python callable and what its arguments must be.

    `params` is a tuple of types, or text such as `"string int ...any"` (see `BUILTIN_TYPES`; a leading `...` makes the
    last one variadic, and ` -> any` at the end says that the static result is an interface, which only errors show).
    Arguments reach `call` checked and converted: nil interfaces as None, sized integers as their class.
    Parameters of type VALUE (Go's reflect.Value) take anything, `NO_VALUE` for a missing value included.
    `pointer` marks a method declared on the pointer, which is not used where a struct inside another value is printed.
    """

    __slots__ = ("call", "params", "pointer", "result", "variadic")

    def __init__(
        self,
        call: Callable[..., Any],
        params: "str | Sequence[Type]" = "",
        *,
        variadic: Type | None = None,
        result: Type | None = None,
        pointer: bool = False,
    ) -> None:
        self.call = call
        self.variadic = variadic
        self.result = result
        self.pointer = pointer
        if isinstance(params, str):
            inputs, arrow, output = params.partition("->")
            names = inputs.split()
            if arrow:
                self.result = BUILTIN_TYPES[output.strip()]
            if names and names[-1].startswith("..."):
                self.variadic = BUILTIN_TYPES[names.pop()[3:]]
            self.params: tuple[Type, ...] = tuple([BUILTIN_TYPES[name] for name in names])
        else:
            self.params = tuple(params)


class NoValue:
    """Go's invalid reflect.Value: what a missing map key gives. It prints as `<no value>` and is false."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "NO_VALUE"


NO_VALUE = NoValue()

ANY = Type("interface {}", "interface")
VALUE = Type("reflect.Value", "struct")
BOOL = Type("bool", "bool")
STRING = Type("string", "string")
INT = Type("int", "int")
FLOAT64 = Type("float64", "float64")
COMPLEX128 = Type("complex128", "complex128")
ERROR = Type("error", "interface")
FUNC = Type("func()", "func")
UINT8 = Type("uint8", "uint8")

INT_BITS = {"int": 64, "int8": 8, "int16": 16, "int32": 32, "int64": 64}
UINT_BITS = {"uint": 64, "uint8": 8, "uint16": 16, "uint32": 32, "uint64": 64, "uintptr": 64}


class TypedInt(int):
    """An integer whose Go type is not int. The constructor wraps around, as a Go conversion does."""

    go_type: ClassVar[Type]
    __slots__ = ()

    def __new__(cls, value: int = 0) -> Self:
        """The integer cut to the size of its type."""
        return int.__new__(cls, wrap(cls.go_type.kind, value))


def wrap(kind: str, value: int) -> int:
    """`value` cut to the bits of the integer kind, with the sign Go gives it."""
    bits = INT_BITS.get(kind)
    if bits is None:
        return value & ((1 << UINT_BITS[kind]) - 1)
    half = 1 << (bits - 1)
    if -half <= value < half:
        return value
    return ((value + half) & ((1 << bits) - 1)) - half


class Int8(TypedInt):
    """Go's int8."""

    __slots__ = ()
    go_type = Type("int8", "int8")


class Int16(TypedInt):
    """Go's int16."""

    __slots__ = ()
    go_type = Type("int16", "int16")


class Int32(TypedInt):
    """Go's int32."""

    __slots__ = ()
    go_type = Type("int32", "int32")


class Int64(TypedInt):
    """Go's int64."""

    __slots__ = ()
    go_type = Type("int64", "int64")


class Uint(TypedInt):
    """Go's uint."""

    __slots__ = ()
    go_type = Type("uint", "uint")


class Uint8(TypedInt):
    """Go's uint8."""

    __slots__ = ()
    go_type = UINT8


class Uint16(TypedInt):
    """Go's uint16."""

    __slots__ = ()
    go_type = Type("uint16", "uint16")


class Uint32(TypedInt):
    """Go's uint32."""

    __slots__ = ()
    go_type = Type("uint32", "uint32")


class Uint64(TypedInt):
    """Go's uint64."""

    __slots__ = ()
    go_type = Type("uint64", "uint64")


class Float32(float):
    """Go's float32; the value is kept as Python reads it, printing rounds it."""

    __slots__ = ()
    go_type: ClassVar[Type] = Type("float32", "float32")


class Text(str):
    """A string of a named Go type (`v1.DNSPolicy`), which a function that wants `string` refuses. See `text`."""

    go_type: ClassVar[Type]
    __slots__ = ()


class Enum(TypedInt):
    """An integer of a named Go type that prints as a name. See `enum`."""

    names: ClassVar[Mapping[int, str]]
    __slots__ = ()

    def text(self) -> str:
        """What `String()` gives: the name, or the number when it has none."""
        return self.names.get(int(self)) or str(int(self))


def enum(name: str, names: Mapping[int, str], kind: str = "int32") -> type[Enum]:
    """The class of a named integer type whose `String()` gives `names`; its `go_type` is the Go type."""
    go_type = Type(name, kind, underlying=kind)
    made = type(name.rpartition(".")[2], (Enum,), {"__slots__": (), "go_type": go_type, "names": names})
    go_type.make = made
    go_type.methods["String"] = Function(Enum.text)
    return made


def text(name: str) -> type[Text]:
    """The class of a named string type."""
    go_type = Type(name, "string", underlying="string")
    made = type(name.rpartition(".")[2], (Text,), {"__slots__": (), "go_type": go_type})
    go_type.make = made
    return made


def map_of(elem: Type, key: Type = STRING, name: str = "") -> Type:
    """The map type with these keys and elements, optionally a named one."""
    spelled = f"map[{key.name}]{elem.name}"
    return Type(name or spelled, "map", key=key, elem=elem, underlying=spelled)


def list_of(elem: Type, name: str = "") -> Type:
    """The slice type with these elements, optionally a named one."""
    spelled = f"[]{elem.name}"
    return Type(name or spelled, "slice", elem=elem, underlying=spelled)


def pointer_to(elem: Type) -> Type:
    """The pointer type; it shares the methods of what it points to."""
    made = Type(f"*{elem.name}", "ptr", elem=elem)
    made.methods = elem.methods
    return made


MAP_ANY = map_of(ANY)
LIST_ANY = list_of(ANY)
MAP_STRING = map_of(STRING)
LIST_STRING = list_of(STRING)
LIST_INT = list_of(INT)
BYTES = list_of(UINT8)


class GoMap(dict[Any, Any]):
    """A map of any Go map type; `nil` tells the nil map, which is empty, from an empty one."""

    __slots__ = ("go_type", "nil")

    def __init__(self, go_type: Type, items: Mapping[Any, Any] | None = None, *, nil: bool = False) -> None:
        super().__init__(items or {})
        self.go_type = go_type
        self.nil = nil


class StringMap(GoMap):
    """map[string]string."""

    __slots__ = ()

    def __init__(self, items: Mapping[str, str] | None = None, *, nil: bool = False) -> None:
        super().__init__(MAP_STRING, items, nil=nil)


class GoList(list[Any]):
    """A slice of any Go slice type; `nil` tells the nil slice, which is empty, from an empty one."""

    __slots__ = ("go_type", "nil")

    def __init__(self, go_type: Type, items: Iterable[Any] = (), *, nil: bool = False) -> None:
        super().__init__(items)
        self.go_type = go_type
        self.nil = nil


class StringList(GoList):
    """[]string."""

    __slots__ = ()

    def __init__(self, items: Iterable[str] = (), *, nil: bool = False) -> None:
        super().__init__(LIST_STRING, items, nil=nil)


class Struct:
    """A struct value: its type and the fields that are set, by Go name."""

    __slots__ = ("go_type", "values")

    def __init__(self, go_type: StructType, values: Mapping[str, Any] | None = None) -> None:
        self.go_type = go_type
        self.values = values if values is not None else {}

    def get(self, name: str) -> Any:
        """The value of the field declared as `name` in this very struct: the zero value where none is set."""
        if name in self.values:
            return self.values[name]
        return zero(self.go_type.fields[name][-1].type)


class Pointer:
    """A pointer of a given pointer type; `target` is None for the typed nil."""

    __slots__ = ("go_type", "target")

    def __init__(self, go_type: Type, target: Any = None) -> None:
        self.go_type = go_type
        self.target = target

    def __bool__(self) -> bool:
        return self.target is not None


def zero(go_type: Type) -> Any:
    """The zero value of a type."""
    kind = go_type.kind
    if kind == "string":
        return go_type.make("") if go_type.make else ""
    if kind == "interface":
        return None
    if kind == "ptr":
        return Pointer(go_type)
    if kind == "map":
        return GoMap(go_type, nil=True)
    if kind == "slice":
        return GoList(go_type, nil=True)
    if kind == "bool":
        return False
    if isinstance(go_type, StructType):
        return Struct(go_type)
    return convert(0, go_type)


def convert(number: float, go_type: Type) -> Any:
    """A Python number as a value of a numeric type, cut to its size.

    Raises:
        GoError: the type is not numeric.
    """
    kind = go_type.kind
    if go_type.make is not None:
        return go_type.make(number)
    if kind == "int":
        return wrap("int", int(number))
    if kind in _SIZED:
        return _SIZED[kind](int(number))
    if kind == "float64":
        return float(number)
    if kind == "float32":
        return Float32(number)
    if kind == "complex128":
        return complex(number)
    raise GoError(f"cannot convert a number to {go_type.name}")


_SIZED: dict[str, type[TypedInt]] = {
    made.go_type.kind: made for made in (Int8, Int16, Int32, Int64, Uint, Uint8, Uint16, Uint32, Uint64)
}

_TYPES: dict[type, Type] = {
    bool: BOOL,
    int: INT,
    float: FLOAT64,
    str: STRING,
    dict: MAP_ANY,
    list: LIST_ANY,
    bytes: BYTES,
    complex: COMPLEX128,
    Function: FUNC,
}


def type_of(value: Any) -> Type:
    """The Go type of a value that is not nil.

    Raises:
        TypeError: the object stands for no Go value (None included).
    """
    known = _TYPES.get(type(value))
    if known is not None:
        return known
    try:
        found: Type = value.go_type
    except AttributeError:
        for base in (dict, list, str, float, int):
            if isinstance(value, base):
                return _TYPES[base]
        raise TypeError(f"{type(value).__name__} is no Go value") from None
    return found


def is_nil(value: Any) -> bool:
    """Whether Go's `== nil` holds: the nil interface, a nil pointer, map or slice, or no value at all."""
    if value is None or value is NO_VALUE:
        return True
    if isinstance(value, Pointer):
        return value.target is None
    return isinstance(value, GoMap | GoList) and value.nil


BUILTIN_TYPES: dict[str, Type] = {
    "any": ANY,
    "value": VALUE,
    "bool": BOOL,
    "string": STRING,
    "int": INT,
    "int32": Int32.go_type,
    "int64": Int64.go_type,
    "float64": FLOAT64,
    "map[string]any": MAP_ANY,
    "[]any": LIST_ANY,
    "map[string]string": MAP_STRING,
    "[]string": LIST_STRING,
}
"""The types that the text form of a function's parameters may name."""
