"""Fields that only the API server writes: the manifest was exported from a cluster.

`kubectl apply` refuses an old resourceVersion or another uid as a conflict, and managedFields always. What kubectl
prints for a new object (`status: {}`, `creationTimestamp: null`) is empty and does no harm, nor does a date alone.
"""

from collections.abc import Iterator

from meshinject.checks.subject import Remark, Subject, listed
from meshinject.reports.findings import Code

_OF_METADATA = ("creationTimestamp", "generation", "managedFields", "resourceVersion", "selfLink", "uid")
_HARMLESS = ("metadata.creationTimestamp", "metadata.generation")


def check(subject: Subject) -> Iterator[Remark]:
    """All such fields of the object, as one."""
    thing = subject.workload.object
    found = [f"metadata.{key}" for key in _OF_METADATA if subject.workload.meta.get(key)]
    found += ["status"] if thing.get("status") else []
    if any(field not in _HARMLESS for field in found):
        text = f"the manifest holds what only the API server writes: {listed(found)}"
        yield Remark(tuple(found[0].split(".")), text, "take it out before you apply it", Code.SERVER_FIELDS)
