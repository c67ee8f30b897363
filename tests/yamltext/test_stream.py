"""Documents are cut where YAML cuts them, and the slices are the stream."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meshinject.yamltext.stream import split


@pytest.mark.parametrize(
    ("text", "sources", "lines"),
    [
        pytest.param("", [], [], id="an empty stream has no document"),
        pytest.param("# nothing\n", ["# nothing\n"], [1], id="comments alone are a document"),
        pytest.param("a: 1\n---\nb: 2\n", ["a: 1\n", "---\nb: 2\n"], [1, 2], id="a marker opens a document"),
        pytest.param(
            "# c\n---\na: 1\n", ["# c\n---\na: 1\n"], [1], id="comments above the first marker head its document"
        ),
        pytest.param("%YAML 1.1\n---\na: 1\n", ["%YAML 1.1\n---\na: 1\n"], [1], id="so do directives"),
        pytest.param(
            "---\n# x\n---\na: 1\n", ["---\n# x\n", "---\na: 1\n"], [1, 3], id="an empty document stands for itself"
        ),
        pytest.param(
            "--- # c\na: 1\n--- {b: 2}\n", ["--- # c\na: 1\n", "--- {b: 2}\n"], [1, 3], id="text may follow a marker"
        ),
        pytest.param("---\ta: 1\n", ["---\ta: 1\n"], [1], id="a tab may follow a marker"),
        pytest.param("---a: 1\nb: 2\n", ["---a: 1\nb: 2\n"], [1], id="three dashes glued to text are text"),
        pytest.param("a: |\n  ---\n  x\n", ["a: |\n  ---\n  x\n"], [1], id="indented dashes are text"),
        pytest.param(
            "a: |\n---\nb: 1\n", ["a: |\n", "---\nb: 1\n"], [1, 2], id="dashes at column 0 end a block scalar"
        ),
        pytest.param("# ---\na: 1\n", ["# ---\na: 1\n"], [1], id="a marker in a comment is none"),
        pytest.param("a: 1\n...\n", ["a: 1\n...\n"], [1], id="the end marker is of its document"),
        pytest.param("a: 1\n...\n# end\n\n", ["a: 1\n...\n# end\n\n"], [1], id="so are comments at the end"),
        pytest.param(
            "a: 1\n...\n# b\n---\nb: 2\n",
            ["a: 1\n...\n", "# b\n---\nb: 2\n"],
            [1, 3],
            id="comments below it head the next",
        ),
        pytest.param(
            "a: 1\n...\nb: 2\n", ["a: 1\n...\n", "b: 2\n"], [1, 3], id="a document may follow without a marker"
        ),
        pytest.param("a: 1\n...\n...\nb: 2\n", ["a: 1\n...\n...\n", "b: 2\n"], [1, 4], id="end markers may repeat"),
        pytest.param(
            "a: 1\n...\nb: 2\n---\nc: 3\n", ["a: 1\n...\n", "b: 2\n", "---\nc: 3\n"], [1, 3, 4], id="all kinds together"
        ),
        pytest.param("a: 1\r\n---\r\nb: 2\r\n", ["a: 1\r\n", "---\r\nb: 2\r\n"], [1, 2], id="CRLF"),
        pytest.param("a: 1\r---\rb: 2", ["a: 1\r", "---\rb: 2"], [1, 2], id="lone CR"),
        pytest.param("\ufeff---\na: 1\n---\nb: 2", ["\ufeff---\na: 1\n", "---\nb: 2"], [1, 3], id="a byte order mark"),
        pytest.param(
            "\ufeff# c\n---\na: 1\n", ["\ufeff# c\n---\na: 1\n"], [1], id="a byte order mark before a comment"
        ),
        pytest.param("a: 1\n---", ["a: 1\n", "---"], [1, 2], id="a marker at the very end"),
    ],
)
def test_split(text: str, sources: list[str], lines: list[int]) -> None:
    documents = split(text)
    assert [document.source for document in documents] == sources
    assert [document.line for document in documents] == lines
    assert [document.index for document in documents] == list(range(len(sources)))


@given(
    st.lists(st.sampled_from(["---", "...", "a: 1", "# c", "", "%YAML 1.1", " ", "--- x", "\ufeff", "\r"])),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_the_slices_are_the_stream(lines: list[str], ending: str) -> None:
    text = ending.join(lines)
    documents = split(text)
    assert "".join(document.source for document in documents) == text
    assert all(document.source for document in documents)


def test_an_end_marker_at_the_very_start_ends_an_empty_document() -> None:
    assert [document.source for document in split("...\n# c\n---\na: 1\n")] == ["...\n", "# c\n---\na: 1\n"]
