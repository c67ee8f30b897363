"""The two calls of the engine, and what an error tells."""

from collections.abc import Callable

import pytest

from meshinject.gotemplate import template
from meshinject.gotemplate.errors import TemplateError
from meshinject.gotemplate.values import Function, GoError


def _refuse(_value: object) -> str:
    raise GoError("no")


FUNCTIONS = {
    "shout": Function(lambda text: text.upper(), "string"),
    "refuse": Function(_refuse, "any"),
    "len": Function(lambda _value: 42, "any"),
}


def test_a_compiled_template_runs_any_number_of_times() -> None:
    compiled = template.compile("x", "{{$n := 0}}{{range .}}{{$n = .}}{{shout .}}{{end}}{{$n}}", FUNCTIONS)
    assert [compiled.execute(["a", "b"]), compiled.execute([]), compiled.execute(["c"])] == ["ABb", "0", "Cc"]


def test_given_functions_beat_those_of_the_language() -> None:
    assert template.compile("x", "{{len .}}", FUNCTIONS).execute("abc") == "42"


def test_a_parse_error_tells_name_and_line() -> None:
    with pytest.raises(TemplateError, match=r'^template: x:2: function "nope" not defined$') as caught:
        template.compile("x", "a\n{{nope}}", FUNCTIONS)
    error = caught.value
    assert (error.phase, error.name, error.line, error.col) == ("parse", "x", 2, None)
    assert (error.message, error.written) == ('function "nope" not defined', "")


def test_an_execution_error_tells_the_place_and_what_was_written() -> None:
    compiled = template.compile("x", 'ab\né{{"ü"}} {{refuse .}}', FUNCTIONS)
    with pytest.raises(TemplateError) as caught:
        compiled.execute(1)
    error = caught.value
    assert str(error) == 'template: x:2:13: executing "x" at <refuse .>: error calling refuse: no'
    assert (error.phase, error.line, error.col, error.message) == ("exec", 2, 13, "error calling refuse: no")
    assert error.written == "ab\néü "


def test_an_error_in_a_defined_template_carries_its_name() -> None:
    compiled = template.compile("x", '{{define "inner"}}{{refuse .}}{{end}}{{template "inner" .}}', FUNCTIONS)
    with pytest.raises(TemplateError, match=r'executing "inner" at <refuse \.>'):
        compiled.execute(1)


def test_the_recursion_limit_is_what_it_was_after_a_run(render: Callable[..., str]) -> None:
    import sys  # noqa: PLC0415 - only this test

    before = sys.getrecursionlimit()
    deep = '{{define "r"}}{{if gt . 0}}{{template "r" (sub . 1)}}{{end}}{{end}}{{template "r" 5000}}done'
    assert render(deep) == "done"
    assert sys.getrecursionlimit() == before


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        pytest.param("missingkey=default", "<no value>", id="a missing key prints as no value"),
        pytest.param("missingkey=invalid", "<no value>", id="invalid is another word for default"),
        pytest.param("missingkey=zero", "", id="zero gives the zero value of the map's elements"),
    ],
)
def test_option_missingkey(option: str, expected: str, render: Callable[..., str]) -> None:
    assert render("{{.m.x}}", {"m": {"$t": "mss", "v": {}}}, option=option) == expected


def test_option_missingkey_error_stops(failure: Callable[..., str]) -> None:
    assert failure("{{.x}}", {}, option="missingkey=error").endswith('map has no entry for key "x"')
