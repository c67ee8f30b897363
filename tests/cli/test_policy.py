"""--policy, --revision-tag, --skip-kinds and --kind, beside the goldens of golden/cases."""

from pathlib import Path

import pytest

from tests.conftest import POD
from tests.inprocess import meshinject

TARGET = ("--istio-version", "1.28.1", "--kubernetes-version", "1.33")
NAMESPACE = "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: {}\n  labels: {{{}}}\n"


def pod(namespace: str) -> str:
    return POD.replace("{name: p}", f"{{name: p, namespace: {namespace}}}")


def test_a_namespace_in_a_later_file_counts(folder: Path) -> None:
    (folder / "a.yaml").write_text(pod("shop"))
    (folder / "b.yaml").write_text(NAMESPACE.format("shop", "istio-injection: disabled"))
    result = meshinject("a.yaml", "b.yaml", *TARGET, "--policy", "namespace")
    assert (result.code, b"istio-proxy" in result.stdout) == (0, False)
    assert "note[MI305]: Pod shop/p is skipped: its namespace is taken out of injection (namespace shop)" in (
        result.stderr
    )


def test_standard_input_is_read_once_and_still_surveyed(folder: Path) -> None:
    (folder / "a.yaml").write_text(pod("shop"))
    stdin = NAMESPACE.format("shop", "istio-injection: enabled") + "---\n" + pod("quiet")
    result = meshinject("a.yaml", "-", *TARGET, "--policy", "namespace", stdin=stdin.encode())
    assert result.code == 0
    assert result.stderr.endswith("2 injected, 0 skipped, 1 passed through\n")
    assert result.stderr.count("MI531") == 1
    assert "the inputs do not define namespace quiet" in result.stderr


def test_a_namespace_that_no_input_holds_is_told_of_once(folder: Path) -> None:
    for name in ("a", "b", "c"):
        (folder / f"{name}.yaml").write_text(pod("elsewhere"))
    result = meshinject(".", *TARGET, "--policy", "namespace")
    assert (result.code, result.stderr.count("MI531")) == (0, 1)


def test_files_that_do_not_parse_are_told_of_once(folder: Path) -> None:
    (folder / "a.yaml").write_text("kind: Namespace\nmetadata: [\n")
    result = meshinject("a.yaml", *TARGET, "--policy", "namespace")
    assert (result.code, result.stdout, result.stderr.count("error[")) == (3, b"", 1)


def test_the_flag_beats_the_policy_of_the_configuration(folder: Path) -> None:
    (folder / "pod.yaml").write_text(POD)
    shown = meshinject("show", "inject-config", *TARGET[:2]).stdout.decode()
    (folder / "config").write_text(shown.replace("policy: enabled", "policy: disabled"))
    given = ("pod.yaml", *TARGET, "--native-sidecars", "true", "--inject-config-file", "config")
    assert b"istio-proxy" not in meshinject(*given).stdout
    assert b"istio-proxy" in meshinject(*given, "--policy", "all").stdout


@pytest.mark.parametrize("policy", ["all", "namespace", "opt-in"])
def test_a_default_namespace_is_that_of_workloads_without_one(folder: Path, policy: str) -> None:
    labels = "istio-injection: enabled, pod-security.kubernetes.io/enforce: restricted"
    (folder / "pod.yaml").write_text(POD + "---\n" + NAMESPACE.format("shop", labels))
    result = meshinject("pod.yaml", *TARGET, "-n", "shop", "--policy", policy)
    assert (b"istio-proxy" in result.stdout) is (policy != "opt-in")
    assert ("MI516" in result.stderr) is (policy != "opt-in")  # the labels of the namespace feed the checks as well


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(("--policy", "none"), "--policy is 'none'; it takes all, namespace, opt-in", id="policy"),
        pytest.param(
            ("--skip-kinds", "Job,Deploymnet"),
            "--skip-kinds: 'Deploymnet' is no kind that makes pods\nhelp: did you mean Deployment?",
            id="a mistyped kind",
        ),
        pytest.param(
            ("--skip-kinds", "Zebra"), "'Zebra' is no kind that makes pods\nhelp: it knows Adva", id="no kind"
        ),
        pytest.param(("--kind", "Rollout"), "--kind: 'Rollout' is not GROUP/VERSION/KIND=PATH, for example", id="kind"),
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(folder: Path, arguments: tuple[str, ...], message: str) -> None:
    (folder / "pod.yaml").write_text(POD)
    result = meshinject("pod.yaml", *TARGET, *arguments)
    assert (result.code, result.stdout) == (2, b"")
    assert message in result.stderr


def test_an_added_kind_can_be_skipped(folder: Path) -> None:
    (folder / "a.yaml").write_text(
        "apiVersion: example.com/v1\nkind: Worker\nspec: {template: {spec: {containers: [{name: a, image: a}]}}}\n"
    )
    added = ("--kind", "example.com/*/Worker=spec.template")
    assert b"istio-proxy" in meshinject("a.yaml", *TARGET, *added).stdout
    assert b"istio-proxy" not in meshinject("a.yaml", *TARGET, *added, "--skip-kinds", "workers").stdout


def test_the_injection_of_an_added_kind_is_taken_out_again(folder: Path) -> None:
    text = "apiVersion: example.com/v1\nkind: Worker\nspec:\n  template:\n    spec:\n"
    text += "      containers:\n      - {name: a, image: a}\n"
    (folder / "a.yaml").write_text(text)
    added = ("--kind", "example.com/*/Worker=spec.template")
    (folder / "b.yaml").write_bytes(meshinject("a.yaml", *TARGET, *added).stdout)
    assert meshinject("uninject", "b.yaml", *added).stdout.decode() == text
    assert b"istio-proxy" in meshinject("uninject", "b.yaml").stdout


@pytest.mark.parametrize(
    "labels",
    [
        pytest.param("istio-injection: enabled", id="one label"),
        pytest.param("istio.io/rev: default", id="a revision"),
        pytest.param("istio-injection: disabled", id="disabled"),
        pytest.param("a: b", id="none"),
    ],
)
def test_nothing_is_said_of_a_namespace_with_one_label_or_none(folder: Path, labels: str) -> None:
    (folder / "a.yaml").write_text(NAMESPACE.format("shop", labels))
    assert meshinject("a.yaml", *TARGET).stderr == "0 injected, 0 skipped, 1 passed through\n"
