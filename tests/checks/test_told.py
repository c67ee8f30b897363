"""What a user sees of the checks: that every one of them is run, and what is told of pods that are left alone."""

import sys
from pathlib import Path
from subprocess import run

import pytest

from meshinject import checks
from tests.reported.runs import WEB, deployment, inject

AUTO = "containers: [{name: web, image: nginx}, {name: istio-proxy, image: auto}]"
EXPORTED = "metadata: {name: web, uid: a, resourceVersion: '7'}"


def test_every_module_is_run() -> None:
    folder = Path(checks.__file__).parent
    modules = {file.stem for file in folder.glob("*.py")} - {"__init__", "subject", "misplaced", "namespace_labels"}
    assert modules == set(checks.CHECKS)


def test_a_plain_pod_loads_few_of_them(tmp_path: Path) -> None:
    manifest = tmp_path / "app.yaml"
    manifest.write_text(deployment(labels={"app": "web"}))
    code = (
        "import sys; from meshinject.cli import run; "
        f"run(['-f', {str(manifest)!r}, '--istio-version', '1.28.1', '--kubernetes-version', '1.33', '-q']); "
        "print([name for name in sys.modules if name.startswith('meshinject.checks.')], file=sys.stderr)"
    )
    loaded = run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stderr
    assert "image_digest" in loaded
    assert loaded.count("meshinject.checks.") <= 6


@pytest.mark.parametrize(
    ("manifest", "codes"),
    [
        pytest.param(
            deployment(AUTO, labels={"sidecar.istio.io/inject": '"false"'}), ["MI302", "IST0146"], id="opted out"
        ),
        pytest.param(deployment(f"hostNetwork: true\n{AUTO}"), ["MI301", "IST0146"], id="on the host's network"),
        pytest.param(deployment(AUTO), [], id="injected"),
        pytest.param(
            deployment("containers: [{name: a, image: auto}, {name: b}]"), ["MI306"], id="a patch has no images"
        ),
        pytest.param(
            deployment(WEB, labels={"sidecar.istio.io/inject": '"false"'}), ["MI302"], id="opted out without any"
        ),
    ],
)
def test_an_image_auto_that_stays_is_told(manifest: str, codes: list[str]) -> None:
    assert inject(manifest).codes == codes


def test_a_host_network_that_is_text_is_told_and_does_not_skip() -> None:
    ran = inject(deployment(f'hostNetwork: "true"\n{WEB}'))
    assert ran.codes == ["MI501"]
    assert ran.inits == ["istio-init", "istio-proxy"]
    assert "<stdin>:8:20: warning[MI501]: Deployment web: spec.hostNetwork is " in ran.said


def test_every_exported_workload_of_a_list_is_told_once() -> None:
    item = deployment().replace("metadata:\n  name: web\n", f"{EXPORTED}\n").replace("\n", "\n  ")
    text = f"apiVersion: v1\nkind: List\nitems:\n- {item.rstrip()}\n- {item.rstrip()}\n"
    ran = inject(text)
    assert ran.codes == ["MI520", "MI520"]
    assert ran.said.startswith("<stdin>:6:50: warning[MI520]: Deployment web: ")
    assert "writes: metadata.resourceVersion and metadata.uid\n" in ran.said


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        pytest.param("apiVersion: v1\nkind: ConfigMap\ndata:\n  a: b\n  a: c\n", ["MI525"], id="an object"),
        pytest.param("apiVersion: v1\nkind: ConfigMap\ndata:\n  a: b\n", [], id="an object without them"),
        pytest.param("a: b\na: c\n", [], id="no Kubernetes object"),
        pytest.param(
            deployment(f"{WEB}\nterminationGracePeriodSeconds: 1\nterminationGracePeriodSeconds: 2"),
            ["MI103"],
            id="a workload",
        ),
    ],
)
def test_keys_that_are_given_twice_are_told_of_every_object(text: str, codes: list[str]) -> None:
    ran = inject(text)
    assert ran.codes == codes
    assert ran.text == ("" if "MI103" in codes else text)


@pytest.mark.parametrize(
    ("requests", "limit", "code"), [("500m", "1", 0), ("1000m", "1", 0), ("1001m", "1", 3), ("2", "1500m", 3)]
)
def test_requests_above_the_limit_are_an_error(requests: str, limit: str, code: int) -> None:
    annotations = {"sidecar.istio.io/proxyCPU": f'"{requests}"', "sidecar.istio.io/proxyCPULimit": f'"{limit}"'}
    ran = inject(deployment(annotations=annotations))
    assert ran.code == code
    assert ("<stdin>:9:36: error[MI205]: Deployment web: container 'istio-init' requests cpu" in ran.said) is bool(code)
