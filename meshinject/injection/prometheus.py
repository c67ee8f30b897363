"""Merging the proxy's and the application's metrics.

Prometheus scrapes the agent's status port, and the agent scrapes the application: the pod's own `prometheus.io/*`
annotations move into the proxy's environment and the annotations point to the agent. Keys are compared after every
character but letters, digits and `_` became `_`, so `prometheus_io_port` and `prometheus.io.port` count too; of
several spellings the first in sorted order decides.

| step | Istio |
|---|---|
| a false scrape annotation stops it; then the annotation merge-metrics and the mesh config decide | all |
| a port annotation that names the status port stops it | all |
| several targets (`prometheus.istio.io/scrape-targets`), checked and reserved ports | since 1.31 |
| `prometheus.istio.io/secure-port` from the proxy's environment | since 1.31 |
"""

from collections.abc import Iterator, Mapping
from typing import Any

from packaging.version import Version

from meshinject.frozen import Frozen
from meshinject.injection import parts
from meshinject.injection.errors import PodProblem
from meshinject.injection.names import MERGE_METRICS, PROMETHEUS_ENV, SCRAPE_TARGETS, SECURE_PORT, SECURE_PORT_ENV
from meshinject.kubernetes import gojson
from meshinject.kubernetes.workload import rebuilt
from meshinject.reports.findings import Code
from meshinject.versions import since

KEYS = {"port": "prometheus.io/port", "path": "prometheus.io/path", "scrape": "prometheus.io/scrape"}
PATH = "/stats/prometheus"
DEFAULT_TARGET_PATH = "/metrics"

_NAMES = ("scrape", "path", "port")
"""In the order of the proxy's environment variable."""
_RESERVED = (15000, 15001, 15004, 15006, 15008, 15020, 15021, 15053, 15090)
_TARGETS_SINCE = "1.31"
_TRUE = ("1", "t", "T", "TRUE", "true", "True")
_FALSE = ("0", "f", "F", "FALSE", "false", "False")
_MAX_PORT = 65535


class Target(Frozen):
    """One endpoint of the application."""

    port: str
    path: str


def merge(pod: dict[str, Any], status_port: int, version: Version, *, mesh_merges: bool) -> dict[str, Any]:
    """The pod with its metrics merged, where neither pod nor mesh is against it.

    Raises:
        PodProblem: since 1.31, a port of the application is none or one of Istio's own.
    """
    annotations = parts.annotations(pod)
    port = str(status_port)
    points_there = port in (annotations[key] for key in _keys(annotations, "port"))
    if points_there or not is_on(annotations, mesh_merges=mesh_merges):
        return pod
    own = {name: next((annotations[key] for key in _keys(annotations, name)), "") for name in _NAMES}
    targets = _targets(annotations) if since(version, _TARGETS_SINCE) else []
    if since(version, _TARGETS_SINCE):
        _check(annotations, own["port"], targets, port)
    if targets:
        own |= {"path": targets[0].path, "port": targets[0].port}
    found = parts.proxy(pod)
    if found is not None and any(own.values()):
        value = _text(own, targets)
        where, proxy = found
        pod = parts.with_container(pod, where, proxy["name"], lambda old: parts.with_env(old, PROMETHEUS_ENV, value))
    wanted = {"port": port, "path": PATH, "scrape": "true"}
    gone = {key for key in annotations if is_key(key, *KEYS)}
    if since(version, _TARGETS_SINCE):
        gone |= {key for key in annotations if _plain(key) == _plain(SCRAPE_TARGETS)}
    return parts.with_meta(pod, "annotations", lambda old: _pointed(old, wanted, gone))


def secure_port(pod: dict[str, Any], version: Version) -> dict[str, Any]:
    """The pod with the annotation for the port of merged metrics over mTLS, where the proxy's environment has one."""
    annotations = parts.annotations(pod)
    found = parts.proxy(pod)
    if not since(version, _TARGETS_SINCE) or found is None:
        return pod
    if any(_plain(key) == _plain(SECURE_PORT) for key in annotations):
        return pod
    port = parts.env(found[1], SECURE_PORT_ENV)
    return parts.with_annotation(pod, SECURE_PORT, port) if port not in (None, "", "0") else pod


