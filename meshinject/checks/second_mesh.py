"""A pod that another service mesh injects as well: both would redirect its traffic."""

from collections.abc import Iterator

from meshinject.checks.subject import Remark, Subject
from meshinject.injection import parts
from meshinject.kubernetes.workload import maps, submap
from meshinject.reports.findings import Code

_ASKED = (
    ("linkerd.io/inject", ("enabled", "ingress"), "Linkerd"),
    ("kuma.io/sidecar-injection", ("enabled", "true"), "Kuma"),
    ("consul.hashicorp.com/connect-inject", ("true", "1"), "Consul"),
    ("appmesh.k8s.aws/sidecarInjectorWebhook", ("enabled",), "App Mesh"),
)
_CONTAINERS = {
    "linkerd-proxy": "Linkerd",
    "linkerd-init": "Linkerd",
    "kuma-sidecar": "Kuma",
    "kuma-init": "Kuma",
    "consul-dataplane": "Consul",
    "consul-connect-inject-init": "Consul",
}


def check(subject: Subject) -> Iterator[Remark]:
    """The first sign of each other mesh."""
    told = set()
    for mesh, sign, path in _signs(subject):
        if mesh not in told:
            told.add(mesh)
            text = f"the pod is in the mesh of {mesh} as well ({sign}); two sidecars redirect its traffic"
            yield Remark(path, text, "leave it out of one of the two", Code.SECOND_MESH)


def _signs(subject: Subject) -> Iterator[tuple[str, str, tuple[str | int, ...]]]:
    for key, values, mesh in _ASKED:
        for kind, given in (("annotations", subject.annotations), ("labels", subject.labels)):
            if given.get(key) in values:
                yield mesh, f"{key}: {given[key]}", subject.in_pod("metadata", kind, key)
        own = {**subject.labels, **subject.annotations}
        if key not in own and subject.namespace_labels.get(key) in values:
            yield mesh, f"the namespace has {key}: {subject.namespace_labels[key]}", ("metadata", "namespace")
    spec = submap(subject.done.user, "spec")
    for where in parts.LISTS:
        for container in maps(spec, where):
            name = container.get("name")
            if isinstance(name, str) and name in _CONTAINERS:
                yield _CONTAINERS[name], f"container {name}", subject.container(name)
