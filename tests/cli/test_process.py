"""The command as a real process: streams, signals, pipes and disks, which an in-process run cannot show."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: a, image: a}]}\n"
COMMAND = [sys.executable, "-m", "meshinject", "--istio-version", "1.28.1", "--kubernetes-version", "1.33"]


ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments], input=stdin, capture_output=True, cwd=ROOT, env=ENVIRONMENT, check=False
    )


def start(*arguments: str, stdout: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, *arguments], stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.PIPE, cwd=ROOT, env=ENVIRONMENT
    )


def test_standard_input_is_read_without_arguments() -> None:
    result = run(stdin=POD.encode())
    assert result.returncode == 0, result.stderr
    assert b"istio-proxy" in result.stdout
    assert result.stderr == b"1 injected, 0 skipped, 0 passed through\n"


def test_empty_standard_input_gives_empty_output() -> None:
    result = run(stdin=b"")
    assert (result.returncode, result.stdout) == (0, b"")


def test_no_input_on_a_terminal_shows_help() -> None:
    leader, terminal = os.openpty()
    result = subprocess.run(
        COMMAND, stdin=terminal, capture_output=True, cwd=ROOT, env=ENVIRONMENT, check=False, timeout=30
    )
    os.close(leader)
    os.close(terminal)
    assert result.returncode == 2
    assert result.stdout == b""
    assert b"Usage: meshinject" in result.stderr


def test_a_closed_pipe_ends_quietly() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with start(stdout=writer) as process:
        os.close(writer)
        _, stderr = process.communicate(POD.encode(), timeout=30)
    assert (process.returncode, stderr) == (141, b"")


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered, where one write may be cut short"])
def test_a_pipe_that_is_closed_halfway_is_noticed(unbuffered: str) -> None:
    stream = "---\n".join(POD for _ in range(60)).encode()  # far more than a pipe holds
    environment = {**ENVIRONMENT, "PYTHONUNBUFFERED": unbuffered}
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=environment
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(stream)
        process.stdin.close()
        assert process.stdout.read(10) == b"apiVersion"
        process.stdout.close()
        assert process.wait(timeout=60) == 141


def test_a_closed_standard_output_is_an_error() -> None:
    script = " ".join([*COMMAND, ">&-"])
    result = subprocess.run(
        ["sh", "-c", script], input=POD.encode(), capture_output=True, cwd=ROOT, env=ENVIRONMENT, check=False
    )
    assert result.returncode == 2
    assert result.stderr == b"meshinject: error[MI001]: cannot write: standard output is closed\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_is_an_error_and_no_traceback() -> None:
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(
            COMMAND, input=POD.encode(), stdout=full, stderr=subprocess.PIPE, cwd=ROOT, env=ENVIRONMENT, check=False
        )
    assert result.returncode == 2
    assert result.stderr == b"meshinject: error[MI001]: cannot write: No space left on device\n"


@pytest.mark.parametrize(
    ("number", "code"),
    [pytest.param(signal.SIGINT, 130, id="Ctrl-C"), pytest.param(signal.SIGTERM, 143, id="SIGTERM")],
)
def test_a_signal_ends_it_cleanly_while_it_waits_for_input(number: signal.Signals, code: int) -> None:
    with start("-") as process:
        assert process.stdin is not None
        process.stdin.write(b"a" * 65536)  # more than a pipe holds together with the next write: it is reading now
        process.stdin.write(b"a" * 65536)
        process.stdin.flush()
        time.sleep(0.2)
        process.send_signal(number)
        stdout, stderr = process.communicate(timeout=30)
    assert (process.returncode, stdout, stderr) == (code, b"", b"")


def test_the_output_file_may_be_the_input(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(POD)
    result = run("-f", str(file), "-o", str(file))
    assert (result.returncode, result.stdout) == (0, b"")
    assert "istio-proxy" in file.read_text()
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.yaml"]


def test_nothing_is_written_when_one_document_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(POD + "---\na: [\n")
    result = run("-f", str(file), "-o", str(file))
    assert result.returncode == 3
    assert file.read_text() == POD + "---\na: [\n"


def test_python_dash_m_and_the_console_script_are_the_same_program() -> None:
    script = Path(sys.executable).parent / "meshinject"
    if not script.exists():
        pytest.fail("install the project first: pip install -e '.[test]'")
    result = subprocess.run([script, "-V"], capture_output=True, check=True)
    assert result.stdout == run("-V").stdout


def test_no_network_is_ever_tried() -> None:
    code = (
        "import socket, sys\n"
        "def refuse(*a, **k): raise AssertionError('network')\n"
        "socket.socket = socket.create_connection = socket.getaddrinfo = refuse\n"
        "from meshinject.cli import run\n"
        "sys.exit(run(['-q', '--istio-version', '1.28.1', '--kubernetes-version', '1.33']))\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], input=POD.encode(), capture_output=True, cwd=ROOT, env=ENVIRONMENT, check=False
    )
    assert (result.returncode, result.stderr) == (0, b"")
