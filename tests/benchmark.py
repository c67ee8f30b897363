"""How fast meshinject is: `python tests/benchmark.py [RUNS]`. Prints figures and judges nothing: machines are noisy.

Two figures, each a ratio of medians so that the machine's own speed cancels out:

* one Deployment, the whole process, against a bare interpreter: what a pre-commit hook or a pipe feels;
* 1,000 Deployments in this process (about 650 kB), against PyYAML's C parser over the same text.

The package is compiled first, as pip does when it installs: where PYTHONDONTWRITEBYTECODE is set nothing else would.
"""

# ruff: noqa: T201

import compileall
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import yaml

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.inprocess import meshinject

VERSIONS = ("--istio-version", "1.28.1", "--kubernetes-version", "1.33")
DEPLOYMENT = """\
# The front end number {n}.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-{n}
  labels:
    app: web-{n}
spec:
  replicas: 2   # one per zone
  selector:
    matchLabels:
      app: web-{n}
  template:
    metadata:
      labels:
        app: web-{n}
    spec:
      containers:
      # The application.
      - name: web
        image: example.com/shop/web:1.{n}
        ports:
        - name: http
          containerPort: 8080
        readinessProbe:
          httpGet: {{path: /healthz, port: http}}
        env:
        - name: MODE
          value: "production"
"""


def medians(runs: int, *works: Callable[[], object]) -> list[float]:
    """The median of `runs` timed calls of each after one that is not counted, in seconds.

    They take turns, so that a machine that gets slower for a while is so for all of them.
    """
    times: list[list[float]] = [[] for _ in works]
    for _ in range(runs + 1):
        for each, work in zip(times, works, strict=True):
            start = time.perf_counter()
            work()
            each.append(time.perf_counter() - start)
    return [statistics.median(each[1:]) for each in times]


def whole_process(runs: int) -> None:
    """One Deployment, from the start of the process to its end."""
    with tempfile.TemporaryDirectory() as folder:
        manifest = Path(folder) / "app.yaml"
        manifest.write_text(DEPLOYMENT.format(n=1))
        command = [sys.executable, "-m", "meshinject", "-f", str(manifest), *VERSIONS, "-q"]
        ours, bare = medians(
            runs,
            lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL),
            lambda: subprocess.run([sys.executable, "-c", "pass"], check=True),
        )
    times = f"{ours / bare:.1f} times a bare interpreter ({bare * 1000:.1f} ms)"
    print(f"one Deployment, whole process: {ours * 1000:.0f} ms, {times}")


def large_stream(runs: int) -> None:
    """A thousand Deployments, in this process."""
    text = "---\n".join(DEPLOYMENT.format(n=n) for n in range(1000))
    data = text.encode()

    def inject() -> None:
        result = meshinject("-", *VERSIONS, "-q", stdin=data)
        if result.code:
            raise SystemExit(result.stderr)

    ours, read = medians(runs, inject, lambda: list(yaml.parse(text, Loader=yaml.CSafeLoader)))
    times = f"{ours / read:.1f} times PyYAML's C parser ({read:.3f} s)"
    print(f"1,000 Deployments ({len(data) / 1000:.0f} kB): {ours:.2f} s, {times}")


if __name__ == "__main__":
    compileall.compile_dir(str(Path(__file__).parents[1] / "meshinject"), quiet=1)
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    whole_process(count)
    large_stream(count)
