"""What is gathered before a run, and what the run says of it in the end."""

import gc
import os
import threading
from pathlib import Path

import pytest

from meshinject import surroundings
from meshinject.decide.inject import Reason
from meshinject.surroundings import survey
from meshinject.yamltext.model import Tree
from meshinject.yamltext.nodes import parse
from meshinject.yamltext.stream import Document

NAMESPACE = "apiVersion: v1\nkind: {}\nmetadata: {{name: shop, labels: {{istio-injection: enabled}}}}\n"


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The first lines of all documents that are parsed."""
    lines: list[int] = []

    def counted(document: Document) -> Tree:
        lines.append(document.line)
        return parse(document)

    monkeypatch.setattr(surroundings, "parse", counted)
    return lines


@pytest.mark.parametrize(
    "kind",
    ["Namespace", '"Namespace"', "'Namespace'  # here", "!!str Namespace", "&kind Namespace", "|-\n  Namespace"],
)
def test_a_namespace_is_found_in_any_style(folder: Path, kind: str) -> None:
    (folder / "a.yaml").write_text(NAMESPACE.format(kind))
    assert survey(["a.yaml"]).namespaces.labels == {"shop": {"istio-injection": "enabled"}}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"shop"}}', id="JSON on a line"),
        pytest.param('{"kind":\n"Namespace", "apiVersion": "v1", "metadata":{"name":"shop"}}', id="on several"),
        pytest.param("? kind\n: Namespace\n? apiVersion\n: v1\n? metadata\n: {name: shop}\n", id="explicit keys"),
        pytest.param("apiVersion: v1\r\nkind: Namespace\r\nmetadata: {name: shop}\r\n", id="CRLF"),
        pytest.param("{apiVersion: v1, metadata: {name: shop}, kind: Namespace}", id="flow"),
        pytest.param("metadata: {name: shop}\napiVersion: v1\nkind: Namespace", id="no end of line"),
    ],
)
def test_a_namespace_is_found_in_any_form(folder: Path, text: str) -> None:
    (folder / "a.yaml").write_bytes(text.encode())
    assert survey(["a.yaml"]).namespaces.labels == {"shop": {}}


def test_only_documents_with_the_value_are_parsed(folder: Path, parsed: list[int]) -> None:
    words = "# Namespace\nkind: Role\ntext: Namespace of the pod.\nscope: Namespaced\nnamespace: Namespaces\n---\n"
    (folder / "a.yaml").write_text(words + NAMESPACE.format("Namespace"))
    (folder / "b.yaml").write_text(words)
    survey(["a.yaml", "b.yaml"])
    assert parsed == [6]


def test_nothing_but_what_cannot_be_read_again_is_kept(folder: Path) -> None:
    for number in range(20):
        (folder / f"{number}.yaml").write_text(NAMESPACE.format("Namespace"))
    before = _trees()
    around = survey([f"{number}.yaml" for number in range(20)])
    assert (around.kept, around.contradictions, _trees()) == ([], [], before)


def _trees() -> int:
    gc.collect()
    return sum(isinstance(each, Tree) for each in gc.get_objects())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_read_once(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    (folder / "a.yaml").write_text("a: 1\n")
    writer = threading.Thread(target=lambda: (folder / "pipe").write_text(NAMESPACE.format("Namespace")))
    writer.start()
    around = survey(["pipe", "a.yaml"])
    writer.join()
    assert around.namespaces.labels["shop"] == {"istio-injection": "enabled"}
    assert [source.text for source in around.sources(["pipe", "a.yaml"])] == [NAMESPACE.format("Namespace"), "a: 1\n"]


@pytest.mark.parametrize(
    ("path", "beside", "text"),
    [
        pytest.param("patch.yaml", "kustomization.yaml", "patches: [{path: patch.yaml}]\n", id="a kustomize patch"),
        pytest.param("templates/a.yaml", "Chart.yaml", "name: chart\n", id="a template of a chart"),
    ],
)
def test_what_another_tool_owns_defines_nothing(folder: Path, path: str, beside: str, text: str) -> None:
    (folder / beside).write_text(text)
    (folder / path).parent.mkdir(exist_ok=True)
    (folder / path).write_text(NAMESPACE.format("Namespace"))
    assert survey([path]).namespaces.labels == {}


@pytest.mark.parametrize(
    ("labels", "count"),
    [
        pytest.param("istio-injection: disabled", 1, id="other labels"),
        pytest.param("istio-injection: enabled, istio.io/rev: a", 1, id="one more label"),
        pytest.param("istio-injection: enabled, team: a", 0, id="another label that is not about injection"),
    ],
)
def test_a_namespace_with_two_documents_is_odd_when_they_differ(folder: Path, labels: str, count: int) -> None:
    (folder / "a.yaml").write_text(NAMESPACE.format("Namespace"))
    (folder / "b.yaml").write_text(NAMESPACE.format("Namespace").replace("istio-injection: enabled", labels))
    around = survey(["a.yaml", "b.yaml"])
    assert len(around.contradictions) == count
    assert around.places["shop"] == ("b.yaml", 3, 18)
    for finding in around.contradictions:
        assert "a.yaml:3 defines it with other labels for injection; these count" in finding.text
        assert finding.place == around.places["shop"]


def test_what_is_said_in_the_end(folder: Path) -> None:
    (folder / "a.yaml").write_text("apiVersion: v1\nkind: Namespace\nmetadata:\n  name: quiet\n")
    around = survey(["a.yaml"])
    one, unknown = (Reason.NAMESPACE_UNLABELLED, "quiet"), Reason.NAMESPACE_UNKNOWN
    assert not [*around.notes({(Reason.NAMESPACE_ENABLED, "quiet"): 2})]
    notes = around.notes({one: 1, (unknown, "b"): 3, (unknown, "a"): 1})
    said = [(finding.place.line, finding.text) for finding in notes]
    assert said == [
        (4, "Namespace quiet does not ask for injection, so its workload is left alone"),
        (0, "the inputs do not define the namespaces a, b; their workloads are injected as though they asked for that"),
    ]
