"""Every recorded answer of the real istioctl kube-inject, compared pod by pod."""

import json
import lzma
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.normal import differences, pods
from tests.inprocess import meshinject

TRUTH = Path(__file__).parents[2] / "golden" / "kube_inject"


def recorded() -> list[Any]:
    params = []
    for file in sorted(TRUTH.glob("expected/*/*.jsonl.xz")):
        version = file.parent.name
        variant, mode = file.name.removesuffix(".jsonl.xz").split(".")
        with lzma.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                params.append(pytest.param(version, mode, record, id=f"{version} {variant} {mode} {record['case']}"))
    return params


@pytest.mark.parametrize(("version", "mode", "record"), recorded())
def test_pod_is_what_kube_inject_makes(version: str, mode: str, record: dict[str, Any]) -> None:
    result = meshinject(
        *("-f", str(TRUTH / "inputs" / f"{record['case']}.yaml")),
        *("--istio-version", version),
        *("--kubernetes-version", "1.33"),
        *("--native-sidecars", "true" if mode == "native" else "false"),
    )
    if record["rc"]:
        assert (result.code, result.stdout) == (3, b""), f"kube-inject refuses this: {record['error']}"
        return
    assert result.code == 0, result.stderr
    got = pods(result.stdout.decode())
    assert [(pod["kind"], pod["namespace"], pod["name"]) for pod in got] == [
        (pod["kind"], pod["namespace"], pod["name"]) for pod in record["pods"]
    ]
    wrong = [
        f"{want['kind']} {want['name']}{line}"
        for want, pod in zip(record["pods"], got, strict=True)
        for line in differences(want["pod"], pod["pod"])
    ]
    assert not wrong, "\n".join(wrong)


def test_every_input_is_recorded_and_every_record_has_its_input() -> None:
    inputs = {file.stem for file in TRUTH.glob("inputs/*.yaml")}
    cases = {param.values[2]["case"] for param in recorded()}
    assert cases <= inputs
    assert len(inputs - cases) <= 1, "one input has no answer for 1.28.1, since kube-inject makes an invalid pod of it"
