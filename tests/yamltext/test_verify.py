"""The proof reads the new text in full and says where it differs."""

from typing import Any

import pytest

from meshinject.yamltext import diff
from meshinject.yamltext.edit import Edit, apply, join
from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.problems import ProofError
from meshinject.yamltext.rewrite import rewrite
from meshinject.yamltext.stream import split
from meshinject.yamltext.verify import prove


@pytest.mark.parametrize(
    ("text", "wanted", "message"),
    [
        ("a: [1, {b: 2}]", {"a": [1, {"b": 3}]}, r".a\[1\].b: 2 is not 3"),
        ("a: 1", {"a": 1, "b": 2}, ".b: missing"),
        ("a: 1\nb: 2", {"a": 1}, ".b: unwanted"),
        ("a: [1]", {"a": [1, 2]}, r".a: \[1\] is not \[1, 2\]"),
        ("a: 1", {"a": "1"}, ".a: 1 is not '1'"),
        ("a: b: c", {"a": "b"}, "no YAML any more"),
        ("a: 1\n---\nb: 2", {"a": 1}, "no YAML any more"),
        ("", {"a": 1}, "None is not"),
    ],
)
def test_a_wrong_text_is_found_out(text: str, wanted: Any, message: str) -> None:
    with pytest.raises(ProofError, match=message):
        prove(text, wanted)


def test_a_right_text_passes() -> None:
    prove("a: &x [1, 0x10]\nb: *x\n", {"b": [1, 16], "a": [1, 16]})


def test_a_wrong_edit_never_leaves_the_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = parse(split("a: 1\n")[0])
    load(tree)
    monkeypatch.setattr(diff._Differ, "run", lambda *_: [Edit(3, 4, "5")])
    with pytest.raises(ProofError):
        rewrite(tree, {"a": 2}, lambda _: None)


def test_no_edit_where_one_is_wanted_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = parse(split("a: 1\n")[0])
    monkeypatch.setattr(diff._Differ, "run", lambda *_: [])
    with pytest.raises(ProofError):
        rewrite(tree, {"a": 2}, lambda _: None)


def test_a_value_that_yaml_cannot_hold_is_found_out() -> None:
    tree = parse(split("a: 1\n")[0])
    with pytest.raises(ProofError):
        rewrite(tree, {"a": float("inf")}, lambda _: None)


def test_edits_that_touch_are_joined_in_order() -> None:
    edits = [Edit(2, 3, "C"), Edit(0, 1, "A"), Edit(1, 1, "x"), Edit(1, 2, "b"), Edit(3, 3, "")]
    joined = join("abcd", edits)
    assert joined == [Edit(0, 3, "AxbC")]
    assert apply("abcd", joined) == "AxbCd"


def test_edits_that_overlap_are_a_fault() -> None:
    with pytest.raises(ValueError, match="overlap"):
        join("abcd", [Edit(0, 2, ""), Edit(1, 3, "")])
