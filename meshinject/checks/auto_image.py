"""Containers that keep the image `auto`, which stands for the injected one: nobody can pull it.

It stays where the pod is not injected, and where no template has a container of that name.
"""

from collections.abc import Iterator
from typing import Any

from meshinject.checks.subject import Remark, Subject
from meshinject.injection import parts
from meshinject.injection.names import AUTO
from meshinject.kubernetes.workload import Workload, sublist, submap
from meshinject.reports.findings import Code


def check(subject: Subject) -> Iterator[Remark]:
    """The containers of an injected pod that no template fills."""
    for where in parts.LISTS:
        for container in sublist(submap(subject.done.pod, "spec"), where):
            if isinstance(container, dict) and container.get("image") == AUTO:
                name = container.get("name")
                text = (
                    f"container {name!r} keeps the image {AUTO}: no template of this pod has a container of that name"
                )
                path = subject.container(name, "image")
                yield Remark(
                    path,
                    text,
                    "name it istio-proxy, or name its template in inject.istio.io/templates",
                    Code.IMAGE_AUTO,
                )


def of_skipped(workload: Workload, pod: dict[str, Any]) -> Iterator[Remark]:
    """The containers of a pod that is left alone."""
    inside = workload.path[len(workload.object_path) :]
    for where in parts.LISTS:
        for index, container in enumerate(sublist(submap(pod, "spec"), where)):
            if isinstance(container, dict) and container.get("image") == AUTO:
                text = f"container {container.get('name')!r} keeps the image {AUTO}, since the pod is not injected"
                yield Remark((*inside, "spec", where, index, "image"), text, "", Code.IMAGE_AUTO)
