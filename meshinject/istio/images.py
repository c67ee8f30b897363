"""The image of the proxy: `HUB/NAME:TAG`, the tag ending in the image type (`-distroless`, `-debug`) that is asked for.

The name is put between hub and tag even when it is a full reference; Istio's templates look at the value themselves
and take a full reference as it is. For the init container they do so with another value, and up to 1.30 a full
`global.proxy.image` beside a plain `global.proxy_init.image` gave a reference that no registry has: there the proxy's
reference is used.
"""

from collections.abc import Mapping
from typing import Any

from packaging.version import Version

from meshinject import versions
from meshinject.gotemplate.formatting import show
from meshinject.istio.podview import as_go
from meshinject.istio.proto import Message
from meshinject.istio.values import lookup

_TYPE_ANNOTATION = "sidecar.istio.io/proxyImageType"
_DEFAULT_NAME = "proxyv2"
_KNOWN_TYPES = ("-distroless", "-debug")


def proxy_image(values: Mapping[str, Any], config: Message, annotations: Mapping[str, str], version: Version) -> str:
    """What templates get as `.ProxyImage`."""
    variant = _text(lookup(values, "global.variant")) if versions.since(version, "1.22") else ""
    image = config.get("image")
    if image is not None:
        own = image.get("imageType", "")
        variant = own or variant if versions.since(version, "1.31") else own
    return _reference(values, "global.proxy.image", annotations.get(_TYPE_ANNOTATION, variant))


def proxy_init_image(values: Mapping[str, Any], annotations: Mapping[str, str]) -> str:
    """What templates get as `.ProxyInitImage` (since 1.31); the proxy configuration has no say in it."""
    variant = _text(lookup(values, "global.variant"))
    return _reference(values, "global.proxy_init.image", annotations.get(_TYPE_ANNOTATION, variant))


def _reference(values: Mapping[str, Any], name: str, image_type: str) -> str:
    hub, tag = _text(lookup(values, "global.hub")), _text(lookup(values, "global.tag"))
    return f"{hub}/{_text(lookup(values, name)) or _DEFAULT_NAME}:{_typed(tag, image_type)}"


def _typed(tag: str, image_type: str) -> str:
    if not image_type:
        return tag
    base = next((tag.removesuffix(known) for known in _KNOWN_TYPES if tag.endswith(known)), tag)
    return base if image_type == "default" else f"{base}-{image_type}"


def _text(value: Any) -> str:
    """A value as Go prints it with %v; numbers in values are float64, so a tag 1.10 without quotes is 1.1."""
    return "" if value is None else show(as_go(value))
