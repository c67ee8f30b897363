"""The facade: one parsed document and a wanted value give the new text of the document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meshinject.frozen import Frozen
from meshinject.yamltext.diff import edits
from meshinject.yamltext.edit import apply
from meshinject.yamltext.nodes import load
from meshinject.yamltext.verify import prove

if TYPE_CHECKING:
    from meshinject.yamltext.diff import ListKey
    from meshinject.yamltext.edit import Edit
    from meshinject.yamltext.model import Tree


class Rewritten(Frozen):
    """A document's new text, and the edits that made it."""

    text: str
    edits: list[Edit]


def rewrite(tree: Tree, wanted: Any, listkey: ListKey) -> str:
    """Give the document's text changed to read as ``wanted``, and proven to; the same text when it does already.

    Raises:
        ProofError: the new text would not read as wanted.
    """
    return rewritten(tree, wanted, listkey).text


def rewritten(tree: Tree, wanted: Any, listkey: ListKey) -> Rewritten:
    """Do as `rewrite`, and give the edits as well.

    Raises:
        ProofError: the new text would not read as wanted.
    """
    if wanted is load(tree):
        return Rewritten(tree.text, [])
    made = edits(tree, wanted, listkey)
    text = apply(tree.text, made)
    prove(text, wanted)
    return Rewritten(text, made)
