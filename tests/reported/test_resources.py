"""Resources of istio-proxy: from annotations or from values, never from both."""

from collections.abc import Callable

import pytest

from tests.reported.runs import deployment, inject

ALL = {
    "sidecar.istio.io/proxyCPU": "50m",
    "sidecar.istio.io/proxyMemory": "64Mi",
    "sidecar.istio.io/proxyCPULimit": '"1"',
    "sidecar.istio.io/proxyMemoryLimit": "256Mi",
}


def some(*names: str) -> dict[str, str]:
    return {key: value for key, value in ALL.items() if key.rpartition("/")[2] in names}


class TestAnnotations:
    @pytest.mark.parametrize("istio", ["1.20.8", "1.28.1", "1.31.0"])
    @pytest.mark.parametrize("mode", ["true", "false"])
    def test_one_of_them_drops_all_that_the_values_say(self, istio: str, mode: str) -> None:
        ran = inject(deployment(annotations=some("proxyCPU")), f"--native-sidecars={mode}", istio=istio)
        assert ran.proxy["resources"] == {"requests": {"cpu": "50m"}}
        assert ran.container("istio-init")["resources"] == {"requests": {"cpu": "50m"}}
        assert ran.codes[-1] == "MI508"
        assert "istio-proxy loses requests.memory (128Mi), limits.cpu (2000m) and limits.memory (1024Mi)" in ran.said
        assert "help: set sidecar.istio.io/proxyMemory, " in ran.said

    def test_a_limit_alone_leaves_no_requests(self) -> None:
        ran = inject(deployment(annotations=some("proxyMemoryLimit")))
        assert ran.proxy["resources"] == {"limits": {"memory": "256Mi"}}
        assert "loses requests.cpu (100m), requests.memory (128Mi) and limits.cpu (2000m)" in ran.said

    def test_all_four_together_lose_nothing(self) -> None:
        ran = inject(deployment(annotations=ALL))
        assert ran.proxy["resources"] == {
            "requests": {"cpu": "50m", "memory": "64Mi"},
            "limits": {"cpu": "1", "memory": "256Mi"},
        }
        assert ran.codes == []

    def test_the_place_is_the_annotation(self) -> None:
        ran = inject(deployment(annotations={"a/b": "c"} | some("proxyMemory", "proxyCPULimit")))
        assert ran.said.startswith(
            "<stdin>:10:39: warning[MI508]: Deployment web: sidecar.istio.io/proxyMemory replaces "
        )

    def test_what_the_pod_itself_adds_is_not_lost(self) -> None:
        spec = """
containers:
- {name: web, image: nginx}
- name: istio-proxy
  image: auto
  resources: {requests: {memory: 1Gi}, limits: {cpu: 3, memory: 2Gi}}
"""
        ran = inject(deployment(spec, annotations=some("proxyCPU")))
        assert ran.proxy["resources"] == {
            "requests": {"cpu": "50m", "memory": "1Gi"},
            "limits": {"cpu": 3, "memory": "2Gi"},
        }
        assert ran.codes == []

    def test_a_template_that_does_not_read_them_loses_nothing(self) -> None:
        annotations = some("proxyCPU") | {"inject.istio.io/templates": "gateway"}
        ran = inject(deployment("containers: [{name: istio-proxy, image: auto}]", annotations=annotations))
        assert ran.codes == []

    def test_values_without_resources_lose_nothing(self, settings: Callable[[str], str]) -> None:
        values = settings("global: {proxy: {resources: {requests: {cpu: 1, memory: null}, limits: null}}}")
        assert inject(deployment(annotations=some("proxyCPU")), values).codes == []


class TestNulls:
    @pytest.mark.parametrize("istio", ["1.20.8", "1.28.1", "1.28.6", "1.29.0", "1.31.0"])
    def test_a_null_in_the_values_never_reaches_the_pod(self, istio: str, settings: Callable[[str], str]) -> None:
        values = settings("global: {proxy: {resources: {limits: {cpu: null, memory: 1Gi}}}}")
        ran = inject(deployment(), values, istio=istio)
        assert ran.proxy["resources"] == {"requests": {"cpu": "100m", "memory": "128Mi"}, "limits": {"memory": "1Gi"}}

    def test_a_null_map_goes_as_a_whole(self, settings: Callable[[str], str]) -> None:
        ran = inject(deployment(), settings("global: {proxy: {resources: {limits: null}}}"), istio="1.24.6")
        assert ran.proxy["resources"] == {"requests": {"cpu": "100m", "memory": "128Mi"}}
