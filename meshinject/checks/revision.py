"""A pod or namespace that asks for another revision of the control plane.

The label `istio.io/rev` names a revision or a tag of one. The webhook of that revision would inject the pod; here it
gets the proxy of the declared one. The label of a namespace beats the one of its pods, and beside `istio-injection`
neither counts.
"""

from collections.abc import Iterator

from meshinject.checks.subject import Remark, Subject
from meshinject.decide.namespaces import INJECTION_LABEL
from meshinject.injection.names import REVISION
from meshinject.reports.findings import Code


def check(subject: Subject) -> Iterator[Remark]:
    """The label of the namespace, else of the pod, that names none of the control plane's names."""
    if INJECTION_LABEL in subject.namespace_labels:
        return
    of_namespace = subject.namespace_labels.get(REVISION)
    wanted = of_namespace or subject.labels.get(REVISION)
    known = {*subject.revisions, subject.job.control_plane.revision or "default"}
    if wanted and wanted not in known:
        who = "the namespace" if of_namespace else "the pod"
        text = f"{who} asks for the revision {wanted!r}; it is injected for {' or '.join(map(repr, sorted(known)))}"
        path = ("metadata", "namespace") if of_namespace else subject.in_pod("metadata", "labels", REVISION)
        yield Remark(path, text, f"inject it with --revision {wanted}, if that is a revision", Code.OTHER_REVISION)
