"""What is injected but looks wrong: one module a check, each a pure function of a workload and its injection.

They look at what the user wrote, so a second run over an injected manifest says what the first one said.
"""

from collections.abc import Callable, Iterator

from meshinject.checks import (
    ambient,
    annotation_grammar,
    canonical_name,
    dns_policy,
    early_init,
    image_digest,
    job_ends,
    misplaced,
    pod_security,
    probe_port,
    replaced_handler,
    resources,
    revision,
    status_port,
    user_volume,
)
from meshinject.checks.subject import Remark, Subject

CHECKS: tuple[Callable[[Subject], Iterator[Remark]], ...] = (
    annotation_grammar.check,
    resources.check,
    image_digest.check,
    user_volume.check,
    canonical_name.check,
    revision.check,
    ambient.check,
    status_port.check,
    probe_port.check,
    replaced_handler.check,
    early_init.check,
    job_ends.check,
    dns_policy.check,
    pod_security.check,
)
"""Every check of an injected pod, in the order in which they are told."""

of_workload = misplaced.check
"""The check of what surrounds the pod, which matters as well where the pod is not injected for want of a label."""


def run(subject: Subject) -> Iterator[Remark]:
    """All that looks wrong about an injected workload."""
    yield from of_workload(subject.workload, subject.done.user)
    for check in CHECKS:
        yield from check(subject)
