"""What must hold for every document, every style and every change.

MESHINJECT_EXAMPLES sets how many examples each property gets; some thousand make a long night's run.
"""

import copy
import os
import re
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from meshinject.yamltext import events, scalars
from meshinject.yamltext.model import List, Map, Node, Tree
from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.problems import YAMLProblem
from meshinject.yamltext.read import read
from meshinject.yamltext.rewrite import rewrite
from meshinject.yamltext.stream import split
from tests.yamltext.manifests import Writer, deployment, tree

EXAMPLES = int(os.environ.get("MESHINJECT_EXAMPLES", "150"))
KEYS = {"containers": "name", "initContainers": "name", "env": "name", "ports": "containerPort", "volumes": "name"}

FRESH: list[Any] = [
    "new", 15020, True, None, 2.5, "on", "two\nlines\n", "tail\n\n", {"a": 1}, {"x": {"y": ["1", 2]}}, ["-p", "15001"],
    {}, [],
    {"name": "istio-proxy", "image": "proxyv2:1.28", "args": ["-x", "on"], "env": [{"name": "E", "value": "[\n]"}]},
]  # fmt: skip

randoms = st.randoms(use_true_random=True)
examples = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))


def listkey(path: tuple[str, ...]) -> str | None:
    return KEYS.get(path[-1]) if path else None


def opened(text: str) -> Tree:
    (document,) = split(text)
    return parse(document)


def plain(value: Any) -> Any:
    if isinstance(value, dict):
        new = Map({key: plain(item) for key, item in value.items()})
        if isinstance(value, Map):
            new.marks.update(value.marks)
        return new
    return [plain(item) for item in value] if isinstance(value, list) else value


@examples
@given(randoms)
def test_a_document_reads_as_what_was_written(random: Random) -> None:
    value = random.choice([tree, deployment])(random)
    text = Writer(random).document(value)
    assert scalars.same(load(opened(text)), value)
    assert scalars.same(read(text), value)


class Changer:
    """Changes a loaded value at random places, copying only what it changes."""

    def __init__(self, random: Random, *, only_add: bool) -> None:
        self.random = random
        self.only_add = only_add
        self.share = random.choice([0.1, 0.3, 0.6])
        self.count = 0

    def fresh(self) -> Any:
        """Give something new; scalars are unlike any other, so that they can be told apart."""
        value = copy.deepcopy(self.random.choice(FRESH))
        self.count += 1
        return value if isinstance(value, dict | list) and value else f"fresh {self.count} {value}"

    def changed(self, value: Any) -> Any:
        """Give the value with changes, or itself."""
        if not isinstance(value, Map | List):
            return value if self.only_add or self.random.random() > self.share / 2 else self.fresh()
        places: list[Any] = list(value) if isinstance(value, Map) else list(range(len(value)))
        new = copy.copy(value)
        for place in places:
            new[place] = self.changed(value[place]) if self.random.random() < 0.7 else value[place]
        if self.random.random() < self.share:
            self.rearrange(new)
        return value if self.is_same(new, value) else new

    def is_same(self, new: Any, old: Any) -> bool:
        if isinstance(new, Map) and (list(new) != list(old) or new.marks != old.marks):
            return False
        pairs = zip(new.values(), old.values(), strict=True) if isinstance(new, Map) else zip(new, old, strict=False)
        return len(new) == len(old) and all(left is right for left, right in pairs)

    def rearrange(self, new: Any) -> None:
        random = self.random
        entries: list[Any] = list(new.items()) if isinstance(new, Map) else list(new)
        for _ in range(random.randint(1, 2)):
            entry = self.fresh()
            entry = (f"new {self.count}", entry) if isinstance(new, Map) else entry
            entries.insert(random.randint(0, len(entries)), entry)
        if not self.only_add:
            if random.random() < 0.5:
                entries.pop(random.randrange(len(entries)))
            if random.random() < 0.3:
                random.shuffle(entries)
        new.clear()
        if isinstance(new, Map):
            new.update(entries)
            if not self.only_add and entries and random.random() < 0.3:
                new.marks[random.choice(entries)[0]] = "was http"
        else:
            new.extend(entries)


@examples
@given(randoms)
def test_any_change_comes_out_as_wanted_and_stays_put(random: Random) -> None:
    text = Writer(random).document(random.choice([tree, deployment])(random))
    document = opened(text)
    changer = Changer(random, only_add=False)
    wanted = changer.changed(load(document))
    if document.anchors:
        strip_marks(wanted)
    result = rewrite(document, wanted, listkey)
    again = opened(result)
    assert rewrite(again, load(again), listkey) == result
    assert rewrite(again, plain(wanted), listkey) == result


