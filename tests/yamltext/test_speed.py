"""Speed, measured against PyYAML's C loader on the same machine, so that a slow one fails nothing."""

import copy
import time
from collections.abc import Callable

import pytest
import yaml

from meshinject.yamltext import events
from meshinject.yamltext.model import Map
from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.read import read
from meshinject.yamltext.rewrite import rewrite
from meshinject.yamltext.stream import split

DEPLOYMENT = """\
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
      - name: web
        image: example.com/web:1
        ports:
        - name: http
          containerPort: 8080
        env:
        - {name: A, value: "1"}
        resources:
          limits:
            cpu: "2"
            memory: 1Gi
"""
PROXY = {
    "name": "istio-proxy",
    "image": "docker.io/istio/proxyv2:1.28.1",
    "args": ["proxy", "sidecar", "--domain", "$(POD_NAMESPACE).svc.cluster.local"],
    "env": [{"name": f"ISTIO_META_{number}", "value": "x"} for number in range(30)],
}

pytestmark = pytest.mark.skipif(events.binding is None, reason="the C binding is not installed")


def seconds(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(3):
        begin = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begin)
    return best


def injected(text: str) -> str:
    parts = []
    for document in split(text):
        tree = parse(document)
        wanted = copy.copy(load(tree))
        wanted["spec"] = copy.copy(wanted["spec"])
        wanted["spec"]["template"] = copy.copy(wanted["spec"]["template"])
        pod = wanted["spec"]["template"]["spec"] = copy.copy(wanted["spec"]["template"]["spec"])
        pod["containers"] = copy.copy(pod["containers"])
        pod["containers"].append(PROXY)
        pod["volumes"] = [Map(name="data", emptyDir={})]
        parts.append(rewrite(tree, wanted, lambda _: "name"))
    return "".join(parts)


def test_a_thousand_deployments() -> None:
    text = DEPLOYMENT * 1000
    loaded = seconds(lambda: list(yaml.load_all(text, Loader=yaml.CSafeLoader)))
    begin = time.perf_counter()
    result = injected(text)
    assert time.perf_counter() - begin < 20 * loaded
    assert result.count("istio-proxy") == 1000


def test_the_quick_reader_is_quick() -> None:
    text = injected(DEPLOYMENT)
    assert seconds(lambda: [read(text) for _ in range(20)]) < 2 * seconds(
        lambda: [yaml.load(text, Loader=yaml.CSafeLoader) for _ in range(20)]
    )


def test_a_long_flow_list_with_colons_takes_no_long_time() -> None:
    text = "a: [" + ", ".join(f"b{number}:c :d" for number in range(300)) + "]\n"
    assert len(read(text)["a"]) == 300
