from typing import Any

import pytest

from meshinject.injection import spelling
from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.stream import split


def value(text: str) -> Any:
    return load(parse(split(text)[0]))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("a: plain", "plain", id="plain"),
        pytest.param('a: "in quotes"', '"in quotes"', id="in double quotes"),
        pytest.param("a: 'it'", "'it'", id="in single quotes"),
        pytest.param("a: {b: 'c', d: [1, e]}", "{b: 'c', d: [1, e]}", id="in flow style"),
        pytest.param("a:\n  b: c\n", "{b: c}", id="a block becomes flow style"),
        pytest.param("a: |\n  b\n  c\n", '"b\\nc\\n"', id="several lines become one"),
        pytest.param("a:", "null", id="nothing is null"),
        pytest.param("a: yes", "true", id="a boolean"),
    ],
)
def test_a_value_on_one_line_and_back(text: str, line: str) -> None:
    parent = value(text)
    assert spelling.line(parent, "a") == line
    back = spelling.read(line)
    assert back == parent["a"]
    assert spelling.line({"a": back}, "a") == line


@pytest.mark.parametrize(
    ("text", "usual"),
    [
        pytest.param("a: /x", True, id="plain where plain will do"),
        pytest.param('a: "/x"', False, id="quotes that need not be"),
        pytest.param('a: "true"', True, id="quotes that must be"),
        pytest.param("a: 'true'", False, id="other quotes"),
    ],
)
def test_the_usual_spelling(text: str, usual: bool) -> None:
    assert spelling.is_usual(value(text), "a") is usual


def test_an_entry_is_told_from_a_value() -> None:
    assert spelling.is_entry("a: {b: c}")
    assert not spelling.is_entry("{a: b}")
    assert not spelling.is_entry("a")


def test_only_flow_style_takes_over_the_places_of_the_present_value() -> None:
    flow, block = value("a: {b: c}")["a"], value("a:\n  b: c\n")["a"]
    assert spelling.laid_over(flow, {"b": "d"}).node is flow.node
    assert spelling.laid_over(block, {"b": "d"}) == {"b": "d"}
    assert spelling.laid_over(None, "x") == "x"
