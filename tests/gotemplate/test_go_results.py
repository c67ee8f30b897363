"""What Go really gives for thousands of templates, which ours must give as well.

Exceptions, the only ones:

* addresses of values in memory (printed for pointers inside values) are compared as addresses, not as numbers;
* the expression that Go names in the error of an assignment to an undeclared variable, or of arguments given to
  something in parentheses, is the one it evaluated last; where `and`, `or` or a missing value cut the evaluation
  short, ours may name a later one.
"""

import json
import lzma
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

_GOLDEN = Path(__file__).parents[2] / "golden" / "gotemplate"

Execute = Callable[..., tuple[str, str]]

_LAST_EVALUATED = re.compile(r"<[^<>]*>: (undefined variable: |can't give argument to non-function )")


def _read(name: str) -> Any:
    return json.loads(lzma.decompress((_GOLDEN / name).read_bytes()).decode("utf-8", "surrogatepass"))


_CASES: list[dict[str, Any]] = _read("cases.json.xz")


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{case['kind']} {case['id']}") for case in _CASES])
def test_a_chosen_template_gives_what_go_gives(
    case: dict[str, Any], execute: Execute, comparable: Callable[[str], str]
) -> None:
    written, error = execute(case["template"], case["data"], case.get("option") or "", case["funcs"])
    assert comparable(written) == comparable(case.get("go_out") or "")
    assert comparable(error) == comparable(case.get("go_err") or "")


def test_all_chosen_templates_are_there() -> None:
    assert len(_CASES) == 418


_MORE = _read("more.json.xz")


@pytest.mark.parametrize("family", list(_MORE["families"]))
def test_many_templates_give_what_go_gives(family: str, execute: Execute, comparable: Callable[[str], str]) -> None:
    def place_free(error: str) -> str:
        return re.sub(r":\d+: executing", ": executing", _LAST_EVALUATED.sub(r"<...>: \1", comparable(error)))

    rows = _MORE["families"][family]
    wrong = []
    for text, data, option, go_written, go_error in rows:
        written, error = execute(text, _MORE["data"] if data is None else data, option)
        if comparable(written) != comparable(go_written) or (
            comparable(error) != comparable(go_error) and place_free(error) != place_free(go_error)
        ):
            wrong.append((text, go_written, go_error, written, error))
    assert len(rows) > 50
    assert wrong == []