def is_on(annotations: Mapping[str, str], *, mesh_merges: bool) -> bool:
    """Whether a pod's metrics are merged, as far as its annotations and the mesh config say."""
    for key in _keys(annotations, "scrape"):
        wish = boolean(annotations[key])
        if wish is not None:
            if not wish:
                return False
            break
    own = boolean(annotations.get(MERGE_METRICS, ""))
    return mesh_merges if own is None else own


def is_key(key: str, *names: str) -> bool:
    """Whether an annotation is a spelling of one of prometheus.io's keys `scrape`, `port` and `path`."""
    return _plain(key) in {f"prometheus_io_{name}" for name in names}


def boolean(text: str) -> bool | None:
    """Go's ParseBool; None for a text that is none."""
    return True if text in _TRUE else False if text in _FALSE else None


def _keys(annotations: Mapping[str, str], name: str) -> list[str]:
    return sorted(key for key in annotations if is_key(key, name))


def _plain(key: str) -> str:
    return "".join(char if char.isascii() and char.isalnum() else "_" for char in key)


def _targets(annotations: Mapping[str, str]) -> list[Target]:
    """The scrape targets; an entry without a port is left out, as Istio does with a warning in its log."""
    key = next((key for key in sorted(annotations) if _plain(key) == _plain(SCRAPE_TARGETS)), None)
    if key is None:
        return []
    found = []
    for entry in annotations[key].split(","):
        port, _, path = entry.strip().partition(":")
        if port.strip():
            found.append(Target(port.strip(), path.strip() or DEFAULT_TARGET_PATH))
    return found


def _check(annotations: Mapping[str, str], own_port: str, targets: list[Target], status_port: str) -> None:
    """Refuses ports that the agent could not scrape."""
    if targets:
        key = next(key for key in sorted(annotations) if _plain(key) == _plain(SCRAPE_TARGETS))
        ports = [target.port for target in targets]
    else:
        key = next(iter(_keys(annotations, "port")), "")
        ports = [own_port] if own_port else []
    for problem in _bad_ports(ports, status_port):
        help_text = f"give a port of the application, 1 to {_MAX_PORT}, that is none of Istio's"
        raise PodProblem(("metadata", "annotations", key), f"{key}: {problem}", help_text, Code.BAD_ANNOTATION)


def _bad_ports(ports: list[str], status_port: str) -> Iterator[str]:
    for port in ports:
        number = int(port) if port.isascii() and port.lstrip("+-").isdigit() else 0
        if not 1 <= number <= _MAX_PORT:
            yield f"{port!r} is no port"
        elif str(number) == status_port or number in _RESERVED:
            yield f"port {port} is one of Istio's own"


def _text(own: Mapping[str, str], targets: list[Target]) -> str:
    fields = [f'"{name}":{gojson.string(own[name])}' for name in _NAMES]
    if targets:
        listed = [f'{{"port":{gojson.string(one.port)},"path":{gojson.string(one.path)}}}' for one in targets]
        fields.append(f'"targets":[{",".join(listed)}]')
    return f"{{{','.join(fields)}}}"


def _pointed(old: dict[str, Any], wanted: Mapping[str, str], gone: set[str]) -> dict[str, Any]:
    """The annotations with the three that Prometheus reads, each in the place of the user's where there is one.

    The port takes the place of a list of targets.
    """
    missing = dict(wanted)
    items: dict[str, Any] = {}
    for key, value in old.items():
        if key not in gone:
            items[key] = value
            continue
        name = next((name for name in KEYS if is_key(key, name)), "port")
        exact_comes = KEYS.get(name) in old and key != KEYS[name]
        if name in missing and not exact_comes:
            items[KEYS[name]] = missing.pop(name)
    items |= {KEYS[name]: value for name, value in missing.items()}
    return rebuilt(old, items)
