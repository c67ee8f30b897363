"""Parse a document into nodes with places, and load it into values that remember their nodes.

Values are read exactly as Kubernetes reads them (see scalars.py); keys are text, ``<<`` is resolved in place as go-yaml
does: a key written before ``<<`` loses to the merge, a key after it wins. An alias gives the same object as its anchor.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from meshinject.yamltext import events, scalars
from meshinject.yamltext.lines import position
from meshinject.yamltext.model import ALIAS, FLOW, LIST, MAP, SCALAR, List, Map, Node, Tree
from meshinject.yamltext.problems import YAMLProblem

if TYPE_CHECKING:
    from meshinject.yamltext.stream import Document

__all__ = ["List", "Map", "Node", "Tree", "YAMLProblem", "entries", "load", "parse", "raw", "where"]

MAX_DEPTH = 200
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def parse(document: Document) -> Tree:
    """Parse one document.

    Raises:
        YAMLProblem: the text is no YAML, or uses an anchor that does not exist.
    """
    tree = Tree(document)
    text = tree.text
    # libyaml drops a byte order mark and does not count it.
    shift = 1 if text[:1] == "\ufeff" else 0
    try:
        tree.root = _compose(tree, events.reader(text[shift:] if shift else text), shift)
    except events.YAMLError as error:
        raise _syntax_problem(tree, error, shift) from None
    except UnicodeEncodeError as error:
        raise problem(tree, error.start + shift, "a lone surrogate is no character") from None
    return tree


def problem(tree: Tree, index: int, message: str, help_text: str = "") -> YAMLProblem:
    """Make a YAMLProblem at an index of the tree's text."""
    line, column = position(tree.text, index)
    return YAMLProblem(tree.document.line + line, column + 1, message, help_text)


def _syntax_problem(tree: Tree, error: Any, shift: int) -> YAMLProblem:
    text = tree.text
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is None:
        odd = _UNPRINTABLE.search(text, shift)
        return problem(tree, odd.start() if odd else 0, "control characters are not allowed")
    index = min(mark.index + shift, len(text))
    message = error.problem or str(error)
    if error.context and "expected" in message:
        message = f"{error.context}: {message}"
    return problem(tree, index, message, _help(text, index, message))


def _help(text: str, index: int, message: str) -> str:
    char = text[index : index + 1]
    if char == "\t":
        return "YAML indents with spaces only: replace the tab"
    if "cannot start any token" in message:
        return f"put text that starts with {char} in quotes"
    if "mapping values are not allowed" in message:
        return 'check the indentation, and put text that holds ": " in quotes'
    return ""


def _compose(tree: Tree, get: Any, shift: int) -> Node | None:
    anchors: dict[str, Node] = {}
    root: Node | None = None
    stack: list[Node] = []
    items: list[Node] = []
    while True:
        event = get()
        if event is None:
            return root
        kind = event.__class__
        if kind is events.ScalarEvent:
            node = Node(tree, SCALAR, event.start_mark.index + shift, event.end_mark.index + shift, event.style or "")
            node.text = event.value
        elif kind is events.AliasEvent:
            start = event.start_mark.index + shift
            node = Node(tree, ALIAS, start, event.end_mark.index + shift, "")
            target = anchors.get(event.anchor)
            if target is None:
                raise problem(tree, start, f"unknown anchor '{event.anchor}' referenced")
            if target in stack:
                raise problem(tree, start, f"anchor '{event.anchor}' value contains itself")
            node.target = target
            items.append(node)
            continue
        elif kind is events.MappingStartEvent or kind is events.SequenceStartEvent:
            node = Node(
                tree,
                MAP if kind is events.MappingStartEvent else LIST,
                event.start_mark.index + shift,
                event.end_mark.index + shift,
                FLOW if event.flow_style else "",
            )
        elif kind is events.MappingEndEvent or kind is events.SequenceEndEvent:
            node = stack.pop()
            # libyaml ends a block collection where the next token starts: its last descendant knows better.
            node.end = event.end_mark.index + shift if node.style else node.items[-1].end
            items = stack[-1].items if stack else []
            continue
        elif kind is events.DocumentStartEvent and root is not None:
            raise problem(tree, event.start_mark.index + shift, "did not find expected <document start>")
        else:
            continue
        if event.anchor is not None:
            node.anchor = event.anchor
            anchors[event.anchor] = node
            tree.anchors = True
        node.tag = event.tag
        if root is None:
            root = node
        items.append(node)
        if node.kind is not SCALAR:
            node.items = items = []
            stack.append(node)
            if len(stack) > MAX_DEPTH:
                raise problem(tree, node.start, f"nested more than {MAX_DEPTH} levels deep")


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
        self.visits += size
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
        return result

    def key(self, key: Node) -> str:
        node = key.target
        if node.kind is not SCALAR:
            raise problem(self.tree, key.start, "a map or list cannot be a key")
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
    """Give line and column of a key (or item), or of the key's value; None when the text does not hold it."""
    node = container.node
    if node is None:
        return None
    if node.kind is LIST:
        items = node.items
        if not isinstance(key, int) or not -len(items) <= key < len(items):
            return None
        return place(node.tree, items[key].start)
    pair = entries(node).get(str(key))
    return place(node.tree, pair[value].start) if pair else None


def raw(container: Map, key: str) -> str | None:
    """Give the source text of a key's value, without anchor and tag; None when the text does not hold it."""
    if container.node is None:
        return None
    pair = entries(container.node).get(key)
    if pair is None:
        return None
    node = pair[1].target
    return node.tree.text[node.start : node.end]
