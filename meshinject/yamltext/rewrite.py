"""The facade: one parsed document and a wanted value give the new text of the document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meshinject.yamltext.diff import edits
from meshinject.yamltext.edit import apply
from meshinject.yamltext.nodes import load
from meshinject.yamltext.verify import prove

if TYPE_CHECKING:
    from meshinject.yamltext.diff import ListKey
    from meshinject.yamltext.model import Tree


def rewrite(tree: Tree, wanted: Any, listkey: ListKey) -> str:
    """Give the document's text changed to read as ``wanted``, and proven to; the same text when it does already.

    Raises:
        ProofError: the new text would not read as wanted.
    """
    if wanted is load(tree):
        return tree.text
    text = apply(tree.text, edits(tree, wanted, listkey))
    prove(text, wanted)
    return text
