"""The data of the recorded cases as values of the model, and the functions they use."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn

import pytest
from packaging.version import Version

from meshinject.gotemplate import template
from meshinject.gotemplate import values as go
from meshinject.gotemplate.encoding import to_yaml
from meshinject.gotemplate.errors import TemplateError
from meshinject.gotemplate.sprig import FUNCTIONS
from meshinject.gotemplate.values import (
    Field,
    Function,
    GoError,
    GoList,
    Pointer,
    StringList,
    StringMap,
    Struct,
    StructType,
)
from meshinject.istio import functions as istio_functions

MODE = go.enum("main.Mode", {0: "REDIRECT", 1: "TPROXY", 2: "NONE"})
ITEM = StructType("main.Item", [Field("Name", go.STRING), Field("Port", go.Int32.go_type)])
ITEMS = go.list_of(ITEM)
OBJ = StructType("main.Obj")
OBJ_POINTER = go.pointer_to(OBJ)
OBJ.define(
    [
        Field("Name", go.STRING),
        Field("Count", go.INT),
        Field("Big", go.Int64.go_type),
        Field("Ratio", go.FLOAT64),
        Field("On", go.BOOL),
        Field("Nested", OBJ_POINTER),
        Field("Labels", go.MAP_STRING),
        Field("Items", ITEMS),
        Field("Any", go.ANY),
        Field("Mode", MODE.go_type),
    ]
)


def _boom(_receiver: Struct | None) -> NoReturn:
    raise GoError("boom")


OBJ.methods.update(
    {
        "GetName": Function(lambda obj: obj.get("Name") if obj else "", pointer=True),
        "GetNested": Function(lambda obj: obj.get("Nested") if obj else Pointer(OBJ_POINTER), pointer=True),
        "GetValue": Function(lambda obj: obj.get("On") if obj else False, pointer=True),
        "Hello": Function(lambda _obj, name: f"hello {name}", "string", pointer=True),
        "Sum": Function(lambda _obj, *numbers: sum(numbers), "...int", pointer=True),
        "Fail": Function(_boom, pointer=True),
    }
)

_FIELDS: dict[str, Callable[[Any], Any]] = {
    "Nested": lambda value: Pointer(OBJ_POINTER, None if value is None else _obj(value)),
    "Labels": lambda value: StringMap(value, nil=value is None),
    "Items": lambda value: GoList(
        ITEMS, [Struct(ITEM, {"Name": item["Name"], "Port": go.Int32(item["Port"])}) for item in value]
    ),
    "Big": go.Int64,
    "Mode": MODE,
    "Ratio": float,
}


def _obj(fields: Mapping[str, Any]) -> Struct:
    return Struct(OBJ, {name: _FIELDS[name](value) if name in _FIELDS else value for name, value in fields.items()})


_TAGS: dict[str, Callable[[Any], Any]] = {
    "int": int,
    "int32": go.Int32,
    "int64": go.Int64,
    "uint32": go.Uint32,
    "mss": lambda value: StringMap(value, nil=value is None),
    "ss": StringList,
    "obj": lambda value: Pointer(OBJ_POINTER, None if value is None else _obj(value)),
}


def as_go(value: Any) -> Any:
    """Recorded data as Go had them: numbers are float64 unless a tag says otherwise."""
    if isinstance(value, dict):
        if "$t" in value:
            return _TAGS[value["$t"]](value["v"])
        return {key: as_go(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_go(item) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


class _Sprig(Mapping[str, Function]):
    """Sprig's functions and toYaml, still imported one by one."""

    own: Mapping[str, Function] = {"toYaml": Function(to_yaml, "any")}

    def __getitem__(self, name: str) -> Function:
        return self.own[name] if name in self.own else FUNCTIONS[name]

    def __iter__(self) -> Iterator[str]:
        return iter([*self.own, *FUNCTIONS])

    def __len__(self) -> int:
        return len(self.own) + len(FUNCTIONS)


# Where a value is stored in memory cannot be known, so addresses are compared as such only.
_ADDRESS = re.compile("0x[0-9a-f]{8,}")
# Go cuts strings anywhere; what is no UTF-8 was recorded as one replacement character or several.
_REPLACED = re.compile("\ufffd+")


def _comparable(text: str) -> str:
    plain = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return _ADDRESS.sub("ADDRESS", _REPLACED.sub("\ufffd", plain))


@pytest.fixture
def comparable() -> Callable[[str], str]:
    """Take out of a result what differs from run to run, or was lost when it was recorded."""
    return _comparable


@pytest.fixture
def execute() -> Callable[..., tuple[str, str]]:
    """Run a template as the recorded ones were: what it wrote, and the error."""

    def run(text: str, data: Any = None, option: str = "", functions: str = "sprig") -> tuple[str, str]:
        table = istio_functions.table(Version("1.30.0")) if functions == "istio" else _Sprig()
        missing: Any = option.removeprefix("missingkey=") or "default"
        token = istio_functions.environment.set({})
        try:
            return template.compile("inject", text, table, missing).execute(as_go(data)), ""
        except TemplateError as error:
            return error.written, str(error)
        finally:
            istio_functions.environment.reset(token)

    return run


@pytest.fixture
def render(execute: Callable[..., tuple[str, str]]) -> Callable[..., str]:
    """Run a template that must not fail: what it wrote."""

    def run(text: str, data: Any = None, **options: Any) -> str:
        written, error = execute(text, data, **options)
        assert error == ""
        return written

    return run


@pytest.fixture
def failure(execute: Callable[..., tuple[str, str]]) -> Callable[..., str]:
    """Run a template that must fail: the error."""

    def run(text: str, data: Any = None, **options: Any) -> str:
        _, error = execute(text, data, **options)
        assert error != ""
        return error

    return run
