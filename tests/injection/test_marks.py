"""Notes in comments: what a pod cannot hold comes back all the same, byte for byte."""

import json
from textwrap import dedent
from typing import Any

import pytest

from meshinject.kubernetes.listkeys import listkey
from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.rewrite import rewrite
from meshinject.yamltext.stream import split


def injected(inject: Any, text: str, **settings: Any) -> str:
    tree = parse(split(text)[0])
    return rewrite(tree, inject(text, marks=True, pod=load(tree), **settings), listkey)


def uninjected(inject: Any, text: str) -> str:
    tree = parse(split(text)[0])
    return rewrite(tree, inject.out(text, load(tree)), listkey)


def line(text: str, start: str) -> str:
    return next(each.strip() for each in text.splitlines() if each.strip().startswith(start))


CASES = [
    pytest.param(
        """
        metadata:
          labels: {app: a}
        spec:
          containers:
          - name: a
            image: a
            ports:
            - {name: http, containerPort: 8080}
            livenessProbe:
              httpGet:
                path: /live
                port: http
        """,
        "port: 15020",
        "port: 15020  # meshinject: was http",
        id="the name of a port",
    ),
    pytest.param(
        """
        spec:
          containers:
          - name: a
            image: a
            livenessProbe:
              httpGet: {path: /live, port: nope}
        """,
        "httpGet: {path: /app-health/a/livez",
        "httpGet: {path: /app-health/a/livez, port: 15020}  # meshinject: was {path: /live, port: nope}",
        id="a probe in flow style that the agent was not told of",
    ),
    pytest.param(
        """
        spec:
          containers:
          - name: a
            image: a
            ports:
            - name: http
              containerPort: 8080
            readinessProbe:
              tcpSocket:
                port: http
        """,
        "httpGet:  #",
        "httpGet:  # meshinject: was tcpSocket: {port: http}",
        id="a handler of another kind",
    ),
    pytest.param(
        """
        metadata:
          annotations:
            prometheus_io_port: "9102"
            other: x
        spec:
          containers:
          - name: a
            image: a
        """,
        "prometheus.io/port",
        'prometheus.io/port: "15020"  # meshinject: was prometheus_io_port: "9102"',
        id="another spelling of a key",
    ),
    pytest.param(
        """
        metadata:
          annotations: {}
        spec:
          initContainers: []
          containers:
          - name: a
            image: a
        """,
        "initContainers:",
        "initContainers:  # meshinject: was []",
        id="an empty list that was filled",
    ),
    pytest.param(
        """
        metadata:
          annotations:
            istio.io/rev: mine
          labels:
            security.istio.io/tlsMode: istio  # my own
            app: a
        spec:
          containers:
          - name: a
            image: a
        """,
        "security.istio.io/tlsMode",
        "security.istio.io/tlsMode: istio  # my own",
        id="a line that the injection would have written is not touched",
    ),
]


@pytest.mark.parametrize("native", [pytest.param(True, id="native"), pytest.param(False, id="legacy")])
@pytest.mark.parametrize(("text", "start", "expected"), CASES)
def test_a_note_brings_the_users_text_back(inject: Any, text: str, start: str, expected: str, native: bool) -> None:
    text = dedent(text).lstrip()
    done = injected(inject, text, native=native)
    assert line(done, start) == expected
    assert uninjected(inject, done) == text


@pytest.mark.parametrize(("text", "start", "expected"), CASES)
def test_notes_survive_another_injection(inject: Any, text: str, start: str, expected: str) -> None:
    text = dedent(text).lstrip()
    legacy = injected(inject, text)
    assert injected(inject, legacy) == legacy
    native = injected(inject, legacy, native=True)
    assert native == injected(inject, text, native=True)
    assert line(native, start) == expected


@pytest.mark.parametrize(
    ("handler", "note"),
    [
        pytest.param("exec: {command: [cat]}", {}, id="nothing of the user's"),
        pytest.param("httpGet: {path: /live, port: 8080}", {"sums": {"probes": "4c80b364"}}, id="a probe"),
    ],
)
def test_a_pod_that_tells_everything_has_no_recipe(inject: Any, handler: str, note: Any) -> None:
    text = f"spec:\n  containers:\n  - name: a\n    image: a\n    livenessProbe:\n      {handler}\n"
    done = injected(inject, text)
    assert done.count("# meshinject") == 1
    assert json.loads(line(done, "sidecar.istio.io/status").partition("# meshinject: keeps ")[2]) == note
    assert uninjected(inject, done) == text


def test_a_recipe_keeps_what_has_no_line_of_its_own(inject: Any) -> None:
    text = dedent(
        """
        spec:
          containers:
          - name: istio-proxy
            image: auto
          - name: a
            image: a
        """
    ).lstrip()
    done = injected(inject, text)
    note = line(done, "sidecar.istio.io/status").partition("# meshinject: keeps ")[2]
    assert json.loads(note)["keys"] == [[["spec", "containers"], ["istio-proxy", "a"]]]
    assert uninjected(inject, done) == text


@pytest.mark.parametrize(
    "mark",
    [
        pytest.param("was {", id="no YAML"),
        pytest.param("keeps {", id="no JSON"),
        pytest.param("keeps []", id="no recipe"),
        pytest.param(
            'keeps {"set":[[1]],"drop":[["spec","gone"],[]],"keys":[[["x"],["y"]]]}', id="lines that do not fit"
        ),
        pytest.param("something else", id="another note"),
    ],
)
def test_a_note_that_was_edited_is_passed_over(inject: Any, mark: str) -> None:
    text = "spec:\n  containers:\n  - name: a\n    image: a\n"
    done = injected(inject, text)
    status = line(done, "sidecar.istio.io/status")
    assert uninjected(inject, done.replace(status, f"{status}  # meshinject: {mark}")) == text
