"""Nodes know their places, values their nodes; what Kubernetes would not read is refused with a position."""

import copy
from typing import Any

import pytest

from meshinject.yamltext.model import List, Map, Tree
from meshinject.yamltext.nodes import load, parse, raw, where
from meshinject.yamltext.problems import YAMLProblem
from meshinject.yamltext.stream import split

pytestmark = pytest.mark.usefixtures("either_parser")


def trees(text: str) -> list[Tree]:
    return [parse(document) for document in split(text)]


def test_places_count_in_the_whole_stream() -> None:
    _, second = trees("a: 1\nb: 2\n---\n# c\nmeta:\n  name: x\nlist:\n- one\n-   two: 3\n")
    root = load(second)
    assert where(root, "meta") == (5, 1)
    assert where(root["meta"], "name") == (6, 3)
    assert where(root["meta"], "name", value=True) == (6, 9)
    assert where(root["list"], 0) == (8, 3)
    assert where(root["list"], -1) == (9, 5)
    assert where(root["list"][1], "two") == (9, 5)
    assert where(root, "none") is None
    assert where(root["list"], 7) is None
    assert where(Map(a=1), "a") is None


@pytest.mark.parametrize(
    ("text", "place"),
    [
        pytest.param("\ufeffa: 1\r\nkey: 2\r\n", (2, 1), id="CRLF and a byte order mark"),
        pytest.param("\ufeffkey: 2\n", (1, 1), id="a byte order mark has no width"),
        pytest.param("a: 1\rkey: 2\r", (2, 1), id="a lone CR ends a line"),
        pytest.param('a: "é😀", \nkey: 2\n'.replace(",", ""), (2, 1), id="characters, not bytes"),
        pytest.param("é: 1\n? key\n: 2\n", (2, 3), id="an explicit key"),
        pytest.param("{é: 1, key: 2}", (1, 8), id="flow style"),
    ],
)
def test_places_are_where_an_editor_shows_them(text: str, place: tuple[int, int]) -> None:
    assert where(load(trees(text)[0]), "key") == place


def test_a_missing_value_stands_behind_its_colon() -> None:
    root = load(trees("a:\nb:   # c\n\n\nc: {d: , e}\n? f\n")[0])
    assert [where(root, key, value=True) for key in "abcf"] == [(1, 3), (2, 3), (5, 4), (6, 4)]
    assert where(root["c"], "d", value=True) == (5, 7)
    assert where(root["c"], "e", value=True) == (5, 11)


def test_raw_text_of_a_value() -> None:
    root = load(trees("a: &x !!str 'http'  # c\nb: *x\nc: |  # d\n  t\n\nd: {e: 1}\n")[0])
    assert raw(root, "a") == "'http'"
    assert raw(root, "b") == "'http'"
    assert raw(root, "c") == "|  # d\n  t"
    assert raw(root, "d") == "{e: 1}"
    assert raw(root, "x") is None
    assert raw(Map(a=1), "a") is None


def test_copies_keep_their_node_and_sub_objects() -> None:
    root = load(trees("m: {a: 1}\nl: [1]\n")[0])
    copied = copy.copy(root)
    assert type(copied) is Map
    assert copied.node is root.node
    assert copied["m"] is root["m"]
    assert copy.copy(root["l"]).node is root["l"].node
    assert type(root["l"].copy()) is List
    deep = copy.deepcopy(root)
    assert deep["m"] is not root["m"]
    assert deep["m"].node is root["m"].node
    assert deep["l"].node is root["l"].node


def test_marks_are_copied_not_shared() -> None:
    root = load(trees("port: 15020  # meshinject: was http\n")[0])
    copied = copy.copy(root)
    copied.marks["port"] = "was x"
    assert root.marks == {"port": "was http"}


def test_an_alias_gives_the_object_of_its_anchor() -> None:
    root = load(trees("a: &x {b: 1}\nc: *x\nd: &x [1]\ne: *x\n")[0])
    assert root["c"] is root["a"]
    assert root["e"] is root["d"]


