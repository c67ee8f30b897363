"""Injected workloads, and the edits of one line that somebody may make in them."""

import difflib
import re
from collections.abc import Iterator
from textwrap import dedent
from typing import NamedTuple

NATIVE = ("--istio-version", "1.28.1", "--kubernetes-version", "1.33")
LEGACY = ("--istio-version", "1.24.6", "--kubernetes-version", "1.30", "--native-sidecars", "false")
NEWEST = ("--istio-version", "1.31", "--kubernetes-version", "1.34")

_WEB = """\
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: web
    spec:
      replicas: 2   # one per zone
      template:
        metadata:
          labels:
            app: web
        spec:
          containers:
          # The front end itself.
          - name: web
            image: nginx:1.27
            ports:
            - name: http
              containerPort: 8080
"""
_PROBES = """\
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: probed
    spec:
      template:
        metadata:
          labels:
            app: probed
          annotations:
            proxy.istio.io/config: '{"holdApplicationUntilProxyStarts": true}'
        spec:
          containers:
          - name: probed
            image: example.com/probed:1
            ports:
            - name: http
              containerPort: 8080
            livenessProbe:
              httpGet:
                path: /live
                port: 8080
              periodSeconds: 3
            readinessProbe:
              tcpSocket:
                port: http
              periodSeconds: 3
"""
_METRICS = """\
    apiVersion: batch/v1
    kind: CronJob
    metadata:
      name: nightly
    spec:
      schedule: "0 3 * * *"
      jobTemplate:
        spec:
          template:
            metadata:
              annotations:
                prometheus.io/scrape: "true"
                prometheus.io/port: "9102"
                prometheus.io/path: /metrics
            spec:
              restartPolicy: Never
              containers:
              - name: nightly
                image: example.com/nightly:1
              - name: helper
                image: example.com/helper:1
"""
_GATEWAY = """\
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: edge
    spec:
      template:
        metadata:
          annotations:
            inject.istio.io/templates: gateway
          labels:
            istio: edge
        spec:
          containers:
          - name: istio-proxy
            image: auto
"""
_PROXY = """\
    apiVersion: apps/v1
    kind: StatefulSet
    metadata:
      name: tuned
    spec:
      template:
        metadata:
          labels:
            app: tuned
            service.istio.io/canonical-name: front
        spec:
          containers:
          - name: tuned
            image: example.com/tuned:1
          - name: istio-proxy
            image: auto
            resources:
              limits:
                memory: 512Mi
          volumes:
          - name: istio-envoy
            emptyDir:
              sizeLimit: 5Mi
"""
_GRPC = _WEB.replace(
    "app: web\n", "app: web\n          annotations:\n            inject.istio.io/templates: grpc-agent\n"
)
_CNI = ("--set", "pilot.cni.enabled=true,global.network=net-1,global.imagePullSecrets={ours}")


def _listed(*texts: str) -> str:
    items = "".join("- " + dedent(text).replace("\n", "\n  ").rstrip(" ") for text in texts)
    return f"apiVersion: v1\nkind: List\nitems:\n{items}"


CASES = {
    "a Deployment": (dedent(_WEB), NATIVE),
    "a Deployment, legacy": (dedent(_WEB), LEGACY),
    "probes, and the application waits": (dedent(_PROBES), NATIVE),
    "probes, legacy": (dedent(_PROBES), LEGACY),
    "a CronJob with metrics": (dedent(_METRICS), NATIVE),
    "a CronJob with metrics, of the newest release": (dedent(_METRICS), NEWEST),
    "a gateway": (dedent(_GATEWAY), NATIVE),
    "a proxy of the user's": (dedent(_PROXY), NATIVE),
    "the agent of gRPC": (dedent(_GRPC), NATIVE),
    "the CNI plugin, a network and pull secrets": (dedent(_WEB), (*NATIVE, *_CNI)),
    "several workloads in a list": (_listed(_WEB, _METRICS), NATIVE),
}
"""Manifests in block style, and the options to inject them with."""


class Edited(NamedTuple):
    """A text with one line edited: the line's number from 1, what was done to it, and the text."""

    line: int
    what: str
    text: str


_VALUE = re.compile(r"(?P<head>\s*(?:- )?(?:[\w./-]+: +)?)(?P<value>(?!#).*?)(?P<note>\s+# .*)?\n")


def edits(text: str, injected: str) -> Iterator[Edited]:
    """Every injected line deleted, and with another letter or digit at the start, in the middle and at its end.

    The line of a key that holds a map or list has its key changed, every other its value.
    """
    lines = injected.splitlines(keepends=True)
    for number in _injected(text, injected):
        for what, line in _edits_of(lines[number]):
            yield Edited(number + 1, what, "".join([*lines[:number], line, *lines[number + 1 :]]))


def _injected(text: str, injected: str) -> Iterator[int]:
    matcher = difflib.SequenceMatcher(None, text.splitlines(), injected.splitlines(), autojunk=False)
    for what, _, _, start, end in matcher.get_opcodes():
        if what != "equal":
            yield from range(start, end)


def _edits_of(line: str) -> Iterator[tuple[str, str]]:
    yield "deleted", ""
    found = _VALUE.fullmatch(line)
    if found is None:
        return
    places = [found.end("head") + match.start() for match in re.finditer(r"[A-Za-z0-9]", found["value"])]
    for what, index in (("start", 0), ("middle", len(places) // 2), ("end", -1)):
        if places:
            at = places[index]
            yield what, line[:at] + ("7" if line[at] != "7" else "8") + line[at + 1 :]
