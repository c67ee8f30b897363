"""What templates leave open that a pod should say: the source of a volume, and a canonical name that is a label."""

from typing import Any

from meshinject.injection.names import CANONICAL_NAME
from meshinject.kubernetes.workload import maps, relisted, sublist, submap, with_key

_LABEL_LENGTH = 63


def with_sources(pod: dict[str, Any], template: dict[str, Any]) -> dict[str, Any]:
    """The pod with `emptyDir: {}` for a template's volumes without a source, which the API server would fill in."""
    ours = {item.get("name") for item in maps(submap(template, "spec"), "volumes")}
    spec = submap(pod, "spec")
    old = sublist(spec, "volumes")
    new = [
        with_key(item, "emptyDir", {})
        if isinstance(item, dict) and item.get("name") in ours and len(item) == 1
        else item
        for item in old
    ]
    return with_key(pod, "spec", with_key(spec, "volumes", relisted(old, new))) if old else pod


def with_valid_canonical_name(rendered: dict[str, Any]) -> dict[str, Any]:
    """A rendered template whose canonical-name label fits: at most 63 characters, no `-`, `_` or `.` at either end.

    Istio shortens it in some releases and templates only, and leaves separators at the end in most.
    """
    meta = submap(rendered, "metadata")
    labels = submap(meta, "labels")
    name = labels.get(CANONICAL_NAME)
    if not isinstance(name, str):
        return rendered
    return with_key(rendered, "metadata", with_key(meta, "labels", with_key(labels, CANONICAL_NAME, canonical(name))))


def canonical(name: str) -> str:
    """A name cut to the length of a label, without separators at its ends."""
    return name[:_LABEL_LENGTH].strip("-_.")
