"""Anchors, aliases and merges: an edit reaches the place it is for and no other that shares its text."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

Changed = Callable[[str, Any], str]
Put = Callable[..., Any]


@pytest.mark.parametrize(
    ("before", "path", "value", "after"),
    [
        pytest.param(
            "selector: &l {app: web}\nlabels: *l # shared\n",
            ("labels", "mesh"), "x",
            "selector: &l {app: web}\nlabels: # shared\n  app: web\n  mesh: x\n",
            id="labels that are an alias of the selector",
        ),
        pytest.param(
            "labels: &l {app: web}\nselector: *l\n",
            ("labels", "mesh"), "x",
            "labels: &l {app: web, mesh: x}\nselector:\n  app: web\n",
            id="a selector that is an alias of the labels",
        ),
        pytest.param(
            "labels: &l\n  app: web\nselector:\n    matchLabels: *l\n",
            ("labels", "mesh"), "x",
            "labels: &l\n  app: web\n  mesh: x\nselector:\n    matchLabels:\n      app: web\n",
            id="an alias deeper than its anchor",
        ),
        pytest.param(
            "{selector: &l {app: web}, labels: *l}\n",
            ("labels", "mesh"), "x",
            "{selector: &l {app: web}, labels: {app: web, mesh: x}}\n",
            id="flow style",
        ),
        pytest.param(
            "a: &x\n  k: &y [1]\n  l: *y\nb: *x\nc: *y\n",
            ("a", "k", 1), 2,
            "a: &x\n  k: &y [1, 2]\n  l:\n  - 1\nb:\n  k:\n  - 1\n  l:\n  - 1\nc:\n- 1\n",
            id="anchors inside anchors",
        ),
        pytest.param(
            "a: &x [1]\nb: &x [2]\nc: *x\n",
            ("a", 1), 3,
            "a: &x [1, 3]\nb: &x [2]\nc: *x\n",
            id="an anchor that is defined again",
        ),
        pytest.param(
            "a: &x [1]\nb: *x\nc: *x\n",
            ("b", 1), 3,
            "a: &x [1]\nb:\n- 1\n- 3\nc: *x\n",
            id="one of two aliases",
        ),
        pytest.param(
            "- &c\n  name: a\n- *c\n",
            (1, "image"), "i",
            "- &c\n  name: a\n- name: a\n  image: i\n",
            id="an item that is an alias",
        ),
        pytest.param(
            "a: &x 80\nb: *x\n",
            ("a",), 81,
            "a: &x 81\nb: 80\n",
            id="a scalar",
        ),
        pytest.param(
            "a: &x {k: 1}\nb: *x\n",
            ("a",), {"j": 2},
            "a: &x\n  j: 2\nb:\n  k: 1\n",
            id="a map that is replaced keeps its anchor",
        ),
        pytest.param(
            "a: &x {k: 1}\nb: *x\nc: *x\n",
            ("a",), ...,
            "b:\n  k: 1\nc:\n  k: 1\n",
            id="an anchor that goes",
        ),
        pytest.param(
            "a:\n- &x {k: 1}\n- 2\nb: *x\n",
            ("a", 0), ...,
            "a:\n- 2\nb:\n  k: 1\n",
            id="an item with an anchor goes",
        ),
        pytest.param(
            "? &k name\n: 1\nb: *k\n",
            ("name",), ...,
            "b: name\n",
            id="a key with an anchor goes",
        ),
        pytest.param(
            "a: &k name\n*k : 1\n",
            ("a",), "other",
            "a: &k other\nname: 1\n",
            id="a key that is an alias",
        ),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("either_parser")
def test_edits_near_anchors(
    before: str, path: tuple[Any, ...], value: Any, after: str, changed: Changed, put: Put
) -> None:
    assert changed(before, put(*path, value=value)) == after


def test_anchor_and_aliases_may_change_together(changed: Changed) -> None:
    def change(root: Any) -> Any:
        new = copy.copy(root)
        for name in ("a", "b"):
            new[name] = copy.copy(root[name])
            new[name]["j"] = 2
        return new

    assert changed("a: &x {k: 1}\nb: *x\nc: *x\n", change) == "a: &x {k: 1, j: 2}\nb: *x\nc:\n  k: 1\n"


BASE = "base: &b\n  k: 1\n  z: 2\n"


@pytest.mark.parametrize(
    ("before", "path", "value", "after"),
    [
        pytest.param(
            BASE + "m:\n  <<: *b\n  own: 3\n", ("m", "k"), 9,
            BASE + "m:\n  k: 9\n  z: 2\n  own: 3\n",
            id="an inherited key gets a value of its own: twice there for a strict reader, so the merge is written out",
        ),
        pytest.param(
            BASE + "m:\n  own: 3\n  <<: *b\n", ("m", "k"), 9,
            BASE + "m:\n  own: 3\n  k: 9\n  z: 2\n",
            id="the merge is written out in its place",
        ),
        pytest.param(
            BASE + "m:\n  k: 7\n  <<: *b\n", ("m", "k"), 9,
            BASE + "m:\n  <<: *b\n  k: 9\n",
            id="a key above the merge loses to it and would go on to",
        ),
        pytest.param(
            BASE + "m:\n  <<: *b\n  k: 7\n", ("m", "k"), 9,
            BASE + "m:\n  <<: *b\n  k: 9\n",
            id="a key below the merge is changed in place",
        ),
        pytest.param(
            BASE + "m:\n  <<: *b\n", ("m", "new"), 9,
            BASE + "m:\n  <<: *b\n  new: 9\n",
            id="a new key",
        ),
        pytest.param(
            BASE + "m:\n  <<: *b # base\n  own: 3\n", ("m", "k"), ...,
            BASE + "m:\n  z: 2\n  own: 3\n",
            id="an inherited key goes: the merge is written out",
        ),
        pytest.param(
            BASE + "m: {<<: *b, own: 3}\n", ("m", "k"), 9,
            BASE + "m: {k: 9, z: 2, own: 3}\n",
            id="flow style",
        ),
        pytest.param(
            BASE + "m:\n  <<: [*b, {z: 5, y2: 6}]\n", ("m", "z"), 9,
            BASE + "m:\n  z: 9\n  y2: 6\n  k: 1\n",
            id="a list of merges",
        ),
        pytest.param(
            BASE + "m:\n  <<: *b\n", ("base", "new"), 9,
            "base: &b\n  k: 1\n  z: 2\n  new: 9\nm:\n  k: 1\n  z: 2\n",
            id="the base gets a key that the merge must not give",
        ),
        pytest.param(
            BASE + "m:\n  <<: *b\n", ("base", "k"), 9,
            "base: &b\n  k: 9\n  z: 2\nm:\n  k: 1\n  z: 2\n",
            id="the base changes, what it gives does not",
        ),
        pytest.param(
            BASE + "m:\n  <<: *b\n  own: 3\n", ("base",), ...,
            "m:\n  k: 1\n  z: 2\n  own: 3\n",
            id="the base goes",
        ),
        pytest.param(
            "base: &b {}\nm:\n  new: 1\n  <<: *b\n", ("base", "new"), 9,
            "base: &b\n  new: 9\nm:\n  new: 1\n",
            id="the base gets a key that would beat one above the merge",
        ),
        pytest.param(
            "l:\n- &b {k: 1}\nm:\n  k: 0\n  <<: *b\n", ("l", 0), ...,
            "l: []\nm:\n  k: 1\n",
            id="the base goes, and with it a key that lost to it",
        ),
        pytest.param(
            "o: &o 1\nl: &b {k: 1}\nm:\n  k: *o\n  <<: *b\n", ("o",), ...,
            "l: &b {k: 1}\nm:\n  <<: *b\n",
            id="a key that loses is no reason to write out an anchor that goes",
        ),
        pytest.param(
            "base: &b\n  l: [1]\nm:\n  <<: *b\n", ("m", "l", 1), 2,
            "base: &b\n  l: [1]\nm:\n  l:\n  - 1\n  - 2\n",
            id="an inherited list is changed",
        ),
        pytest.param(
            "containers:\n- &c\n  name: one\n  env: [a]\n- <<: *c\n  name: two\n", ("containers", 1, "env", 1), "b",
            "containers:\n- &c\n  name: one\n  env: [a]\n- <<: *c\n  name: two\n  env:\n  - a\n  - b\n",
            id="an item that starts with a merge",
        ),
        pytest.param(
            "containers:\n- &c\n  name: one\n- <<: *c\n  name: two\n", ("containers", 0, "image"), "i",
            "containers:\n- &c\n  name: one\n  image: i\n- name: two\n",
            id="an item that must not inherit what its base gets",
        ),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("either_parser")
def test_edits_near_merges(
    before: str, path: tuple[Any, ...], value: Any, after: str, changed: Changed, put: Put
) -> None:
    assert changed(before, put(*path, value=value)) == after
