"""The recorded answers of the real istioctl kube-inject, and how one is compared with ours."""

import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.conformance.normal import differences, pods
from tests.inprocess import meshinject

TRUTH = Path(__file__).parents[2] / "golden" / "kube_inject"
REVISION = "canary"
"""The revision that the variant `revision` was recorded with."""


class Group(NamedTuple):
    """All recorded cases of one version, variant of settings and kind of sidecar."""

    version: str
    variant: str
    mode: str

    def __str__(self) -> str:
        return f"{self.version} {self.variant} {self.mode}"


def groups() -> list[Group]:
    """Every group that is recorded."""
    files = sorted(TRUTH.glob("expected/*/*.jsonl.xz"))
    return [Group(file.parent.name, *file.name.removesuffix(".jsonl.xz").split(".")) for file in files]


def lines(group: Group) -> list[str]:
    """The recorded cases of a group, each as JSON."""
    file = TRUTH / "expected" / group.version / f"{group.variant}.{group.mode}.jsonl.xz"
    return lzma.decompress(file.read_bytes()).decode("utf-8").splitlines()


def read(line: str) -> dict[str, Any]:
    """One recorded case."""
    record: dict[str, Any] = json.loads(line)
    return record


@cache
def settings(version: str) -> dict[str, dict[str, Any]]:
    """Values and mesh config of each variant of a version."""
    with lzma.open(TRUTH / "settings" / f"{version}.json.xz", "rt", encoding="utf-8") as file:
        read: dict[str, dict[str, Any]] = json.load(file)
    return read


def options(group: Group, folder: Path) -> list[str]:
    """The options that declare what a group was recorded for; its settings are written into `folder`."""
    declared = [
        *("--istio-version", group.version, "--kubernetes-version", "1.33"),
        *("--native-sidecars", "true" if group.mode == "native" else "false"),
    ]
    if group.variant == "default":
        return declared
    given = settings(group.version)[group.variant]
    (folder / "values.json").write_text(json.dumps(given["values"], indent=2), encoding="utf-8")
    (folder / "mesh.yaml").write_text(given["mesh"], encoding="utf-8")
    declared += ["--values-file", str(folder / "values.json"), "--mesh-config-file", str(folder / "mesh.yaml")]
    return declared + (["--revision", REVISION] if group.variant == "revision" else [])


def wrong(record: dict[str, Any], given: list[str]) -> list[str]:
    """What our answer to one recorded case gets wrong, a sentence each."""
    result = meshinject("-f", str(TRUTH / "inputs" / f"{record['case']}.yaml"), *given)
    if record["rc"]:
        refused = (result.code, result.stdout) == (3, b"")
        return [] if refused else [f"exit {result.code}, but kube-inject refuses this: {record['error']}"]
    if result.code:
        return [f"exit {result.code}: {result.stderr}"]
    got = pods(result.stdout.decode())
    names = [[(pod["kind"], pod["namespace"], pod["name"]) for pod in each] for each in (record["pods"], got)]
    if names[0] != names[1]:
        return [f"want the workloads {names[0]}, got {names[1]}"]
    return [
        f"{want['kind']} {want['name']}{line}"
        for want, pod in zip(record["pods"], got, strict=True)
        for line in differences(want["pod"], pod["pod"])
    ]
