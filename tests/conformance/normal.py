"""The normal form in which pods are compared with the recorded ones of istioctl kube-inject.

Two pods are equal when they would be the same object in the API server: nulls, empty maps and zero values that Go
leaves out do not count, quantities are compared as numbers, JSON inside a string as JSON, a volume without a source is
an emptyDir. The order of list items counts.
"""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import yaml

_TRUE = ("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON")
_FALSE = ("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF")
_NULL = ("", "~", "null", "Null", "NULL")
_INTEGERS = (
    (re.compile(r"[+-]?0x([0-9a-fA-F]+)"), 16),
    (re.compile(r"[+-]?0b([01]+)"), 2),
    (re.compile(r"[+-]?0[oO]?([0-7]+)"), 8),
    (re.compile(r"[+-]?([0-9]+)"), 10),
)
_FLOAT = re.compile(r"[+-]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][+-]?[0-9]+)?")


class Loader(yaml.SafeLoader):
    """Reads plain scalars as Kubernetes does, so that a forgotten quote is seen; not meshinject's own reader."""


def _plain(_loader: Loader, node: yaml.ScalarNode) -> Any:
    text = node.value
    if text in _NULL:
        return None
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    digits = text.replace("_", "")
    for pattern, base in _INTEGERS:
        if found := pattern.fullmatch(digits):
            return -int(found[1], base) if digits.startswith("-") else int(found[1], base)
    if _FLOAT.fullmatch(digits):
        number = float(digits)
        return int(number) if number.is_integer() and abs(number) < 2**53 else number
    return text


_ANY = ("tag:meshinject,2026:plain", re.compile(r"(?s).*"))
_MERGE = ("tag:yaml.org,2002:merge", re.compile(r"<<"))
Loader.yaml_implicit_resolvers = {chr(code): [_ANY] for code in range(33, 127)} | {"": [_ANY], "<": [_MERGE, _ANY]}
Loader.add_constructor(_ANY[0], _plain)

_TEMPLATES = frozenset(
    {"Deployment", "DaemonSet", "ReplicaSet", "StatefulSet", "ReplicationController", "Job", "DeploymentConfig"}
)
_LEFT_OUT_WHEN_ZERO = frozenset(
    (
        *("initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"),
        *("hostPort", "readOnly", "stdin", "stdinOnce", "tty", "hostNetwork", "hostPID", "hostIPC"),
    )
)
_JSON_ENVS = frozenset(
    {"ISTIO_META_POD_PORTS", "PROXY_CONFIG", "ISTIO_KUBE_APP_PROBERS", "ISTIO_PROMETHEUS_ANNOTATIONS"}
)
_JSON_ANNOTATIONS = frozenset({"sidecar.istio.io/status", "proxy.istio.io/overrides"})
_DECIMAL = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_BINARY = {"Ki": 1, "Mi": 2, "Gi": 3, "Ti": 4, "Pi": 5, "Ei": 6}


def pods(text: str) -> list[dict[str, Any]]:
    """Kind, namespace, name and normal pod of every workload in a manifest stream."""
    found = []
    for document in yaml.load_all(text, Loader=Loader):
        for kind, meta, pod in workloads(document):
            pod_meta = pod.get("metadata") or {}
            shown = {key: pod_meta.get(key) or {} for key in ("labels", "annotations")}
            found.append(
                {
                    "kind": kind,
                    "namespace": meta.get("namespace") or "",
                    "name": meta.get("name") or meta.get("generateName") or "",
                    "pod": normal({"metadata": shown, "spec": pod.get("spec") or {}}),
                }
            )
    return found


