"""What random texts found, and the few classes of text that cannot come back to the byte (README.md lists them)."""

import json
from textwrap import dedent

import pytest
import yaml

from tests.laws.laws import Settings, broken, inject, uninject, unlike_values, values

NATIVE, LEGACY = Settings("1.28.1", "true"), Settings("1.24.6", "false", "canary")
HEAD = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  template:\n"
PLAIN = "    spec:\n      containers:\n      - {name: app, image: a}\n"
PROBE = """\
    spec:
      containers:
      - name: app
        image: a
        ports:
        - {name: http, containerPort: 8080}
        livenessProbe:
          httpGet:
            path: '/live'  # fast
            port: %s
"""


def manifest(pod: str) -> str:
    return HEAD + pod


@pytest.mark.parametrize(
    "pod",
    [
        pytest.param(PROBE % "0x1f90", id="a number in another base"),
        pytest.param(PROBE % "8080_", id="a number with an underscore"),
        pytest.param(PROBE % "http", id="the name of a port"),
        pytest.param(PROBE % "nope", id="the name of no port"),
        pytest.param(
            """\
            metadata: {labels: {app: x}}
            spec:
              containers:
              - {name: istio-proxy, image: example.com/proxy:1}
              - {name: app, image: a}
            """,
            id="the order of containers beside metadata on one line",
        ),
        pytest.param(
            """\
            metadata: {annotations: {prometheus_io_port: "9102"}}
            spec: {containers: [{name: istio-proxy, image: auto}, {name: app, image: a}], hostNetwork: no}
            """,
            id="notes on both lines that could hold the recipe",
        ),
        pytest.param(
            """\
            metadata:
              annotations:
                note: x
            spec:
              initContainers:
              - name: 'istio-proxy'
                image: 'auto'  # ours
                restartPolicy: "Always"
              containers:
              - {name: app, image: a}
            """,
            id="an own proxy that is the only init container",
        ),
        pytest.param("metadata:\n  labels: {}\n  annotations:\n" + dedent(PLAIN), id="empty labels and annotations"),
        pytest.param("metadata: ~\n" + dedent(PLAIN), id="null metadata"),
        pytest.param(
            "metadata:\n  labels: {topology.istio.io/network: n, security.istio.io/tlsMode: istio}\n" + dedent(PLAIN),
            id="labels that an injection writes as well",
        ),
    ],
)
@pytest.mark.parametrize("ending", [pytest.param("\n", id="LF"), pytest.param("\r\n", id="CRLF")])
def test_every_law_holds(pod: str, ending: str) -> None:
    text = manifest("".join(f"    {line}\n" for line in dedent(pod).splitlines())).replace("\n", ending)
    for one, other in ((NATIVE, LEGACY), (LEGACY, NATIVE)):
        assert not [*broken(text, one, other)]


def as_json(text: str) -> str:
    (value,) = values(text)
    return json.dumps(value, indent=2) + "\n"


def reserialised(text: str) -> str:
    return yaml.safe_dump_all(yaml.safe_load_all(text), sort_keys=True)


@pytest.mark.parametrize("write", [as_json, lambda text: json.dumps(values(text)[0])], ids=["JSON", "JSON on one line"])
def test_json_without_anything_that_the_pod_cannot_hold_comes_back_to_the_byte(write: object) -> None:
    assert callable(write)
    text = write(manifest(PROBE % "8080"))
    assert not [*broken(text, NATIVE, LEGACY)]


@pytest.mark.parametrize(
    ("pod", "now"),
    [
        pytest.param("    metadata: {labels: {}}\n" + PLAIN, "    {}\n", id="an empty map that was filled"),
        pytest.param(PROBE % "http", PROBE % "8080", id="the name of a port, as its number"),
        pytest.param(
            '    metadata: {annotations: {prometheus_io_port: "9"}}\n' + PLAIN,
            '    metadata: {annotations: {prometheus.io/port: "9"}}\n' + PLAIN,
            id="the spelling of a key",
        ),
    ],
)
def test_json_has_no_room_for_what_the_pod_cannot_hold(pod: str, now: str) -> None:
    text = as_json(manifest(pod))
    back = uninject(inject(text, NATIVE).text).text
    assert back != text
    wanted = as_json(manifest(PLAIN if now == "    {}\n" else now))
    assert not unlike_values(wanted, back)


@pytest.mark.parametrize(
    "pod",
    [
        pytest.param("    metadata: {labels: {}}\n" + PLAIN, id="an empty map that was filled"),
        pytest.param(PROBE % "0x1f90", id="a number in another base"),
        pytest.param(
            PROBE.replace("httpGet:", "grpc: # y").replace("            path: '/live'  # fast\n", "") % "9",
            id="comments of a probe of another kind",
        ),
    ],
)
def test_without_marks_the_object_comes_back(pod: str) -> None:
    text = manifest(pod)
    injected = inject(text, NATIVE._replace(marks=False))
    assert "meshinject:" not in injected.text
    back = uninject(injected.text).text
    assert back != text
    assert not unlike_values(text, back)


