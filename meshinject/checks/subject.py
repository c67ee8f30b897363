"""What a check looks at, and what it has to say."""

from collections.abc import Mapping
from typing import Any

from meshinject.frozen import Frozen
from meshinject.injection import parts
from meshinject.injection.job import Job
from meshinject.injection.pod import Injection
from meshinject.kubernetes.workload import Path, Workload, sublist, submap
from meshinject.reports.findings import Code

_ANNOTATIONS = ("metadata", "annotations")


class Remark(Frozen):
    """Something odd about a workload: where below its object, a sentence, what to do about it, and the code."""

    path: Path
    message: str
    help: str
    code: Code


class Subject(Frozen):
    """A workload and its injection.

    Attributes:
        workload: the workload as it is written, maybe with an earlier injection.
        done: what the injection made of it and why.
        job: what it was injected for.
        revisions: the names that the control plane goes by.
        namespace_labels: those of its namespace, as far as the input tells.
    """

    workload: Workload
    done: Injection
    job: Job
    revisions: tuple[str, ...] = ("default",)
    namespace_labels: Mapping[str, str] = {}

    @property
    def annotations(self) -> dict[str, str]:
        """The user's annotations of the pod."""
        return parts.annotations(self.done.user)

    @property
    def labels(self) -> dict[str, str]:
        """The user's labels of the pod."""
        return parts.labels(self.done.user)

    def in_pod(self, *keys: str | int) -> Path:
        """The path of something in the pod, from the workload's object."""
        return (*self.workload.path[len(self.workload.object_path) :], *keys)

    def annotation(self, key: str) -> Path:
        """The path of an annotation of the pod."""
        return self.in_pod(*_ANNOTATIONS, key)

    def container(self, name: Any, *keys: str | int) -> Path:
        """The path of a container as it is written, where an earlier injection may have moved it."""
        spec = submap(self.workload.pod, "spec")
        for where in parts.LISTS:
            for index, item in enumerate(sublist(spec, where)):
                if isinstance(item, dict) and item.get("name") == name:
                    return self.in_pod("spec", where, index, *keys)
        return self.in_pod("spec")


def listed(names: list[str]) -> str:
    """Names as a sentence lists them: `a, b and c`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""
