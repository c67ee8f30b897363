"""Maps and lists of a pod that only an injection had filled: what becomes of them once they are empty again."""

from collections.abc import Callable
from typing import Any

from meshinject.kubernetes.workload import submap, with_key, without_key

Pod = dict[str, Any]

_SPEC_KEYS = ("initContainers", "volumes", "imagePullSecrets", "securityContext")
_METADATA_KEYS = ("labels", "annotations")


def dropped(pod: Pod, out: Pod, injected: Pod) -> Pod:
    """The pod without those that are empty, unless a note said so.

    `out` is the pod before the notes were carried out, and `injected` the one with the injection.
    """

    def settle(part: Pod, key: str, out_part: Pod) -> Pod:
        noted = pod if key == "metadata" else part
        untouched = key in out_part and noted[key] is out_part[key]
        return without_key(part, key) if untouched else part

    return _settled(pod, injected, out, settle)


def as_in(pod: Pod, injected: Pod, original: Pod) -> Pod:
    """The pod with those that are empty as in the original: not there, null, or empty in its way."""

    def settle(part: Pod, key: str, original_part: Pod) -> Pod:
        return with_key(part, key, original_part[key]) if key in original_part else without_key(part, key)

    return _settled(pod, injected, original, settle)


def _settled(pod: Pod, injected: Pod, other: Pod, settle: Callable[[Pod, str, Pod], Pod]) -> Pod:
    """The pod with each part settled that is empty and was not in the injected one."""
    for name, keys in (("spec", _SPEC_KEYS), ("metadata", _METADATA_KEYS)):
        part, before = submap(pod, name), submap(injected, name)
        for key in keys:
            if key in part and not part[key] and before.get(key):
                part = settle(part, key, submap(other, name))
        if name in pod and isinstance(pod[name], dict):
            pod = with_key(pod, name, part)
    if "metadata" in pod and not pod["metadata"] and submap(injected, "metadata"):
        return settle(pod, "metadata", other)
    return pod
