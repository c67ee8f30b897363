"""The proof of an edit: the new text is read in full and must be what was wanted."""

from __future__ import annotations

from typing import Any

from meshinject.yamltext import scalars
from meshinject.yamltext.problems import ProofError, YAMLProblem
from meshinject.yamltext.read import read


def prove(text: str, wanted: Any) -> None:
    """Show that a document's text reads as the wanted value.

    Raises:
        ProofError: it does not; the text must not be written.
    """
    try:
        value = read(text)
    except YAMLProblem as problem:
        raise ProofError(f"the edited document is no YAML any more: {problem}") from problem
    if not scalars.same(value, wanted):
        raise ProofError(f"the edited document reads otherwise at {_difference(value, wanted)}")


def _difference(value: Any, wanted: Any) -> str:
    """Give the path of the first difference, with both sides."""
    if isinstance(value, dict) and isinstance(wanted, dict):
        for name in (*value, *wanted):
            if name not in value or name not in wanted:
                return f".{name}: {'missing' if name in wanted else 'unwanted'}"
            if not scalars.same(value[name], wanted[name]):
                return f".{name}{_difference(value[name], wanted[name])}"
    if isinstance(value, list) and isinstance(wanted, list) and len(value) == len(wanted):
        for index, (left, right) in enumerate(zip(value, wanted, strict=True)):
            if not scalars.same(left, right):
                return f"[{index}]{_difference(left, right)}"
    return f": {value!r:.200} is not {wanted!r:.200}"
