"""Whose a label, an annotation or a volume is that both the user and an injection may write.

Istio leaves a canonical name, a TLS mode or a default container alone where the pod has one, so a value that somebody
edited in an injected pod looks like one that the user always had. An injection that takes notes (keeps.py) tells them
apart: what it writes is its own by key, whatever the value is now, but for the paths that are noted as the user's.

| written | where |
|---|---|
| canonical name and revision | beside an istio-proxy |
| the revision's annotation, default containers | likewise, the latter where there are other containers |
| TLS mode | beside a sidecar, which is neither a gateway nor the gRPC agent |
| tunnel, network, port of merged metrics | where the proxy's environment says so |
| annotations for the CNI plugin | as the init container's flags say |
| prometheus' three annotations | where metrics were merged |
| `rewriteAppHTTPProbers` | under the gRPC templates |
| volumes | as the status lists them |

A template of the user's that writes less leaves the rest to the user, which is noted as well.
"""

from collections.abc import Iterator
from typing import Any

from meshinject.injection import keeps, leftovers, parts, prometheus, record, sums
from meshinject.injection.keeps import Path
from meshinject.injection.names import (
    CANONICAL_NAME,
    CANONICAL_REVISION,
    DEFAULT_CONTAINER,
    DEFAULT_LOGS_CONTAINER,
    HBONE_ENV,
    NETWORK_ENV,
    NETWORK_LABEL,
    PROXY,
    REVISION,
    REWRITE_PROBES,
    SECURE_PORT,
    SECURE_PORT_ENV,
    TLS_MODE,
    TUNNEL,
)
from meshinject.injection.record import Record
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.workload import maps, rebuilt, same, submap

_METRICS = tuple(prometheus.KEYS.values())


def note(injected: dict[str, Any], original: dict[str, Any]) -> dict[str, Any]:
    """What has to be noted beside an injected pod: what is the user's of all that counts as the injection's."""
    found = record.read(injected)
    own = [] if found is None else [[*path] for path in _own(injected, original, found)]
    texts = {each.name: each.text for each in sums.of(injected)}
    return {key: value for key, value in (("own", own), ("sums", texts)) if value}


def own(pod: dict[str, Any]) -> set[Path] | None:
    """The paths that are noted as the user's; None for a pod without a note, where nothing is known."""
    kept = keeps.read(pod)
    return None if kept is None else keeps.paths(kept, "own")


def without(pod: dict[str, Any], found: Record, own: set[Path]) -> dict[str, Any]:
    """The pod without the labels and annotations that are the injection's; those of metrics have a step of theirs."""
    for kind, keys in _written(pod, found).items():
        gone = {key for key in keys if ("metadata", kind, key) not in own}

        def change(old: dict[str, Any], gone: set[str] = gone) -> dict[str, Any]:
            return rebuilt(old, {key: value for key, value in old.items() if key not in gone})

        pod = parts.with_meta(pod, kind, change)
    return pod


def has_merged_metrics(pod: dict[str, Any], found: Record, own: set[Path] | None) -> bool:
    """Whether the pod's prometheus annotations are the injection's, although one of them may have been edited."""
    annotations = parts.annotations(pod)
    as_written = [
        annotations.get(prometheus.KEYS["port"]) == str(found.status_port),
        annotations.get(prometheus.KEYS["path"]) == prometheus.PATH,
        annotations.get(prometheus.KEYS["scrape"]) == "true",
    ]
    if own is None:
        return all(as_written[:2])
    noted = any(("metadata", "annotations", key) in own for key in _METRICS)
    return not noted and (bool(found.scraped) or as_written.count(True) > 1)


def _own(injected: dict[str, Any], original: dict[str, Any], found: Record) -> Iterator[Path]:
    for kind, keys in _written(injected, found).items():
        before, after = (submap(submap(pod, "metadata"), kind) for pod in (original, injected))
        yield from (("metadata", kind, key) for key in keys if _is_same(before, after, key))
    before, after = (submap(submap(pod, "metadata"), "annotations") for pod in (original, injected))
    if has_merged_metrics(injected, found, set()) and all(_is_same(before, after, key) for key in _METRICS):
        yield from (("metadata", "annotations", key) for key in _METRICS if key in before)
    volumes = {as_text(item.get("name")) for item in maps(submap(original, "spec"), "volumes")}
    yield from (("spec", "volumes", name) for name in found.listed["volumes"] if name in volumes)


def _is_same(before: dict[str, Any], after: dict[str, Any], key: str) -> bool:
    """Whether an injection left a key as it was, or missing."""
    return (key in before) == (key in after) and same(before.get(key), after.get(key))


def _written(pod: dict[str, Any], found: Record) -> dict[str, list[str]]:
    """The keys of the labels and annotations that an injection writes into such a pod."""
    labels, annotations = [], []
    if PROXY in found.listed["containers"] or PROXY in found.listed["initContainers"]:
        labels += [CANONICAL_NAME, CANONICAL_REVISION]
        annotations.append(REVISION)
        if not record.is_gateway(found) and not record.is_proxyless(found):
            labels.append(TLS_MODE)
        if any(item.get("name") != PROXY for item in maps(submap(pod, "spec"), "containers")):
            annotations += [DEFAULT_LOGS_CONTAINER, DEFAULT_CONTAINER]
    if parts.env(found.proxy, HBONE_ENV) == "true":
        labels.append(TUNNEL)
    if parts.env(found.proxy, NETWORK_ENV):
        labels.append(NETWORK_LABEL)
    if parts.env(found.proxy, SECURE_PORT_ENV):
        annotations.append(SECURE_PORT)
    if record.is_proxyless(found):
        annotations.append(REWRITE_PROBES)
    return {"labels": labels, "annotations": [*annotations, *leftovers.cni(found)]}
