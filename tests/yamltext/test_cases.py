"""Byte-exact edits of hard inputs: nothing but the edit changes, and what is added looks like what is there."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from meshinject.yamltext.model import Map
from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.rewrite import rewrite
from meshinject.yamltext.stream import split

pytestmark = pytest.mark.usefixtures("either_parser")

Changed = Callable[[str, Any], str]
Put = Callable[..., Any]

PROXY = {"name": "proxy", "args": ["-p", "15001"]}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "containers:\n- name: app\n",
            'containers:\n- name: app\n- name: proxy\n  args:\n  - -p\n  - "15001"\n',
            id="a compact sequence",
        ),
        pytest.param(
            "containers:\n  - name: app\n",
            'containers:\n  - name: app\n  - name: proxy\n    args:\n      - -p\n      - "15001"\n',
            id="an indented sequence",
        ),
        pytest.param(
            "containers:\n    -   name: app\n        env:\n            a: b\n",
            "containers:\n    -   name: app\n        env:\n            a: b\n    -   name: proxy\n        args:\n"
            '            -   -p\n            -   "15001"\n',
            id="wide dashes and four spaces",
        ),
        pytest.param(
            "containers:\n - name: app\n   ports:\n    - 1\n",
            'containers:\n - name: app\n   ports:\n    - 1\n - name: proxy\n   args:\n    - -p\n    - "15001"\n',
            id="one space",
        ),
        pytest.param(
            "containers:\n- name: app\n  ports:\n    - 1\n",
            'containers:\n- name: app\n  ports:\n    - 1\n- name: proxy\n  args:\n    - -p\n    - "15001"\n',
            id="mixed sequences: the nearest shows the way",
        ),
        pytest.param(
            "containers:\r\n- name: app\r\n",
            'containers:\r\n- name: app\r\n- name: proxy\r\n  args:\r\n  - -p\r\n  - "15001"\r\n',
            id="CRLF",
        ),
        pytest.param(
            "a: 1\ncontainers:\r\n- name: app\r\n",
            'a: 1\ncontainers:\r\n- name: app\r\n- name: proxy\r\n  args:\r\n  - -p\r\n  - "15001"\r\n',
            id="mixed line endings: the neighbour's",
        ),
        pytest.param(
            "containers:\r- name: app\r",
            'containers:\r- name: app\r- name: proxy\r  args:\r  - -p\r  - "15001"\r',
            id="lone CR",
        ),
        pytest.param(
            "\ufeffcontainers:\n- name: app\n",
            '\ufeffcontainers:\n- name: app\n- name: proxy\n  args:\n  - -p\n  - "15001"\n',
            id="a byte order mark",
        ),
        pytest.param(
            "containers:\n- name: app",
            'containers:\n- name: app\n- name: proxy\n  args:\n  - -p\n  - "15001"',
            id="no final line break",
        ),
        pytest.param(
            "containers:\n-\n  name: app\n",
            'containers:\n-\n  name: app\n- name: proxy\n  args:\n  - -p\n  - "15001"\n',
            id="a dash on a line of its own",
        ),
        pytest.param(
            "? containers\n: - name: app\n",
            '? containers\n: - name: app\n  - name: proxy\n    args:\n    - -p\n    - "15001"\n',
            id="an explicit key",
        ),
        pytest.param(
            "containers: &c\n- &a name: app\n",
            'containers: &c\n- &a name: app\n- name: proxy\n  args:\n  - -p\n  - "15001"\n',
            id="anchors",
        ),
        pytest.param(
            "containers: !!seq\n- !!map\n  name: app\n",
            'containers: !!seq\n- !!map\n  name: app\n- name: proxy\n  args:\n  - -p\n  - "15001"\n',
            id="tags",
        ),
        pytest.param(
            "containers:\n- name: app\n  command: |\n    #!/bin/sh\n    exec app\nvolumes: []\n",
            "containers:\n- name: app\n  command: |\n    #!/bin/sh\n    exec app\n- name: proxy\n  args:\n"
            '  - -p\n  - "15001"\nvolumes: []\n',
            id="a block scalar before it",
        ),
        pytest.param(
            "containers:\n- name: app\n  command: |+\n    exec app\n\n\nvolumes: []\n",
            "containers:\n- name: app\n  command: |+\n    exec app\n\n\n- name: proxy\n  args:\n  - -p\n"
            '  - "15001"\nvolumes: []\n',
            id="a block scalar that keeps its blank lines",
        ),
        pytest.param(
            "containers:\n- name: app\n  command: |\n    exec app",
            'containers:\n- name: app\n  command: |-\n    exec app\n- name: proxy\n  args:\n  - -p\n  - "15001"',
            id="a block scalar at the end without a line break",
        ),
        pytest.param(
            "containers:\n- name: app\n  command: long\n    text\n",
            'containers:\n- name: app\n  command: long\n    text\n- name: proxy\n  args:\n  - -p\n  - "15001"\n',
            id="a plain scalar over lines",
        ),
        pytest.param(
            "--- # the pod\ncontainers: # all\n- name: app # one\n...\n# end\n",
            '--- # the pod\ncontainers: # all\n- name: app # one\n- name: proxy\n  args:\n  - -p\n  - "15001"\n'
            "...\n# end\n",
            id="comments beside and an end marker",
        ),
        pytest.param(
            "%YAML 1.1\n---\ncontainers:\n- {name: app}\n",
            '%YAML 1.1\n---\ncontainers:\n- {name: app}\n- name: proxy\n  args:\n  - -p\n  - "15001"\n',
            id="a directive and a flow item",
        ),
        pytest.param(
            "containers: [{name: app}]\n",
            'containers: [{name: app}, {name: proxy, args: [-p, "15001"]}]\n',
            id="flow style",
        ),
        pytest.param(
            "containers: [ { name: app } ]\n",
            'containers: [ { name: app }, { name: proxy, args: [ -p, "15001" ] } ]\n',
            id="flow style with blanks",
        ),
        pytest.param(
            "--- {containers: [{name: app}]}\n",
            '--- {containers: [{name: app}, {name: proxy, args: [-p, "15001"]}]}\n',
            id="flow style on the marker's line",
        ),
        pytest.param(
            "{containers: [name: app]}\n",
            '{containers: [name: app, {name: proxy, args: [-p, "15001"]}]}\n',
            id="a pair without braces",
        ),
        pytest.param(
            "containers: [{name: app},]\n",
            'containers: [{name: app}, {name: proxy, args: [-p, "15001"]},]\n',
            id="flow style with a comma at the end",
        ),
        pytest.param(
            "containers: [\n  {name: app}  # one\n]\n",
            'containers: [\n  {name: app},  # one\n  {name: proxy, args: [-p, "15001"]}\n]\n',
            id="flow style over lines with comments",
        ),
        pytest.param(
            '{"containers":[{"name":"app"}]}',
            '{"containers":[{"name":"app"},{"name":"proxy","args":["-p","15001"]}]}',
            id="JSON on one line",
        ),
        pytest.param(
            '{"containers": [{"name": "app"}]}\n',
            '{"containers": [{"name": "app"}, {"name": "proxy", "args": ["-p", "15001"]}]}\n',
            id="JSON with blanks",
        ),
        pytest.param(
            '{\n  "containers": [\n    {\n      "name": "app"\n    }\n  ]\n}\n',
            '{\n  "containers": [\n    {\n      "name": "app"\n    },\n    {\n      "name": "proxy",\n'
            '      "args": [\n        "-p",\n        "15001"\n      ]\n    }\n  ]\n}\n',
            id="JSON over lines",
        ),
        pytest.param(
            '{\n\t"containers": [\n\t\t{\n\t\t\t"name": "app"\n\t\t}\n\t]\n}\n',
            '{\n\t"containers": [\n\t\t{\n\t\t\t"name": "app"\n\t\t},\n\t\t{\n\t\t\t"name": "proxy",\n'
            '\t\t\t"args": [\n\t\t\t\t"-p",\n\t\t\t\t"15001"\n\t\t\t]\n\t\t}\n\t]\n}\n',
            id="JSON indented by tabs",
        ),
        pytest.param(
            '{\r\n  "containers": [\r\n    {"name": "app"}\r\n  ]\r\n}',
            '{\r\n  "containers": [\r\n    {"name": "app"},\r\n    {"name": "proxy", "args": ["-p", "15001"]}\r\n'
            "  ]\r\n}",
            id="JSON with CRLF",
        ),
    ],
)
def test_a_container_is_added_and_taken_out_again(before: str, after: str, changed: Changed, put: Put) -> None:
    assert changed(before, put("containers", 1, value=PROXY)) == after
    expected = (
        before.replace("command: |\n    exec app", "command: |-\n    exec app")
        if before.endswith("exec app")
        else before
    )
    assert changed(after, put("containers", 1)) == expected


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("labels: {}\n", "labels:\n  a: b\n", id="an empty map"),
        pytest.param("labels: {}  # none\nx: 1\n", "labels:  # none\n  a: b\nx: 1\n", id="an empty map with a comment"),
        pytest.param("labels: &l {}\nx: 1\n", "labels: &l\n  a: b\nx: 1\n", id="an empty map with an anchor"),
        pytest.param("- labels: {}\n  x: 1\n", "- labels:\n    a: b\n  x: 1\n", id="inside an item"),
        pytest.param("{labels: {}}\n", "{labels: {a: b}}\n", id="flow style"),
        pytest.param("{ x: 1, labels: {} }\n", "{ x: 1, labels: { a: b } }\n", id="flow style with blanks"),
        pytest.param('{"labels":{}}', '{"labels":{"a":"b"}}', id="JSON"),
        pytest.param('{\n  "labels": {}\n}\n', '{\n  "labels": {\n    "a": "b"\n  }\n}\n', id="JSON over lines"),
        pytest.param("labels: {}", "labels:\n  a: b", id="no final line break"),
        pytest.param("labels: {}\r\nx: 1\r\n", "labels:\r\n  a: b\r\nx: 1\r\n", id="CRLF"),
    ],
)
def test_an_empty_map_is_filled_and_emptied(before: str, after: str, changed: Changed) -> None:
    def with_labels(labels: dict[str, str]) -> Callable[[Any], Any]:
        def change(root: Any) -> Any:
            new = copy.copy(root)
            if isinstance(root, list):
                new[0] = change(root[0])
                return new
            new["labels"] = copy.copy(root["labels"])
            new["labels"].clear()
            new["labels"].update(labels)
            return new

        return change

    assert changed(before, with_labels({"a": "b"})) == after
    assert changed(after, with_labels({})) == before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("labels:\nx: 1\n", "labels:\n  a: b\nx: 1\n", id="nothing"),
        pytest.param("labels:   # none\nx: 1\n", "labels:   # none\n  a: b\nx: 1\n", id="nothing but a comment"),
        pytest.param("labels:\n# for x\nx: 1\n", "labels:\n  a: b\n# for x\nx: 1\n", id="nothing, a comment below"),
        pytest.param(
            "labels:\n  # app: b\n\n  # a hint\nx: 1\n",
            "labels:\n  # app: b\n\n  # a hint\n  a: b\nx: 1\n",
            id="nothing but comments where its entries would be",
        ),
        pytest.param("labels: null\nx: 1\n", "labels:\n  a: b\nx: 1\n", id="null"),
        pytest.param("labels: ~ # none\nx: 1\n", "labels: # none\n  a: b\nx: 1\n", id="a tilde"),
        pytest.param("labels:\t~\nx: 1\n", "labels:\n  a: b\nx: 1\n", id="a tilde behind a tab"),
        pytest.param("labels: { }\n", "labels:\n  a: b\n", id="an empty map with a blank"),
        pytest.param("labels: []\n", "labels:\n  a: b\n", id="an empty list"),
        pytest.param("labels: &l\nx: 1\n", "labels: &l\n  a: b\nx: 1\n", id="an anchor alone"),
        pytest.param("labels: !!null\nx: 1\n", "labels:\n  a: b\nx: 1\n", id="a tag alone"),
        pytest.param("labels: text\nx: 1\n", "labels:\n  a: b\nx: 1\n", id="text"),
        pytest.param("labels: |  # c\n  text\n\nx: 1\n", "labels:  # c\n  a: b\n\nx: 1\n", id="a block scalar"),
        pytest.param("labels:\n  text\nx: 1\n", "labels:\n  a: b\nx: 1\n", id="text on the next line"),
        pytest.param("labels:\n- 1\n- 2\nx: 1\n", "labels:\n  a: b\nx: 1\n", id="a list"),
        pytest.param("? labels\n:\nx: 1\n", "? labels\n:\n  a: b\nx: 1\n", id="an explicit key"),
        pytest.param("{labels: }\n", "{labels: {a: b} }\n", id="nothing in flow style"),
        pytest.param("{labels}\n", "{labels: {a: b}}\n", id="a key alone in flow style"),
        pytest.param("{labels: null, x: 1}\n", "{labels: {a: b}, x: 1}\n", id="null in flow style"),
        pytest.param('{"labels": null}\n', '{"labels": {"a": "b"}}\n', id="null in JSON"),
        pytest.param("labels:", "labels:\n  a: b", id="nothing at the end without a line break"),
    ],
)
def test_what_holds_no_map_is_filled(before: str, after: str, changed: Changed, put: Put) -> None:
    assert changed(before, put("labels", value={"a": "b"})) == after


@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        pytest.param("a: b  # c\n", "d", "a: d  # c\n", id="text"),
        pytest.param("a: 'b'\n", "c", "a: c\n", id="quoted text"),
        pytest.param("a: b\n", 15020, "a: 15020\n", id="a number for text"),
        pytest.param("a: 5\n", "5", 'a: "5"\n', id="text that looks like a number"),
        pytest.param("a: !!str 5 # c\n", 6, "a: 6 # c\n", id="a tag that would make something else of it"),
        pytest.param(
            "a: !!str &x 5\nb: *x\n", 6, 'a: &x 6\nb: "5"\n', id="an anchor stays, its alias keeps the old value"
        ),
        pytest.param("a: &x !foo 5\nb: 1\n", 6, "a: &x 6\nb: 1\n", id="an anchor before the tag"),
        pytest.param("a: |\n  b\n  c\nd: 1\n", "e", "a: e\nd: 1\n", id="a block scalar becomes a line"),
        pytest.param("a: b\nd: 1\n", "x\ny\n", "a: |\n  x\n  y\nd: 1\n", id="a line becomes a block scalar"),
        pytest.param("a: |- # c\n  b\nd: 1\n", "x\ny\n", "a: | # c\n  x\n  y\nd: 1\n", id="a block scalar for another"),
        pytest.param('a: "b\n  c" # d\n', "e", "a: e # d\n", id="text over lines"),
        pytest.param("a:\n  b # c\n", "d", "a:\n  d # c\n", id="text on the next line"),
        pytest.param("a:\n  b: 1\n  # c\n  d: 2\ne: 1\n", "x", "a: x\ne: 1\n", id="a map becomes text"),
        pytest.param("a: # c\n- 1\n- 2\n", "x", "a: x # c\n", id="a list becomes text"),
        pytest.param("a: {b: 1} # c\n", "x", "a: x # c\n", id="a flow map becomes text"),
        pytest.param("a: b # c\n", [1, "y"], 'a: # c\n- 1\n- "y"\n', id="text becomes a list"),
        pytest.param("z: &x 1\na: *x # c\n", 2, "z: &x 1\na: 2 # c\n", id="an alias becomes text"),
        pytest.param("a: 1\n", True, "a: true\n", id="a boolean"),
        pytest.param("a: 1\n", None, "a: null\n", id="null"),
        pytest.param("a: 1\n", 1.5, "a: 1.5\n", id="a float"),
        pytest.param("a: 1\n", 1e21, "a: 1e+21\n", id="a big float"),
        pytest.param("a: x\n", "  y\nz\n", "a: |2\n    y\n  z\n", id="an indented first line"),
        pytest.param(
            "a: x\nb: 1\n", "y\n\n", 'a: "y\\n\\n"\nb: 1\n', id="blank lines at the end are not left to what follows"
        ),
        pytest.param(
            "a: x\n\n  # c\nb: 1\n",
            "y\nz\n",
            'a: "y\\nz\\n"\n\n  # c\nb: 1\n',
            id="no block scalar above a comment that it would swallow",
        ),
        pytest.param("{a: x}\n", "y\nz\n", '{a: "y\\nz\\n"}\n', id="no block scalar in flow style"),
        pytest.param("a: 1\n", {"b": []}, "a:\n  b: []\n", id="an empty list inside"),
    ],
)
def test_a_value_is_replaced(before: str, value: Any, after: str, changed: Changed, put: Put) -> None:
    assert changed(before, put("a", value=value)) == after


@pytest.mark.parametrize(
    ("before", "path", "after"),
    [
        pytest.param("a: 1\nb: 2 # b\nc: 3\n", ("b",), "a: 1\nc: 3\n", id="a key with its comment"),
        pytest.param("a: 1\n# b\nb: 2\n# c\nc: 3\n", ("b",), "a: 1\n# b\n# c\nc: 3\n", id="comments around stay"),
        pytest.param("a: 1\n\nb:\n  x: 1\n\nc: 3\n", ("b",), "a: 1\n\n\nc: 3\n", id="blank lines stay"),
        pytest.param("a: 1\nb: |\n  x\n  y\nc: 3\n", ("b",), "a: 1\nc: 3\n", id="a block scalar"),
        pytest.param(
            "a: |\n  x\nb: 2\n  # deep\nc: 3\n",
            ("b",),
            "a: |\n  x\nc: 3\n",
            id="a comment that a block scalar would swallow goes along",
        ),
        pytest.param(
            "a: |\n  x\nb: 2\n# shallow\nc: 3\n",
            ("b",),
            "a: |\n  x\n# shallow\nc: 3\n",
            id="one that it would not stays",
        ),
        pytest.param("- a: 1\n  b: 2\n", (0, "a"), "- b: 2\n", id="the key on the line of the dash"),
        pytest.param(
            "- a: 1\n\n  # b\n  b: 2\n",
            (0, "a"),
            "- # b\n  b: 2\n",
            id="the key on the line of the dash, a comment below",
        ),
        pytest.param("- a: |\n    x\n  b: 2\n", (0, "a"), "- b: 2\n", id="a block scalar on the line of the dash"),
        pytest.param("a:\n  b: 1\nc: 2\n", ("a", "b"), "a: {}\nc: 2\n", id="the only key"),
        pytest.param("a:  # x\n# y\n- 1\nc: 2\n", ("a", 0), "a: []  # x\n# y\nc: 2\n", id="the only item"),
        pytest.param("a:\n- - 1\n  - 2\n- 3\n", ("a", 0, 0), "a:\n- - 2\n- 3\n", id="the first of a nested list"),
        pytest.param("a:\n- 1\n- 2\n- 3\n", ("a", 0), "a:\n- 2\n- 3\n", id="the first item"),
        pytest.param("a:\n- 1\n- 2", ("a", 1), "a:\n- 1", id="the last item without a line break"),
        pytest.param("a: [1, 2, 3]\n", ("a", 1), "a: [1, 3]\n", id="in flow style"),
        pytest.param("a: [1, 2, 3]\n", ("a", 0), "a: [2, 3]\n", id="the first in flow style"),
        pytest.param("a: [1, 2, 3]\n", ("a", 2), "a: [1, 2]\n", id="the last in flow style"),
        pytest.param("a: [ 1 ]\n", ("a", 0), "a: []\n", id="the only one in flow style"),
        pytest.param(
            "a: [\n  1, # one\n  2, # two\n  # three\n  3\n]\n",
            ("a", 1),
            "a: [\n  1, # one\n  # three\n  3\n]\n",
            id="a line in flow style",
        ),
        pytest.param(
            "a: [\n  1, # one\n  2 # two\n]\n", ("a", 1), "a: [\n  1 # one\n]\n", id="the last line in flow style"
        ),
        pytest.param(
            "a: [\n  1, # one\n  2, # two\n]\n", ("a", 1), "a: [\n  1, # one\n]\n", id="the last line with a comma"
        ),
        pytest.param('{\n  "a": 1,\n  "b": 2\n}\n', ("a",), '{\n  "b": 2\n}\n', id="the first of JSON"),
        pytest.param('{\n  "a": 1,\n  "b": 2\n}\n', ("b",), '{\n  "a": 1\n}\n', id="the last of JSON"),
        pytest.param("? a\n: 1\n? b\n: 2\nc: 3\n", ("b",), "? a\n: 1\nc: 3\n", id="an explicit key"),
        pytest.param("'a': 1\n\"b\": 2\n", ("b",), "'a': 1\n", id="a quoted key"),
        pytest.param("yes: 1\nb: 2\n", ("true",), "b: 2\n", id="a key that Kubernetes reads otherwise"),
        pytest.param("b: 1\na: 1\nb: 2\nc: 3\n", ("b",), "a: 1\nc: 3\n", id="a key that stands there twice"),
    ],
)
def test_something_is_taken_out(before: str, path: tuple[Any, ...], after: str, changed: Changed, put: Put) -> None:
    assert changed(before, put(*path)) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("a: 1\nc: 3\n", "a: 1\nb: 2\nc: 3\n", id="behind its predecessor"),
        pytest.param("a: 1  # a\n# c\nc: 3\n", "a: 1  # a\nb: 2\n# c\nc: 3\n", id="before the comment of the next key"),
        pytest.param("a: 1\n  # a\n# c\nc: 3\n", "a: 1\n  # a\nb: 2\n# c\nc: 3\n", id="behind a deeper comment"),
        pytest.param("a: 1\n\n# c\nc: 3\n", "a: 1\nb: 2\n\n# c\nc: 3\n", id="before a blank line"),
        pytest.param(
            "a:\n  x: 1\n  # x\n\n  # y\n\nc: 3\n",
            "a:\n  x: 1\n  # x\n\n  # y\nb: 2\n\nc: 3\n",
            id="behind the comments inside",
        ),
        pytest.param("a: |\n  x\n\nc: 3\n", "a: |\n  x\nb: 2\n\nc: 3\n", id="behind a block scalar"),
        pytest.param("{a: 1, c: 3}\n", "{a: 1, b: 2, c: 3}\n", id="flow style"),
        pytest.param("{a: 1,\n c: 3}\n", "{a: 1, b: 2,\n c: 3}\n", id="flow style that wraps"),
        pytest.param(
            "{\n  a: 1, # a\n  # c\n  c: 3\n}\n",
            "{\n  a: 1, # a\n  b: 2,\n  # c\n  c: 3\n}\n",
            id="flow style over lines",
        ),
        pytest.param('{"a":1,"c":3}', '{"a":1,"b":2,"c":3}', id="JSON"),
        pytest.param("? a\n: 1\n? c\n: 3\n", "? a\n: 1\nb: 2\n? c\n: 3\n", id="explicit keys"),
        pytest.param(" a: 1\n c: 3\n", " a: 1\n b: 2\n c: 3\n", id="a document that is indented"),
        pytest.param("a: &x\nc: *x\n", "a: &x\nb: 2\nc: *x\n", id="an empty anchor"),
        pytest.param("a:\nc: 3\n", "a:\nb: 2\nc: 3\n", id="a missing value"),
        pytest.param("a: x\x85c: 3\n", "a: x\x85b: 2\nc: 3\n", id="an odd line break"),
    ],
)
def test_a_key_goes_behind_its_predecessor(before: str, after: str, changed: Changed, put: Put) -> None:
    assert changed(before, put("b", value=2, after="a")) == after
    assert changed(after, put("b")) == before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("m:\n  # the b\n  b: 2\n", "m:\n  a: 1\n  # the b\n  b: 2\n", id="below the line of the parent"),
        pytest.param("m: # c\n\n  b: 2\n", "m: # c\n  a: 1\n\n  b: 2\n", id="before a blank line"),
        pytest.param("m: {b: 2}\n", "m: {a: 1, b: 2}\n", id="flow style"),
        pytest.param("m: { b: 2 }\n", "m: { a: 1, b: 2 }\n", id="flow style with blanks"),
        pytest.param("m: {\n  # c\n  b: 2\n}\n", "m: {\n  a: 1,\n  # c\n  b: 2\n}\n", id="flow style over lines"),
        pytest.param("m:\n  ? b\n  : 2\n", "m:\n  a: 1\n  ? b\n  : 2\n", id="an explicit key"),
        pytest.param("m: &m\n  b: 2\n", "m: &m\n  a: 1\n  b: 2\n", id="an anchor"),
    ],
)
def test_a_first_key_goes_below_its_parent(before: str, after: str, changed: Changed, put: Put) -> None:
    assert changed(before, put("m", "a", value=1, first=True)) == after
    assert changed(after, put("m", "a")) == before


def test_a_first_key_of_an_item_takes_the_line_of_the_dash(changed: Changed, put: Put) -> None:
    after = changed("- b: 2\n  c: 3\n", put(0, "a", value={"x": "l\nm\n"}, first=True))
    assert after == '- a:\n    x: "l\\nm\\n"\n  b: 2\n  c: 3\n'
    assert changed(after, put(0, "a")) == "- b: 2\n  c: 3\n"


def test_a_first_key_of_the_document_goes_below_what_heads_it(changed: Changed, put: Put) -> None:
    assert changed("# top\n---\n# b\nb: 2\n", put("a", value=1, first=True)) == "# top\n---\n# b\na: 1\nb: 2\n"
    assert changed("\ufeffb: 2\n", put("a", value=1, first=True)) == "\ufeffa: 1\nb: 2\n"


def test_a_document_without_content_is_filled(changed: Changed) -> None:
    assert changed("# only\n", lambda _: {"a": [1]}) == "# only\na:\n- 1\n"
    assert changed("---\n# only\n", lambda _: {"a": 1}) == "---\na: 1\n# only\n"
    assert changed("--- ~ # c\n", lambda _: {"a": 1}) == "--- # c\na: 1\n"


def test_what_goes_for_null_leaves_the_key_alone(changed: Changed, put: Put) -> None:
    assert changed("labels: # c\n  a: b\nx: 1\n", put("labels", value=None)) == "labels: # c\nx: 1\n"
    assert changed("labels: {a: b}\nx: 1\n", put("labels", value=None)) == "labels: null\nx: 1\n"


@pytest.mark.parametrize(
    ("before", "wanted", "after"),
    [
        pytest.param("a: |\nb: 1\n", {"x": 1}, "a:\n  x: 1\nb: 1\n", id="a block scalar without text"),
        pytest.param("- a\n-\n", "b", "- a\n- b\n", id="an item without a value"),
        pytest.param("-  a\n-\n", {"b": 1, "c": 2}, "-  a\n-  b: 1\n   c: 2\n", id="an item that becomes a map"),
        pytest.param("- a\n- []\t# c\n", [1, 2], "- a\n- # c\n  - 1\n  - 2\n", id="no tab is left behind a dash"),
        pytest.param("a: { # c\n}\n", {"x": 1, "y2": 2}, "a:\n  x: 1\n  y2: 2\n", id="an empty flow map over lines"),
        pytest.param("[x, [ # c\n]]\n", [1, 2], "[x, [ # c\n1, 2]]\n", id="an empty flow list with a comment inside"),
        pytest.param("[x, [a, # c\n  b]]\n", [1, 2], "[x, [1, 2]]\n", id="all of a flow list"),
        pytest.param("[x, [\n  a, # c\n ]]\n", [1, 2], "[x, [\n  1,\n  2 # c\n ]]\n", id="all of a list over lines"),
        pytest.param("[x, &y [a], *y]\n", [1], "[x, &y [1], [a]]\n", id="a flow list with an anchor"),
        pytest.param("[x, a: 1]\n", {"a": 1, "b": 2}, "[x, {a: 1, b: 2}]\n", id="a pair without braces becomes two"),
    ],
)
def test_the_second_of_a_collection_is_replaced(before: str, wanted: Any, after: str, changed: Changed) -> None:
    def change(root: Any) -> Any:
        new = copy.copy(root)
        place: Any = 1 if isinstance(root, list) else "a"
        value = root[place]
        new[place] = wanted
        if isinstance(value, list | dict) and isinstance(wanted, dict if isinstance(value, dict) else list):
            new[place] = copy.copy(value)
            new[place].clear()
            (new[place].update if isinstance(wanted, dict) else new[place].extend)(wanted)
        return new

    assert changed(before, change) == after


@pytest.mark.parametrize(
    ("before", "wanted", "after"),
    [
        pytest.param("{a: 1}\n", {"b": 2}, "{b: 2}\n", id="flow style stays"),
        pytest.param('{"a":1}', {"b": [2, "x"]}, '{"b":[2,"x"]}', id="JSON stays JSON"),
        pytest.param("# c\na: 1\n# d\nb: 2\n# e\n", {"c": 3}, "# c\nc: 3\n# e\n", id="block style"),
        pytest.param("--- [1]\n", {"c": 3}, "---\nc: 3\n", id="another kind"),
        pytest.param("text\n", {"c": 3}, "c: 3\n", id="text becomes a map"),
        pytest.param("a: 1\n", "text", "text\n", id="a map becomes text"),
    ],
)
def test_a_fresh_document_replaces_the_old(before: str, wanted: Any, after: str, changed: Changed) -> None:
    assert changed(before, lambda _: wanted) == after


def test_what_is_in_another_order_moves(changed: Changed) -> None:
    def reordered(*names: str) -> Callable[[Any], Any]:
        def change(root: Any) -> Any:
            new = copy.copy(root)
            new.clear()
            new.update({name: root[name] for name in names})
            return new

        return change

    text = "a: 1 # a\nb: 2 # b\nc: 3 # c\n"
    assert changed(text, reordered("a", "c", "b")) == "a: 1 # a\nc: 3 # c\nb: 2\n"
    assert changed(text, reordered("c", "a", "b")) == "c: 3\na: 1 # a\nb: 2 # b\n"


def test_the_users_items_stay_where_ours_can_move(changed: Changed) -> None:
    text = "containers:\n- name: proxy\n  x: 1\n# mine\n- name: app # a\n"

    def proxy_last(root: Any) -> Any:
        new = copy.copy(root)
        new["containers"] = copy.copy(root["containers"])
        new["containers"][:] = [root["containers"][1], {"name": "proxy", "x": 2}]
        return new

    assert changed(text, proxy_last) == "containers:\n# mine\n- name: app # a\n- name: proxy\n  x: 2\n"


def test_a_fresh_item_of_the_same_name_replaces_in_place(changed: Changed) -> None:
    text = "containers:\n- name: proxy # p\n  x: 1 # x\n# of app\n- name: app\n"

    def change(root: Any) -> Any:
        new = copy.copy(root)
        new["containers"] = copy.copy(root["containers"])
        new["containers"][0] = {"name": "proxy", "x": 2}
        return new

    assert changed(text, change) == "containers:\n- name: proxy\n  x: 2\n# of app\n- name: app\n"


def test_a_fresh_value_that_says_the_same_is_no_edit(changed: Changed) -> None:
    text = "a: {c: [1, 0x10], b: 'x'} # as it is\n"
    assert changed(text, lambda _: {"a": {"b": "x", "c": [1, 16]}}) == text


def test_copies_without_a_change_are_no_edit(changed: Changed) -> None:
    text = "a:\n  b: [ 1 ,2]\n"
    assert changed(text, copy.deepcopy) == text


def test_a_map_from_elsewhere_is_fresh(changed: Changed) -> None:
    def moved(root: Any) -> Any:
        new = copy.copy(root)
        new["b"] = root["a"]
        del new["a"]
        return new

    assert changed("a:\n  x: 1 # c\n", moved) == "b:\n  x: 1\n"


def test_only_the_document_that_changes_is_touched() -> None:
    text = "a:   1\n--- # two\nb: [1,\n 2]\n---\nc: 3"
    documents = split(text)
    tree = parse(documents[1])
    wanted = copy.copy(load(tree))
    wanted["m"] = Map(x=1)
    new = rewrite(tree, wanted, lambda _: None)
    assert new == "--- # two\nb: [1,\n 2]\nm:\n  x: 1\n"


def test_long_keys_are_written_so_that_they_can_be_read(changed: Changed, put: Put) -> None:
    name = "k" * 1500
    assert changed("a: 1\n", put(name, value={"x": 1})) == f"a: 1\n? {name}\n: x: 1\n"
    assert changed("{a: 1}\n", put(name, value={"x": 1})) == f"{{a: 1, ? {name}: {{x: 1}}}}\n"


def test_nothing_is_folded(changed: Changed, put: Put) -> None:
    text = "word " * 400 + "end"
    assert changed("a: 1\n", put("b", value=text)) == f"a: 1\nb: {text}\n"


def test_an_item_below_its_dash_is_replaced_with_its_lines_under_its_head(changed: Changed) -> None:
    text = "l:\n-\n    name: a\n    x: 1\n-   name: b\n"

    def change(root: Any) -> Any:
        new = copy.copy(root)
        new["l"] = copy.copy(root["l"])
        new["l"][0] = {"name": "c", "x": 2}
        return new

    assert changed(text, change) == "l:\n-   name: c\n    x: 2\n-   name: b\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("m:\n  a: 1\n # x\n\n  b: 2\nk: 1\n", "m:\n  c: 3\n  d: 4\n # x\n\nk: 1\n", id="of a map"),
        pytest.param("m:\n  a: 1\n  b: 2\n# x\nk: 1\n", "m:\n  c: 3\n  d: 4\n# x\nk: 1\n", id="below all of them"),
    ],
)
def test_comments_between_entries_that_are_all_replaced_stay(changed: Changed, before: str, after: str) -> None:
    def change(root: Any) -> Any:
        new = copy.copy(root)
        new["m"] = copy.copy(root["m"])
        new["m"].clear()
        new["m"].update(c=3, d=4)
        return new

    assert changed(before, change) == after
