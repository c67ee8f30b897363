"""A pod that is meant for the ambient mesh and gets a sidecar.

The label `istio.io/dataplane-mode: ambient` of a pod or its namespace hands its traffic to ztunnel; with a sidecar the
pod is kept out of that again.
"""

from collections.abc import Iterator

from meshinject.checks.subject import Remark, Subject
from meshinject.reports.findings import Code

_MODE = "istio.io/dataplane-mode"
_HELP = 'leave it out of the injection with the label sidecar.istio.io/inject: "false", or drop the ambient label'


def check(subject: Subject) -> Iterator[Remark]:
    """The label of the pod, which beats the one of its namespace."""
    own = subject.labels.get(_MODE)
    if (own or subject.namespace_labels.get(_MODE)) == "ambient":
        who = "the pod" if own else "the namespace"
        path = subject.in_pod("metadata", "labels", _MODE) if own else ("metadata", "namespace")
        text = f"{who} is labelled {_MODE}: ambient, but the pod gets a sidecar"
        yield Remark(path, text, _HELP, Code.AMBIENT)
