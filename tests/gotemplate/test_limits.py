"""No template runs forever, eats the memory or overflows the stack."""

from collections.abc import Callable

import pytest

_DOUBLED = "{{$x := list 1}}{{range 60}}{{$x = list $x $x}}{{end}}"
_OWN_PART = '{{$x := dict}}{{$_ := set $x "self" $x}}'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("{{range 1000000000}}x{{end}}", "too much work", id="a very long range"),
        pytest.param("{{range 100000}}{{range 100000}}{{end}}{{end}}", "too much work", id="ranges in ranges"),
        pytest.param(
            '{{$x := "ab"}}{{range 90}}{{$x = print $x $x}}{{end}}', "too much work", id="a text that doubles"
        ),
        pytest.param(
            "{{range 300}}{{range 300}}{{range 300}}{{now}}{{end}}{{end}}{{end}}", "too much work", id="slow functions"
        ),
        pytest.param(
            '{{$x := repeat 1000000 "x"}}{{range 1000}}{{$x}}{{end}}', "writes more than", id="an endless output"
        ),
        pytest.param(_DOUBLED + "{{$x}}", "more than 1000000 parts", id="printing a value that doubles"),
        pytest.param(_DOUBLED + "{{mustToJson $x}}", "more than 1000000 parts", id="JSON of a value that doubles"),
        pytest.param(
            _DOUBLED + "{{deepEqual $x (list $x)}}", "more than 1000000 parts", id="comparing values that double"
        ),
        pytest.param(_OWN_PART + "{{$x}}", "nested too deeply", id="printing a value that contains itself"),
        pytest.param(_OWN_PART + "{{deepCopy $x}}", "nested too deeply", id="copying a value that contains itself"),
        pytest.param(_OWN_PART + "{{merge $x $x}}", "nested too deeply", id="merging a value that contains itself"),
        pytest.param("{{until 100000000}}", "a list of more than", id="a huge list"),
        pytest.param("{{untilStep 0 1000000000000 1}}", "a list of more than", id="a huge list by steps"),
        pytest.param('{{repeat 100000000 "abc"}}', "a text of more than", id="a huge repetition"),
        pytest.param('{{indent 1000000 (repeat 100 "\\n")}}', "a text of more than", id="a huge indentation"),
        pytest.param(
            '{{replace "a" (repeat 100000 "b") (repeat 100000 "a")}}', "a text of more than", id="a huge replacement"
        ),
        pytest.param('{{mustFromJson (repeat 100000 "[")}}', "exceeded max depth", id="JSON nested without end"),
    ],
)
def test_it_is_stopped(text: str, expected: str, failure: Callable[..., str]) -> None:
    assert expected in failure(text, {})


def test_recursion_ends_where_gos_ends(failure: Callable[..., str]) -> None:
    error = failure('{{define "a"}}{{if true}}{{template "a" .}}{{end}}{{end}}{{template "a" .}}')
    assert error.endswith('at <{{template "a" .}}>: exceeded maximum template depth (100000)')


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("{{if true}}" * 2000 + "x" + "{{end}}" * 2000, "x", id="conditions in conditions"),
        pytest.param(
            "{{if false}}" + "{{else if false}}" * 2000 + "{{else}}x{{end}}", "x", id="a long chain of conditions"
        ),
        pytest.param("{{" + "(" * 900 + "1" + ")" * 900 + "}}", "1", id="parentheses in parentheses"),
        pytest.param("{{1" + " | print" * 5000 + "}}", "1", id="a long pipeline"),
    ],
)
def test_deep_nesting_is_no_problem(text: str, expected: str, render: Callable[..., str]) -> None:
    assert render(text) == expected


def test_too_many_parentheses_are_an_error_as_in_go(failure: Callable[..., str]) -> None:
    assert failure("{{" + "(" * 20000 + "1" + ")" * 20000 + "}}") == "template: inject:1: max expression depth exceeded"


@pytest.mark.parametrize(
    "expression",
    [
        pytest.param("(a+)+$", id="repetitions in repetitions"),
        pytest.param("(a|aa)+$", id="alternatives that overlap"),
        pytest.param("(a*)*b", id="an empty repetition repeated"),
    ],
)
def test_expressions_that_make_others_explode_take_linear_time(expression: str, render: Callable[..., str]) -> None:
    assert render("{{regexMatch .p .t}}", {"p": expression, "t": "a" * 2000 + "!"}) == "false"
