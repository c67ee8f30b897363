"""Findings point at the very key or value; in these texts `^` stands right before it and is no part of the text."""

from pathlib import Path

import pytest

from meshinject import problems
from meshinject.reports.findings import Place
from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.stream import split
from tests.inprocess import meshinject

VERSIONS = ("--istio-version", "1.28.1", "--kubernetes-version", "1.33")

KEYS = [
    pytest.param("a:\n  b: 1\n  ^c: 2\n", ("a", "c"), id="block"),
    pytest.param("a: {b: 1, ^c: 2}\n", ("a", "c"), id="flow"),
    pytest.param("a: {\n  b: 1,\n  d: [x,\n    {e: 1, ^c: 2}]\n}\n", ("a", "d", 1, "c"), id="flow over several lines"),
    pytest.param('{"a": {"b": 1,\t^"c": 2}}\n', ("a", "c"), id="JSON"),
    pytest.param('{\n "a": [\n  1,\n  {"b": 1,\n   ^"c": 2}\n ]\n}\n', ("a", 1, "c"), id="JSON over several lines"),
    pytest.param("a:\n- b: 1\n- b: 2\n  ^c: 3\n", ("a", 1, "c"), id="in a compact list"),
    pytest.param("a:\n  -   ^c: 3\n", ("a", 0, "c"), id="on the line of a dash"),
    pytest.param("- - a: 1\n  - ^c: 2\n", (0, 1, "c"), id="in a list of lists"),
    pytest.param("'a':\n  ^\"c d\":   2\n", ("a", "c d"), id="in quotes"),
    pytest.param("? a\n: ? ^c\n  : 1\n", ("a", "c"), id="with question marks"),
    pytest.param("a:\n  ^1: x\n", ("a", "1"), id="a number as a key"),
    pytest.param("b: &x\n  ^c: 1\na: *x\n", ("a", "c"), id="behind an alias: where its anchor is"),
    pytest.param("b: &x {d: &y {^c: 1}}\na: {e: *y}\n", ("a", "e", "c"), id="behind an alias of an inner anchor"),
    pytest.param("b: &x\n  c: 1\na:\n- *x\n- ^c: 2\n", ("a", 1, "c"), id="beside an alias in a list"),
    pytest.param("b: &x\n  ^c: 1\na:\n- d: 1\n- *x\n", ("a", 1, "c"), id="behind an alias in a list"),
    pytest.param("b: &x\n  ^c: 1\na:\n  <<: *x\n  d: 2\n", ("a", "c"), id="merged in"),
    pytest.param("b: &x\n  c: 1\na:\n  <<: *x\n  ^c: 2\n", ("a", "c"), id="written over a merge"),
    pytest.param("b: &x {^c: 1}\na:\n  c: 2\n  <<: *x\n", ("a", "c"), id="written before a merge, which wins"),
    pytest.param("b: &x {^c: 1}\nd: &z {c: 2}\na:\n  <<: [*x, *z]\n", ("a", "c"), id="the first of a merge list wins"),
    pytest.param("b: &x {d: {^c: 1}}\na:\n  <<: *x\n", ("a", "d", "c"), id="deep inside of a merge"),
    pytest.param("k: &k c\na:\n  ^*k : 1\n", ("a", "c"), id="an alias as the key"),
    pytest.param("a: &x\n  ^c: &z 1\n", ("a", "c"), id="of a value with an anchor"),
    pytest.param("# x\r\na:\r\n  ^c: 1\r\n", ("a", "c"), id="CRLF"),
    pytest.param("# x\ra:\r  ^c: 1\r", ("a", "c"), id="CR"),
    pytest.param("\ufeffa: {^c: 1}\n", ("a", "c"), id="behind a byte order mark"),
    pytest.param("ä: {ö😀: 1, ^c: 2}\n", ("ä", "c"), id="behind letters of any language, each one column"),
    pytest.param("a:\t{^c:\t1}\n", ("a", "c"), id="behind a tab, one column"),
    pytest.param("x: 1\n--- # y\na:\n  ^c: 1\n", ("a", "c"), id="in a second document"),
    pytest.param("x: 1\n--- {a: {^c: 1}}\n", ("a", "c"), id="on the line of the document's start"),
    pytest.param("a:\n  ^c:\n  d: 1\n", ("a", "c", "missing"), id="a key that is missing: what would hold it"),
    pytest.param("a:\n  ^c: [1]\n", ("a", "c", 7), id="an item that is missing: its list"),
    pytest.param("a:\n  ^c: text\n", ("a", "c", "d"), id="a key of a scalar: the key of the scalar"),
]
VALUES = [
    pytest.param("a:\n  c:  ^1\n", ("a", "c"), id="block"),
    pytest.param("a: {c: ^'1'}\n", ("a", "c"), id="in quotes"),
    pytest.param('{"a":{"c":^[1]}}', ("a", "c"), id="JSON"),
    pytest.param("a:\n  c: ^|\n    text\n", ("a", "c"), id="a block scalar: its indicator"),
    pytest.param("a:\n  c:\n  - 1\n  - ^2\n", ("a", "c", 1), id="an item"),
    pytest.param("a: [1, ^{b: 2}]\n", ("a", 1), id="a map in a list"),
    pytest.param("b: &x {c: ^1}\na: *x\n", ("a", "c"), id="behind an alias"),
    pytest.param("b: &x 1\na:\n  c: ^*x\n", ("a", "c"), id="an alias itself"),
    pytest.param("a:\n  c: &x ^1\n", ("a", "c"), id="with an anchor"),
    pytest.param("a:\n  c: !!str ^1\n", ("a", "c"), id="with a tag"),
    pytest.param("a:\n  c:^\n\nb: 1\n", ("a", "c"), id="nothing: behind the colon"),
    pytest.param("a:\n-^\n- 1\n", ("a", 0), id="an item of nothing: behind the dash"),
    pytest.param("a:\n  ^c: 1\n", ("a", "c", "missing"), id="a value that is missing: the key above it"),
]


