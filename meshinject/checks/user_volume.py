"""`sidecar.istio.io/userVolume` and `userVolumeMount`: sources that do not exist, and templates that do not read them.

Their JSON goes into the pod as it is. The API server drops a key that it does not know, so that a volume with
`comfigMap` becomes an empty one. Istio's gateway template reads neither annotation.
"""

import json
from collections.abc import Iterator
from typing import Any

from meshinject.checks.subject import Remark, Subject, listed
from meshinject.injection import parts
from meshinject.kubernetes.gojson import fields
from meshinject.kubernetes.workload import maps, submap
from meshinject.nearest import nearest
from meshinject.reports.findings import Code

_VOLUMES = "sidecar.istio.io/userVolume"
_MOUNTS = "sidecar.istio.io/userVolumeMount"


def check(subject: Subject) -> Iterator[Remark]:
    """What has no effect about the two annotations."""
    template = subject.done.template
    found = parts.proxy(template)
    mounts = maps(found[1], "volumeMounts") if found else []
    for key, kind, rendered in (
        (_VOLUMES, "Volume", maps(submap(template, "spec"), "volumes")),
        (_MOUNTS, "VolumeMount", mounts),
    ):
        if key not in subject.annotations:
            continue
        items = _items(subject.annotations[key])
        names = {str(item.get("name")) for item in rendered}
        if items and not any(name in names for name, _ in items):
            text = f"{key} has no effect: no template of this pod reads it"
            yield Remark(subject.annotation(key), text, "write the volume into the pod itself", Code.USER_VOLUME)
            continue
        for name, item in items:
            yield from _unknown_keys(subject, key, kind, name, item)


def _unknown_keys(subject: Subject, key: str, kind: str, name: str, item: dict[str, Any]) -> Iterator[Remark]:
    known = [field.json for field in fields(kind)]
    unknown = [each for each in item if each not in known]
    if unknown:
        text = f"{key}: {name!r} has {listed([repr(each) for each in unknown])}, which no {kind} of Kubernetes has"
        close = nearest(unknown[0], known)
        yield Remark(subject.annotation(key), text, f"did you mean {close}?" if close else "", Code.USER_VOLUME)


def _items(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The volumes or mounts by name; JSON that cannot be read has none."""
    try:
        value = json.loads(text)
    except ValueError:
        return []
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(str(item.get("name") or key), item) for key, item in pairs if isinstance(item, dict)]
