"""An image type cannot be appended to a digest.

The type (`-distroless`, `-debug`) becomes the end of the tag. A tag that names a digest (`1.28.1@sha256:...`) would
become a reference that no registry has, and the pod would never start.
"""

from collections.abc import Iterator

from meshinject.checks.subject import Remark, Subject
from meshinject.injection import parts
from meshinject.kubernetes.workload import maps, submap
from meshinject.reports.findings import Code

_TYPE = "sidecar.istio.io/proxyImageType"
_HEX = frozenset("0123456789abcdefABCDEF")


def check(subject: Subject) -> Iterator[Remark]:
    """The first injected container whose image has a digest with something behind it."""
    for where in parts.LISTS:
        for container in maps(submap(subject.done.template, "spec"), where):
            image = container.get("image")
            if isinstance(image, str) and "@" in image and not _HEX.issuperset(image.rpartition(":")[2]):
                text = f"{container.get('name')} gets the image {image}: a digest takes no image type"
                path = subject.annotation(_TYPE) if _TYPE in subject.annotations else ()
                yield Remark(path, text, "name the digest of the wanted type and ask for no type", Code.BAD_IMAGE)
                return
