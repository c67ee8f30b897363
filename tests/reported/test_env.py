"""What the proxy is told about the pod: its ports and its containers."""

import json
from typing import Any

import pytest

from tests.reported.runs import Ran, deployment, inject

PORTS = """
initContainers:
- {name: side, image: s, restartPolicy: Always, ports: [{containerPort: 9}]}
containers:
- {name: web, image: nginx, ports: [{protocol: TCP, name: http, containerPort: 80}, {containerPort: 53, protocol: UDP}]}
- {name: db, image: db, ports: [{hostPort: 5432, containerPort: 5432}]}
"""


def ports(ran: Ran) -> Any:
    return json.loads(ran.env["ISTIO_META_POD_PORTS"])


@pytest.mark.parametrize("istio", ["1.20.8", "1.28.1", "1.31.0"])
@pytest.mark.parametrize("mode", ["true", "false"])
class TestContainers:
    def test_ports_of_the_containers_in_order(self, istio: str, mode: str) -> None:
        assert ports(inject(deployment(PORTS), f"--native-sidecars={mode}", istio=istio)) == [
            {"name": "http", "containerPort": 80, "protocol": "TCP"},
            {"containerPort": 53, "protocol": "UDP"},
            {"hostPort": 5432, "containerPort": 5432},
        ]

    def test_names_without_the_proxy_and_without_init_containers(self, istio: str, mode: str) -> None:
        spec = PORTS + "- {name: istio-proxy, image: auto}\n"
        ran = inject(deployment(spec), f"--native-sidecars={mode}", istio=istio)
        assert ran.env["ISTIO_META_APP_CONTAINERS"] == "web,db"

    def test_the_same_on_a_second_run(self, istio: str, mode: str) -> None:
        first = inject(deployment(PORTS), f"--native-sidecars={mode}", istio=istio)
        second = inject(first.text, f"--native-sidecars={mode}", istio=istio)
        assert ports(second) == ports(first)
        assert second.env["ISTIO_META_APP_CONTAINERS"] == "web,db"

    def test_no_ports_are_an_empty_list(self, istio: str, mode: str) -> None:
        assert ports(inject(deployment(), f"--native-sidecars={mode}", istio=istio)) == []
