"""A kill at any moment of --write leaves every file whole: the old content or the new one.

The gate kills 20 times; `python -m pytest tests/cli/test_crash.py --kills 200` does it longer.
"""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import POD
from tests.inprocess import meshinject

ROOT = Path(__file__).parents[2]
FILES = 200
VERSIONS = ("--istio-version", "1.28.1", "--kubernetes-version", "1.33")


def test_every_file_is_whole_after_a_kill(folder: Path, request: pytest.FixtureRequest) -> None:
    kills = int(request.config.getoption("--kills"))
    old = {f"{index:03}.yaml": POD.replace("name: p", f"name: p{index}") for index in range(FILES)}
    new = {name: meshinject("-q", *VERSIONS, stdin=text.encode()).stdout.decode() for name, text in old.items()}
    command = [sys.executable, "-m", "meshinject", "--write", "-q", *VERSIONS, "."]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}

    def reset() -> None:
        for file in folder.iterdir():
            file.unlink()
        for name, text in old.items():
            (folder / name).write_text(text)

    def wait(process: subprocess.Popen[bytes], first: Path, inode: int) -> float:
        """Wait until the first file is replaced or the process has ended; how long that took."""
        start = time.monotonic()
        while process.poll() is None and first.stat().st_ino == inode:
            time.sleep(0.0005)
        return time.monotonic() - start

    def begin() -> tuple[subprocess.Popen[bytes], Path, int]:
        reset()
        first = folder / min(old)
        return subprocess.Popen(command, env=environment), first, first.stat().st_ino

    process, first, inode = begin()
    working = wait(process, first, inode)
    start = time.monotonic()
    assert process.wait() == 0
    writing = time.monotonic() - start
    assert {name: (folder / name).read_text() for name in new} == new
    seed = random.Random(5)  # noqa: S311  (which moments are tried is no secret)
    caught = 0
    for kill in range(kills):
        process, first, inode = begin()
        if kill % 4:  # most of the run reads and injects; what matters is the last part, when files are replaced
            wait(process, first, inode)
            time.sleep(writing * seed.uniform(0, 1))
        else:
            time.sleep(working * seed.uniform(0, 1))
        process.send_signal(signal.SIGKILL)
        process.wait()
        states = {name: (folder / name).read_text() for name in old}
        torn = [name for name, text in states.items() if text not in (old[name], new[name])]
        assert not torn
        caught += 0 < sum(states[name] == new[name] for name in old) < FILES
    assert caught or kills < 20, "no kill came while files were written: the test tests nothing"