def test_merges_are_resolved_as_kubernetes_does() -> None:
    text = "base: &b {k: 1, y: 2}\none: {k: 0, <<: *b}\ntwo: {<<: *b, k: 0}\nthree: {<<: [{k: 7}, *b]}\n"
    root = load(trees(text)[0])
    assert root["one"] == {"k": 1, "true": 2}
    assert root["two"] == {"k": 0, "true": 2}
    assert root["three"] == {"k": 7, "true": 2}
    assert where(root["one"], "k") == (1, 11)


def test_repeated_keys_are_told_with_both_places() -> None:
    (tree,) = trees('a: 1\nb:\n  env: x\n  image: w\n  "env": z\n<<: {a: 3}\na: 4\n')
    root = load(tree)
    assert root == {"a": 4, "b": {"env": "z", "image": "w"}}
    assert tree.duplicates == [("env", (3, 3), (5, 3)), ("a", (1, 1), (7, 1))]


def test_overriding_a_merge_repeats_no_key() -> None:
    (tree,) = trees("a: &a {x: 1}\nb: {<<: *a, x: 2}\nc: {x: 2, <<: *a}\n")
    load(tree)
    assert tree.duplicates == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param("# only\n", None, id="comments alone"),
        pytest.param("---\n# only\n", None, id="a marker and a comment"),
        pytest.param("--- |\n text\n", "text\n", id="a scalar on the marker's line"),
        pytest.param("--- {a: 1}\n", {"a": 1}, id="a map on the marker's line"),
        pytest.param("%YAML 1.1\n%TAG !e! tag:x,2000:\n---\na: !e!b 1\n", {"a": "1"}, id="directives"),
        pytest.param(
            "a: !Ref b\nc: !vault |\n  x\nd: !!python/none\ne: !x {f: 1}\n",
            {"a": "b", "c": "x\n", "d": "", "e": {"f": 1}},
            id="unknown tags",
        ),
        pytest.param("a: !!str 5\nb: !!int '5'\nc: !!binary aGk=\n", {"a": "5", "b": 5, "c": "hi"}, id="standard tags"),
        pytest.param("a:\tb\nc: d\t# e\n", {"a": "b", "c": "d"}, id="tabs between tokens"),
        pytest.param(
            "{a: nginx:1.2, b: [http://x:1, c :d], e:f: 1}",
            {"a": "nginx:1.2", "b": ["http://x:1", "c :d"], "e:f": 1},
            id="colons in flow",
        ),
        pytest.param("{a: [b, # c\n   'd\n\n   e'],\n}\n", {"a": ["b", "d\ne"]}, id="flow over lines with comments"),
        pytest.param(
            "a: 2001-12-14\nb: 12:30\nc: 0o17\nd: 1_0\n",
            {"a": "2001-12-14", "b": "12:30", "c": 15, "d": 10},
            id="dates, times and numbers",
        ),
        pytest.param(
            "a: 1e400\nb: 18446744073709551615\nc: 9007199254740993\n",
            {"a": "1e400", "b": 2**64 - 1, "c": 2**53 + 1},
            id="huge numbers",
        ),
        pytest.param("a: \"it\\'s\"\nb: '\\'\n", {"a": "it's", "b": "\\"}, id="an escaped apostrophe"),
        pytest.param("a: x\x85b: w\u2028c: z\n", {"a": "x", "b": "w", "c": "z"}, id="YAML 1.1's odd line breaks"),
        pytest.param("a: 1\n...\n# end\n", {"a": 1}, id="an end marker"),
        pytest.param('{\n\t"a": [\n\t\t1\n\t]\n}\n', {"a": [1]}, id="JSON indented by tabs"),
        pytest.param('{"a": "\\ud83d\\ude00\\/\\ud800"}', {"a": "😀/\ufffd"}, id="JSON escapes that only JSON knows"),
        pytest.param(
            "a: \ufeffb\n\ufeffc: 1\n", {"a": "\ufeffb", "\ufeffc": 1}, id="byte order marks inside the text are text"
        ),
    ],
)
def test_odd_but_legal_documents(text: str, value: Any) -> None:
    assert load(trees(text)[0]) == value


