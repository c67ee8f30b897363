"""JSON and YAML of structs and other typed values; strings and plain values are compared with Go elsewhere."""

from typing import Any

import pytest

from meshinject.gotemplate import values as go
from meshinject.gotemplate.encoding import from_json, to_json, to_yaml
from meshinject.gotemplate.values import Field, Function, GoError, GoList, GoMap, Pointer, StringMap, Struct, StructType

META = StructType("v1.Meta", [Field("Kind", go.STRING, "kind", omitempty=True)])
QUANTITY = StructType("v1.Quantity", [Field("amount", go.INT)])
QUANTITY.methods["MarshalJSON"] = Function(lambda value: f'"{value.get("amount")}m"')
POD = StructType("v1.Pod")
POD.define(
    [
        Field("Meta", META, embedded=True),
        Field("Name", go.STRING, "name"),
        Field("Count", go.INT, "count", omitempty=True),
        Field("Labels", go.MAP_STRING, "labels", omitempty=True),
        Field("Next", go.pointer_to(POD), "next", omitempty=True),
        Field("Cpu", QUANTITY, "cpu"),
        Field("Secret", go.STRING, "-"),
        Field("Any", go.ANY),
        Field("private", go.STRING),
    ]
)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(
            Struct(POD, {"Meta": Struct(META, {"Kind": "Pod"}), "Name": "<a>", "Secret": "x"}),
            '{"kind":"Pod","name":"\\u003ca\\u003e","cpu":"0m","Any":null}',
            id="an embedded field is inlined and empty, hidden and private ones are left out",
        ),
        pytest.param(
            Pointer(go.pointer_to(POD), Struct(POD, {"Next": Pointer(go.pointer_to(POD), Struct(POD, {"Count": 2}))})),
            '{"name":"","next":{"name":"","count":2,"cpu":"0m","Any":null},"cpu":"0m","Any":null}',
            id="pointers are followed",
        ),
        pytest.param(Pointer(go.pointer_to(POD)), "null", id="a nil pointer"),
        pytest.param(StringMap(nil=True), "null", id="a nil map"),
        pytest.param(StringMap(), "{}", id="an empty map"),
        pytest.param(GoList(go.LIST_ANY, nil=True), "null", id="a nil slice"),
        pytest.param(GoMap(go.map_of(go.INT, go.INT), {10: 1, 9: 2}), '{"10":1,"9":2}', id="keys sort as texts"),
        pytest.param(b"\x00\xff", '"AP8="', id="bytes are base64"),
        pytest.param(go.Float32(0.1), "0.1", id="a float32 in its own digits"),
        pytest.param(go.enum("v1.Mode", {1: "ON"})(1), "1", id="an enum is a number"),
        pytest.param(go.text("v1.Policy")("x"), '"x"', id="a named string is a string"),
    ],
)
def test_json_of_typed_values(value: Any, expected: str) -> None:
    assert to_json(value) == expected


@pytest.mark.parametrize(
    ("value", "message"),
    [
        pytest.param(float("nan"), "json: unsupported value: NaN", id="no number"),
        pytest.param([float("-inf")], "json: unsupported value: -Inf", id="infinity inside a list"),
        pytest.param(1j, "json: unsupported type: complex128", id="a complex number"),
        pytest.param(Function(len, "any"), "json: unsupported type: func()", id="a function"),
        pytest.param(
            GoMap(go.map_of(go.ANY, go.ANY), {1: 2}),
            "json: unsupported type: map[interface {}]interface {}",
            id="a map whose keys are anything",
        ),
    ],
)
def test_what_has_no_json(value: Any, message: str) -> None:
    with pytest.raises(GoError) as caught:
        to_json(value)
    assert str(caught.value) == message
    assert to_yaml(value) == ""


def test_yaml_of_a_struct_sorts_its_keys_and_reads_numbers_from_json() -> None:
    pod = Struct(POD, {"Name": "yes", "Count": 1, "Any": [1e21, 1.5, 10.0, {"b": None}]})
    assert to_yaml(pod) == 'Any:\n- 1e+21\n- 1.5\n- 10\n- b: null\ncount: 1\ncpu: 0m\nname: "yes"\n'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('{"a":1,"b":[true,null]}', {"a": 1.0, "b": [True, None]}, id="numbers are floats"),
        pytest.param('{"a":1,"a":2}', {"a": 2.0}, id="the last of equal keys counts"),
        pytest.param('"\\ud83d\\ude00\\ud800"', "\U0001f600\ufffd", id="a lone surrogate is replaced"),
    ],
)
def test_reading_json(text: str, expected: Any) -> None:
    value = from_json(text)
    assert value == expected
    assert type(value) is type(expected)
