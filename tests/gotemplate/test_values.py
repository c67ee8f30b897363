"""The model of Go's values."""

from typing import Any

import pytest

from meshinject.gotemplate import template
from meshinject.gotemplate import values as go
from meshinject.gotemplate.errors import TemplateError
from meshinject.gotemplate.values import Field, Function, GoList, GoMap, Pointer, StringMap, Struct, StructType

SOURCE = StructType("v1.Source", [Field("Path", go.STRING, "path")])
SOURCE.methods["Describe"] = Function(lambda source: f"at {source.get('Path')}" if source else "nowhere", pointer=True)
VOLUME = StructType("v1.Volume")
VOLUME.define(
    [
        Field("Name", go.STRING, "name"),
        Field("Source", SOURCE, embedded=True),
        Field("Size", go.pointer_to(go.INT), "size", omitempty=True),
        Field("hidden", go.STRING),
    ]
)


class Lazy(Struct):
    """A struct whose fields are made when they are asked for."""

    __slots__ = ()

    def get(self, name: str) -> Any:
        return f"made {name}" if name == "Name" else super().get(name)


def _run(text: str, data: Any, **functions: Function) -> str:
    return template.compile("t", text, functions).execute(data)


def _fail(text: str, data: Any, **functions: Function) -> str:
    with pytest.raises(TemplateError) as caught:
        _run(text, data, **functions)
    return caught.value.message


@pytest.mark.parametrize(
    ("value", "name"),
    [
        pytest.param(1, "int", id="a Python int is an int"),
        pytest.param(True, "bool", id="a Python bool is no int"),
        pytest.param({}, "map[string]interface {}", id="a dict is a map of interfaces"),
        pytest.param([], "[]interface {}", id="a list is a slice of interfaces"),
        pytest.param(StringMap(), "map[string]string", id="a StringMap is a map of strings"),
        pytest.param(go.Uint16(1), "uint16", id="a sized integer is of its type"),
        pytest.param(go.text("v1.Policy")("x"), "v1.Policy", id="a named string is of its type"),
        pytest.param(Pointer(go.pointer_to(VOLUME)), "*v1.Volume", id="a typed nil is of its type"),
        pytest.param(type("Loaded", (dict,), {})(), "map[string]interface {}", id="a subclass of dict is a map"),
    ],
)
def test_every_object_stands_for_one_go_type(value: Any, name: str) -> None:
    assert go.type_of(value).name == name
    assert _run('{{printf "%T" .}}', value) == name


def test_an_object_of_another_class_is_refused() -> None:
    with pytest.raises(TypeError, match="set is no Go value"):
        go.type_of(set())


@pytest.mark.parametrize(
    ("made", "given", "expected"),
    [
        pytest.param(go.Int32, 2**31, -(2**31), id="a signed integer wraps to the negative"),
        pytest.param(go.Uint8, -1, 255, id="an unsigned integer wraps to the positive"),
        pytest.param(go.Int64, 7, 7, id="an integer in range stays"),
    ],
)
def test_sized_integers_wrap_around(made: type[go.TypedInt], given: int, expected: int) -> None:
    assert made(given) == expected


def test_embedded_fields_and_methods_are_promoted() -> None:
    volume = Pointer(go.pointer_to(VOLUME), Struct(VOLUME, {"Name": "a", "Source": Struct(SOURCE, {"Path": "/x"})}))
    assert _run("{{.Path}} {{.Source.Path}} {{.Describe}}", volume) == "/x /x at /x"


def test_absent_fields_are_zero_values() -> None:
    assert _run('{{.Name}}|{{.Path}}|{{.Size}}|{{printf "%v" .}}', Struct(VOLUME)) == "||<nil>|{ {} <nil> }"


def test_a_pointer_to_a_number_prints_the_number() -> None:
    assert _run("{{.Size}}", Struct(VOLUME, {"Size": Pointer(go.pointer_to(go.INT), 5)})) == "5"


def test_unexported_fields_are_out_of_reach() -> None:
    assert _fail("{{.hidden}}", Struct(VOLUME)) == "hidden is an unexported field of struct type v1.Volume"


def test_methods_of_a_nil_pointer_are_called_and_fields_are_not() -> None:
    nothing = Pointer(go.pointer_to(SOURCE))
    assert _run("{{.Describe}}", nothing) == "nowhere"
    assert _fail("{{.Path}}", nothing) == "nil pointer evaluating *v1.Source.Path"


