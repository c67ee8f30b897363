"""Notes on how replaced text was written."""

from random import Random

import pytest

from meshinject import textnotes

BACK = "a: 1\nb:\n  c: x\n  d: y\nb2:\n  c: x\n"


@pytest.mark.parametrize(
    "original",
    [
        pytest.param("a: 0x1\nb:\n  c: x\n  d: y\nb2:\n  c: x\n", id="another spelling of a number"),
        pytest.param("a: 1\nb: {c: x, d: y}\nb2:\n  c: x\n", id="flow style that came back as block style"),
        pytest.param("a: 1\nb:\n  c: x\n  d: y\nb2:\n  c: 'x'\n", id="the second of two equal lines"),
        pytest.param("a: 1\nb:\n  # why\n  c: x\n  d: y\nb2:\n  c: x\n", id="a comment that went with its entry"),
        pytest.param("# top\na: 1\nb:\n  c: x\n  d: y\nb2:\n  c: x\n", id="a line before the first"),
        pytest.param("a: 1\nb:\n  c: x\n  d: y\nb2:\n  c: x", id="no end of the last line"),
        pytest.param(BACK.replace("\n", "\r\n"), id="other line endings"),
        pytest.param("", id="nothing"),
        pytest.param(BACK, id="no difference"),
    ],
)
def test_what_is_noted_gives_the_original_back(original: str) -> None:
    assert textnotes.mend(BACK, textnotes.find(BACK, original)) == original


def test_nothing_is_noted_where_nothing_differs() -> None:
    assert textnotes.find(BACK, BACK) == []


def test_a_note_holds_the_lines_that_differ_and_no_more() -> None:
    assert textnotes.find(BACK, BACK.replace("d: y", "d: 'y'")) == [["  d: y\n", "  d: 'y'\n"]]


def test_a_note_holds_as_many_lines_as_tell_the_place() -> None:
    ((old, _),) = textnotes.find(BACK, BACK.replace("b2:\n  c: x", "b2:\n  c: 'x'"))
    assert old == "b2:\n  c: x\n"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a: 2\n", id="the line was edited"),
        pytest.param("", id="the line is gone"),
        pytest.param("ba: 1\n", id="only a part of a line is like it"),
    ],
)
def test_a_note_that_does_not_fit_is_passed_over(text: str) -> None:
    assert textnotes.mend(text, [["a: 1\n", "a: 0x1\n"]]) == text


def test_the_other_notes_are_carried_out_all_the_same() -> None:
    notes = [["a: 1\n", "a: 0x1\n"], ["b: 2\n", "b: 0x2\n"], ["c: 3\n", "c: 0x3\n"]]
    assert textnotes.mend("a: 1\nb: 5\nc: 3\n", notes) == "a: 0x1\nb: 5\nc: 0x3\n"


@pytest.mark.parametrize(
    "notes",
    [
        pytest.param([["a: 1\n"]], id="half a pair"),
        pytest.param([["a: 1\n", 1]], id="a number for lines"),
        pytest.param(["a: 1\n"], id="no pair"),
        pytest.param([["a: 1\n", "x", "y"]], id="three parts"),
    ],
)
def test_what_is_no_note_is_passed_over(notes: object) -> None:
    assert textnotes.mend("a: 1\n", notes) == "a: 1\n"


@pytest.mark.parametrize(
    "notes", [pytest.param({}, id="a map"), pytest.param("x", id="text"), pytest.param([], id="[]")]
)
def test_no_notes_change_nothing(notes: object) -> None:
    assert textnotes.mend("a: 1\n", notes) == "a: 1\n"


def test_notes_are_carried_out_in_order() -> None:
    assert textnotes.mend("x\nx\nx\n", [["x\n", "1\n"], ["x\n", "2\n"]]) == "1\n2\nx\n"


def test_any_two_texts_are_noted_and_mended() -> None:
    random = Random(7)  # noqa: S311 - the same texts every time
    for _ in range(300):
        old, new = (
            "".join(random.choices(["a\n", "b\n", "a b\n", "\n", "a"], k=random.randint(0, 9))) for _ in range(2)
        )
        assert textnotes.mend(old, textnotes.find(old, new)) == new


def test_a_note_fits_whole_lines_only() -> None:
    assert textnotes.mend("xa: 1\na: 1\n", [["a: 1\n", "b: 2\n"]]) == "xa: 1\nb: 2\n"
