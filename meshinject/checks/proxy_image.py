"""A container of the pod that is named like one of Istio's and brings an image of its own.

It is merged over Istio's container, so its image stays whatever release is declared. That may be wanted; it is also
what a manifest looks like whose old injection lost its record.
"""

from collections.abc import Iterator

from meshinject.checks.subject import Remark, Subject
from meshinject.injection import overrides, parts
from meshinject.reports.findings import Code


def check(subject: Subject) -> Iterator[Remark]:
    """Containers whose image is another than the template's."""
    for override in overrides.find(subject.done.user, subject.done.template):
        name, image = override.container["name"], override.container.get("image")
        injected = (parts.find(subject.done.template, override.where, name) or {}).get("image")
        if image and injected and image != injected:
            text = f"container {name!r} keeps its own image {image} instead of {injected}"
            yield Remark(subject.container(name, "image"), text, "write image: auto for Istio's", Code.OTHER_IMAGE)
