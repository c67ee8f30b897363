"""A user's value on one line, in the user's own spelling, and back.

Notes hold what a line was; `"/health"` in quotes and `/health` are the same text to Kubernetes, but not to the user.
"""

import json
from typing import Any

from meshinject.kubernetes.workload import rebuilt, relisted, same
from meshinject.yamltext import emit, quote
from meshinject.yamltext.model import FLOW, SCALAR, List, Map, Node
from meshinject.yamltext.nodes import entries, load, parse
from meshinject.yamltext.stream import split


class Spelled(str):
    """A string and how the user wrote it: `"8080"`, `'a'`, `a`."""

    __slots__ = ("spelled",)
    spelled: str


class SpelledMap(dict[str, Any]):
    """A map and how the user wrote it on one line: `{port: 8080}`."""

    spelled: str


class SpelledList(list[Any]):
    """A list and how the user wrote it on one line: `[NET_ADMIN]`."""

    spelled: str


def line(parent: dict[str, Any], key: str) -> str:
    """The value of a key on one line: strings as the user wrote them, collections in flow style."""
    value = parent[key]
    if isinstance(value, Spelled | SpelledMap | SpelledList):
        return value.spelled
    if isinstance(value, dict):
        inner = ", ".join(f"{quote.string(name, flow=True)}: {line(value, name)}" for name in value)
        return f"{{{inner}}}"
    if isinstance(value, list):
        return f"[{', '.join(line({'item': item}, 'item') for item in value)}]"
    return _own_text(parent, key) or (quote.string(value, flow=True) if isinstance(value, str) else json.dumps(value))


def is_usual(parent: dict[str, Any], key: str) -> bool:
    """Whether a scalar is written as the editor would write it."""
    value = parent[key]
    if isinstance(value, Spelled):
        return value.spelled == quote.string(value)
    text = _own_text(parent, key)
    return text is None or text == emit.scalar(value)


def read(text: str) -> Any:
    """What `line` wrote, its strings with their spelling.

    Raises:
        YAMLProblem: the text is no YAML.
    """
    tree = parse(split(text)[0])
    value = load(tree)
    return value if tree.root is None else _with_spelling(tree.root, value)


def is_entry(text: str) -> bool:
    """Whether a line is `key: value` and not a value."""
    tree = parse(split(text)[0])
    return isinstance(load(tree), dict) and tree.root is not None and tree.root.style != FLOW


def laid_over(present: Any, value: Any) -> Any:
    """A value from a note that takes over the places of the present one in the text, where that is in flow style."""
    if not isinstance(present, Map | List) or present.node is None or present.node.style != FLOW or not value:
        return value
    if isinstance(present, Map) and isinstance(value, dict):
        return rebuilt(present, {key: laid_over(present.get(key), item) for key, item in value.items()})
    if isinstance(present, List) and isinstance(value, list) and len(present) == len(value):
        return relisted(present, [laid_over(old, new) for old, new in zip(present, value, strict=True)])
    return value


def _own_text(parent: dict[str, Any], key: str) -> str | None:
    """The text of a string where the parent's text still holds this very one on one line.

    Other scalars have no spelling of their own: it could not be carried through the next injection.
    """
    if not isinstance(parent[key], str) or not isinstance(parent, Map) or parent.node is None:
        return None
    pair = entries(parent.node).get(key)
    if pair is None or pair[1].target.kind != SCALAR or not same(pair[1].target.value, parent[key]):
        return None
    node = pair[1].target
    text = node.tree.text[node.start : node.end]
    return None if "\n" in text or text.startswith(("|", ">", "&", "!")) else text


def _with_spelling(node: Node, value: Any) -> Any:
    text = node.tree.text[node.start : node.end]
    spelled: Any = value
    if isinstance(value, Map):
        pairs = entries(node.target)
        spelled = SpelledMap({key: _with_spelling(pairs[key][1], item) for key, item in value.items()})
    elif isinstance(value, List):
        items = zip(node.target.items, value, strict=True)
        spelled = SpelledList(_with_spelling(each, item) for each, item in items)
    elif isinstance(value, str):
        spelled = Spelled(value)
    else:
        return value
    spelled.spelled = text
    return spelled