@pytest.mark.parametrize(
    ("text", "line", "col", "message"),
    [
        pytest.param("a: 1\n\tb: 2\n", 2, 1, "tab", id="a tab as indent"),
        pytest.param("x: 1\n---\na: b: c\n", 3, 5, "mapping values are not allowed", id="in a later document"),
        pytest.param("a: @b\n", 1, 4, "cannot start any token", id="a reserved indicator"),
        pytest.param("a: *b\n", 1, 4, "unknown anchor 'b' referenced", id="an alias of nothing"),
        pytest.param("a: &b [*b]\n", 1, 8, "anchor 'b' value contains itself", id="an alias of itself"),
        pytest.param("a: .inf\n", 1, 4, "no number in JSON", id="infinity"),
        pytest.param("~: 1\n", 1, 1, "null is no key", id="null as a key"),
        pytest.param("18446744073709551615: 1\n", 1, 1, "too big for a key", id="a huge integer as a key"),
        pytest.param("? [a]\n: 1\n", 1, 3, "cannot be a key", id="a list as a key"),
        pytest.param("a: 1\n<<: x\n", 2, 5, "map merge requires map", id="a merge of a scalar"),
        pytest.param("a: !!int x\n", 1, 4, "cannot decode !!str `x` as a !!int", id="a wrong tag"),
        pytest.param("a: \x01\n", 1, 4, "control characters are not allowed", id="a control character"),
        pytest.param("é: \x01\n", 1, 4, "control characters are not allowed", id="a control character behind others"),
        pytest.param("a: \ud800\n", 1, 4, "", id="half a character"),
        pytest.param("a: [1\nb: 2\n", 2, 2, "", id="a bracket without end"),
        pytest.param("a: 'x\n", 2, 1, "", id="a quote without end"),
        pytest.param('a: "x\\/y"\n', 1, 6, "unknown escape character", id="JSON's escape in YAML"),
        pytest.param("a: 1\n]\n", 2, 1, "", id="a bracket without start"),
    ],
)
def test_problems_have_a_place(text: str, line: int, col: int, message: str) -> None:
    documents = split(text)
    with pytest.raises(YAMLProblem) as caught:
        load(parse(documents[-1]))
    assert (caught.value.line, caught.value.col) == (line, col)
    assert message in caught.value.message
    assert str(caught.value) == f"{line}:{col}: {caught.value.message}"


def test_problems_help() -> None:
    helps = []
    for text in ("a: 1\n\tb: 2\n", "a: b: c\n", "a: %b\n"):
        with pytest.raises(YAMLProblem) as caught:
            trees(text)
        helps.append(caught.value.help)
    assert "tab" in helps[0]
    assert "quotes" in helps[1]
    assert "starts with %" in helps[2]


def test_an_alias_bomb_is_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    with pytest.raises(YAMLProblem, match="excessive aliasing"):
        load(trees("\n".join(lines))[0])


def test_many_aliases_of_a_small_anchor_are_fine() -> None:
    root = load(trees("a: &a {x: 1}\nl:\n" + "- *a\n" * 2000)[0])
    assert len(root["l"]) == 2000


def test_a_node_shows_its_text() -> None:
    (tree,) = trees("a: [1]\n")
    load(tree)
    assert repr(tree.root) == "<map 0:6 'a: [1]'>"


def test_depth_is_bounded() -> None:
    load(trees("[" * 150 + "]" * 150)[0])
    with pytest.raises(YAMLProblem, match="levels deep"):
        trees("[" * 5000 + "]" * 5000)
    with pytest.raises(YAMLProblem, match="levels deep"):
        trees("- " * 3000 + "a")
