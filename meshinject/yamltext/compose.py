"""Events into nodes with places."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from meshinject.yamltext import events
from meshinject.yamltext.lines import position
from meshinject.yamltext.model import ALIAS, FLOW, LIST, MAP, SCALAR, Node
from meshinject.yamltext.places import colon_end, content_start
from meshinject.yamltext.problems import YAMLProblem
from meshinject.yamltext.tolerance import Cover, is_json

if TYPE_CHECKING:
    from meshinject.yamltext.model import Tree

# Values are made and compared by recursion; no manifest comes near this.
MAX_DEPTH = 200
_TAG_BEFORE = re.compile(r"(?<!\S)![^\s]*[ \t]+\Z")
_ESCAPED_SLASH = re.compile(r"(?<!\\)(?:\\\\)*\\/")


def problem(tree: Tree, index: int, message: str, help_text: str = "") -> YAMLProblem:
    """Make a YAMLProblem at an index of the tree's text."""
    line, column = position(tree.text, index)
    return YAMLProblem(tree.document.line + line, column + 1, message, help_text)


def compose(tree: Tree) -> None:
    """Parse the tree's text and set its root.

    Raises:
        YAMLProblem: the text is no YAML, or uses an anchor that does not exist.
    """
    text = tree.text
    # libyaml drops a byte order mark and does not count it.
    shift = 1 if text[:1] == "\ufeff" else 0
    cover = Cover(text[shift:] if shift else text)
    while True:
        try:
            _Composer(tree, shift).run(cover.text)
        except events.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            if mark is None or not cover.retry(error, mark.index):
                raise _syntax_problem(tree, error, shift) from None
        except UnicodeEncodeError as error:
            raise problem(tree, error.start + shift, "a lone surrogate is no character") from None
        else:
            break
    if tree.root is not None:
        if cover:
            _uncover(tree.root, cover)
        if "\\/" in text and not is_json(text):
            _check_escapes(tree.root)


def _check_escapes(node: Node) -> None:
    """Refuse an escaped slash, which only JSON has: Kubernetes' YAML reader does not know it."""
    if node.style == '"' and (found := _ESCAPED_SLASH.search(node.tree.scan, node.start, node.end)):
        raise problem(node.tree, found.end() - 2, "found unknown escape character")
    for item in node.items:
        _check_escapes(item)


def _uncover(node: Node, cover: Cover) -> None:
    if node.kind is SCALAR:
        node.text = cover.restored(node.tree.text[content_start(node) : node.end], node.text)
    for item in node.items:
        _uncover(item, cover)


class _Composer:
    """Takes the events of one text one by one."""

    def __init__(self, tree: Tree, shift: int) -> None:
        self.tree = tree
        self.shift = shift
        self.anchors: dict[str, Node] = {}
        # Open collections, and the items of the innermost.
        self.stack: list[Node] = []
        self.items: list[Node] = []

    def run(self, text: str) -> None:
        take = {
            events.MappingStartEvent: self.map_start,
            events.SequenceStartEvent: self.list_start,
            events.MappingEndEvent: self.end,
            events.SequenceEndEvent: self.end,
            events.AliasEvent: self.alias,
        }
        get = events.reader(text)
        scalar, tree, shift = events.ScalarEvent, self.tree, self.shift
        while (event := get()) is not None:
            kind = event.__class__
            if kind is scalar:
                node = Node(
                    tree, SCALAR, event.start_mark.index + shift, event.end_mark.index + shift, event.style or ""
                )
                node.text = event.value
                self.items.append(node)
                if event.anchor is not None or event.tag is not None or node.start == node.end:
                    self.rare_scalar(node, event)
            elif (method := take.get(kind)) is not None:
                method(event)
        self.tree.root = self.items[0] if self.items else None

    def rare_scalar(self, node: Node, event: Any) -> None:
        """Note anchor and tag, and put the missing value of a key right behind it: libyaml may miss it lines later."""
        node.tag = event.tag
        if event.anchor is not None:
            self.anchor(node, event.anchor)
        if node.start == node.end and self.stack and self.stack[-1].kind is MAP and len(self.items) % 2 == 0:
            key = self.items[-2]
            node.start = node.end = colon_end(self.tree.scan, key) or key.end

    def map_start(self, event: Any) -> None:
        self.start(MAP, event)

    def list_start(self, event: Any) -> None:
        self.start(LIST, event)

    def start(self, kind: str, event: Any) -> None:
        shift = self.shift
        style = FLOW if event.flow_style else ""
        node = Node(self.tree, kind, event.start_mark.index + shift, event.end_mark.index + shift, style)
        self.items.append(node)
        self.stack.append(node)
        if len(self.stack) > MAX_DEPTH:
            raise problem(self.tree, node.start, f"nested more than {MAX_DEPTH} levels deep")
        node.items = self.items = []
        if event.tag is not None:
            node.tag = event.tag
        if event.anchor is not None:
            self.anchor(node, event.anchor)

    def end(self, event: Any) -> None:
        node = self.stack.pop()
        # libyaml ends a block collection where the next token starts: its last descendant knows better.
        node.end = event.end_mark.index + self.shift if node.style else self.items[-1].end
        self.items = self.stack[-1].items if self.stack else [node]

    def anchor(self, node: Node, name: str) -> None:
        node.anchor = name
        self.anchors[name] = node
        self.tree.anchors = True
        if (
            node.tag is not None
            and events.binding is None
            and (tag := _TAG_BEFORE.search(self.tree.scan, 0, node.start))
        ):
            # ruamel.yaml starts a node at its anchor, libyaml at the tag in front of that.
            node.start = tag.start()

    def alias(self, event: Any) -> None:
        node = Node(self.tree, ALIAS, event.start_mark.index + self.shift, event.end_mark.index + self.shift, "")
        target = self.anchors.get(event.anchor)
        if target is None:
            raise problem(self.tree, node.start, f"unknown anchor '{event.anchor}' referenced")
        if target in self.stack:
            raise problem(self.tree, node.start, f"anchor '{event.anchor}' value contains itself")
        node.target = target
        self.items.append(node)


def _syntax_problem(tree: Tree, error: Any, shift: int) -> YAMLProblem:
    text = tree.text
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is None:
        # Compiled where it is needed: so wide a class costs milliseconds.
        odd = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]").search(text, shift)
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
