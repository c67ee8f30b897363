import json
from typing import Any

import pytest

PORT = 15020


def pod(probe: str, more: str = "") -> str:
    return f"""
spec:
  containers:
  - name: app
    image: nginx
    ports: [{{name: http, containerPort: 8080}}]
    {probe}
{more}
"""


def probers(env: Any, container: Any, injected: Any) -> Any:
    text = env(container(injected, "istio-proxy")).get("ISTIO_KUBE_APP_PROBERS")
    return text and json.loads(text)


@pytest.mark.parametrize(
    ("probe", "rewritten", "entry"),
    [
        pytest.param(
            "livenessProbe: {httpGet: {path: /live, port: 8080, scheme: HTTPS, host: h}, periodSeconds: 3}",
            {
                "httpGet": {"path": "/app-health/app/livez", "port": PORT, "scheme": "HTTP", "host": "h"},
                "periodSeconds": 3,
            },
            {"/app-health/app/livez": {"httpGet": {"path": "/live", "port": 8080, "host": "h", "scheme": "HTTPS"}}},
            id="an HTTPS probe becomes HTTP at the agent and stays HTTPS behind it",
        ),
        pytest.param(
            "livenessProbe: {httpGet: {port: http}, timeoutSeconds: 4}",
            {"httpGet": {"path": "/app-health/app/livez", "port": PORT}, "timeoutSeconds": 4},
            {"/app-health/app/livez": {"httpGet": {"port": 8080}, "timeoutSeconds": 4}},
            id="a named port is looked up",
        ),
        pytest.param(
            "readinessProbe: {tcpSocket: {port: 8080}}",
            {"httpGet": {"path": "/app-health/app/readyz", "port": PORT}},
            {"/app-health/app/readyz": {"tcpSocket": {"port": 8080}}},
            id="a TCP probe",
        ),
        pytest.param(
            "startupProbe: {grpc: {port: 8080}}",
            {"httpGet": {"path": "/app-health/app/startupz", "port": PORT}},
            {"/app-health/app/startupz": {"grpc": {"port": 8080, "service": None}}},
            id="a gRPC probe",
        ),
        pytest.param(
            "livenessProbe: {exec: {command: [a]}}", {"exec": {"command": ["a"]}}, None, id="a command is left alone"
        ),
        pytest.param(
            "livenessProbe: {httpGet: {path: /, port: nope}}",
            {"httpGet": {"path": "/app-health/app/livez", "port": PORT}},
            None,
            id="an unknown port name is rewritten but not told to the agent",
        ),
        pytest.param(
            'livenessProbe: {httpGet: {path: /, port: "8080"}}',
            {"httpGet": {"path": "/app-health/app/livez", "port": PORT}},
            None,
            id="digits in quotes are a name",
        ),
        pytest.param(
            "livenessProbe: {httpGet: {path: /mine, port: 15020}}",
            {"httpGet": {"path": "/app-health/app/livez", "port": PORT}},
            None,
            id="the status port itself is not told to the agent",
        ),
    ],
)
def test_a_probe_goes_through_the_agent(
    inject: Any, env: Any, container: Any, probe: str, rewritten: Any, entry: Any
) -> None:
    injected = inject(pod(probe))
    key = probe.split(":", maxsplit=1)[0]
    assert container(injected, "app")[key] == rewritten
    assert probers(env, container, injected) == entry


@pytest.mark.parametrize(
    ("version", "path"),
    [
        pytest.param("1.24.6", "/bye", id="before 1.25 hooks are left alone"),
        pytest.param("1.25.5", "/app-lifecycle/app/prestopz", id="since 1.25 they go through the agent"),
    ],
)
def test_hooks(inject: Any, container: Any, version: str, path: str) -> None:
    injected = inject(pod("lifecycle: {preStop: {httpGet: {path: /bye, port: 8080}}}"), version)
    assert container(injected, "app")["lifecycle"]["preStop"]["httpGet"]["path"] == path


def test_probes_of_init_containers_take_part(inject: Any, env: Any, container: Any) -> None:
    more = "  initContainers: [{name: log, image: l, restartPolicy: Always, startupProbe: {tcpSocket: {port: 1}}}]"
    injected = inject(pod("tty: true", more))
    assert [*probers(env, container, injected)] == ["/app-health/log/startupz"]


@pytest.mark.parametrize(
    "annotations",
    [
        pytest.param('sidecar.istio.io/rewriteAppHTTPProbers: "false"', id="the pod is against it"),
        pytest.param('status.sidecar.istio.io/port: "0"', id="the agent's port is off"),
    ],
)
def test_probes_are_left_alone(inject: Any, container: Any, annotations: str) -> None:
    text = f"metadata: {{annotations: {{{annotations}}}}}" + pod("livenessProbe: {httpGet: {path: /, port: 8080}}")
    assert container(inject(text), "app")["livenessProbe"] == {"httpGet": {"path": "/", "port": 8080}}


def test_a_pod_may_name_the_agents_port(inject: Any, container: Any) -> None:
    text = 'metadata: {annotations: {status.sidecar.istio.io/port: "15099"}}' + pod("livenessProbe: {grpc: {port: 1}}")
    assert container(inject(text), "app")["livenessProbe"]["httpGet"]["port"] == 15099


def test_the_values_may_be_against_it_and_the_pod_for_it(inject: Any, container: Any) -> None:
    values = {"sidecarInjectorWebhook": {"rewriteAppHTTPProbe": False}}
    text = pod("livenessProbe: {tcpSocket: {port: 1}}")
    assert "tcpSocket" in container(inject(text, values=values), "app")["livenessProbe"]
    text = 'metadata: {annotations: {sidecar.istio.io/rewriteAppHTTPProbers: "true"}}' + text
    assert "httpGet" in container(inject(text, values=values), "app")["livenessProbe"]
