"""--set: the language of helm's strvals."""

from typing import Any

import pytest

from meshinject.settings.assignments import AssignmentError, apply, parse


def done(*texts: str, base: dict[str, Any] | None = None) -> dict[str, Any]:
    values = base or {}
    for text in texts:
        for assignment in parse(text):
            apply(values, assignment)
    return values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a=b", {"a": "b"}, id="a key"),
        pytest.param("a.b.c=d", {"a": {"b": {"c": "d"}}}, id="keys parted by dots"),
        pytest.param("a=1,b.c=2", {"a": 1, "b": {"c": 2}}, id="several joined by commas"),
        pytest.param("a=1,", {"a": 1}, id="a comma at the end"),
        pytest.param("a=", {"a": ""}, id="nothing is an empty text"),
        pytest.param(r"a\.b=c", {"a.b": "c"}, id="an escaped dot is part of the key"),
        pytest.param(r"a=b\,c", {"a": "b,c"}, id="an escaped comma is part of the value"),
        pytest.param(r"a=b\\c", {"a": r"b\c"}, id="an escaped backslash"),
        pytest.param("a=b=c", {"a": "b=c"}, id="an equals sign in the value"),
        pytest.param("a=x.y[0]", {"a": "x.y[0]"}, id="dots and brackets in the value"),
        pytest.param("a={b,c}", {"a": ["b", "c"]}, id="a list"),
        pytest.param("a={}", {"a": []}, id="an empty list"),
        pytest.param("a={1,true,x},b=2", {"a": [1, True, "x"], "b": 2}, id="a list with something behind it"),
        pytest.param(r"a={b\,c,d}", {"a": ["b,c", "d"]}, id="an escaped comma in a list"),
        pytest.param("a[0]=x", {"a": ["x"]}, id="an index"),
        pytest.param("a[2]=x", {"a": [None, None, "x"]}, id="an index beyond the end fills with nulls"),
        pytest.param("a[0].b=x,a[0].c=y", {"a": [{"b": "x", "c": "y"}]}, id="a key of an item"),
        pytest.param("a[0][1]=x", {"a": [[None, "x"]]}, id="a list in a list"),
        pytest.param("a=true,b=FALSE,c=null", {"a": True, "b": False, "c": None}, id="words in any case"),
        pytest.param("a=0,b=12,c=-3", {"a": 0, "b": 12, "c": -3}, id="whole numbers"),
        pytest.param("a=007,b=1.5,c=1e3", {"a": "007", "b": "1.5", "c": "1e3"}, id="other numbers are texts"),
        pytest.param("a=9223372036854775808", {"a": "9223372036854775808"}, id="beyond 64 bits it is a text"),
        pytest.param("", {}, id="nothing at all"),
    ],
)
def test_an_assignment_is_read_as_helm_reads_it(text: str, expected: dict[str, Any]) -> None:
    assert done(text) == expected


def test_later_assignments_win_and_leave_the_rest() -> None:
    assert done("a.b=1,a.c=2", "a.b=3") == {"a": {"b": 3, "c": 2}}


def test_an_index_changes_one_item_of_the_list_that_is_there() -> None:
    assert done("a[1]=z", base={"a": ["x", "y"], "b": 1}) == {"a": ["x", "z"], "b": 1}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("a", "'a' has no value", id="no equals sign"),
        pytest.param("a,b=1", "'a' has no value", id="no equals sign before a comma"),
        pytest.param("=1", "empty key", id="no key"),
        pytest.param("a..b=1", "empty key", id="an empty key on the way"),
        pytest.param("a[x]=1", "[x] is no index", id="an index that is none"),
        pytest.param("a[-1]=1", "[-1] is no index", id="a negative index"),
        pytest.param("a[65537]=1", "[65537] is no index", id="an absurd index"),
        pytest.param("a[0=1", "[0=1 is no index", id="an open bracket"),
        pytest.param("a[0]b=1", "'b' behind an index", id="a key behind an index without a dot"),
        pytest.param("a={b", "without its closing brace", id="an open brace"),
        pytest.param("a={b}c", "behind a closing brace", id="text behind a list"),
        pytest.param("a=1,a.b=2", "leads through a, which is no map", id="a key of a number"),
        pytest.param("a.b=1,a[0]=2", "leads through a, which is no list", id="an index of a map"),
    ],
)
def test_what_helm_refuses_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(AssignmentError) as caught:
        done(text)
    assert reason in str(caught.value)
