"""What is injected but looks wrong: one module a check, each a pure function of a workload and its injection.

They look at what the user wrote, so a second run over an injected manifest says what the first one said. Most pods
give most checks nothing to look at; a check is loaded when a pod has what it looks at.
"""

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

from meshinject.checks import misplaced
from meshinject.checks.subject import Remark, Subject
from meshinject.injection import parts
from meshinject.injection.names import AUTO, OVERRIDES
from meshinject.kubernetes.workload import Workload, maps, submap

Check = Callable[[Subject], Iterator[Remark]]

CHECKS = {
    "annotation_grammar": "istio key",
    "unknown_keys": "istio key",
    "other_release": "istio key",
    "deprecated": "istio key",
    "alpha": "istio key",
    "proxy_config_fields": "istio key",
    "resources": "istio key",
    "too_much_requested": "",
    "image_digest": "",
    "proxy_image": "container of istio's",
    "auto_image": "image auto",
    "user_volume": "istio key",
    "volume_clash": "volumes",
    "canonical_name": "",
    "revision": "istio key or namespace",
    "ambient": "istio key or namespace",
    "second_mesh": "other mesh",
    "status_port": "istio key",
    "probe_port": "ports or probes",
    "port_clash": "ports or probes",
    "replaced_handler": "container of istio's",
    "early_init": "init containers",
    "init_network": "init containers",
    "proxy_ends": "init proxy",
    "proxy_user": "security context",
    "job_ends": "legacy",
    "dns_policy": "dns policy",
    "pod_security": "namespace",
    "server_fields": "server fields",
}
"""Every check of an injected pod, in the order in which they are told, and the trait it looks at; "" is any pod."""

of_workload = misplaced.check
"""The check of what surrounds the pod, which matters as well where the pod is not injected for want of a label."""


def run(subject: Subject) -> Iterator[Remark]:
    """All that looks wrong about an injected workload."""
    yield from of_workload(subject.workload, subject.done.user, injected=True)
    has = {"", *_traits(subject)}
    for name, trait in CHECKS.items():
        if trait in has:
            yield from _load(name)(subject)


def of_skipped(workload: Workload, pod: dict[str, Any]) -> Iterator[Remark]:
    """What looks wrong about a pod because it is left alone."""
    if any(_is_auto(container) for where in parts.LISTS for container in maps(submap(pod, "spec"), where)):
        from meshinject.checks import auto_image  # noqa: PLC0415 - seldom needed

        yield from auto_image.of_skipped(workload, pod)


@cache
def _load(name: str) -> Check:
    check: Check = import_module(f"{__name__}.{name}").check
    return check


def _traits(subject: Subject) -> Iterator[str]:
    """What there is to look at."""
    done = subject.done
    spec = submap(done.user, "spec")
    keys = [*subject.annotations, *subject.labels]
    if subject.namespace_labels:
        yield from ("namespace", "istio key or namespace", "other mesh")
    if any("istio" in key for key in keys):
        yield from ("istio key", "istio key or namespace")
    if OVERRIDES in keys:
        yield "container of istio's"
    yield from _of_containers(spec, maps(spec, "containers"), maps(spec, "initContainers"), done.template)
    if len(maps(spec, "containers")) > 1 or any("/" in key for key in keys):
        yield "other mesh"
    if spec.get("volumes"):
        yield "volumes"
    if "dnsPolicy" in spec:
        yield "dns policy"
    proxy = parts.proxy(done.pod)
    if proxy is not None and (proxy[0] == "containers" or not subject.job.native):
        yield "legacy" if proxy[0] == "containers" else "init proxy"
    if "status" in subject.workload.object or not _EXPORTED.isdisjoint(subject.workload.meta):
        yield "server fields"


def _of_containers(
    spec: dict[str, Any], containers: list[dict[str, Any]], inits: list[dict[str, Any]], template: dict[str, Any]
) -> Iterator[str]:
    every = containers + inits
    if inits:
        yield from ("init containers", "other mesh")
    if any(_is_auto(container) for container in every):
        yield "image auto"
    if any(key in container for container in every for key in _PORTS_OR_PROBES):
        yield "ports or probes"
    if any("securityContext" in holder for holder in (spec, *every)):
        yield "security context"
    injected = {item.get("name") for where in parts.LISTS for item in maps(submap(template, "spec"), where)}
    if any(container.get("name") in injected for container in every):
        yield "container of istio's"


_EXPORTED = frozenset(("creationTimestamp", "generation", "managedFields", "resourceVersion", "selfLink", "uid"))
_PORTS_OR_PROBES = ("ports", "readinessProbe", "livenessProbe", "startupProbe", "lifecycle")


def _is_auto(container: dict[str, Any]) -> bool:
    return container.get("image") == AUTO
