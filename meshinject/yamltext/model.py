"""The shapes of a parsed document: nodes with their places, and the values that remember them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meshinject.yamltext.lines import scan_form

if TYPE_CHECKING:
    from meshinject.yamltext.stream import Document

MAP, LIST, SCALAR, ALIAS = "map", "list", "scalar", "alias"
FLOW = "flow"


class Node:
    """One node of a document's text; ``start`` and ``end`` are indexes into ``tree.text``.

    ``start`` includes anchor and tag; a block collection ends with its last descendant. ``style`` is the quote or block
    indicator of a scalar, ``flow`` or nothing of a collection. ``items`` holds the nodes of a list, or keys and values
    in turn of a map. ``text`` is a scalar's text, ``value`` what ``load`` makes of it; an alias has its ``target``.
    """

    __slots__ = ("anchor", "end", "items", "kind", "start", "style", "tag", "target", "text", "tree", "value")

    def __init__(self, tree: Tree, kind: str, start: int, end: int, style: str) -> None:
        self.tree = tree
        self.kind = kind
        self.start = start
        self.end = end
        self.style = style
        self.anchor: str | None = None
        self.tag: str | None = None
        self.items: list[Node] = _NO_ITEMS
        self.text = ""
        self.value: Any = None
        self.target: Node = self

    def __repr__(self) -> str:
        return f"<{self.kind} {self.start}:{self.end} {self.tree.text[self.start : self.end]!r}>"


_NO_ITEMS: list[Node] = []


class Tree:
    """One parsed document; ``text`` is its slice of the stream, ``duplicates`` are the keys that a map holds twice."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.text = document.source
        # What the places of the text are looked up in: see lines.py.
        self.scan = scan_form(self.text)
        self.root: Node | None = None
        self.anchors = False
        self.value: Any = None
        self.loaded = False
        self._duplicates: list[tuple[str, tuple[int, int], tuple[int, int]]] = []

    @property
    def duplicates(self) -> list[tuple[str, tuple[int, int], tuple[int, int]]]:
        """Key, first and second position (line, column) of every repeated key; known once the tree is loaded."""
        return self._duplicates


class Map(dict[str, Any]):
    """A map that remembers its node; a copy keeps the node, so that the editor knows what to edit in place.

    ``marks`` are notes kept in a comment at the end of a key's line: ``port: 15020  # meshinject: was http``.
    """

    node: Node | None = None
    _marks: dict[str, str] | None = None

    @property
    def marks(self) -> dict[str, str]:
        """The notes by key; change them on a copy."""
        if self._marks is None:
            self._marks = {}
        return self._marks

    def __copy__(self) -> Map:
        new = Map(self)
        new.node = self.node
        if self._marks:
            new._marks = dict(self._marks)
        return new

    copy = __copy__

    def __deepcopy__(self, memo: dict[int, Any]) -> Map:
        from copy import deepcopy  # noqa: PLC0415 - seldom wanted: copy on write is the rule

        new = self.__copy__()
        for name, value in self.items():
            new[name] = deepcopy(value, memo)
        return new


class List(list[Any]):
    """A list that remembers its node; a copy keeps the node."""

    node: Node | None = None

    def __copy__(self) -> List:
        new = List(self)
        new.node = self.node
        return new

    copy = __copy__

    def __deepcopy__(self, memo: dict[int, Any]) -> List:
        from copy import deepcopy  # noqa: PLC0415 - seldom wanted: copy on write is the rule

        new = List(deepcopy(value, memo) for value in self)
        new.node = self.node
        return new


def is_marked(value: Map) -> bool:
    """Say whether a map has marks, without making room for them."""
    return bool(value._marks)  # noqa: SLF001 - its own module


__all__ = ["ALIAS", "FLOW", "LIST", "MAP", "SCALAR", "List", "Map", "Node", "Tree", "is_marked"]
