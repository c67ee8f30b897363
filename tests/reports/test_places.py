"""A finding points at the very key, or its value, that it speaks of: in whatever form the text has it."""

import pytest

from meshinject import problems
from meshinject.reports.findings import Place
from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.stream import split

MARK = "§"
ALIASED = "a: &pod\n  labels: &l\n    {mark}x: 1\nb: *pod\n"
MERGED = "base: &b\n  {mark}x: 1\n  y: 2\nlist:\n- <<: *b\n  y: 3\n"


def expected(text: str) -> Place:
    """The place of the mark, by counting."""
    before = text[: text.index(MARK)].removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return Place("f", before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)


def found(text: str, keys: tuple[str | int, ...], *, value: bool) -> Place:
    document = split(text.replace(MARK, ""))[-1]
    return problems.place(load(parse(document)), keys, "f", value=value)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        pytest.param("a:\n  b:\n    §c: 1\n", ("a", "b", "c"), id="block"),
        pytest.param("a: {b: {x: 1, §c: 1}}\n", ("a", "b", "c"), id="flow"),
        pytest.param("a: {b: {x: 1,\n  §c: 1}}\n", ("a", "b", "c"), id="flow over several lines"),
        pytest.param('{"a": {"b":\n  {"x": 1, §"c": 1}}}\n', ("a", "b", "c"), id="JSON"),
        pytest.param('{\n\t"a": {\n\t\t§"b": 1}}\n', ("a", "b"), id="JSON indented by tabs, each a column"),
        pytest.param("a:\n- b: 1\n- x: 1\n  §b: 2\n", ("a", 1, "b"), id="in a list"),
        pytest.param("a:\n- b: 1\n- §b: 2\n", ("a", 1, "b"), id="the first key of an item"),
        pytest.param("a: [{b: 1}, {§b: 2}]\n", ("a", 1, "b"), id="in a flow list"),
        pytest.param("a:\n- - b: 1\n  - §b: 2\n", ("a", 0, 1, "b"), id="in a list of lists"),
        pytest.param("a:\n- x\n- §y\n", ("a", 1), id="an item"),
        pytest.param("a: &n\n  §b: 1\n", ("a", "b"), id="behind an anchor"),
        pytest.param(ALIASED.replace("{mark}", MARK), ("b", "labels", "x"), id="behind an alias: in what it names"),
        pytest.param("a: &n {x: 1}\nb: *n\n§c: *n\n", ("c",), id="a key whose value is an alias"),
        pytest.param("a: &n {§x: 1}\nb: [0, *n]\n", ("b", 1, "x"), id="an alias in a list"),
        pytest.param(MERGED.replace("{mark}", MARK), ("list", 0, "x"), id="merged: in the map that is merged"),
        pytest.param("a: &a {x: 1}\nb:\n  <<: *a\n  §x: 2\n", ("b", "x"), id="a key that overrides a merged one"),
        pytest.param("a: &a {§x: 1}\nb: &b {x: 2}\nc:\n  <<: [*a, *b]\n", ("c", "x"), id="the first of several merges"),
        pytest.param("a: &a {x: 1}\nb: &b\n  <<: *a\n  §z: 1\nc: {<<: *b}\n", ("c", "z"), id="a merge of a merge"),
        pytest.param("a:\n  §'b/c': 1\n", ("a", "b/c"), id="a quoted key"),
        pytest.param("a:\n  ? §b\n  : 1\n", ("a", "b"), id="an explicit key"),
        pytest.param("a:\n  §8080: 1\n", ("a", "8080"), id="a key that is a number"),
        pytest.param("a:\n  §true: 1\n", ("a", "true"), id="a key that is a boolean"),
        pytest.param("a:\n  &k §b: 1\n", ("a", "b"), id="a key with an anchor of its own"),
        pytest.param("ä: {é: 1, §ü: 1}\n", ("ä", "ü"), id="letters of any language, each a column"),
        pytest.param('"🙂": {§b: 1}\n', ("🙂", "b"), id="beyond the first plane, one column"),
        pytest.param("\ufeff§a: 1\n", ("a",), id="a byte order mark has no width"),
        pytest.param("a:\r\n  §b: 1\r\n", ("a", "b"), id="lines that end with CRLF"),
        pytest.param("# x\n---\nz: 1\n---\n# y\na:\n  §b: 1\n", ("a", "b"), id="in a later document"),
        pytest.param("a: 1\n--- {b: {§c: 1}}\n", ("b", "c"), id="on the line of the marker"),
        pytest.param("a: |\n  b: 1\n  c: 2\n§b: 1\n", ("b",), id="below a block scalar that looks alike"),
        pytest.param("a:\n  §y: 1\n", ("a", "true"), id="a key that YAML 1.1 reads as a boolean"),
        pytest.param("§a:\n  b: 1\n", ("a", "nothing"), id="what is not there: the nearest above"),
        pytest.param("a:\n  §b: 1\n", ("a", "b", "c"), id="below a scalar: the scalar's key"),
        pytest.param("§a:\n- b: 1\n", ("a", 7, "b"), id="beyond the end of a list: the list's key"),
    ],
)
def test_the_place_is_that_of_the_key(text: str, keys: tuple[str | int, ...]) -> None:
    assert found(text, keys, value=False) == expected(text)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        pytest.param("a:\n  b: §1\n", ("a", "b"), id="block"),
        pytest.param("a: {b: §1}\n", ("a", "b"), id="flow"),
        pytest.param('{"a":{"b":§1}}', ("a", "b"), id="JSON without blanks"),
        pytest.param("a:\n  b:\n    §c: 1\n", ("a", "b"), id="a map below its key"),
        pytest.param("a: [x, §y]\n", ("a", 1), id="an item"),
        pytest.param('a:\n  b: §"1"\n', ("a", "b"), id="in quotes"),
        pytest.param("a:\n  b: §|\n    text\n", ("a", "b"), id="a block scalar begins at its mark"),
        pytest.param("a:\n  b: &n !!str §1\n", ("a", "b"), id="behind an anchor and a tag"),
        pytest.param("a:\n- &n §x\n", ("a", 0), id="an item with an anchor"),
        pytest.param("a: &n {x: 1}\nb: §*n\n", ("b",), id="an alias is the value"),
        pytest.param("a: &n {x: §1}\nb: *n\n", ("b", "x"), id="behind an alias"),
        pytest.param("a: &n {x: §1}\nb: {<<: *n}\n", ("b", "x"), id="merged"),
    ],
)
def test_the_place_is_that_of_the_value_where_that_is_meant(text: str, keys: tuple[str | int, ...]) -> None:
    assert found(text, keys, value=True) == expected(text)


@pytest.mark.parametrize("root", [pytest.param(None, id="nothing"), pytest.param({"a": 1}, id="no text behind it")])
def test_what_no_text_holds_is_of_the_whole_file(root: object) -> None:
    assert problems.place(root, ("a",), "f") == Place("f")