def workloads(document: Any) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Kind, metadata and pod template of every workload in a document, lists included."""
    if not isinstance(document, dict):
        return
    kind, meta, spec = document.get("kind") or "", document.get("metadata") or {}, document.get("spec") or {}
    if kind.endswith("List") and isinstance(document.get("items"), list):
        for item in document["items"]:
            yield from workloads(item)
    elif kind == "Pod":
        yield kind, meta, {"metadata": meta, "spec": spec}
    elif kind == "CronJob":
        yield kind, meta, ((spec.get("jobTemplate") or {}).get("spec") or {}).get("template") or {}
    elif kind in _TEMPLATES:
        yield kind, meta, spec.get("template") or {}


def normal(value: Any, key: str = "", parent: str = "") -> Any:
    """The normal form of any part of a pod; `key` and `parent` name the fields it sits in."""
    if isinstance(value, list):
        return [_volume(normal(item, "", key)) if key == "volumes" else normal(item, "", key) for item in value]
    if not isinstance(value, dict):
        return value
    if key in ("limits", "requests") and parent == "resources":
        return {name: quantity(amount) for name, amount in value.items() if amount is not None}
    if key in ("labels", "annotations"):
        return {name: _metadata(name, text) for name, text in value.items()}
    out = {name: item for name, item in _fields(value, key) if not _is_left_out(name, item)}
    if out.get("name") in _JSON_ENVS and "value" in out:
        out["value"] = _json(out["value"])
    if out.get("name") == "grpc-bootstrap-init":  # its shell script counts by effect, not by text
        out["command"] = out.get("command", [])[:2]
        out["env"] = [env for env in out.get("env", []) if env.get("name") != "ISTIO_NAMESPACE"]
    return out


def _fields(value: dict[Any, Any], parent: str) -> Iterator[tuple[str, Any]]:
    for raw_name, raw in value.items():
        name = raw_name if isinstance(raw_name, str) else json.dumps(raw_name)
        item = normal(raw, name, parent)
        yield name, quantity(item) if name == "sizeLimit" and item is not None else item


def _is_left_out(name: str, item: Any) -> bool:
    if name == "creationTimestamp" or (name == "divisor" and str(item) in ("0", "")):
        return True
    if item is None or item == "" or (name in _LEFT_OUT_WHEN_ZERO and item in (0, False)):
        return True
    return item in ({}, []) and name != "emptyDir" and not name.lower().endswith("selector")


def _metadata(name: str, text: Any) -> Any:
    if text is None:
        return ""
    shown = json.dumps(text) if isinstance(text, bool | int | float) else text
    return normal(_json(shown), name) if name in _JSON_ANNOTATIONS else shown


def _volume(volume: Any) -> Any:
    return {**volume, "emptyDir": volume.get("emptyDir") or {}} if set(volume) <= {"name", "emptyDir"} else volume


def _json(text: Any) -> Any:
    if not isinstance(text, str):
        return {"not a string": text}
    try:
        return json.loads(text)
    except ValueError:
        return text


def quantity(text: Any) -> str:
    """A Kubernetes quantity as an exact number."""
    found = re.fullmatch(r"([+-]?[0-9.]+)([eE][+-]?[0-9]+|[KMGTPE]i|[numkMGTPE]?)", str(text))
    if not found:
        return str(text)
    number, suffix = Fraction(found[1]), found[2]
    if suffix in _BINARY:
        number *= 1024 ** _BINARY[suffix]
    elif suffix[:1] in ("e", "E") and len(suffix) > 1:
        number *= Fraction(10) ** int(suffix[1:])
    else:
        number *= Fraction(10) ** _DECIMAL[suffix]
    return str(number)


def differences(want: Any, got: Any, path: str = "") -> Iterator[str]:
    """What differs between two normal forms, a sentence each, with the path in the pod."""
    if isinstance(want, dict) and isinstance(got, dict):
        for key in sorted(want.keys() | got.keys(), key=str):
            if key not in got:
                yield f"{path}.{key}: missing, want {json.dumps(want[key])[:160]}"
            elif key not in want:
                yield f"{path}.{key}: extra {json.dumps(got[key])[:160]}"
            else:
                yield from differences(want[key], got[key], f"{path}.{key}")
    elif isinstance(want, list) and isinstance(got, list):
        names = [[item.get("name") if isinstance(item, dict) else item for item in items] for items in (want, got)]
        if names[0] != names[1]:
            yield f"{path}: want items {json.dumps(names[0])[:300]}, got {json.dumps(names[1])[:300]}"
        else:
            for index, (one, other) in enumerate(zip(want, got, strict=True)):
                yield from differences(one, other, f"{path}[{index}]")
    elif want != got or type(want) is not type(got):
        yield f"{path}: want {json.dumps(want)[:200]}, got {json.dumps(got)[:200]}"
