"""What the tests of the YAML editor share: both parsers, and a document changed by a function."""

import copy
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from meshinject.yamltext import events
from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.rewrite import rewrite
from meshinject.yamltext.stream import split

GOLDEN = Path(__file__).parents[2] / "golden" / "yamltext"
KEYS = {"containers": "name", "initContainers": "name", "env": "name", "ports": "containerPort", "volumes": "name"}

Change = Callable[[Any], Any]


@pytest.fixture(params=["the C binding", "ruamel.yaml alone"])
def either_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a test with each of the two parsers."""
    name: str = request.param
    if name == "ruamel.yaml alone":
        monkeypatch.setattr(events, "binding", None)
    elif events.binding is None:
        pytest.skip("the C binding is not installed")
    return name


@pytest.fixture
def load_text() -> Callable[[str], Any]:
    """Load the only document of a text."""

    def run(text: str) -> Any:
        documents = split(text)
        assert "".join(document.source for document in documents) == text
        assert len(documents) < 2
        return load(parse(documents[0])) if documents else None

    return run


@pytest.fixture
def listkey() -> Callable[[tuple[str, ...]], str | None]:
    """Give the merge keys of lists, as for Kubernetes' pods."""

    def run(path: tuple[str, ...]) -> str | None:
        return KEYS.get(path[-1]) if path else None

    return run


@pytest.fixture
def changed(listkey: Callable[[tuple[str, ...]], str | None]) -> Callable[[str, Change], str]:
    """Change the only document of a text by a function of its value, and check that the result stays put."""

    def run(text: str, change: Change) -> str:
        tree = parse(split(text)[0])
        wanted = change(load(tree))
        result = rewrite(tree, wanted, listkey)
        again = parse(split(result)[0])
        assert rewrite(again, load(again), listkey) == result
        return result

    return run


@pytest.fixture
def put() -> Callable[..., Change]:
    """Make a change that sets, or with no value removes, what is at a path; parents are copied, all else is shared."""

    def make(*path: Any, value: Any = ..., after: str | None = None, first: bool = False) -> Change:
        def change(root: Any) -> Any:
            new = copy.copy(root)
            if len(path) > 1:
                new[path[0]] = make(*path[1:], value=value, after=after, first=first)(root[path[0]])
            elif isinstance(new, list):
                _put_item(new, path[0], value)
            else:
                _put_entry(new, path[0], value, after=after, first=first)
            return new

        return change

    return make


def _put_item(items: list[Any], index: int, value: Any) -> None:
    if value is ...:
        del items[index]
    elif index == len(items):
        items.append(value)
    else:
        items.insert(index, value)


def _put_entry(entries: dict[str, Any], name: str, value: Any, *, after: str | None, first: bool) -> None:
    if value is ...:
        del entries[name]
        return
    if name in entries or (after is None and not first):
        entries[name] = value
        return
    old = dict(entries)
    entries.clear()
    if first:
        entries[name] = value
    for key, item in old.items():
        entries[key] = item
        if key == after:
            entries[name] = value


@pytest.fixture(scope="session")
def golden_rows() -> Callable[[str], list[Any]]:
    """Read the rows of a compressed golden table."""

    def run(name: str) -> list[Any]:
        with lzma.open(GOLDEN / f"{name}.json.xz", "rt", encoding="utf-8") as file:
            rows: list[Any] = json.load(file)["rows"]
        return rows

    return run
