"""Whatever the text: it gives a result or a TemplateError."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from meshinject.gotemplate import template
from meshinject.gotemplate.errors import TemplateError
from meshinject.gotemplate.lexer import EOF, ERROR, TEXT, lex
from meshinject.gotemplate.sprig import FUNCTIONS

_DATA: dict[str, Any] = {
    "s": "text",
    "n": 2.5,
    "i": 3,
    "b": True,
    "none": None,
    "l": ["b", "a", None, 1],
    "m": {"a": "x", "d": {"e": "f"}},
}

_SLOW = {"bcrypt", "htpasswd", "derivePassword", "genPrivateKey", "genCA", "genCAWithKey"}
_NAMES = sorted(name for name in FUNCTIONS if name not in _SLOW and not name.startswith("gen"))
_PIECES = [
    *(
        "{{",
        "}}",
        "{{-",
        "-}}",
        "{{- ",
        " -}}",
        "{{/*",
        "*/}}",
        "(",
        ")",
        "|",
        ":=",
        "=",
        ",",
        ".",
        "$",
        "$x",
        "$x.y",
        " ",
        "\n",
        '"',
        "`",
    ),
    *(
        "if ",
        "else",
        "else if ",
        "end",
        "range ",
        "with ",
        "define ",
        "block ",
        "template ",
        "break",
        "continue",
        "nil",
        "true",
    ),
    *(
        ".s",
        ".n",
        ".i",
        ".l",
        ".m",
        ".m.a",
        ".none",
        ".none.x",
        ".m.zz.y",
        '"a"',
        "'c'",
        "1",
        "-2.5",
        "0x1F",
        "1i",
        "é",
        "☺",
    ),
    *("print", "printf", '"%v"', "index", "len", "eq", "and", "or", "not", "call", "slice", "html", "js"),
]


def _attempt(text: str) -> None:
    try:
        result = template.compile("t", text, FUNCTIONS).execute(_DATA)
    except TemplateError as error:
        result = str(error)
    assert isinstance(result, str)


@given(st.lists(st.sampled_from(_PIECES), max_size=25).map("".join))
@settings(max_examples=600, deadline=None)
def test_pieces_of_templates_in_any_order(text: str) -> None:
    _attempt(text)


@given(st.text(st.sampled_from("{}-/*.$|:=()\"'`\\ \n09axifendé☺\x00"), max_size=40))
@settings(max_examples=600, deadline=None)
def test_characters_that_mean_something(text: str) -> None:
    _attempt(text)


@given(st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text(text: str) -> None:
    _attempt(text)


_ARGUMENTS = st.sampled_from(
    [
        ".s",
        ".n",
        ".i",
        ".b",
        ".none",
        ".zz",
        ".l",
        ".m",
        "1",
        "-1",
        "0",
        '""',
        '"a b"',
        '"%d"',
        "nil",
        "(list)",
        "(dict)",
        "2.5",
        "(until 3)",
    ]
)


@given(st.sampled_from(_NAMES), st.lists(_ARGUMENTS, max_size=4))
@settings(max_examples=1500, deadline=None)
def test_any_function_with_any_arguments(name: str, arguments: list[str]) -> None:
    _attempt(f"{{{{{name} {' '.join(arguments)}}}}}")


@given(st.lists(st.sampled_from(_PIECES), max_size=25).map("".join))
@settings(max_examples=300, deadline=None)
def test_tokens_come_in_order_and_end_once(text: str) -> None:
    tokens = lex(text)
    assert tokens[-1][0] in (EOF, ERROR)
    assert all(token[0] not in (EOF, ERROR) for token in tokens[:-1])
    places = [pos for _, _, pos, _ in tokens]
    assert places == sorted(places)
    assert all(text.startswith(value, pos) for kind, value, pos, _ in tokens if kind == TEXT)
