"""Regular expressions where the way of matching could make a difference; most are compared with Go elsewhere."""

import pytest

from meshinject.gotemplate.regexp.machine import Machine
from meshinject.gotemplate.regexp.parser import Parser
from meshinject.gotemplate.regexp.regexp import compile_regexp
from meshinject.gotemplate.values import GoError


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        pytest.param(r"(a|ab)(c|bcd)(d*)", "abcd", id="the first alternative wins"),
        pytest.param(r"^(\w+)@(\w+)\.com$", "me@here.com", id="groups"),
        pytest.param(r"(?i)straSSe", "STRAsse", id="case is ignored"),
        pytest.param(r"x*", "xxaxx", id="an empty match"),
        pytest.param(r"(?m)^b$", "a\nb\nc", id="lines"),
        pytest.param(r"a$", "a\n", id="the end of the text is not before its last line break"),
        pytest.param(r"\bb\w+", "ab bc", id="the border of a word"),
        pytest.param(r"a{2,3}?", "aaaa", id="few rather than many"),
    ],
)
def test_the_machine_and_the_fast_way_agree(expression: str, text: str) -> None:
    parser = Parser(expression)
    machine = Machine(parser.parse(), len(parser.names))
    assert machine.search(text, 0) == compile_regexp(expression).search(text)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        pytest.param(r"\p{Greek}+", "αβ", id="a script"),
        pytest.param(r"\p{lowercase letter}", "x", id="an alias of a category, written at ease"),
        pytest.param(r"[^\P{Lu}]", "Ä", id="a property in a class, negated twice"),
        pytest.param(r"(?i)k", "\u212a", id="the Kelvin sign is a k"),
    ],
)
def test_unicode_properties(expression: str, text: str) -> None:
    found = compile_regexp(expression).search(text)
    assert found is not None
    assert found[:2] == (0, len(text))


@pytest.mark.parametrize(
    "expression",
    [
        pytest.param("(" * 501 + ")" * 501, id="groups in groups"),
        pytest.param("((((a{9}){9}){9}){9}){9}", id="counts in counts"),
        pytest.param("a{1001}", id="a count beyond the limit"),
    ],
)
def test_absurd_expressions_are_refused(expression: str) -> None:
    with pytest.raises(GoError, match="error parsing regexp"):
        compile_regexp(expression)
