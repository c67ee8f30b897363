"""The one table of merge keys: how Kubernetes tells the items of a pod's lists apart.

Strategic merge, the text editor and the patches all go by it. A list is known by its own key and the key above it, so
the table holds at any depth: `spec.containers` of a Pod and of a Deployment's template alike. Kubernetes'
declarations give a merge key to these lists only; every other list is replaced whole.
"""

from typing import Any

from meshinject.kubernetes.text import as_string

_KEYS = {
    ("spec", "containers"): "name",
    ("spec", "initContainers"): "name",
    ("spec", "ephemeralContainers"): "name",
    ("spec", "volumes"): "name",
    ("spec", "imagePullSecrets"): "name",
    ("spec", "schedulingGates"): "name",
    ("spec", "resourceClaims"): "name",
    ("spec", "hostAliases"): "ip",
    ("spec", "topologySpreadConstraints"): "topologyKey",
    ("metadata", "ownerReferences"): "uid",
}
_IN_CONTAINERS = {"env": "name", "ports": "containerPort", "volumeMounts": "mountPath", "volumeDevices": "devicePath"}
_CONTAINERS = ("containers", "initContainers", "ephemeralContainers")


def listkey(path: tuple[str, ...]) -> str | None:
    """The key that tells the items of the list at `path` apart.

    `path` holds the keys of the maps on the way, without list indexes, from the document, the object or the pod. None
    for a list whose items have no identity.
    """
    if len(path) < 2:  # noqa: PLR2004 - no list of a pod lies at its root
        return None
    parent, key = path[-2:]
    if parent in _CONTAINERS:
        return _IN_CONTAINERS.get(key)
    return _KEYS.get((parent, key))


def is_set(path: tuple[str, ...]) -> bool:
    """Whether the list at `path` holds scalars that a merge unites: the finalizers of an object."""
    return path[-2:] == ("metadata", "finalizers")


def name_of(item: Any, key: str) -> Any:
    """What an item of a keyed list is called: a string as Kubernetes reads it, or a port's number; None without a key.

    An unquoted name counts as the string that it stands for: a variable called `ON` is the string "true" to Kubernetes.
    """
    value = item.get(key) if isinstance(item, dict) else None
    if value is None or isinstance(value, dict | list):
        return None
    return value if isinstance(value, str) or key == "containerPort" else as_string(value)
