"""Probes and hooks go through the agent, where it can answer them."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.reported.runs import Ran, deployment, inject, uninject

EVERY_KIND = """
containers:
- name: web
  image: nginx
  ports: [{name: http, containerPort: 8080}]
  readinessProbe: {grpc: {port: 9000, service: health}}
  livenessProbe: {exec: {command: [alive]}}
  startupProbe: {tcpSocket: {port: 5432}, timeoutSeconds: 3}
  lifecycle: {preStop: {httpGet: {path: /bye, port: http, scheme: HTTPS}}, postStart: {tcpSocket: {port: 1}}}
"""


def probed(probe: str, ports: str = "{name: http, containerPort: 80}") -> str:
    return f"containers:\n- name: web\n  image: nginx\n  ports: [{ports}]\n  readinessProbe: {probe}"


def probers(ran: Ran) -> dict[str, Any]:
    return dict(json.loads(ran.env["ISTIO_KUBE_APP_PROBERS"]))


class TestUnknownPort:
    @pytest.mark.parametrize("istio", ["1.20.8", "1.28.1", "1.31.0"])
    def test_a_probe_of_an_unknown_port_name_is_pointed_at_the_agent_and_told(self, istio: str) -> None:
        ran = inject(deployment(probed("{httpGet: {path: /, port: htp}}")), istio=istio)
        assert ran.container("web")["readinessProbe"]["httpGet"] == {"path": "/app-health/web/readyz", "port": 15020}
        assert "ISTIO_KUBE_APP_PROBERS" not in ran.env
        assert ran.codes == ["MI506"]
        assert (
            "<stdin>:12:51: warning[MI506]: Deployment web: the readinessProbe of container 'web' names the port 'htp'"
            in ran.said
        )

    @pytest.mark.parametrize(
        "probe",
        [
            "{httpGet: {path: /, port: http}}",
            "{httpGet: {path: /, port: 8080}}",
            "{exec: {command: [sh]}}",
            "{grpc: {port: 1}}",
        ],
    )
    def test_other_probes_are_not_told(self, probe: str) -> None:
        assert inject(deployment(probed(probe))).codes == []

    def test_a_number_in_quotes_is_a_name(self) -> None:
        ran = inject(deployment(probed('{httpGet: {path: /, port: "8080"}}')))
        assert ran.codes == ["MI506"]
        assert "help: write it as a number: 8080\n" in ran.said

    def test_the_name_of_another_container_does_not_count(self) -> None:
        spec = probed("{tcpSocket: {port: db}}") + "\n- {name: db, image: db, ports: [{name: db, containerPort: 5432}]}"
        ran = inject(deployment(spec))
        assert ran.codes == ["MI506"]

    def test_hooks_count_where_they_are_rewritten(self) -> None:
        spec = "containers: [{name: web, image: nginx, lifecycle: {preStop: {httpGet: {path: /, port: bye}}}}]"
        assert inject(deployment(spec), istio="1.25.5").codes == ["MI506"]
        assert inject(deployment(spec), istio="1.24.6").codes == []

    def test_without_a_rewrite_it_is_between_the_user_and_the_kubelet(self) -> None:
        off = {"sidecar.istio.io/rewriteAppHTTPProbers": '"false"'}
        ran = inject(deployment(probed("{httpGet: {path: /, port: htp}}"), annotations=off))
        assert ran.container("web")["readinessProbe"] == {"httpGet": {"path": "/", "port": "htp"}}
        assert ran.codes == []

    def test_told_again_on_the_injected_manifest_and_given_back(self) -> None:
        text = deployment(probed("{httpGet: {path: /, port: htp}}"))
        first = inject(text)
        second = inject(first.text)
        assert (second.text, second.codes) == (first.text, ["MI506"])
        assert uninject(first.text).text == text


class TestCoverage:
    def test_every_kind_but_exec(self) -> None:
        ran = inject(deployment(EVERY_KIND))
        web = ran.container("web")
        port = {"port": 15020}
        assert web["readinessProbe"] == {"httpGet": {"path": "/app-health/web/readyz"} | port}
        assert web["livenessProbe"] == {"exec": {"command": ["alive"]}}
        assert web["startupProbe"] == {"httpGet": {"path": "/app-health/web/startupz"} | port, "timeoutSeconds": 3}
        assert web["lifecycle"] == {
            "preStop": {"httpGet": {"path": "/app-lifecycle/web/prestopz", "scheme": "HTTP"} | port},
            "postStart": {"httpGet": {"path": "/app-lifecycle/web/poststartz"} | port},
        }

    def test_the_agent_knows_them_in_order_of_path_and_field(self) -> None:
        ran = inject(deployment(EVERY_KIND))
        assert ran.env["ISTIO_KUBE_APP_PROBERS"] == (
            '{"/app-health/web/readyz":{"grpc":{"port":9000,"service":"health"}},'
            '"/app-health/web/startupz":{"tcpSocket":{"port":5432},"timeoutSeconds":3},'
            '"/app-lifecycle/web/poststartz":{"tcpSocket":{"port":1}},'
            '"/app-lifecycle/web/prestopz":{"httpGet":{"path":"/bye","port":8080,"scheme":"HTTPS"}}}'
        )
        assert ran.proxy["env"][-1]["name"] == "ISTIO_KUBE_APP_PROBERS"

    @pytest.mark.parametrize(("istio", "hooks"), [("1.24.6", False), ("1.25.0", True)])
    def test_hooks_since_1_25(self, istio: str, hooks: bool) -> None:
        ran = inject(deployment(EVERY_KIND), istio=istio)
        assert ("/app-lifecycle/web/prestopz" in probers(ran)) is hooks
        path = "/app-lifecycle/web/prestopz" if hooks else "/bye"
        assert ran.container("web")["lifecycle"]["preStop"]["httpGet"]["path"] == path

    def test_init_containers_take_part(self) -> None:
        spec = """