def marked(text: str) -> tuple[str, int, int]:
    """The text without its mark, and the line and column of what follows the mark."""
    before, _, after = text.partition("^")
    lines = before.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff").split("\n")
    return before + after, len(lines), len(lines[-1]) + 1


@pytest.mark.parametrize("value", [pytest.param(False, id="key"), pytest.param(True, id="value")])
def test_what_no_part_of_the_text_holds_has_no_line(value: bool) -> None:
    (document,) = split("a: 1\n")
    root = load(parse(document))
    assert problems.place(root, ("b",), "f.yaml", value=value) == Place("f.yaml")
    assert problems.place({"a": 1}, ("a",), "f.yaml", value=value) == Place("f.yaml")
    assert problems.place(root, (), "f.yaml", value=value) == Place("f.yaml")


@pytest.mark.parametrize(("text", "keys"), KEYS)
def test_the_place_of_a_key(text: str, keys: tuple[str | int, ...]) -> None:
    text, line, column = marked(text)
    root = load(parse(split(text)[-1]))
    assert problems.place(root, keys, "f.yaml") == Place("f.yaml", line, column)


@pytest.mark.parametrize(("text", "keys"), VALUES)
def test_the_place_of_a_value(text: str, keys: tuple[str | int, ...]) -> None:
    text, line, column = marked(text)
    root = load(parse(split(text)[-1]))
    assert problems.place(root, keys, "f.yaml", value=True) == Place("f.yaml", line, column)


BAD = "sidecar.istio.io/interceptionMode"
MOUNT = 'sidecar.istio.io/userVolumeMount: \'[{"name": "nope", "mountPath": "/x"}]\''
SPEC = "spec: {containers: [{name: a, image: a}]}"
FOUND = [
    pytest.param(
        f"apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n  annotations:\n    {BAD}: ^MAGIC\n{SPEC}\n",
        "error[IST0125]",
        id="an annotation in block style",
    ),
    pytest.param(
        '{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "Pod",\n'
        f' "metadata": {{"name": "p", "annotations": {{"{BAD}": ^"MAGIC"}}}},\n'
        ' "spec": {"containers": [{"name": "a", "image": "a"}]}}]}\n',
        "error[IST0125]",
        id="an annotation of an item of a JSON list",
    ),
    pytest.param(
        f"apiVersion: v1\nkind: List\nitems:\n- &p\n  apiVersion: v1\n  kind: Pod\n  metadata: {{name: p, annotations: "
        f"{{{BAD}: ^MAGIC}}}}\n  {SPEC}\n- <<: *p\n  metadata: {{name: q}}\n",
        "error[IST0125]",
        id="an annotation of an item with an anchor",
    ),
    pytest.param(
        "x-spec: &s\n  containers:\n  - name: a\n    image: a\n    ports:\n    - containerPort: ^'http'\n"
        "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: *s\n",
        "error[MI106]",
        id="a pod's spec behind an alias",
    ),
    pytest.param(
        f"apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n  annotations:\n    {MOUNT}\nspec:\n  ^initContainers:\n"
        "  - {name: one, image: m}\n  - {name: two, image: m, volumeMounts: [{name: v, mountPath: /y}]}\n"
        "  containers: [{name: a, image: a}]\n  volumes: [{name: v}]\n",
        "error[MI205]",
        id="an injected container is at its list, not at the container that has its index in the text",
    ),
    pytest.param(
        "apiVersion: apps/v1\nkind: DeploymentList\nitems:\n- metadata: {name: a}\n  spec: {}\n- ^metadata: {name: b}\n"
        "  spec: {template: {spec: {hostNetwork: true, containers: [{name: a, image: a}]}}}\n",
        "note[MI301]",
        id="an item that has no kind, for its list says it",
    ),
]


@pytest.mark.parametrize(("text", "finding"), FOUND)
def test_findings_of_a_run_are_at_their_very_place(text: str, finding: str, folder: Path) -> None:
    text, line, column = marked(text)
    (folder / "f.yaml").write_text(text)
    assert f"f.yaml:{line}:{column}: {finding}: " in meshinject(*VERSIONS, "f.yaml").stderr
