"""A settings file as values that know their places, also where a whole text lies inside another one.

A ConfigMap holds the injector's configuration as a text below one of its keys. What is wrong in there is told at the
line and column of the file, so each text remembers where it starts.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from meshinject.files.inputs import read_one
from meshinject.frozen import Frozen
from meshinject.reports.findings import Code, Finding, Place
from meshinject.yamltext.nodes import List, Map, entries, load, parse, place, where
from meshinject.yamltext.problems import YAMLProblem
from meshinject.yamltext.stream import split

Path = Sequence[str | int]


class Text(Frozen):
    """A text and where it lies.

    Attributes:
        path: the file as findings name it.
        text: the text itself.
        lines: how many lines of the file are above it.
        columns: how many characters are left of each of its lines.
        fixed: where it starts, for a text in quotes whose lines are not those of the file; else None.
    """

    path: str
    text: str
    lines: int = 0
    columns: int = 0
    fixed: Place | None = None

    def place(self, line: int, column: int) -> Place:
        """The place in the file of a line and column of the text."""
        return self.fixed or Place(self.path, line + self.lines, column + self.columns)

    def problem(self, line: int, column: int, text: str, help: str = "") -> Finding:  # noqa: A002  (as in Finding)
        """An error at a line and column of the text."""
        inside = f" (line {line} of the text that starts here)" if self.fixed else ""
        return Finding(Code.SETTINGS, text + inside, help, self.place(line, column))


class Loaded(Frozen):
    """A value that was read, whole or part of a file, and the text that it was read from."""

    value: Any
    text: Text

    def place(self, path: Path = (), *, key: bool = False) -> Place:
        """Where the value at `path` is, or its key; the nearest place above for what the text does not hold."""
        value, found = self.value, None
        for index, step in enumerate(path):
            if not isinstance(value, Map | List):
                break
            last = index == len(path) - 1
            found = where(value, step, value=not (key and last)) or found
            try:
                value = value[step]  # type: ignore[index]  # a step fits its container or is refused
            except (KeyError, IndexError, TypeError):
                break
        if found is None and isinstance(self.value, Map | List) and self.value.node is not None:
            found = place(self.value.node.tree, self.value.node.start)
        return self.text.place(*(found or (1, 1)))

    def problem(self, path: Path, text: str, help: str = "", code: Code = Code.SETTINGS) -> Finding:  # noqa: A002
        """Something to tell about the value at `path`."""
        return Finding(code, text, help, self.place(path))

    def inner(self, path: Path) -> Text:
        """The text that is the value at `path`."""
        *parents, key = path
        container = self.value
        for step in parents:
            container = container[step]
        text = container[key]
        node = entries(container.node)[str(key)][1].target
        line, column = place(node.tree, node.start)
        if node.style != "|":
            return Text(self.text.path, text, fixed=self.text.place(line, column))
        return Text(
            self.text.path, text, self.text.lines + line, self.text.columns + _indent(node.tree.text, node, text)
        )


def read(name: str) -> Text | Finding:
    """The text of a file, or what is wrong with it."""
    source = read_one(name)
    return source.text if isinstance(source.text, Finding) else Text(source.path, source.text.removeprefix("\ufeff"))


def documents(text: Text, having: tuple[str, ...] = ()) -> Iterator[Loaded | Finding]:
    """Each document that is not empty, and an error for each that does not parse.

    With `having`, documents that hold none of these words are passed over unread: manifests of an installation are
    mostly definitions of resources.
    """
    for document in split(text.text):
        if having and not any(word in document.source for word in having):
            continue
        try:
            value = load(parse(document))
        except YAMLProblem as problem:
            yield text.problem(problem.line, problem.col, problem.message, problem.help)
        else:
            if value is not None:
                yield Loaded(value, text)


def objects(loaded: Loaded) -> Iterator[Loaded]:
    """The maps of a document: itself, or the items when it is a Kubernetes list."""
    value = loaded.value
    if not isinstance(value, dict):
        return
    items = value.get("items")
    if str(value.get("kind") or "").endswith("List") and isinstance(items, list):
        for item in items:
            yield from objects(Loaded(item, loaded.text))
    else:
        yield loaded


def plain(value: Any) -> Any:
    """The same as ordinary dicts and lists, which forget their places."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def _indent(source: str, node: Any, text: str) -> int:
    """How far a block literal is indented: what its first line with text has more than that of the value."""
    for line in source[node.start :].splitlines()[1:]:
        if line.strip():
            first = next((kept for kept in text.splitlines() if kept.strip()), "")
            return (len(line) - len(line.lstrip(" "))) - (len(first) - len(first.lstrip(" ")))
    return 0
