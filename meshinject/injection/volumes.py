"""Taking injected volumes out again.

A volume may be both the template's and the user's: the user's `sizeLimit` on istio-envoy, or another source under one
of Istio's names. Of Istio's own volumes only what its templates write is taken; what remains is the user's. A volume
that a pod's annotation or a template of the user's made goes as a whole.
"""

import json
from typing import Any

from meshinject.injection import parts
from meshinject.kubernetes.workload import maps, rebuilt, relisted, sublist, submap

_USER_VOLUME = "sidecar.istio.io/userVolume"
_GKE_DRIVER = "workloadcertificates.security.cloud.google.com"
_IN_MEMORY = ("istio-envoy", "istio-xds")
_SECRETS = ("istio-certs", "lightstep-certs")
_ISTIO = frozenset(
    {
        *_IN_MEMORY,
        *_SECRETS,
        "credential-socket",
        "custom-bootstrap-volume",
        "gke-workload-certificate",
        "grpc-io-proxyless-bootstrap",
        "istio-ca-crl",
        "istio-data",
        "istio-podinfo",
        "istio-token",
        "istiod-ca-cert",
        "kube-ca-cert",
        "workload-certs",
        "workload-socket",
    }
)


def without(pod: dict[str, Any], listed: list[str], own: set[Any] | None = None) -> dict[str, Any]:
    """The pod without the templates' parts of the listed volumes.

    Where it is known which of them are also the user's `own`, all others go as a whole.
    """
    old = sublist(submap(pod, "spec"), "volumes")
    whole = _of_annotation(parts.annotations(pod))
    new = []
    for volume in old:
        name = volume.get("name") if isinstance(volume, dict) else None
        if name not in listed:
            new.append(volume)
        elif name in _ISTIO and name not in whole and (own is None or name in own):
            rest = rebuilt(
                volume, {key: value for key, left in volume.items() if (value := _rest(key, left, name)) is not None}
            )
            if len(rest) > 1:
                new.append(rest)
    return parts.with_items(pod, "volumes", relisted(old, new)) if old else pod


def _rest(key: str, value: Any, name: str) -> Any:
    """What is the user's of one key of a volume; None when nothing is."""
    if key in ("configMap", "projected", "downwardAPI"):
        return None
    if key == "secret":
        return None if name in _SECRETS else value
    if key == "csi":
        return None if submap({"csi": value}, "csi").get("driver") == _GKE_DRIVER else value
    if key == "emptyDir":
        kept = value if isinstance(value, dict) else {}
        if name in _IN_MEMORY and kept.get("medium") == "Memory":
            kept = rebuilt(kept, {field: item for field, item in kept.items() if field != "medium"})
        return kept or None
    return value


def _of_annotation(annotations: dict[str, str]) -> set[Any]:
    """The names of the volumes in the annotation `userVolume`: a map by name, or a list of volumes."""
    try:
        value = json.loads(annotations.get(_USER_VOLUME, "") or "null")
    except ValueError:
        return set()
    return {*value} if isinstance(value, dict) else {item.get("name") for item in maps({"of": value}, "of")}
