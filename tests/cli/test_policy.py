"""--policy, --revision-tag, --skip-kinds and --kind, beside the goldens of golden/cases."""

import os
import threading
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
    assert "the inputs do not define the namespace quiet; its workloads are injected" in result.stderr


@pytest.mark.parametrize("mode", ["", "--check", "--diff", "--write"])
def test_namespaces_that_no_input_holds_are_told_of_once(folder: Path, mode: str) -> None:
    for name, namespace in (("a", "there"), ("b", "here"), ("c", "there")):
        (folder / f"{name}.yaml").write_text(pod(namespace))
    result = meshinject(".", *TARGET, "--policy", "namespace", *filter(None, [mode]))
    said = result.stderr + result.stdout.decode()
    assert said.count("MI531") == 1
    assert "the inputs do not define the namespaces here, there; their workloads are injected" in said
    assert "3 injected" in said or "3 would change" in said


@pytest.mark.parametrize("namespace_first", [True, False])
def test_a_namespace_that_does_not_ask_is_told_of_once_at_its_name(folder: Path, namespace_first: bool) -> None:
    names = ["n.yaml", "a.yaml", "b.yaml"]
    (folder / "n.yaml").write_text(NAMESPACE.format("quiet", "a: b"))
    for name in names[1:]:
        (folder / name).write_text(pod("quiet"))
    result = meshinject(*(names if namespace_first else names[::-1]), *TARGET, "--policy", "namespace")
    assert result.stderr.endswith(
        "n.yaml:4:9: note[IST0102]: Namespace quiet does not ask for injection, so 2 of its workloads are left alone\n"
        'help: label it istio-injection: enabled, or a pod sidecar.istio.io/inject: "true"\n'
        "0 injected, 2 skipped, 1 passed through\n"
    )
    assert result.stderr.count("IST0102") == 1
    assert "IST0102" not in meshinject(*names, *TARGET).stderr  # the policy all asks no namespace


@pytest.mark.parametrize("policy", ["all", "namespace"])
@pytest.mark.parametrize(
    ("labels", "template", "told"),
    [
        pytest.param("istio-injection: enabled", "", 1, id="it asks"),
        pytest.param("istio.io/rev: default", "", 1, id="it asks for our revision"),
        pytest.param("istio.io/rev: other", "", 0, id="it asks for another one"),
        pytest.param("istio-injection: enabled", 'labels: {sidecar.istio.io/inject: "false"}', 0, id="no wish"),
        pytest.param("a: b", "", 0, id="it does not ask"),
    ],
)
def test_a_pod_that_gets_no_proxy_although_its_namespace_asks(
    folder: Path, policy: str, labels: str, template: str, told: int
) -> None:
    text = "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: shop, TEMPLATE}\nspec:\n  hostNetwork: true\n"
    text = text.replace("TEMPLATE", template) + "  containers: [{name: a, image: a}]\n"
    (folder / "a.yaml").write_text(text + "---\n" + NAMESPACE.format("shop", labels))
    result = meshinject("a.yaml", *TARGET, "--policy", policy)
    line = (
        "a.yaml:5:3: warning[IST0103]: Pod shop/p gets no proxy, although its namespace asks for injection: "
        'the pod is on the host\'s network\nhelp: label the pod sidecar.istio.io/inject: "false" if that is meant\n'
    )
    assert (result.code, result.stderr.count(line), result.stderr.count("IST0103")) == (0, told, told)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_not_lost(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    (folder / "a.yaml").write_text(pod("shop"))
    writer = threading.Thread(target=lambda: (folder / "pipe").write_text(pod("shop")))
    writer.start()
    result = meshinject("pipe", "a.yaml", *TARGET)
    writer.join()
    assert result.stderr == "2 injected, 0 skipped, 0 passed through\n"


def test_the_values_may_enable_namespaces_by_default_and_name_tags(folder: Path) -> None:
    (folder / "a.yaml").write_text(pod("shop") + "---\n" + NAMESPACE.format("shop", "a: b"))
    (folder / "b.yaml").write_text(pod("tagged") + "---\n" + NAMESPACE.format("tagged", "istio.io/rev: prod"))
    given = ("a.yaml", "b.yaml", *TARGET, "--policy", "namespace")
    assert meshinject(*given).stderr.endswith("\n0 injected, 2 skipped, 2 passed through\n")
    by_default = ("--set", "sidecarInjectorWebhook.enableNamespacesByDefault=true", "--set", "revisionTags={prod}")
    assert meshinject(*given, *by_default).stderr == "2 injected, 0 skipped, 2 passed through\n"


def test_the_label_that_a_pod_of_a_silent_namespace_lacks_may_lie_at_the_workload(folder: Path) -> None:
    text = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: quiet\n  labels:\n"
    text += '    sidecar.istio.io/inject: "true"\nspec: {template: {spec: {containers: [{name: a, image: a}]}}}\n---\n'
    (folder / "a.yaml").write_text(text + NAMESPACE.format("quiet", "a: b"))
    assert "a.yaml:7:" in meshinject("a.yaml", *TARGET, "--policy", "namespace").stderr.split("IST0107")[0]


def test_a_namespace_that_is_defined_twice_counts_as_the_last_says(folder: Path) -> None:
    (folder / "a.yaml").write_text(pod("shop") + "---\n" + NAMESPACE.format("shop", "istio-injection: enabled"))
    (folder / "b.yaml").write_text(NAMESPACE.format("shop", "istio-injection: disabled"))
    result = meshinject("a.yaml", "b.yaml", *TARGET, "--policy", "namespace")
    assert (
        "b.yaml:4:9: warning[MI532]: Namespace shop: a.yaml:9 defines it with other labels for injection; these count"
    ) in result.stderr
    assert result.stderr.endswith("0 injected, 1 skipped, 2 passed through\n")
    assert "MI532" not in meshinject("a.yaml", "b.yaml", *TARGET).stderr


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
        pytest.param(("--revision-tag", ""), "--revision-tag is empty", id="an empty tag"),
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


def test_kinds_may_keep_their_injection(folder: Path) -> None:
    (folder / "a.yaml").write_text(POD)
    (folder / "b.yaml").write_bytes(meshinject("a.yaml", *TARGET).stdout)
    result = meshinject("uninject", "b.yaml", "--skip-kinds", "po")
    assert result.stdout == (folder / "b.yaml").read_bytes()
    assert "b.yaml:2:1: note[MI305]: Pod p is skipped: its kind is skipped by request" in result.stderr
    assert meshinject("uninject", "b.yaml", "--skip-kinds", "Job").stdout.decode() == POD


@pytest.mark.parametrize("command", ["inject", "uninject"])
def test_a_kind_that_cannot_be_skipped_is_a_usage_error_of_both_commands(folder: Path, command: str) -> None:
    (folder / "a.yaml").write_text(POD)
    result = meshinject(command, "a.yaml", "--skip-kinds", "Deploymnet")
    assert (result.code, result.stdout) == (2, b"")
    assert "did you mean Deployment?" in result.stderr


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
