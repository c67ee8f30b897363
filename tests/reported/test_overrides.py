"""What a user says about istio-proxy in the pod, and what other templates say about it."""

import json
from collections.abc import Callable

import pytest

from tests.reported.runs import deployment, inject

GREETING = (
    "containers:\n- {name: web, image: nginx}\n- {name: istio-proxy, image: auto, env: [{name: GREETING, value: hi}]}"
)
OWN_TEMPLATE = """
sidecarInjectorWebhook:
  templates:
    custom: |
      spec:
        containers:
        - name: istio-proxy
          env:
          - name: GREETING
            value: hi
"""
MODES = ["true", "false"]


def with_proxy(fields: str) -> str:
    return deployment(f"containers:\n- {{name: web, image: nginx}}\n- {{name: istio-proxy, image: auto, {fields}}}")


class TestOneProxy:
    @pytest.mark.parametrize("mode", MODES)
    @pytest.mark.parametrize("where", ["containers", "initContainers"])
    def test_an_override_in_either_list_becomes_part_of_the_one_proxy(self, mode: str, where: str) -> None:
        own = "- {name: istio-proxy, image: auto, env: [{name: GREETING, value: hi}]}"
        web = "- {name: web, image: nginx}"
        spec = f"containers:\n{web}\n{own}" if where == "containers" else f"initContainers:\n{own}\ncontainers:\n{web}"
        ran = inject(deployment(spec), f"--native-sidecars={mode}")
        assert ran.env["GREETING"] == "hi"
        assert ran.proxy["image"] == "docker.io/istio/proxyv2:1.28.1"
        assert ("istio-proxy" in ran.inits) is (mode == "true")
        assert ran.proxy.get("restartPolicy") == ("Always" if mode == "true" else None)

    @pytest.mark.parametrize("mode", MODES)
    @pytest.mark.parametrize("names", ["sidecar,custom", " sidecar , custom ", "custom,sidecar"])
    def test_a_second_template_for_the_proxy_does_not_make_a_second_one(
        self, mode: str, names: str, settings: Callable[[str], str]
    ) -> None:
        text = deployment(annotations={"inject.istio.io/templates": f'"{names}"'})
        ran = inject(text, settings(OWN_TEMPLATE), f"--native-sidecars={mode}")
        assert ran.env["GREETING"] == "hi"
        assert ("istio-proxy" in ran.inits) is (mode == "true")
        status = json.loads(ran.annotations["sidecar.istio.io/status"])
        assert "istio-proxy" in (status["initContainers" if mode == "true" else "containers"])

    @pytest.mark.parametrize("mode", MODES)
    def test_a_second_run_keeps_the_override(self, mode: str) -> None:
        first = inject(deployment(GREETING), f"--native-sidecars={mode}")
        second = inject(first.text, f"--native-sidecars={mode}")
        assert second.text == first.text
        assert second.env["GREETING"] == "hi"

    def test_an_override_survives_a_change_of_mode(self) -> None:
        legacy = inject(deployment(GREETING), "--native-sidecars=false")
        assert inject(legacy.text).text == inject(deployment(GREETING)).text
        assert inject(legacy.text).env["GREETING"] == "hi"

    def test_an_own_image_replaces_the_injected_one(self) -> None:
        ran = inject(deployment(GREETING.replace("auto", "example.com/proxy:1")))
        assert ran.proxy["image"] == "example.com/proxy:1"


class TestHandlers:
    @pytest.mark.parametrize(
        "handler",
        ["httpGet: {path: /quit, port: 15000}", "sleep: {seconds: 5}", "tcpSocket: {port: 15000}"],
    )
    @pytest.mark.parametrize("istio", ["1.21.6", "1.28.1", "1.31.0"])
    def test_the_users_pre_stop_replaces_the_templates_and_that_is_told(self, handler: str, istio: str) -> None:
        text = with_proxy(f"lifecycle: {{preStop: {{{handler}}}}}")
        ran = inject(text, "--native-sidecars=true", istio=istio)
        kind = handler.partition(":")[0]
        assert set(ran.proxy["lifecycle"]["preStop"]) == {kind}
        assert ran.codes == ["MI510"]
        assert f"the preStop {kind} of container 'istio-proxy' replaces the exec that Istio's template has" in ran.said

    def test_of_the_same_kind_both_are_merged_in_silence(self) -> None:
        ran = inject(with_proxy("lifecycle: {preStop: {exec: {command: [bye]}}}"))
        assert ran.proxy["lifecycle"] == {"preStop": {"exec": {"command": ["bye"]}}}
        assert ran.codes == []

    def test_a_hook_that_the_template_lacks_is_added_in_silence(self) -> None:
        ran = inject(with_proxy("lifecycle: {postStart: {httpGet: {path: /, port: 15000}}}"))
        assert set(ran.proxy["lifecycle"]) == {"preStop", "postStart"}
        assert ran.codes == []

    def test_a_probe_is_one_of_several_as_well(self) -> None:
        ran = inject(with_proxy("readinessProbe: {exec: {command: [ready]}}"))
        assert "httpGet" not in ran.proxy["readinessProbe"]
        assert ran.proxy["readinessProbe"]["exec"] == {"command": ["ready"]}
        assert ran.codes == ["MI510"]

    def test_a_probe_of_the_same_kind_keeps_the_rest_of_the_templates(self) -> None:
        ran = inject(with_proxy("readinessProbe: {httpGet: {path: /mine}}"))
        assert ran.proxy["readinessProbe"]["httpGet"] == {"path": "/mine", "port": 15021}

    def test_told_again_on_the_injected_manifest(self) -> None:
        first = inject(with_proxy("lifecycle: {preStop: {sleep: {seconds: 5}}}"))
        second = inject(first.text)
        assert (second.text, second.codes) == (first.text, ["MI510"])


class TestFields:
    def test_resources_of_the_pod_win_field_by_field(self) -> None:
        ran = inject(with_proxy("resources: {requests: {cpu: 7m}}"))
        assert ran.proxy["resources"] == {
            "requests": {"cpu": "7m", "memory": "128Mi"},
            "limits": {"cpu": "2000m", "memory": "1024Mi"},
        }

    def test_the_default_container_is_never_the_proxy(self) -> None:
        text = deployment("containers:\n- {name: istio-proxy, image: auto}\n- {name: web, image: nginx}")
        ran = inject(text)
        assert ran.annotations["kubectl.kubernetes.io/default-container"] == "web"
        assert ran.annotations["kubectl.kubernetes.io/default-logs-container"] == "web"

    def test_a_chosen_default_container_stays(self) -> None:
        ran = inject(deployment(annotations={"kubectl.kubernetes.io/default-container": "other"}))
        assert ran.annotations["kubectl.kubernetes.io/default-container"] == "other"
        assert ran.annotations["kubectl.kubernetes.io/default-logs-container"] == "web"

    def test_a_pod_of_the_proxy_alone_has_no_default_container(self) -> None:
        text = deployment(
            "containers:\n- {name: istio-proxy, image: auto}", annotations={"inject.istio.io/templates": "gateway"}
        )
        assert "kubectl.kubernetes.io/default-container" not in inject(text).annotations

    def test_a_field_of_a_newer_kubernetes_reaches_the_proxy(self) -> None:
        assert inject(with_proxy("futureField: {a: 1}")).proxy["futureField"] == {"a": 1}
