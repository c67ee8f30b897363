"""Several inputs become one stream, and a large one does not stay in memory."""

import io
from pathlib import Path

import pytest

from meshinject.files import output
from meshinject.files.output import Spool


@pytest.mark.parametrize(
    ("texts", "joined"),
    [
        pytest.param(["a: 1\n", "b: 2\n"], "a: 1\n---\nb: 2\n", id="two plain files get a separator"),
        pytest.param(
            ["a: 1", "b: 2"], "a: 1\n---\nb: 2", id="a missing last line break is added between, not at the end"
        ),
        pytest.param(["a: 1\n", "---\nb: 2\n"], "a: 1\n---\nb: 2\n", id="a file that starts with one brings its own"),
        pytest.param(["a: 1\n---\n", "b: 2\n"], "a: 1\n---\nb: 2\n", id="a file that ends with one leaves its own"),
        pytest.param(
            ["a: 1\n", "# top\n\n---\nb: 2\n"],
            "a: 1\n# top\n\n---\nb: 2\n",
            id="comments before the separator count for none",
        ),
        pytest.param(["a: 1\n", "--- # b\nb: 2\n"], "a: 1\n--- # b\nb: 2\n", id="a separator with a comment is one"),
        pytest.param(["a: 1\n", "----\n"], "a: 1\n---\n----\n", id="four dashes are text"),
        pytest.param(
            ["a: 1\n", "%YAML 1.2\n---\nb: 2\n"],
            "a: 1\n...\n%YAML 1.2\n---\nb: 2\n",
            id="a directive needs the end mark",
        ),
        pytest.param(["a: 1\r\n", "b: 2\r\n"], "a: 1\r\n---\r\nb: 2\r\n", id="the separator ends as the lines do"),
        pytest.param(["a: 1\n", "\ufeffb: 2\n"], "a: 1\n---\nb: 2\n", id="a byte order mark only counts at the start"),
        pytest.param(["\ufeffa: 1\n", ""], "\ufeffa: 1\n", id="an empty file adds nothing"),
        pytest.param([], "", id="nothing in, nothing out"),
    ],
)
@pytest.mark.parametrize("limit", [pytest.param(8 << 20, id="in memory"), pytest.param(1, id="spooled")])
def test_inputs_are_joined(
    texts: list[str], joined: str, limit: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(output, "SPOOL_BYTES", limit)
    stdout = io.TextIOWrapper(io.BytesIO(), newline="")
    monkeypatch.setattr("sys.stdout", stdout)
    with Spool() as spool:
        for text in texts:
            spool.add(text)
        spool.to_stdout()
        spool.to_file(str(tmp_path / "out.yaml"))
    written = stdout.buffer
    assert isinstance(written, io.BytesIO)
    assert written.getvalue() == joined.encode()
    assert (tmp_path / "out.yaml").read_bytes() == joined.encode()