def test_a_text_that_another_tool_wrote_anew_gives_the_object_back() -> None:
    text = manifest(PROBE % "8080")
    injected = reserialised(inject(text, NATIVE).text)
    assert not unlike_values(text, uninject(injected).text)
    assert not unlike_values(inject(text, LEGACY).text, inject(injected, LEGACY).text)


def test_a_note_that_no_longer_fits_since_its_line_was_edited_is_passed_over() -> None:
    text = manifest(PROBE % "0x1f90")
    injected = inject(text, NATIVE).text
    edited = injected.replace("        image: a\n", "        image: b\n", 1)
    assert uninject(edited).text == text.replace("image: a", "image: b")


def test_notes_beside_one_that_no_longer_fits_are_carried_out() -> None:
    second = "      - name: b\n        image: b\n        livenessProbe: {tcpSocket: {port: 0x50}}\n"
    text = manifest(PROBE % "0x1f90" + second)
    edited = inject(text, NATIVE).text.replace('"path":"/live","port":8080', '"path":"/live","port":8081')
    assert uninject(edited).text == text.replace("0x1f90", "8081")


MIXED = """\
apiVersion: v1
kind: List
items:
- apiVersion: apps/v1
  kind: Deployment
  spec: {template: {metadata: {annotations: {istio.io/rev: old, c: d}}, spec: {containers: [{name: a, image: a}]}}}
- apiVersion: apps/v1
  kind: Deployment
  spec:
    template:
      spec:
        containers:
        - {name: app, image: a}
        initContainers:
        -
          name: 'istio-proxy'
          image: "auto"
          restartPolicy: 'Always'
"""


def test_a_second_injection_changes_nothing_where_a_part_has_no_room_for_notes() -> None:
    injected = inject(MIXED, NATIVE).text
    assert injected != MIXED
    assert inject(injected, NATIVE).text == injected


def test_json_keeps_a_label_of_the_user_that_only_other_settings_write() -> None:
    text = as_json(manifest("    metadata: {labels: {topology.istio.io/network: n}}\n" + PLAIN))
    assert inject(inject(text, NATIVE).text, LEGACY).text == inject(text, LEGACY).text


FILLED = """\
    metadata:
      labels: {}
      annotations:
    spec:
      containers:
      - {name: app, image: a}
      initContainers: []
      volumes: []
"""


@pytest.mark.parametrize(
    ("below", "line"),
    [
        pytest.param("labels:", "        team: mine  # ours\n", id="a label"),
        pytest.param("annotations:", "        note: mine\n", id="an annotation"),
        pytest.param("initContainers:", "      - {name: own, image: own}\n", id="an init container"),
        pytest.param("volumes:", "      - {name: own, emptyDir: {}}\n", id="a volume"),
    ],
)
@pytest.mark.parametrize("settings", [NATIVE, LEGACY], ids=str)
def test_what_was_written_by_hand_where_nothing_was_stays(below: str, line: str, settings: Settings) -> None:
    text = manifest(FILLED)
    lines = inject(text, settings).text.splitlines(keepends=True)
    at = next(number for number, each in enumerate(lines) if each.strip().startswith(below))
    edited = "".join([*lines[: at + 1], line, *lines[at + 1 :]])
    assert line in uninject(edited).text.splitlines(keepends=True)
    assert line in inject(edited, LEGACY).text.splitlines(keepends=True)


def test_an_object_without_a_kind_is_none_of_ours() -> None:
    text = manifest(PLAIN).replace("kind: Deployment\n", "")
    outcome = inject(text, NATIVE)
    assert (outcome.text, outcome.findings) == (text, [])


@pytest.mark.parametrize(
    ("pod", "wanted"),
    [
        pytest.param(PROBE % "nope", "/app-health/app/livez", id="a probe of no port stays rewritten"),
        pytest.param(
            "    spec: {containers: [{name: istio-proxy, image: p}, {name: app, image: a}]}\n",
            '{"name": "istio-proxy", "image": "p"}]}',
            id="an own proxy is the last container",
        ),
    ],
)
def test_json_cannot_tell(pod: str, wanted: str) -> None:
    text = json.dumps(values(manifest(pod))[0])
    assert wanted not in text
    assert wanted in uninject(inject(text, LEGACY).text).text


def test_a_label_that_is_as_an_injection_writes_it_goes_where_there_is_no_note() -> None:
    text = as_json(manifest("    metadata: {labels: {security.istio.io/tlsMode: istio, a: b}}\n" + PLAIN))
    back = uninject(inject(text, NATIVE).text).text
    assert values(back) == values(manifest("    metadata: {labels: {a: b}}\n" + PLAIN))
