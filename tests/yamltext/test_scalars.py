"""Scalars and documents as sigs.k8s.io/yaml reads them; the tables hold what it really made of each."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from meshinject.yamltext import scalars
from meshinject.yamltext.problems import YAMLProblem
from meshinject.yamltext.read import read

# Read on purpose where Kubernetes' YAML reader refuses.
READ_ALL_THE_SAME = {
    # `%YAML 1.2` is common, and the document below it is not at fault.
    "%YAML 1.2\n---\na: yes",
    # kubectl reads a JSON manifest with a JSON decoder, which knows both escapes.
    '{"a":"\\/"}',
    '{"a": "\\ud83d\\ude00"}',
}


def same_as_json(value: Any, expected: Any) -> bool:
    """Compare with Go's JSON, whose floats are rounded to what identifies them."""
    if isinstance(expected, dict):
        return (
            isinstance(value, dict)
            and value.keys() == expected.keys()
            and all(same_as_json(value[key], expected[key]) for key in expected)
        )
    if isinstance(expected, list):
        return isinstance(value, list) and len(value) == len(expected) and all(map(same_as_json, value, expected))
    if type(value) is float and type(expected) in (int, float):
        return value == float(expected)
    return type(value) is type(expected) and bool(value == expected)


def refused(reader: Callable[[str], Any], text: str) -> bool:
    try:
        reader(text)
    except YAMLProblem:
        return True
    return False


@pytest.mark.usefixtures("either_parser")
def test_every_row_reads_as_kubernetes_reads_it(
    golden_rows: Callable[[str], list[Any]], load_text: Callable[[str], Any]
) -> None:
    rows = golden_rows("k8s_yaml_scalars")
    wrong = [
        row["yaml"]
        for row in rows
        if row["yaml"].split("\n---\n")[0] == row["yaml"] or row["yaml"].startswith("%")
        if (
            not refused(load_text, row["yaml"])
            if "go_error" in row
            else not same_as_json(load_text(row["yaml"]), json.loads(row["go_json"]))
        )
    ]
    assert len(rows) == 269
    assert set(wrong) == READ_ALL_THE_SAME


def test_thousands_more_read_as_kubernetes_reads_them(
    golden_rows: Callable[[str], list[Any]], load_text: Callable[[str], Any]
) -> None:
    rows = golden_rows("kubernetes_reads")
    wrong = [
        text
        for text, expected in rows
        if (
            not refused(load_text, text)
            if expected is None
            else not same_as_json(load_text(text), json.loads(expected))
        )
    ]
    assert len(rows) > 7000
    assert wrong == []


def test_the_quick_reader_reads_the_same(
    golden_rows: Callable[[str], list[Any]], load_text: Callable[[str], Any]
) -> None:
    rows = golden_rows("kubernetes_reads")
    wrong = [
        text
        for text, expected in rows
        if refused(read, text) != (expected is None)
        or (expected is not None and not scalars.same(read(text), load_text(text)))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1.0, "1"),
        (0.1, "0.1"),
        (1234567.0, "1.234567e+06"),
        (123456.0, "123456"),
        (1e-7, "1e-07"),
        (0.0001, "0.0001"),
        (0.00001, "1e-05"),
        (685230.15, "685230.1"),
        (12345678901234567890.5, "1.2345679e+19"),
        (-0.0, "-0"),
        (1e300, "+Inf"),
        (-1e300, "-Inf"),
        (float("inf"), "+Inf"),
        (float("nan"), "NaN"),
    ],
)
def test_a_float_where_a_string_is_wanted_is_written_as_go_writes_it(number: float, text: str) -> None:
    assert scalars.float32_text(number) == text


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        pytest.param(1, True, False, id="a number is no boolean"),
        pytest.param(1, "1", False, id="a number is no text"),
        pytest.param(1, 1.0, True, id="JSON knows one kind of number"),
        pytest.param(2**53 + 1, float(2**53), False, id="big integers keep their precision"),
        pytest.param(0, None, False, id="nothing is not zero"),
        pytest.param("", None, False, id="nothing is not empty"),
        pytest.param({"a": 1, "b": 2}, {"b": 2, "a": 1}, True, id="the order of keys does not matter"),
        pytest.param({"a": 1}, {"a": 1, "b": None}, False, id="a null is an entry"),
        pytest.param([1, 2], [2, 1], False, id="the order of items does"),
        pytest.param({}, [], False, id="an empty map is no empty list"),
        pytest.param({}, None, False, id="an empty map is not nothing"),
    ],
)
def test_comparison_is_strict(left: Any, right: Any, expected: bool) -> None:
    assert scalars.same(left, right) is expected
    assert scalars.same(right, left) is expected
    assert scalars.same({"x": [left]}, {"x": [right]}) is expected
