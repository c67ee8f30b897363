"""OTEL_RESOURCE_ATTRIBUTES (since Istio 1.30): what OpenTelemetry's conventions say about a workload.

Empty unless the mesh has an OpenTelemetry provider that asks for attributes by those conventions.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from meshinject.frozen import Frozen

_PREFIX = "resource.opentelemetry.io/"
_BY_CONVENTION = "OTEL_SEMANTIC_CONVENTIONS"


class Container(Frozen):
    """What counts of a container."""

    name: str
    image: str


def asked_for(mesh: Mapping[str, Any]) -> bool:
    """Whether a provider of the mesh config wants the attributes."""
    return any(
        (provider.get("opentelemetry") or {}).get("serviceAttributeEnrichment") == _BY_CONVENTION
        for provider in mesh.get("extensionProviders") or []
    )


def attributes(
    annotations: Mapping[str, str], labels: Mapping[str, str], namespace: str, containers: Sequence[Container]
) -> str:
    """The attributes, separated by commas."""
    return ",".join(f"{name}={value}" for name, value in _attributes(annotations, labels, namespace, containers))


def _attributes(
    annotations: Mapping[str, str], labels: Mapping[str, str], namespace: str, containers: Sequence[Container]
) -> Iterator[tuple[str, str]]:
    if value := annotations.get(f"{_PREFIX}service.namespace") or namespace:
        yield "service.namespace", value
    version = annotations.get(f"{_PREFIX}service.version") or labels.get("app.kubernetes.io/version")
    if not version and len(containers) == 1:
        version = image_version(containers[0].image)
    if version:
        yield "service.version", version
    instance = annotations.get(f"{_PREFIX}service.instance.id")
    if not instance and containers:
        instance = f"{namespace}.$(POD_NAME).{containers[0].name}"
    if instance:
        yield "service.instance.id", instance


def image_version(image: str) -> str:
    """The tag of an image, its digest, or both as `tag@digest`."""
    reference, _, digest = image.partition("@")
    _, colon, tag = reference.rpartition("/")[2].rpartition(":")
    tag = tag if colon else ""
    return f"{tag}@{digest}" if tag and digest else tag or digest
