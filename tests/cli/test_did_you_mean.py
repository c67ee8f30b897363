"""Whatever a user types a name of is compared with the names there are; beside each a case that resembles none."""

from pathlib import Path

import pytest

from tests.conftest import POD
from tests.inprocess import meshinject

TARGET = ("--istio-version", "1.28.1", "--kubernetes-version", "1.33")
KIND = "apiVersion: {}\nkind: {}\nspec: {{template: {{spec: {{containers: [{{name: a, image: a}}]}}}}}}\n"


def pod_with(annotation: str) -> str:
    return POD.replace("{name: p}", f"{{name: p, annotations: {{{annotation}}}}}")


@pytest.mark.parametrize(
    ("arguments", "question"),
    [
        pytest.param(("uninjct", "pod.yaml"), "did you mean uninject?", id="a command"),
        pytest.param(("explian",), "did you mean explain?", id="another command"),
        pytest.param(("zebra",), "", id="no command"),
        pytest.param(("pods.yaml",), "did you mean pod.yaml?", id="a file"),
        pytest.param(("elsewhere/pod.yaml",), "", id="a file of a folder that is missing"),
        pytest.param(("show", "valeus"), "did you mean values?", id="what to show"),
        pytest.param(("show", "zebra"), "", id="nothing to show"),
        pytest.param(("show", "template", *TARGET[:2], "--template", "sidcar"), "did you mean sidecar?", id="template"),
        pytest.param(("pod.yaml", *TARGET, "--native-sidecars", "ture"), "did you mean true?", id="native sidecars"),
        pytest.param(("pod.yaml", *TARGET, "--native-sidecars", "x"), "", id="no kind of sidecar"),
        pytest.param(("pod.yaml", *TARGET, "--policy", "namespaces"), "did you mean namespace?", id="policy"),
        pytest.param(("pod.yaml", *TARGET, "--istio-verion", "1.28"), "--istio-version", id="an option"),
    ],
)
def test_a_mistyped_word_of_the_command_line(folder: Path, arguments: tuple[str, ...], question: str) -> None:
    (folder / "pod.yaml").write_text(POD)
    result = meshinject(*arguments)
    assert (result.code, result.stdout) == (2, b"")
    assert question in result.stderr
    assert bool(question) or "did you mean" not in result.stderr


def test_a_file_called_almost_like_a_command_is_a_file(folder: Path) -> None:
    (folder / "shov").write_text(POD)
    assert meshinject("shov", *TARGET).code == 0


@pytest.mark.parametrize(
    ("version", "kind", "said"),
    [
        pytest.param("apps/v1", "Deploymnet", "app.yaml:2:7: warning[MI526]: there is no kind Deploym", id="mistyped"),
        pytest.param("batch/v1", "Cronjob", "did you mean CronJob?", id="in another case"),
        pytest.param("apps/v1", "Deployment", "", id="right"),
        pytest.param("apps/v1", "ControllerRevision", "", id="another kind of the group"),
        pytest.param("example.com/v1", "Deploymnet", "", id="of a foreign group"),
    ],
)
def test_a_mistyped_kind(folder: Path, version: str, kind: str, said: str) -> None:
    (folder / "app.yaml").write_text(KIND.format(version, kind))
    result = meshinject("app.yaml", *TARGET)
    assert result.code == 0
    assert said in result.stderr
    assert bool(said) is ("did you mean" in result.stderr)


def test_a_mistyped_kind_inside_a_list(folder: Path) -> None:
    item = '{"apiVersion": "apps/v1", "kind": "StatefullSet", "spec": {"replicas": 1}}'
    (folder / "list.json").write_text(f'{{"apiVersion": "v1", "kind": "List", "items": [{item}]}}')
    result = meshinject("list.json", *TARGET)
    assert "list.json:1:82: warning[MI526]" in result.stderr
    assert "did you mean StatefulSet?" in result.stderr


@pytest.mark.parametrize(
    ("name", "help_"),
    [
        pytest.param("gatway", "help: did you mean gateway? templates are gateway, grpc-agent", id="mistyped"),
        pytest.param("zebra", "help: templates are gateway, grpc-agent, grpc-simple, sidecar", id="like none"),
    ],
)
def test_a_mistyped_template_of_a_pod(folder: Path, name: str, help_: str) -> None:
    (folder / "pod.yaml").write_text(pod_with(f"inject.istio.io/templates: {name}"))
    result = meshinject("pod.yaml", *TARGET)
    assert (result.code, result.stdout) == (3, b"")
    assert help_ in result.stderr


def test_a_mistyped_setting(folder: Path) -> None:
    (folder / "pod.yaml").write_text(POD)
    result = meshinject("pod.yaml", *TARGET, "--set", "global.proxy.logLevl=debug")
    assert "warning[MI407]: --set: global.proxy.logLevl is not known; did you mean logLevel?" in result.stderr


def test_a_mistyped_annotation(folder: Path) -> None:
    (folder / "pod.yaml").write_text(pod_with('sidecar.istio.io/injekt: "false"'))
    result = meshinject("pod.yaml", *TARGET)
    assert "warning[IST0108]" in result.stderr
    assert "sidecar.istio.io/inject" in result.stderr
