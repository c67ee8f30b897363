"""Labels and annotations of Istio that the declared release does not read, although another one does.

An annotation of a newer release changes nothing and nobody says so; one of an older release is left over from an
upgrade. `sidecar.istio.io/nativeSidecar` has its own words (`decide.native`).
"""

from collections.abc import Iterator

from meshinject.checks.subject import Remark, Subject
from meshinject.decide import native
from meshinject.istio.annotations import BY_KEY, FOREIGN, LABELS
from meshinject.istio.gates import applies
from meshinject.reports.findings import Code

_SPOKEN_FOR = (*FOREIGN, native.ANNOTATION)


def check(subject: Subject) -> Iterator[Remark]:
    """Every key that is known but not in this release."""
    version = subject.job.control_plane.version
    gated = [("labels", key, LABELS.get(key, "")) for key in subject.labels]
    gated += [("annotations", key, BY_KEY[key].known) for key in subject.annotations if key in BY_KEY]
    for kind, key, gate in gated:
        if key not in _SPOKEN_FOR and not applies(gate, version):
            word, _, release = gate.partition(" ")
            since = f"is read since Istio {release}" if word == "since" else f"has no effect since Istio {release}"
            text = f"the {kind[:-1]} {key} {since}; Istio {version} ignores it"
            yield Remark(subject.in_pod("metadata", kind, key), text, "", Code.KEY_NOT_READ)
