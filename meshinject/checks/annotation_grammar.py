"""Annotations that do not fit their grammar although this Istio takes them, or takes no notice of them.

`includeOutboundPorts` is not checked by any release, so that a wrong port only shows when iptables fails in the pod;
names of interfaces are checked since 1.30; a boolean of `rewriteAppHTTPProbers` that Go does not read counts as none.
"""

from collections.abc import Iterator

from meshinject.checks.subject import Remark, Subject
from meshinject.istio import annotations
from meshinject.reports.findings import Code


def check(subject: Subject) -> Iterator[Remark]:
    """Annotations with a doubtful value; broken JSON is `user_volume`'s."""
    version = subject.job.control_plane.version
    for problem in annotations.doubtful(subject.annotations, version):
        if problem.key not in annotations.JSON_OBJECTS:
            word, _, release = (annotations.BY_KEY[problem.key].checked or "").partition(" ")
            later = f", {release} does" if word == "since" else ""
            text = f"{problem.key}: {problem.reason}; Istio {version} does not refuse it{later}"
            yield Remark(subject.annotation(problem.key), text, f"it takes {problem.grammar}", Code.ODD_ANNOTATION)
