"""A canonical name that is longer than a label may be is cut.

Telemetry and access logs know the workload by `service.istio.io/canonical-name`. It comes from the pod's labels or the
workload's name, which may have 253 characters where a label has 63.
"""

from collections.abc import Iterator

from meshinject.checks.subject import Remark, Subject
from meshinject.injection import parts
from meshinject.injection.names import CANONICAL_NAME
from meshinject.reports.findings import Code

_SOURCES = (CANONICAL_NAME, "app.kubernetes.io/name", "app")


def check(subject: Subject) -> Iterator[Remark]:
    """A canonical name that is not what the labels or the workload's name say."""
    cut = parts.labels(subject.done.template).get(CANONICAL_NAME)
    labels = subject.labels
    source = next((key for key in _SOURCES if labels.get(key)), "")
    name = labels[source] if source else subject.job.owner.name
    if cut and cut != name and name.strip("-_.").startswith(cut):
        path = subject.in_pod("metadata", "labels", source) if source else ("metadata", "name")
        text = f"{name!r} is no valid label; the workload's canonical name becomes {cut!r}"
        yield Remark(path, text, f"choose one: the label {CANONICAL_NAME}", Code.NAME_CUT)
