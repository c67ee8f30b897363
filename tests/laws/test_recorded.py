"""The laws over every manifest that is recorded: the inputs of kube-inject, its own output, the cases.

inject(inject(x)) == inject(x), inject(B, inject(A, x)) == inject(B, x) and uninject(inject(x)) == x, byte for byte;
what kube-inject made comes back as the same objects.
"""

import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.laws.laws import MODES, VERSIONS, Settings, broken, inject, lost_lines, uninject, unlike

GOLDEN = Path(__file__).parents[2] / "golden"
UTF_16 = b"\xff\xfe"
"""How a manifest begins that is refused before there is any text of it."""
MANIFESTS = [
    file
    for pattern in ("kube_inject/inputs/*.yaml", "cases/*/input.*")
    for file in sorted(GOLDEN.glob(pattern))
    if not file.read_bytes().startswith(UTF_16)
]
SETTINGS = [Settings(version, mode) for mode in MODES[:2] for version in VERSIONS]
OTHERS = [Settings(version, mode, "canary") for version in reversed(VERSIONS) for mode in MODES]

NOT_IN_THE_POD = {
    "probes-named-ports": {
        ".pod.spec.containers[0].livenessProbe.httpGet.port": "the pod holds the number only",
        ".pod.spec.containers[0].readinessProbe.httpGet.port": "the pod holds the number only",
    },
    "prometheus-underscore": {
        ".pod.metadata.annotations.prometheus.io/port": "the pod holds one spelling only",
        ".pod.metadata.annotations.prometheus.io/scrape": "the pod holds one spelling only",
        ".pod.metadata.annotations.prometheus_io_port": "the pod holds one spelling only",
        ".pod.metadata.annotations.prometheus_io_scrape": "the pod holds one spelling only",
    },
}
"""What kube-inject does not leave in its output, so that nobody can give it back."""


@cache
def raw() -> dict[str, dict[str, str]]:
    """What kube-inject printed, by version and mode, by input."""
    with lzma.open(GOLDEN / "kube_inject" / "raw.json.xz", "rt", encoding="utf-8") as file:
        printed: dict[str, dict[str, str]] = json.load(file)
    return printed


def text_of(manifest: Path) -> str:
    return manifest.read_bytes().decode("utf-8")


def manifests(settings: int = 2) -> list[Any]:
    """Every manifest, each with settings of its own."""
    return [
        pytest.param(
            manifest,
            *(SETTINGS[number % len(SETTINGS)], OTHERS[number % len(OTHERS)])[:settings],
            id=manifest.stem if manifest.stem != "input" else manifest.parent.name,
        )
        for number, manifest in enumerate(MANIFESTS)
    ]


@pytest.mark.parametrize(("manifest", "one", "other"), manifests())
def test_every_law_holds(manifest: Path, one: Settings, other: Settings) -> None:
    found = [*broken(text_of(manifest), one, other)]
    assert not found, f"{one}, then {other}: {found[0]}"


@pytest.mark.parametrize(("manifest", "one"), manifests(settings=1))
def test_every_line_that_had_no_reason_to_change_stands(manifest: Path, one: Settings) -> None:
    text = text_of(manifest)
    outcome = inject(text, one)
    assert outcome.failed or not lost_lines(text, outcome.text)


@pytest.mark.parametrize("group", [*raw()])
def test_what_kube_inject_made_comes_back_as_it_was(group: str) -> None:
    wrong = []
    for name, printed in raw()[group].items():
        back = uninject(printed)
        assert back.counts.done
        known = NOT_IN_THE_POD.get(name, {})
        found = unlike(text_of(GOLDEN / "kube_inject" / "inputs" / f"{name}.yaml"), back.text)
        assert len(found) == len(known)
        wrong += [f"{name}: {line}" for line in found if not line.startswith(tuple(f"{path}:" for path in known))]
    assert not wrong


@pytest.mark.parametrize("group", [*raw()])
def test_what_kube_inject_made_is_injected_as_if_it_were_fresh(group: str) -> None:
    wrong = []
    for number, (name, printed) in enumerate(raw()[group].items(), [*raw()].index(group)):
        text, settings = text_of(GOLDEN / "kube_inject" / "inputs" / f"{name}.yaml"), SETTINGS[number % len(SETTINGS)]
        fresh, again = inject(text, settings), inject(printed, settings)
        assert not again.failed
        wrong += [f"{name} for {settings}: {line}" for line in unlike(fresh.text, again.text)]
    assert not wrong


def test_something_is_recorded() -> None:
    assert len(MANIFESTS) > 170
    assert [*map(len, raw().values())] == [26] * 8
