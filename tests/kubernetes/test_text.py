from typing import Any

import pytest

from meshinject.kubernetes.text import as_string, string_map


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param("no", "no", id="a string is itself"),
        pytest.param(True, "true", id="a boolean is its word"),
        pytest.param(None, "", id="null is empty"),
        pytest.param(18446744073709551615, "18446744073709551615", id="an integer has all its digits"),
        pytest.param(1.1, "1.1", id="a float has the fewest digits"),
        pytest.param(685230.15, "685230.1", id="a float loses what 32 bits cannot hold"),
        pytest.param(1234567.0, "1.234567e+06", id="from a million on a float has an exponent"),
        pytest.param(100000.0, "100000", id="below a million it has none"),
        pytest.param(1e-5, "1e-05", id="a small float has an exponent of two digits"),
        pytest.param(0.0001, "0.0001", id="not yet at a ten thousandth"),
        pytest.param(-0.0, "-0", id="zero keeps its sign"),
        pytest.param(float("nan"), "NaN", id="not a number"),
        pytest.param(float("-inf"), "-Inf", id="infinity"),
        pytest.param(1e300, "+Inf", id="more than 32 bits can hold"),
    ],
)
def test_a_scalar_where_a_string_belongs(value: Any, expected: Any) -> None:
    assert as_string(value) == expected


def test_a_map_is_no_string() -> None:
    with pytest.raises(TypeError, match="dict"):
        as_string({})


def test_labels_are_read_as_text_and_anything_else_is_none() -> None:
    assert string_map({"a": False, "b": None, "c": {"d": 1}}) == {"a": "false", "b": ""}
    assert string_map(["a"]) == {}
