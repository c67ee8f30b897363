"""A pod or namespace that asks for another revision of the control plane.

The label `istio.io/rev` names a revision or a tag of one. The webhook of that revision would inject the pod; here it
gets the proxy of the declared one.
"""

from collections.abc import Iterator

from meshinject.checks.subject import Remark, Subject
from meshinject.injection.names import REVISION
from meshinject.reports.findings import Code


def check(subject: Subject) -> Iterator[Remark]:
    """The label of the pod, else of its namespace, that names none of the control plane's names."""
    own = subject.labels.get(REVISION)
    wanted = own or subject.namespace_labels.get(REVISION)
    known = {*subject.revisions, subject.job.control_plane.revision or "default"}
    if wanted and wanted not in known:
        who = "the pod" if own else "the namespace"
        text = f"{who} asks for the revision {wanted!r}; it is injected for {' or '.join(sorted(known))!r}"
        path = subject.in_pod("metadata", "labels", REVISION) if own else ("metadata", "namespace")
        yield Remark(path, text, f"inject it with --revision {wanted}, if that is a revision", Code.OTHER_REVISION)
