"""The hooks in the real pre-commit, which installs this repository into an environment of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import POD

ROOT = Path(__file__).parents[2]
CONFIG = """\
repos:
- repo: {root}
  rev: {rev}
  hooks:
  - id: {hook}
    args: [--istio-version, "1.28.1", --kubernetes-version, "1.33"]
"""


def git(*arguments: str, cwd: Path) -> str:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "protocol.file.allow=always")
    done = subprocess.run(["git", *identity, *arguments], cwd=cwd, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="pre-commit installs from a clone, which this is not")
def test_the_hooks_inject_once_and_then_pass(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    source = tmp_path_factory.mktemp("source") / "meshinject"
    git("clone", "-q", "--depth=1", f"file://{ROOT}", str(source), cwd=folder)
    rev = git("rev-parse", "HEAD", cwd=source)
    git("init", "-q", cwd=folder)
    (folder / "app.yaml").write_text(POD)
    (folder / "compose.yaml").write_text("services: {web: {image: nginx}}\n")
    environment = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path_factory.mktemp("cache"))}

    def run(hook: str) -> subprocess.CompletedProcess[str]:
        (folder / ".pre-commit-config.yaml").write_text(CONFIG.format(root=source, rev=rev, hook=hook))
        git("add", "-A", cwd=folder)
        command = [sys.executable, "-m", "pre_commit", "run", "--all-files"]
        return subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)

    refused = run("meshinject-check")
    assert refused.returncode == 1, refused.stdout + refused.stderr
    assert "app.yaml:2:1: warning[MI310]: Pod p is not injected" in refused.stdout
    assert "+++ b/app.yaml" in refused.stdout
    assert (folder / "app.yaml").read_text() == POD

    first = run("meshinject")
    assert first.returncode == 1
    assert "files were modified by this hook" in first.stdout
    assert "istio-proxy" in (folder / "app.yaml").read_text()
    assert (folder / "compose.yaml").read_text() == "services: {web: {image: nginx}}\n"

    second = run("meshinject")
    assert second.returncode == 0, second.stdout + second.stderr
    assert run("meshinject-check").returncode == 0
