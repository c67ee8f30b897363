"""A hook or probe of the user's istio-proxy that replaces the template's.

Kubernetes takes one kind of handler. istioctl kube-inject leaves both, which the API server refuses; here the user's
stays, and with it goes what the template's was for: draining connections, waiting for the proxy.
"""

from collections.abc import Iterator
from typing import Any

from meshinject.checks.subject import Remark, Subject
from meshinject.injection import overrides, parts
from meshinject.kubernetes.podrules import HOOK_HANDLERS, HOOKS, PROBE_HANDLERS, PROBES
from meshinject.kubernetes.workload import Path, submap
from meshinject.reports.findings import Code


def check(subject: Subject) -> Iterator[Remark]:
    """Handlers of another kind than the template's."""
    template = subject.done.template
    for override in overrides.find(subject.done.user, template):
        name = override.container["name"]
        injected = parts.find(template, override.where, name) or {}
        for keys, kinds in _places():
            mine, theirs = (_kinds(each, keys, kinds) for each in (override.container, injected))
            gone = [kind for kind in theirs if kind not in mine]
            if mine and gone:
                text = (
                    f"the {keys[-1]} {mine[0]} of container {name!r} replaces the {gone[0]} that Istio's template has"
                )
                yield Remark(subject.container(name, *keys), text, "", Code.HANDLER_REPLACED)


def _places() -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    yield from (((probe,), PROBE_HANDLERS) for probe in PROBES)
    yield from ((("lifecycle", hook), HOOK_HANDLERS) for hook in HOOKS)


def _kinds(container: dict[str, Any], keys: Path, kinds: tuple[str, ...]) -> list[str]:
    for key in keys:
        container = submap(container, str(key))
    return [kind for kind in kinds if container.get(kind) is not None]