def test_a_struct_may_make_its_fields_on_demand() -> None:
    assert _run("{{.Name}}|{{.Path}}", Lazy(VOLUME)) == "made Name|"


def test_attributes_of_python_objects_are_no_fields() -> None:
    assert _fail("{{.values}}", Struct(VOLUME)) == "can't evaluate field values in type v1.Volume"
    assert _run("{{.keys}}", {"a": 1}) == "<no value>"


def test_a_map_with_keys_of_a_named_type_has_no_fields() -> None:
    resources = GoMap(go.map_of(go.STRING, go.text("v1.ResourceName").go_type, "v1.ResourceList"), {"cpu": "1"})
    assert _fail("{{.cpu}}", resources) == "can't evaluate field cpu in type v1.ResourceList"
    assert (
        _fail('{{index . "cpu"}}', resources) == "error calling index: value has type string; should be v1.ResourceName"
    )
    assert _run("{{range $k, $v := .}}{{$k}}={{$v}}{{end}}", resources) == "cpu=1"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(
            go.text("v1.Policy")("x"), "wrong type for value; expected string; got v1.Policy", id="a named string"
        ),
        pytest.param(1, "wrong type for value; expected string; got int", id="a number"),
        pytest.param(None, "invalid value; expected string", id="nothing at all"),
        pytest.param(
            Pointer(go.pointer_to(go.STRING)), "dereference of nil pointer of type string", id="a nil pointer"
        ),
    ],
)
def test_a_string_parameter_refuses(value: Any, expected: str) -> None:
    assert _fail("{{f .x}}", {"x": value} if value is not None else {}, f=_identity()) == expected


def _identity() -> Function:
    return Function(lambda text: text, "string")


def test_a_pointer_is_followed_to_a_parameter_of_its_target_type() -> None:
    assert _run("{{f .}}", Pointer(go.pointer_to(go.STRING), "x"), f=_identity()) == "x"


def test_an_unnamed_map_suits_a_parameter_of_the_same_shape() -> None:
    labels = go.map_of(go.STRING, name="labels.Set")
    size = Function(len, [labels])
    assert _run("{{f .}}", StringMap({"a": "b"}), f=size) == "1"
    assert _run("{{f .}}", GoMap(labels, {"a": "b"}), f=Function(len, "map[string]string")) == "1"


def test_nil_becomes_the_zero_value_of_a_nilable_parameter() -> None:
    seen: list[Any] = []

    def keep(value: Any) -> str:
        seen.append(value)
        return ""

    template.compile("t", "{{f nil}}", {"f": Function(keep, "map[string]string")}).execute(1)
    assert go.is_nil(seen[0])
    assert go.type_of(seen[0]) is go.MAP_STRING


def test_functions_in_the_data_are_called_by_call() -> None:
    data = {"f": Function(lambda first, *rest: first + sum(rest), [go.INT], variadic=go.INT)}
    assert _run("{{call .f 1 2 3}}", data) == "6"
    assert _fail("{{call .f}}", data) == "error calling call: wrong number of args for .f: got 0 want at least 1"
    assert _fail('{{call .f "a"}}', data) == "error calling call: arg 0: value has type string; should be int"
    assert _fail("{{.f}}", data) == "can't print {{.f}} of type func()"


def test_an_enum_prints_its_name_and_compares_as_a_number() -> None:
    mode = go.enum("v1.Mode", {1: "ON"})
    assert _run('{{.}} {{printf "%d" .}} {{eq . 1}} {{if .}}yes{{end}} {{.String}}', mode(1)) == "ON 1 true yes ON"
    assert _run("{{.}}", mode(7)) == "7"


def test_a_method_declared_on_the_pointer_does_not_print_a_nested_struct() -> None:
    inner = StructType("v1.Inner", [Field("A", go.INT)])
    inner.methods["String"] = Function(lambda value: "printed" if value else "nil", pointer=True)
    pointer = go.pointer_to(inner)
    assert _run("{{.}}", Pointer(pointer, Struct(inner, {"A": 1}))) == "printed"
    assert _run("{{.}}", Pointer(pointer)) == "nil"
    assert _run("{{.}}", GoList(go.list_of(inner), [Struct(inner, {"A": 1})])) == "[{1}]"