initContainers:
- {name: side, image: s, restartPolicy: Always, startupProbe: {httpGet: {path: /up, port: 81}}}
containers: [{name: web, image: nginx}]
"""
        assert set(probers(inject(deployment(spec)))) == {"/app-health/side/startupz"}

    @pytest.mark.parametrize("value", ["0", "f", "F", "FALSE", "false", "False"])
    def test_every_spelling_of_false_turns_it_off(self, value: str) -> None:
        ran = inject(deployment(EVERY_KIND, annotations={"sidecar.istio.io/rewriteAppHTTPProbers": f'"{value}"'}))
        assert ran.container("web")["startupProbe"]["tcpSocket"] == {"port": 5432}
        assert "ISTIO_KUBE_APP_PROBERS" not in ran.env

    @pytest.mark.parametrize("value", ["1", "t", "T", "TRUE", "true", "True"])
    def test_every_spelling_of_true_turns_it_on(self, value: str, settings: Callable[[str], str]) -> None:
        off = settings("sidecarInjectorWebhook: {rewriteAppHTTPProbe: false}")
        text = deployment(EVERY_KIND, annotations={"sidecar.istio.io/rewriteAppHTTPProbers": f'"{value}"'})
        assert len(probers(inject(text, off))) == 4

    @pytest.mark.parametrize(("setting", "rewritten"), [("true", True), ("false", False)])
    def test_an_odd_value_leaves_it_to_the_settings_and_is_told(
        self, setting: str, rewritten: bool, settings: Callable[[str], str]
    ) -> None:
        text = deployment(EVERY_KIND, annotations={"sidecar.istio.io/rewriteAppHTTPProbers": '"yes"'})
        ran = inject(text, settings(f"sidecarInjectorWebhook: {{rewriteAppHTTPProbe: {setting}}}"))
        assert ("ISTIO_KUBE_APP_PROBERS" in ran.env) is rewritten
        assert ran.codes == ["MI505"]

    def test_a_timeout_of_zero_is_left_out(self) -> None:
        ran = inject(deployment(probed("{tcpSocket: {port: 1}, timeoutSeconds: 0}")))
        assert probers(ran) == {"/app-health/web/readyz": {"tcpSocket": {"port": 1}}}

    def test_headers_and_host_come_in_the_order_of_the_type(self) -> None:
        probe = "{httpGet: {scheme: HTTP, httpHeaders: [{value: v, name: x}], host: h, port: http, path: /}}"
        ran = inject(deployment(probed(probe)))
        assert ran.env["ISTIO_KUBE_APP_PROBERS"] == (
            '{"/app-health/web/readyz":{"httpGet":{"path":"/","port":80,"host":"h","scheme":"HTTP",'
            '"httpHeaders":[{"name":"x","value":"v"}]}}}'
        )


class TestStatusPort:
    @pytest.mark.parametrize("port", ['"0"', '" 0 "', '"00"'])
    @pytest.mark.parametrize("mode", ["true", "false"])
    def test_zero_leaves_the_probes_and_is_told(self, port: str, mode: str) -> None:
        text = deployment(
            probed("{httpGet: {path: /, port: http}}"), annotations={"status.sidecar.istio.io/port": port}
        )
        ran = inject(text, f"--native-sidecars={mode}")
        assert ran.container("web")["readinessProbe"] == {"httpGet": {"path": "/", "port": "http"}}
        assert "ISTIO_KUBE_APP_PROBERS" not in ran.env
        assert ran.codes == ["MI504"]
        assert "nothing answers probes for web; they are not rewritten" in ran.said

    def test_zero_drops_the_probes_of_the_proxy(self) -> None:
        ran = inject(deployment(annotations={"status.sidecar.istio.io/port": '"0"'}))
        assert "startupProbe" not in ran.proxy
        assert "readinessProbe" not in ran.proxy

    @pytest.mark.parametrize(
        ("spec", "annotations"),
        [
            pytest.param("containers: [{name: web, image: nginx}]", {}, id="no probes"),
            pytest.param(probed("{exec: {command: [a]}}"), {}, id="exec only"),
            pytest.param(
                probed("{httpGet: {port: 80}}"),
                {"sidecar.istio.io/rewriteAppHTTPProbers": '"false"'},
                id="not rewritten anyway",
            ),
        ],
    )
    def test_zero_is_not_told_where_it_takes_nothing(self, spec: str, annotations: dict[str, str]) -> None:
        ran = inject(deployment(spec, annotations=annotations | {"status.sidecar.istio.io/port": '"0"'}))
        assert ran.codes == []

    @pytest.mark.parametrize("mode", ["true", "false"])
    def test_a_port_of_its_own_is_the_one_to_ask(self, mode: str) -> None:
        text = deployment(
            probed("{httpGet: {path: /, port: http}}"), annotations={"status.sidecar.istio.io/port": '"15999"'}
        )
        first = inject(text, f"--native-sidecars={mode}")
        assert first.container("web")["readinessProbe"]["httpGet"] == {"path": "/app-health/web/readyz", "port": 15999}
        assert probers(first) == {"/app-health/web/readyz": {"httpGet": {"path": "/", "port": 80}}}
        assert first.codes == []

    @pytest.mark.parametrize("mode", ["true", "false"])
    def test_a_second_run_does_not_point_the_agent_at_itself(self, mode: str) -> None:
        text = deployment(
            probed("{httpGet: {path: /, port: http}}"), annotations={"status.sidecar.istio.io/port": '"15999"'}
        )
        first = inject(text, f"--native-sidecars={mode}")
        assert inject(first.text, f"--native-sidecars={mode}").text == first.text

    def test_a_probe_that_already_asks_the_agent_stays(self) -> None:
        probe = "{httpGet: {path: /app-health/web/readyz, port: 15020}}"
        ran = inject(deployment(probed(probe)))
        assert "ISTIO_KUBE_APP_PROBERS" not in ran.env
        assert ran.container("web")["readinessProbe"]["httpGet"]["port"] == 15020
