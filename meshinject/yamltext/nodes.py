"""Parse a document into nodes with places, and load it into values that remember their nodes.

Values are read exactly as Kubernetes reads them (see scalars.py); keys are text, ``<<`` is resolved in place as go-yaml
does: a key written before ``<<`` loses to the merge, a key after it wins. An alias gives the same object as its anchor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meshinject.yamltext import marks, scalars
from meshinject.yamltext.compose import compose, problem
from meshinject.yamltext.lines import position
from meshinject.yamltext.model import ALIAS, FLOW, LIST, MAP, SCALAR, List, Map, Node, Tree
from meshinject.yamltext.places import colon_end, content_start, last
from meshinject.yamltext.problems import YAMLProblem

if TYPE_CHECKING:
    from meshinject.yamltext.stream import Document

__all__ = ["List", "Map", "Node", "Tree", "YAMLProblem", "entries", "load", "parse", "raw", "where"]


def parse(document: Document) -> Tree:
    """Parse one document.

    Raises:
        YAMLProblem: the text is no YAML, or uses an anchor that does not exist.
    """
    tree = Tree(document)
    compose(tree)
    return tree


def load(tree: Tree) -> Any:
    """Give the document's value; None for an empty one. The value is made once and kept by the tree.

    Raises:
        YAMLProblem: Kubernetes would not read it: a map or null as key, ``.inf``, a wrong merge, an alias bomb.
    """
    if not tree.loaded:
        if tree.root is not None:
            tree.value = _Loader(tree).value(tree.root)
        tree.loaded = True
    return tree.value


class _Loader:
    """Makes values of nodes, once each."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        # go-yaml's guard against alias bombs: the nodes a reader without sharing would visit, and those by aliases.
        self.visits = 0
        self.alias_visits = 0
        self.sizes: dict[Node, int] = {}
        self.marked = marks.MARK in tree.text

    def value(self, node: Node) -> Any:
        kind = node.kind
        if kind is SCALAR:
            self.visits += 1
            value = self.scalar(node)
            if value.__class__ is float and value - value != 0:
                raise problem(self.tree, node.start, f"{node.text} is no number in JSON")
            node.value = value
            return value
        if kind is ALIAS:
            self.count(node)
            node.value = node.target.value
            return node.value
        before = self.visits
        self.visits += 1
        if kind is MAP:
            node.value = self.map(node)
        else:
            node.value = List(map(self.value, node.items))
            node.value.node = node
        if node.anchor is not None:
            self.sizes[node] = self.visits - before
        return node.value

    def scalar(self, node: Node) -> Any:
        if node.tag is None:
            return node.text if node.style else scalars.plain(node.text)
        try:
            return scalars.tagged(node.tag, node.text)
        except ValueError as error:
            raise problem(self.tree, node.start, str(error)) from None

    def count(self, node: Node) -> None:
        size = self.sizes.get(node.target, 1)
        self.visits += size + 1
        self.alias_visits += size
        allowed = min(0.99, max(0.1, 0.99 - 0.89 * (self.visits - 400_000) / 3_600_000))
        if self.alias_visits > 100 and self.visits > 1000 and self.alias_visits / self.visits > allowed:  # noqa: PLR2004
            raise problem(self.tree, node.start, "document contains excessive aliasing")

    def map(self, node: Node) -> Map:
        result = Map()
        result.node = node
        items = iter(node.items)
        for key in items:
            value = next(items)
            if is_merge(key):
                self.merge(value, result)
                continue
            name = self.key(key)
            if name in result:
                self.repeated(node, name, key)
            result[name] = self.value(value)
            if self.marked and node.style != FLOW:
                note = marks.read(colon_end(self.tree.scan, key) or key.end, value)
                if note is not None:
                    result.marks[name] = note
        return result

    def key(self, key: Node) -> str:
        node = key.target
        if node.kind is not SCALAR:
            raise problem(self.tree, key.start, "a map or list cannot be a key")
        self.visits += 1
        value = node.value = self.scalar(node)
        try:
            return value if value.__class__ is str else scalars.key(value)
        except ValueError as error:
            raise problem(self.tree, key.start, str(error)) from None

    def repeated(self, node: Node, name: str, key: Node) -> None:
        """Note a key that the map itself holds twice, not one that overrides a merge."""
        for other in node.items[::2]:
            if other is key:
                return
            if not is_merge(other) and self.key(other) == name:
                first, second = (place(self.tree, one.start) for one in (other, key))
                self.tree.duplicates.append((name, first, second))
                return

    def merge(self, value: Node, result: Map) -> None:
        sources = [value]
        if value.kind is LIST:
            # Earlier maps of a merge list win, so they come last.
            sources = value.items[::-1]
            value.value = List()
        for source in sources:
            if source.target.kind is not MAP:
                raise problem(self.tree, value.start, "map merge requires map or sequence of maps as the value")
            merged = self.value(source)
            result.update(merged)


def is_merge(key: Node) -> bool:
    """Say whether a key is the merge key ``<<``; in quotes it is not."""
    if key.kind is not SCALAR or key.text != "<<":
        return False
    return (key.tag is None and not key.style) or key.tag == "tag:yaml.org,2002:merge"


def place(tree: Tree, index: int) -> tuple[int, int]:
    """Give line and column (from 1, in the stream) of an index of the tree's text."""
    line, column = position(tree.text, index)
    return tree.document.line + line, column + 1


def entries(node: Node) -> dict[str, tuple[Node, Node]]:
    """Give the key and value node of every key of a loaded map in the order of its value, with those of merges."""
    found: dict[str, tuple[Node, Node]] = {}
    items = iter(node.items)
    for key in items:
        value = next(items)
        if is_merge(key):
            sources = value.items[::-1] if value.kind is LIST else [value]
            for source in sources:
                found.update(entries(source.target))
        else:
            found[key_name(key)] = (key, value)
    return found


def key_name(key: Node) -> str:
    """Give the text of a loaded key."""
    return scalars.key(key.target.value)


def where(container: Map | List, key: str | int, value: bool = False) -> tuple[int, int] | None:
    """Give line and column of a key (or item), or of the key's value; None when the text does not hold it.

    They are those of the content, behind an anchor and a tag.
    """
    node = container.node
    if node is None:
        return None
    if node.kind is LIST:
        items = node.items
        if not isinstance(key, int) or not -len(items) <= key < len(items):
            return None
        return place(node.tree, content_start(items[key]))
    pair = entries(node).get(str(key))
    return place(node.tree, content_start(pair[value])) if pair else None


def begin(container: Map | List) -> tuple[int, int] | None:
    """Give line and column of where a map or list begins; None when the text does not hold it."""
    node = container.node
    return place(node.tree, node.start) if node is not None else None


def raw(container: Map, key: str) -> str | None:
    """Give the source text of a key's value, without anchor and tag; None when the text does not hold it."""
    if container.node is None:
        return None
    pair = entries(container.node).get(key)
    if pair is None:
        return None
    node = pair[1].target
    return node.tree.text[content_start(node) : last(node)]
