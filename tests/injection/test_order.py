from typing import Any

import pytest


def test_new_keys_stand_where_a_reader_expects_them(inject: Any) -> None:
    pod = inject("spec: {serviceAccountName: x, containers: [{name: a, image: a}], nodeName: n}")
    assert [*pod] == ["metadata", "spec"]
    assert [*pod["metadata"]] == ["labels", "annotations"]
    assert [*pod["spec"]] == ["serviceAccountName", "initContainers", "containers", "nodeName", "volumes"]


def test_new_entries_come_after_the_users(inject: Any) -> None:
    pod = inject("metadata: {annotations: {z: z}, labels: {k: k}}\nspec: {containers: [{name: a, image: a}]}")
    assert [*pod["metadata"]] == ["annotations", "labels"]
    assert next(iter(pod["metadata"]["annotations"])) == "z"
    assert [*pod["metadata"]["labels"]][:2] == ["k", "security.istio.io/tlsMode"]
    assert [*pod["metadata"]["annotations"]][-1] == "sidecar.istio.io/status"


@pytest.mark.parametrize(
    ("native", "order"),
    [
        pytest.param(True, ["istio-init", "istio-validation", "istio-proxy", "a", "b"], id="native"),
        pytest.param(False, ["istio-validation", "a", "b", "istio-init"], id="legacy"),
    ],
)
def test_the_order_of_init_containers(inject: Any, names: Any, native: bool, order: list[str]) -> None:
    text = """
spec:
  initContainers: [{name: a, image: a}, {name: istio-validation, image: v}, {name: b, image: b}]
  containers: [{name: c, image: c}]
"""
    assert names(inject(text, native=native), "initContainers") == order


def test_an_injected_container_starts_with_its_name_and_image(inject: Any, container: Any) -> None:
    pod = inject("spec: {containers: [{name: a, image: a}]}", native=True)
    assert [*container(pod, "istio-proxy")][:3] == ["name", "image", "restartPolicy"]


def test_volumes_of_the_template_come_before_the_users(inject: Any, names: Any) -> None:
    pod = inject("spec: {volumes: [{name: data, emptyDir: {}}], containers: [{name: a, image: a}]}")
    assert names(pod, "volumes")[0] == "workload-socket"
    assert names(pod, "volumes")[-1] == "data"
