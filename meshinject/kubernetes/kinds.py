"""Which objects make pods, and where their pod template is.

kube-inject goes by the kind's name alone, takes any group's `Job` for Kubernetes' own and loses the foreign fields.
Here group and kind together decide; an object of any other group passes untouched. Versions do not matter: a group
keeps the place of its pod template (`extensions/v1beta1`, `apps/v1beta2`, `batch/v2alpha1`).
"""

import re
from collections.abc import Iterator
from typing import Any

from meshinject.frozen import Frozen
from meshinject.kubernetes.text import as_string
from meshinject.kubernetes.workload import Path, Workload, sublist, submap
from meshinject.nearest import nearest

_EVERY = "*"
_TEMPLATE = ("spec", "template")
_CRON = ("spec", "jobTemplate", "spec", "template")


class Kind(Frozen):
    """A kind that makes pods.

    Attributes:
        group: API group, "" for the core group, `*` for any.
        version: API version, `*` for any.
        kind: the kind's name.
        paths: where a pod template may be, as keys from the object; those that are there count, `*` is every item.
        required: whether Kubernetes refuses the object without a pod template.
    """

    group: str
    version: str
    kind: str
    paths: tuple[tuple[str, ...], ...]
    required: bool = False


_BUILT_IN: dict[tuple[str, str], tuple[tuple[tuple[str, ...], ...], bool]] = {
    ("", "Pod"): (((),), False),
    ("", "ReplicationController"): ((_TEMPLATE,), True),
    ("", "DeploymentConfig"): ((_TEMPLATE,), True),
    ("apps.openshift.io", "DeploymentConfig"): ((_TEMPLATE,), True),
    ("apps", "Deployment"): ((_TEMPLATE,), False),
    ("apps", "DaemonSet"): ((_TEMPLATE,), False),
    ("apps", "ReplicaSet"): ((_TEMPLATE,), False),
    ("apps", "StatefulSet"): ((_TEMPLATE,), False),
    ("extensions", "Deployment"): ((_TEMPLATE,), False),
    ("extensions", "DaemonSet"): ((_TEMPLATE,), False),
    ("extensions", "ReplicaSet"): ((_TEMPLATE,), False),
    ("extensions", "Job"): ((_TEMPLATE,), False),
    ("batch", "Job"): ((_TEMPLATE,), False),
    ("batch", "CronJob"): ((_CRON,), False),
    ("argoproj.io", "Rollout"): ((_TEMPLATE,), False),
    ("apps.kruise.io", "CloneSet"): ((_TEMPLATE,), False),
    ("apps.kruise.io", "StatefulSet"): ((_TEMPLATE,), False),
    ("apps.kruise.io", "DaemonSet"): ((_TEMPLATE,), False),
    ("apps.kruise.io", "BroadcastJob"): ((_TEMPLATE,), False),
    ("apps.kruise.io", "AdvancedCronJob"): (
        (
            ("spec", "template", "jobTemplate", "spec", "template"),
            ("spec", "template", "broadcastJobTemplate", "spec", "template"),
        ),
        False,
    ),
    ("apps.kruise.io", "UnitedDeployment"): (
        (
            ("spec", "template", "statefulSetTemplate", "spec", "template"),
            ("spec", "template", "advancedStatefulSetTemplate", "spec", "template"),
            ("spec", "template", "cloneSetTemplate", "spec", "template"),
            ("spec", "template", "deploymentTemplate", "spec", "template"),
        ),
        False,
    ),
}
_PASSES_WITHOUT_TEMPLATE = {("argoproj.io", "Rollout")}
"""A Rollout with `workloadRef` takes the template of another object, which is injected where it is defined."""


_MISSPELT = 0.8
"""How much a kind shares with another one that is meant; `ControllerRevision` is like none."""


SHORT = {
    "po": "Pod",
    "rc": "ReplicationController",
    "dc": "DeploymentConfig",
    "deploy": "Deployment",
    "ds": "DaemonSet",
    "rs": "ReplicaSet",
    "sts": "StatefulSet",
    "cj": "CronJob",
    "ro": "Rollout",
}
"""The short names that kubectl and its likes take."""

# Patterns that only --kind needs are compiled when it is given.
_ADDED = r"\s*([a-z0-9.-]*|\*)/([a-z0-9]*|\*)/([A-Za-z0-9]+)\s*"
_KEY = r"[A-Za-z0-9_-]+|\*"


class KindError(ValueError):
    """A kind that a user adds is not written as GROUP/VERSION/KIND=PATH."""


def parse(text: str) -> Kind:
    """A kind that a user adds: `GROUP/VERSION/KIND=PATH`.

    Group and version may be `*`; the core group is empty or `core`. The path is dotted, from the object to what holds
    the pod's metadata and spec, `[*]` or `*` stands for every item on the way:
    `spec.replicatedJobs[*].template.spec.template`. A path `.` says that the object itself is a pod.

    Raises:
        KindError: the text has another form.
    """
    name, _, path = text.partition("=")
    added = re.fullmatch(_ADDED, name)
    dotted = path.strip().removeprefix("$").replace("[*]", f".{_EVERY}").replace("[]", f".{_EVERY}").strip(".")
    keys = tuple(dotted.split(".")) if dotted else ()
    if not added or not path.strip() or not all(re.fullmatch(_KEY, key) for key in keys):
        raise KindError(f"{text!r} is not GROUP/VERSION/KIND=PATH, for example 'argoproj.io/*/Rollout=spec.template'")
    group, version, kind = added.groups()
    return Kind("" if group == "core" else group, version or _EVERY, kind, (keys,))


