"""Annotations that Istio's own reference calls alpha: a later release may change them or take them away.

Nearly all that a pod can have are, so this is told with --verbose only; `istio.annotations.BETA` lists the others.
"""

from collections.abc import Iterator

from meshinject.checks.subject import Remark, Subject
from meshinject.istio.annotations import BETA, BY_KEY, FOREIGN, WRITTEN
from meshinject.reports.findings import Code


def check(subject: Subject) -> Iterator[Remark]:
    """The pod's alpha annotations."""
    for key in subject.annotations:
        if key in BY_KEY and key not in (*BETA, *FOREIGN, *WRITTEN):
            yield Remark(subject.annotation(key), f"the annotation {key} is alpha: Istio may change it", "", Code.ALPHA)
