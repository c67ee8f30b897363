"""Annotations that Istio calls deprecated, with what replaces them.

A label `sidecar.istio.io/inject` hides the annotation of that name, so both together are only told where they differ;
an odd value of the annotation alone is told by what decides on it.
"""

from collections.abc import Iterator

from meshinject.checks.subject import Remark, Subject
from meshinject.decide.namespaces import INJECT
from meshinject.istio.annotations import BY_KEY
from meshinject.istio.gates import applies
from meshinject.reports.findings import Code


def check(subject: Subject) -> Iterator[Remark]:
    """The pod's deprecated annotations."""
    version = subject.job.control_plane.version
    for key, value in subject.annotations.items():
        known = BY_KEY.get(key)
        if known is None or known.deprecated is None or not applies(known.deprecated, version):
            continue
        text, mend = f"the annotation {key} is deprecated", f"use {known.instead}"
        label = subject.labels.get(INJECT) if key == INJECT else None
        if key == INJECT and (label == value or (label is None and value not in ("true", "false"))):
            continue
        if label is not None:
            text, mend = f"{text}, and the label of that name, which is {label!r}, beats it", "take it out"
        yield Remark(subject.annotation(key), text, mend, Code.DEPRECATED)
