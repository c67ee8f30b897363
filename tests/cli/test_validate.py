"""--validate: what the API server would refuse is refused here, at its place."""

import shlex
import sys
from pathlib import Path

import pytest

from tests.conftest import POD
from tests.golden.test_cases import CASES, GOLDEN, VERSIONS
from tests.inprocess import meshinject

TARGET = ("--istio-version", "1.28.1", "--kubernetes-version", "1.33", "--validate")
DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replica: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      initContainers:
      - {name: first, image: first, imagePullPolicy: Ever}
      containers:
      - image: nginx
      - name: second
        image: nginx
        livenessProbe: {httpGet: {port: http}, periodSecond: 5}
        resizePolicy:
        - {resourceName: cpu, restartPolicy: NotRequired}
"""
REFUSED = """\
app.yaml:5:3: error[MI208]: Deployment web: spec.replica: Kubernetes knows no such field
help: did you mean replicas?
app.yaml:13:9: error[MI208]: Deployment web: spec.template.spec.containers[0]: Kubernetes wants name
app.yaml:16:48: error[MI208]: Deployment web: spec.template.spec.containers[1].livenessProbe.periodSecond: \
Kubernetes knows no such field
help: did you mean periodSeconds?
app.yaml:11:37: error[MI208]: Deployment web: spec.template.spec.initContainers[2].imagePullPolicy: \
imagePullPolicy is 'Ever'; it takes Always, IfNotPresent, Never
"""


def test_every_violation_is_told_at_its_place_and_nothing_is_written(folder: Path) -> None:
    (folder / "app.yaml").write_text(DEPLOYMENT)
    result = meshinject("app.yaml", "-q", *TARGET)
    assert (result.code, result.stdout) == (3, b"")
    assert [line for line in result.stderr.splitlines() if "MI506" not in line and "name the port" not in line] == (
        REFUSED.splitlines()
    )
    assert meshinject("app.yaml", "-q", *TARGET[:-1]).code == 0


def test_a_field_counts_from_the_version_that_has_it(folder: Path) -> None:
    text = POD.replace("{containers", "{resources: {limits: {cpu: 1}}, containers")
    (folder / "pod.yaml").write_text(text)
    assert meshinject("pod.yaml", "-q", *TARGET).code == 0
    old = meshinject("pod.yaml", "-q", *TARGET, "--kubernetes-version", "1.29")
    assert old.code == 3
    assert "pod.yaml:4:8: error[MI208]: Pod p: spec.resources: Kubernetes knows no such field" in old.stderr


def test_of_a_kind_without_a_schema_the_pod_is_checked(folder: Path) -> None:
    text = "apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: r}\nany: thing\n"
    text += "spec:\n  template:\n    spec:\n"
    (folder / "a.yaml").write_text(text + "      containers: [{name: a, image: a, prots: []}]\n")
    result = meshinject("a.yaml", "-q", *TARGET)
    assert result.stderr == (
        "a.yaml:8:40: error[MI208]: Rollout r: spec.template.spec.containers[0].prots: Kubernetes knows no such field\n"
        "help: did you mean ports?\n"
    )


def test_nothing_is_said_of_what_is_left_alone(folder: Path) -> None:
    (folder / "pod.yaml").write_text(POD.replace("{containers", "{hostNetwork: true, unknown: 1, containers"))
    assert meshinject("pod.yaml", "-q", *TARGET).stderr == ""


def test_a_version_without_schemas_takes_the_one_before(folder: Path) -> None:
    (folder / "pod.yaml").write_text(POD)
    result = meshinject("pod.yaml", "--istio-version", "1.28.1", "--kubernetes-version", "1.99", "--validate")
    assert result.code == 0
    assert "note[MI410]: there are no schemas of Kubernetes 1.99; --validate takes those of 1." in result.stderr


def test_without_the_extra_it_is_a_usage_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "pod.yaml").write_text(POD)
    monkeypatch.setitem(sys.modules, "kubernetes_validate", None)
    result = meshinject("pod.yaml", *TARGET)
    assert (result.code, result.stdout) == (2, b"")
    assert "error[MI002]: --validate needs the schemas of Kubernetes, which are not installed\n" in result.stderr
    assert "help: pip install 'meshinject[validate]'\n" in result.stderr


def is_users_own(line: str, source: str) -> bool:
    """Whether what is refused stands in the input: a field that it made up, or the selector that it leaves out."""
    where, _, what = line.partition(": Kubernetes ")
    key = where.split()[-1].split(".")[-1].replace("true", "y")  # Kubernetes reads a plain y as true
    return what == "wants selector" or (what == "knows no such field" and key in source)


@pytest.mark.parametrize("case", CASES)
def test_what_an_injection_makes_of_a_valid_manifest_is_valid(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = GOLDEN / "cases" / case
    (manifest,) = (file.name for file in folder.glob("input.*"))
    options = folder / "arguments"
    arguments = shlex.split(options.read_text()) if options.exists() else []
    monkeypatch.chdir(folder)
    given = ("-f", manifest, *VERSIONS, *arguments)
    plain, validated = meshinject(*given), meshinject(*given, "--validate")
    refused = [line for line in validated.stderr.splitlines() if "MI208" in line]
    assert validated.code == (3 if refused else plain.code)
    source = Path(manifest).read_text(encoding="utf-8", errors="replace")
    assert [line for line in refused if not is_users_own(line, source)] == []