def named(text: str, added: tuple[Kind, ...] = ()) -> str | None:
    """The kind of a workload that a user means, as kubectl takes it: in any case, in the plural, by its short name."""
    meant = text.strip().lower()
    own = next((kind for kind in names(added) if meant in (kind.lower(), f"{kind.lower()}s")), None)
    return own or SHORT.get(meant)


def names(added: tuple[Kind, ...] = ()) -> list[str]:
    """The names of all kinds that make pods."""
    return sorted({kind for _, kind in _BUILT_IN} | {kind.kind for kind in added})


def misspelt(root: Any, added: tuple[Kind, ...] = ()) -> Iterator[tuple[Path, str, str]]:
    """Objects of a document whose kind their group does not have, but one like it: path, kind, and that one."""
    for path, value in [((), root), *((("items", index), item) for index, item in enumerate(sublist(root, "items")))]:
        if not isinstance(value, dict):
            continue
        kind, (group, _, version) = _text(value, "kind"), _text(value, "apiVersion").rpartition("/")
        known = [name for of, name in _BUILT_IN if of == group]
        if not kind or not version or not known or _lookup(_text(value, "apiVersion"), kind, added):
            continue
        near = nearest(kind, known, _MISSPELT)
        if near and submap(value, "spec"):
            yield (*path, "kind"), kind, near


def is_kubernetes(root: Any) -> bool:
    """Whether a document is a Kubernetes object: a map with an apiVersion and a kind."""
    return isinstance(root, dict) and bool(_text(root, "apiVersion")) and bool(_text(root, "kind"))


def find(root: Any, added: tuple[Kind, ...] = ()) -> list[Workload]:
    """The workloads of a document in their order, those inside lists included."""
    return list(_workloads(root, (), "", "", added))


def untouched_template(root: Any, added: tuple[Kind, ...] = ()) -> Path | None:
    """Where an object of an unknown kind has a pod template that therefore stays as it is; None where it has none."""
    if not isinstance(root, dict) or find(root, added):
        return None
    for path in (_TEMPLATE, _CRON, ("spec", "podTemplate"), ("spec", "podTemplateSpec"), ("template",)):
        holder: Any = root
        for key in path:
            holder = submap(holder, key)
        if isinstance(submap(holder, "spec").get("containers"), list):
            return path
    return None


def _workloads(
    value: Any, path: Path, list_version: str, list_kind: str, added: tuple[Kind, ...]
) -> Iterator[Workload]:
    if not isinstance(value, dict):
        return
    kind = _text(value, "kind") or list_kind
    api_version = _text(value, "apiVersion") or list_version
    items = value.get("items")
    if kind.endswith("List") and isinstance(items, list):
        of = kind.removesuffix("List")
        for index, item in enumerate(items):
            yield from _workloads(item, (*path, "items", index), api_version if of else "", of, added)
        return
    known = _lookup(api_version, kind, added)
    if known is None:
        return
    meta = submap(value, "metadata")
    name = as_text(meta.get("name")) or as_text(meta.get("generateName"))
    found = [place for keys in known.paths for place in _places(value, keys)]
    if not found and (known.group, known.kind) in _PASSES_WITHOUT_TEMPLATE:
        return
    places: list[tuple[Path, dict[str, Any] | None]] = [*found] or [(known.paths[0], None)]
    for keys, pod in places:
        yield Workload(
            kind, api_version, name, as_text(meta.get("namespace")), path, (*path, *keys), value, pod, known.required
        )


def _lookup(api_version: str, kind: str, added: tuple[Kind, ...]) -> Kind | None:
    group, slash, version = api_version.rpartition("/")
    if not slash:
        group, version = "", api_version
    for mine in added:
        if mine.kind == kind and mine.group in (_EVERY, group) and mine.version in (_EVERY, version):
            return mine
    built_in = _BUILT_IN.get((group, kind)) if version else None
    return Kind(group, version, kind, *built_in) if built_in else None


def _places(value: Any, keys: tuple[str, ...], done: Path = ()) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The maps at a path of keys below `value`, with their own paths."""
    if not keys:
        if isinstance(value, dict):
            yield done, value
        return
    key, rest = keys[0], keys[1:]
    if key == _EVERY and isinstance(value, list):
        for index, item in enumerate(value):
            yield from _places(item, rest, (*done, index))
    elif key == _EVERY and isinstance(value, dict):
        for name, item in value.items():
            yield from _places(item, rest, (*done, name))
    elif isinstance(value, dict) and key in value:
        yield from _places(value[key], rest, (*done, key))


def _text(value: dict[str, Any], key: str) -> str:
    return as_text(value.get(key))


def as_text(value: Any) -> str:
    """A name or version as text; a map or list, which the API server refuses, counts as none."""
    return "" if isinstance(value, dict | list) else as_string(value)
