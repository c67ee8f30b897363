"""Notes at the end of a key's line: written, read back, changed and taken away without a trace."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from meshinject.yamltext.model import Map

Changed = Callable[[str, Any], str]

pytestmark = pytest.mark.usefixtures("either_parser")


def noted(value: Any = ..., note: str | None = "was http") -> Callable[[Any], Any]:
    """Set `port` and its note."""

    def change(root: Any) -> Any:
        new = copy.copy(root)
        if value is not ...:
            new["port"] = value
        new.marks.pop("port", None)
        if note is not None:
            new.marks["port"] = note
        return new

    return change


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "port: http\nx: 1\n", "port: 15020  # meshinject: was http\nx: 1\n", id="on a line without a comment"
        ),
        pytest.param(
            "port: http # the port\n", "port: 15020 # the port  # meshinject: was http\n", id="behind a comment"
        ),
        pytest.param("port: http  \nx: 1\n", "port: 15020    # meshinject: was http\nx: 1\n", id="behind blanks"),
        pytest.param("port: http", "port: 15020  # meshinject: was http", id="at the end without a line break"),
        pytest.param("port: http\r\n", "port: 15020  # meshinject: was http\r\n", id="CRLF"),
        pytest.param(
            "port:\n  http # x\n", "port:  # meshinject: was http\n  15020 # x\n", id="a value on the next line"
        ),
        pytest.param("? port\n: http\n", "? port\n: 15020  # meshinject: was http\n", id="an explicit key"),
    ],
)
def test_a_note_comes_and_goes(before: str, after: str, changed: Changed, load_text: Callable[[str], Any]) -> None:
    assert changed(before, noted(15020)) == after
    assert load_text(after).marks == {"port": "was http"}
    assert changed(after, noted("http", note=None)) == before


@pytest.mark.parametrize(
    ("text", "with_note"),
    [
        pytest.param("port:\n", "port:  # meshinject: was http\n", id="no value"),
        pytest.param("port: |\n  a\nx: 1\n", "port: |  # meshinject: was http\n  a\nx: 1\n", id="a block scalar"),
        pytest.param("port: # c\n  a: 1\n", "port: # c  # meshinject: was http\n  a: 1\n", id="a map"),
        pytest.param("port: &p # c\n- 1\n", "port: &p # c  # meshinject: was http\n- 1\n", id="a list with an anchor"),
        pytest.param("port: {a: 1}\n", "port: {a: 1}  # meshinject: was http\n", id="a flow map"),
        pytest.param("port: 'a\n  b' # c\n", "port: 'a\n  b' # c  # meshinject: was http\n", id="text over lines"),
        pytest.param("x: &x 1\nport: *x\n", "x: &x 1\nport: *x  # meshinject: was http\n", id="an alias"),
    ],
)
def test_a_note_beside_any_value(text: str, with_note: str, changed: Changed, load_text: Callable[[str], Any]) -> None:
    assert changed(text, noted()) == with_note
    assert load_text(with_note).marks == {"port": "was http"}
    assert changed(with_note, noted(note="was x")) == with_note.replace("http", "x")
    assert changed(with_note, noted(note=None)) == text


def test_fresh_maps_bring_their_notes(changed: Changed) -> None:
    fresh = Map(httpGet=Map(port=15020, path="/x"))
    fresh["httpGet"].marks["port"] = "was {a: b}"

    def change(root: Any) -> Any:
        new = copy.copy(root)
        new["probe"] = fresh
        return new

    after = changed("a: 1\n", change)
    assert after == "a: 1\nprobe:\n  httpGet:\n    port: 15020  # meshinject: was {a: b}\n    path: /x\n"
    assert changed(after, lambda _: Map(a=1, probe=fresh)) == after
    bare = Map(httpGet=Map(port=15020, path="/x"))
    without = changed(after, lambda _: Map(a=1, probe=bare))
    assert "meshinject" not in without


def test_flow_style_holds_no_notes(changed: Changed) -> None:
    assert changed("{port: http}\n", noted(15020)) == "{port: 15020}\n"
    assert changed('{\n  "port": "http"\n}\n', noted(15020)) == '{\n  "port": 15020\n}\n'
    fresh = Map(port=1)
    fresh.marks["port"] = "was http"
    assert changed("a: {b: 1}\n", lambda _: Map({"a": Map({"b": fresh})})).startswith("a:\n  b:\n    port: 1  # mesh")


@pytest.mark.parametrize("note", ["a\nb", "a\u2028b", "\x07", "", " a"])
def test_a_note_that_no_comment_can_hold_is_left_out(note: str, changed: Changed) -> None:
    assert changed("port: 1\n", noted(2, note=note)) == "port: 2\n"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("port: '# meshinject: was x'\n", id="in quotes"),
        pytest.param("port: |\n  a # meshinject: was x\n", id="in a block scalar"),
        pytest.param("port: 1\n# meshinject: was x\n", id="on a line of its own"),
        pytest.param("{port: 1} # meshinject: was x\n", id="in flow style"),
    ],
)
def test_what_only_looks_like_a_note_is_none(text: str, load_text: Callable[[str], Any]) -> None:
    assert load_text(text).marks == {}
