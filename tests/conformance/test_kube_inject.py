"""Every recorded answer of the real istioctl kube-inject, compared pod by pod.

Where CI is set, as in the gate, all 15,568 are compared. Elsewhere a spread is: every case of 1.28.1 with the default
settings, and of every other group (version, settings, kind of sidecar) each sixth case, another sixth in each group.
`pytest --all-cases tests/conformance` compares all anywhere.
"""

from pathlib import Path
from typing import Any

import pytest

from meshinject import parallel
from tests.conformance.truth import TRUTH, Group, groups, lines, options, read, wrong
from tests.inprocess import meshinject

ONE_BY_ONE = [Group("1.28.1", "default", mode) for mode in ("legacy", "native")]
OTHERS = [group for group in groups() if group not in ONE_BY_ONE]
STEP = 6


def cases() -> list[Any]:
    recorded = [(group, read(line)) for group in ONE_BY_ONE for line in lines(group)]
    return [pytest.param(group, record, id=f"{group} {record['case']}") for group, record in recorded]


def all_wrong(found: list[str], given: list[str]) -> str:
    def compared(line: str) -> list[str]:
        record = read(line)
        return [f"{record['case']}: {each}" for each in wrong(record, given)]

    return "\n".join(each for lines_of_case in parallel.each(compared, found) for each in lines_of_case)


@pytest.mark.parametrize(("group", "record"), cases())
def test_pod_is_what_kube_inject_makes(group: Group, record: dict[str, Any], tmp_path: Path) -> None:
    found = wrong(record, options(group, tmp_path))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("group", OTHERS, ids=str)
def test_all_pods_of_a_group_are_what_kube_inject_makes(group: Group, tmp_path: Path, all_cases: bool) -> None:
    found = lines(group) if all_cases else lines(group)[OTHERS.index(group) % STEP :: STEP]
    assert found
    differing = all_wrong(found, options(group, tmp_path))
    assert not differing, differing


@pytest.mark.parametrize(
    "group",
    [
        pytest.param(Group(version, variant, mode), id=f"{version} {variant} {mode}")
        for version, variant in (
            ("1.28.1", "default"),
            ("1.20.8", "allon"),
            ("1.24.6", "cni"),
            ("1.31.0-rc.0", "tuned"),
        )
        for mode in ("legacy", "native")
    ],
)
def test_a_template_that_is_shown_and_given_back_changes_nothing(group: Group, tmp_path: Path, all_cases: bool) -> None:
    shown = meshinject("show", "template", "--istio-version", group.version)
    assert shown.code == 0
    (tmp_path / "template").write_bytes(shown.stdout)
    given = [*options(group, tmp_path), "--inject-config-file", str(tmp_path / "template")]
    differing = all_wrong(lines(group)[:: 1 if all_cases else 3], given)
    assert not differing, differing


def test_every_input_is_recorded_and_every_record_has_its_input() -> None:
    inputs = {file.stem for file in TRUTH.glob("inputs/*.yaml")}
    recorded = {param.values[1]["case"] for param in cases()}
    assert recorded <= inputs
    assert len(inputs - recorded) <= 1, (
        "one input has no answer for 1.28.1, since kube-inject makes an invalid pod of it"
    )


def test_the_truth_is_whole() -> None:
    assert sum(len(lines(group)) for group in groups()) == 15_568