def strip_marks(value: Any) -> None:
    """Take notes away: a map that is shared by aliases cannot have them in one place only."""
    if isinstance(value, Map):
        value.marks.clear()
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        strip_marks(item)


@examples
@given(randoms)
def test_what_is_added_goes_again_without_a_trace(random: Random) -> None:
    text = Writer(random).document(random.choice([tree, deployment])(random))
    document = opened(text)
    value = load(document)
    wanted = Changer(random, only_add=True).changed(value)
    result = rewrite(document, wanted, listkey)
    lost = set(re.findall(r"# c\d+\b", text)) - set(re.findall(r"# c\d+\b", result))
    assert not lost or "<<" in text
    if document.anchors or cannot_come_back(text):
        return
    again = opened(result)
    assert rewrite(again, without_added(load(again), value, wanted), listkey) == text


def cannot_come_back(text: str) -> bool:
    """Know what no later run can know: odd blanks before `{}`, `null` for it, a block scalar cut off at the end."""
    empty = re.search(r"[:-](\t|  +)(\{\}|\[\])|(\{\}|\[\])\t", text)
    return empty is not None or (not text.endswith("\n") and re.search(r"[|>][-+0-9]*\s", text) is not None)


def without_added(new: Any, old: Any, wanted: Any) -> Any:
    """Give the old value on the nodes of the new text."""
    if isinstance(old, Map) and isinstance(wanted, Map) and wanted.node is old.node:
        result = Map({key: without_added(new[key], old[key], wanted[key]) for key in old})
        result.node = new.node
        return result
    if isinstance(old, List) and isinstance(wanted, List) and wanted.node is old.node:
        items = List()
        items.node = new.node
        rest = iter(zip(new, wanted, strict=True))
        for item in old:
            for present, other in rest:
                if other is item or (isinstance(item, Map | List) and getattr(other, "node", 0) is item.node):
                    items.append(without_added(present, item, other))
                    break
        return items
    return old


@examples
@given(randoms)
def test_only_lines_of_changed_entries_change(random: Random) -> None:
    value = deployment(random)
    writer = Writer(random)
    text = writer.document(value)
    document = opened(text)
    if document.anchors or document.root is None or document.root.style:
        return
    root = load(document)
    wanted = copy.copy(root)
    wanted["spec"] = copy.copy(root["spec"])
    wanted["spec"]["replicas"] = 3
    result = rewrite(document, wanted, listkey)
    added = [line for line in result.splitlines() if line not in text.splitlines()]
    flow = root["spec"].node.style == "flow"
    assert len(added) == 1
    assert "replicas: 3" in added[0]
    assert flow or added[0].strip() == "replicas: 3"
    assert len(result.splitlines()) == len(text.splitlines()) + (not flow)


def shape(node: Node | None) -> Any:
    if node is None:
        return None
    return (
        node.kind,
        node.start,
        node.end,
        node.style,
        node.anchor,
        node.tag,
        node.text,
        [shape(item) for item in node.items],
    )


def parsed(text: str, binding: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(events, "binding", binding)
    try:
        document = opened(text)
        load(document)
    except YAMLProblem:
        return YAMLProblem
    return shape(document.root)


@pytest.mark.skipif(events.binding is None, reason="the C binding is not installed")
@examples
@given(
    randoms,
    st.text(alphabet=":-?{}[],#&*!|>'\"%@` \n\t\r01ay~.<=+\\\x85\u2028\ufeff", max_size=6),
    st.integers(0, 10**6),
)
def test_both_parsers_see_the_same(random: Random, noise: str, place: int) -> None:
    text = Writer(random).document(tree(random, 3))
    place %= len(text) + 1
    text = text[:place] + noise + text[place:]
    if len(split(text)) != 1:
        return
    with pytest.MonkeyPatch.context() as patch:
        binding = events.binding
        assert parsed(text, None, patch) == parsed(text, binding, patch)


@examples
@given(st.text(alphabet=":-?{}[],#&*!|>'\"%@` \n\t\r01ay~.<=+\\\x85\u2028\ufeff", max_size=30))
def test_no_text_makes_the_parser_fail_but_by_a_problem(text: str) -> None:
    for document in split(text):
        try:
            value: Any = load(parse(document))
        except YAMLProblem as problem:
            value = problem
        if isinstance(value, YAMLProblem):
            assert value.line >= document.line
            assert value.col >= 1
        else:
            assert len(split(document.source)) > 1 or scalars.same(read(document.source), value)
