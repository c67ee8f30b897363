"""What is written as a string reads as that string, for YAML 1.1, YAML 1.2 and Kubernetes."""

import json
from collections.abc import Callable
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from meshinject.yamltext import emit, quote
from meshinject.yamltext.read import read
from meshinject.yamltext.style import Block

LOOK_ALIKES = [
    "y", "Y", "n", "N", "yes", "NO", "on", "Off", "true", "False", "tRUE", "null", "NULL", "~", "",
    "0", "-1", "+1", "007", "0o17", "0x1f", "0b101", "1_000", "1_0", "_1", "1_", "-_1", "0b+1", "1e3", "1E3", "1e",
    ".5", "-.5", "1.", "1.5", "1.2.3", "1e400", ".inf", "-.Inf", ".nan", ".", "..", "...", "-", "--", "---", "- a",
    "12:30", "12:30:45", "190:20:30.15", "2001-12-14", "2001-12-14T21:59:43Z", "2020-1-1", "1,000",
    "=", "<<", "?", ":", "a:", ": a", "a: b", "a #b", "#a", "a#b", "a:b", "@a", "`a", "%a", "!a", "&a", "*a", "|", ">",
    "[a", "{a", "]a", "}a", ",a", "a,b", "a]b", "'a'", '"a"', "a'b", 'a"b', "\\", "a\\b", " a", "a ", "a  b",
    "\ta", "a\tb",
    "\x00", "\x07", "\x1b", "\x7f", "\x85", "\xa0", "\u2028", "\ufeff", "a\ufeffb", "\ufffe", "\U0001f600",
    "\U000e0001",
    "é", "日本", "\u200b", "\ue000", "a\rb", "it's \"so\"", '{"a":"b"}', "$(A)", "${A}", "100m", "1Gi", "10.0.0.0/8",
    "http://x:80", "nginx:1.25", "-f", "--flag=a", "*.example.com", "%s", "a%", "a?b", "(a)", "/a", "x" * 2000,
]  # fmt: skip


def readings(text: str) -> dict[str, Any]:
    safe: Any = YAML(typ="safe", pure=True)
    return {"YAML 1.1": yaml.safe_load(text), "YAML 1.2": safe.load(text), "Kubernetes": read(text)}


def wrong(text: str) -> list[tuple[str, str]]:
    found = []
    places: list[tuple[str, Callable[[Any], Any]]] = [
        (f"a: {quote.string(text)}\n", lambda value: value["a"]),
        (f"- {quote.string(text)}\n", lambda value: value[0]),
        (f"[x, {quote.string(text, flow=True)}, y]\n", lambda value: value[1]),
        (f"{{a: {quote.string(text, flow=True)}, b: c}}\n", lambda value: value["a"]),
        (f"a: {quote.double(text)}\n", lambda value: value["a"]),
    ]
    for source, pick in places:
        found += [(reader, source) for reader, value in readings(source).items() if pick(value) != text]
    return found


@pytest.mark.parametrize("text", LOOK_ALIKES, ids=ascii)
def test_a_string_stays_itself(text: str) -> None:
    assert wrong(text) == []


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=12))
def test_any_string_stays_itself(text: str) -> None:
    assert wrong(text) == []


@given(st.text(alphabet="yno0123456789.-+_eExXbB:~#' ,\"\\[]{}", min_size=1, max_size=8))
def test_strings_like_other_types_stay_themselves(text: str) -> None:
    assert wrong(text) == []


@given(st.text(alphabet="ny1: #-?&*!|>'\"%@`[]{},", min_size=1, max_size=4))
def test_keys_stay_themselves(text: str) -> None:
    for source in (f"{quote.string(text)}: v\n", f"{{{quote.string(text, flow=True)}: v}}\n"):
        assert {reader: list(value) for reader, value in readings(source).items()} == {
            "YAML 1.1": [text],
            "YAML 1.2": [text],
            "Kubernetes": [text],
        }


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=20))
def test_double_quotes_are_json(text: str) -> None:
    assert json.loads(quote.double(text)) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("istio-proxy", "istio-proxy"),
        ("docker.io/istio/proxyv2:1.28.1", "docker.io/istio/proxyv2:1.28.1"),
        ("$(POD_NAME)", "$(POD_NAME)"),
        ("--domain", "--domain"),
        ("100m", "100m"),
        ("true", '"true"'),
        ("yEs", '"yEs"'),
        ("inf", '"inf"'),
        ("15001", '"15001"'),
        ("", '""'),
        ('{"a":["b"]}', '\'{"a":["b"]}\''),
        ("it's", "it's"),
        ("'a': \"b\"", '"\'a\': \\"b\\""'),
        ("a\tb", '"a\\tb"'),
        ("*", '"*"'),
    ],
)
def test_no_more_quotes_than_needed(text: str, written: str) -> None:
    assert quote.string(text) == written


@pytest.mark.parametrize(
    ("text", "chomping"),
    [
        pytest.param("a\nb\n", "", id="one break at the end"),
        pytest.param("a\nb", "-", id="none"),
        pytest.param("a\n\n", "+", id="two"),
        pytest.param("a\n\nb", "-", id="an empty line inside"),
        pytest.param("  a\nb\n", "", id="an indented first line"),
        pytest.param("a\n\tb", "-", id="a tab inside"),
        pytest.param("a", None, id="a single line needs no block"),
        pytest.param("\n", None, id="only breaks"),
        pytest.param("a \nb", None, id="a blank at the end of a line"),
        pytest.param("a\n  \nb", None, id="a line of blanks"),
        pytest.param("a\r\nb", None, id="a carriage return"),
        pytest.param("a\n\x00b", None, id="a control character"),
        pytest.param("a\n\u2028b", None, id="a rare line break"),
    ],
)
def test_block_scalars_where_they_are_exact(text: str, chomping: str | None) -> None:
    assert quote.literal(text) == chomping


@given(
    st.lists(st.sampled_from(["a", "  b", "", "# c", "\td", "---", "- e", "f: g", " "]), min_size=1, max_size=5),
    st.integers(0, 3),
)
def test_any_text_survives_in_a_document(lines: list[str], ends: int) -> None:
    text = "\n".join(lines) + "\n" * ends
    chomping = quote.literal(text)
    if chomping is not None:
        written = emit.entry("k", {"v": text, "w": 1}, 0, Block()) + emit.entry(
            "z", [text, 1], 0, Block(step=4, offset=2, width=4)
        )
        value = {"k": {"v": text, "w": 1}, "z": [text, 1]}
        assert readings("\n".join(written) + "\n") == dict.fromkeys(("YAML 1.1", "YAML 1.2", "Kubernetes"), value)


def test_the_spelling_of_a_string_is_kept_where_it_reads_right(
    changed: Callable[[str, Any], str], put: Callable[..., Any]
) -> None:
    class Spelled(str):
        __slots__ = ("spelled",)
        spelled: str

    def spelled(value: str, text: str) -> Spelled:
        made = Spelled(value)
        made.spelled = text
        return made

    assert changed("a: b\n", put("a", value=spelled("c", '"c"'))) == 'a: "c"\n'
    assert changed("a: b\n", put("a", value=spelled("c", "'d'"))) == "a: c\n"
    assert changed("a: b\n", put("a", value=spelled("c", "c\n  d"))) == "a: c\n"
    assert changed("a: b\n", put("a", value=spelled("c", "[c"))) == "a: c\n"
    assert changed("{a: b}\n", put("a", value=spelled("x:1", "x:1"))) == "{a: x:1}\n"
    assert changed('{"a":"b"}', put("a", value=spelled("c", "'c'"))) == '{"a":"c"}'
