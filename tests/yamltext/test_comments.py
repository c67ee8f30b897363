"""Comments and blank lines stay with their neighbours, wherever something is put beside them."""

from collections.abc import Callable
from typing import Any

import pytest

Changed = Callable[[str, Any], str]
Put = Callable[..., Any]

MANIFEST = """\
# top
apiVersion: apps/v1   # v1!
kind: Deployment

metadata:
    name:   "web"     # odd indent, quoted
spec:
    template:
        spec:
            containers:
            # before item
            -   name: web   # item
                image: 'nginx'
            # after last item
# foot
"""


def test_the_documented_manifest(changed: Changed, put: Put) -> None:
    after = changed(
        MANIFEST, put("spec", "template", "spec", "containers", 1, value={"name": "proxy", "env": {"A": "1"}})
    )
    assert after == MANIFEST.replace(
        "            # after",
        '            -   name: proxy\n                env:\n                    A: "1"\n            # after',
    )
    after = changed(after, put("spec", "template", "spec", "containers", 0, value={"name": "first"}))
    assert "containers:\n            -   name: first\n            # before item\n" in after
    after = changed(after, put("spec", "template", "spec", "volumes", value=[{"name": "v"}]))
    assert "            # after last item\n            volumes:\n            -   name: v\n# foot\n" in after
    for path in (("volumes",), ("containers", 0), ("containers", 1)):
        after = changed(after, put("spec", "template", "spec", *path))
    assert after == MANIFEST


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("l:\n- a # a\n", "l:\n- a # a\n- new\n", id="beside the last item"),
        pytest.param(
            "l:\n- a\n  # deeper\nk: 1\n", "l:\n- a\n  # deeper\n- new\nk: 1\n", id="deeper than the dash: of the item"
        ),
        pytest.param(
            "l:\n- a\n# level\nk: 1\n",
            "l:\n- a\n- new\n# level\nk: 1\n",
            id="level with a compact dash: of the next key",
        ),
        pytest.param(
            "l:\n  - a\n  # level\nk: 1\n",
            "l:\n  - a\n  # level\n  - new\nk: 1\n",
            id="level with an indented dash: of the item",
        ),
        pytest.param(
            "l:\n  - a\n# dedented\nk: 1\n", "l:\n  - a\n  - new\n# dedented\nk: 1\n", id="dedented: stays below"
        ),
        pytest.param(
            "l:\n  - a\n\n  # level\n\nk: 1\n", "l:\n  - a\n\n  # level\n  - new\n\nk: 1\n", id="blank lines around it"
        ),
        pytest.param("l:\n- a\n\n\nk: 1\n", "l:\n- a\n- new\n\n\nk: 1\n", id="blank lines alone"),
        pytest.param("l:\n- a\n# foot\n", "l:\n- a\n- new\n# foot\n", id="at the end of the file"),
        pytest.param("l:\n- |-\n  a", "l:\n- |-\n  a\n- new", id="below a block scalar, without a line break"),
        pytest.param("l:\n- a\n  # deeper", "l:\n- a\n  # deeper\n- new", id="at the end without a line break"),
        pytest.param("l:\n- a\n# foot", "l:\n- a\n- new\n# foot", id="below, at the end without a line break"),
        pytest.param("- a\n# foot\n", "- a\n- new\n# foot\n", id="in a document that is a list"),
        pytest.param("l:\n- b: 1\n  # of b\n", "l:\n- b: 1\n  # of b\n- new\n", id="below an item that is a map"),
        pytest.param("l:\n- - a\n  # of a\n", "l:\n- - a\n  # of a\n- new\n", id="below an item that is a list"),
        pytest.param(
            "l:\n- |\n  text\n# not text\n", "l:\n- |\n  text\n- new\n# not text\n", id="below a block scalar"
        ),
        pytest.param(
            "l:\n- |\n   text\n  # of it\n", "l:\n- |\n   text\n  # of it\n- new\n", id="deeper, below a block scalar"
        ),
        pytest.param("l: # list\n# of a\n- a\n", "l: # list\n# of a\n- a\n- new\n", id="above the item"),
        pytest.param("l:\r\n- a\r\n  # deeper\r\nk: 1\r\n", "l:\r\n- a\r\n  # deeper\r\n- new\r\nk: 1\r\n", id="CRLF"),
    ],
)
@pytest.mark.usefixtures("either_parser")
def test_an_item_is_appended(before: str, after: str, changed: Changed, put: Put) -> None:
    path: tuple[Any, ...] = (1,) if before.startswith("-") else ("l", 1)
    assert changed(before, put(*path, value="new")) == after
    assert changed(after, put(*path)) == before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("l:\n# of a\n- a\n", "l:\n- new\n# of a\n- a\n", id="a comment of the first item"),
        pytest.param(
            "l: # list\n\n  # of a\n  - a\n", "l: # list\n  - new\n\n  # of a\n  - a\n", id="blank lines and a comment"
        ),
        pytest.param(
            "l:\n    # deep\n  - a\n", "l:\n  - new\n    # deep\n  - a\n", id="a comment deeper than the dash"
        ),
        pytest.param("- - a\n  - b\n", "- - new\n  - a\n  - b\n", id="on the line of another dash"),
    ],
)
@pytest.mark.usefixtures("either_parser")
def test_an_item_is_put_first(before: str, after: str, changed: Changed, put: Put) -> None:
    path: tuple[Any, ...] = (0, 0) if before.startswith("-") else ("l", 0)
    assert changed(before, put(*path, value="new")) == after
    assert changed(after, put(*path)) == before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("l:\n- a\n# of b\n- b\n", "l:\n- a\n- new\n# of b\n- b\n", id="a comment of the next item"),
        pytest.param(
            "l:\n- a\n  # of a\n# of b\n- b\n", "l:\n- a\n  # of a\n- new\n# of b\n- b\n", id="comments of both"
        ),
        pytest.param(
            "l:\n  - a\n\n  # of b\n  - b\n", "l:\n  - a\n  - new\n\n  # of b\n  - b\n", id="a blank line between"
        ),
    ],
)
def test_an_item_is_put_between(before: str, after: str, changed: Changed, put: Put) -> None:
    assert changed(before, put("l", 1, value="new")) == after
    assert changed(after, put("l", 1)) == before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "m:\n  a: 1\n  # level\nk: 1\n",
            "m:\n  a: 1\n  # level\n  new: 1\nk: 1\n",
            id="level with the keys: of the last",
        ),
        pytest.param(
            "m:\n  a: 1\n # between\nk: 1\n",
            "m:\n  a: 1\n  new: 1\n # between\nk: 1\n",
            id="shallower than the keys: below",
        ),
        pytest.param(
            "m:\n  a:\n    b: 1\n    # of b\n  # of a\n# of k\nk: 1\n",
            "m:\n  a:\n    b: 1\n    # of b\n  # of a\n  new: 1\n# of k\nk: 1\n",
            id="of each level",
        ),
        pytest.param("m:\n  a: 1", "m:\n  a: 1\n  new: 1", id="no line break at the end"),
    ],
)
def test_a_key_is_appended(before: str, after: str, changed: Changed, put: Put) -> None:
    assert changed(before, put("m", "new", value=1)) == after
    assert changed(after, put("m", "new")) == before
