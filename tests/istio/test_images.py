"""Hub, name, tag and type of the proxy's image."""

from typing import Any

import pytest
from packaging.version import Version

from meshinject.istio import images

ANNOTATION = "sidecar.istio.io/proxyImageType"


def image(
    version: str = "1.28.1", annotation: str | None = None, config: dict[str, Any] | None = None, **settings: Any
) -> str:
    values = {"global": {"hub": "h", "tag": "1", **settings}}
    annotations = {} if annotation is None else {ANNOTATION: annotation}
    return images.proxy_image(values, config or {}, annotations, Version(version))


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param({}, "h/proxyv2:1", id="hub, name and tag"),
        pytest.param({"proxy": {"image": "own"}}, "h/own:1", id="another name"),
        pytest.param({"variant": "debug"}, "h/proxyv2:1-debug", id="a variant"),
        pytest.param({"variant": "debug", "version": "1.21.6"}, "h/proxyv2:1", id="no variant before 1.22"),
        pytest.param({"variant": "default", "tag": "1-distroless"}, "h/proxyv2:1", id="the type default has no suffix"),
        pytest.param({"variant": "debug", "tag": "1-distroless"}, "h/proxyv2:1-debug", id="a known suffix is replaced"),
        pytest.param({"variant": "own", "tag": "1-fips"}, "h/proxyv2:1-fips-own", id="an unknown suffix stays"),
        pytest.param({"variant": "debug", "tag": "v@sha256:ab"}, "h/proxyv2:v@sha256:ab-debug", id="digests are text"),
        pytest.param(
            {"variant": "debug", "config": {"image": {"imageType": "distroless"}}},
            "h/proxyv2:1-distroless",
            id="the proxy configuration beats the variant",
        ),
        pytest.param({"variant": "debug", "config": {"image": {}}}, "h/proxyv2:1", id="even when it names no type"),
        pytest.param(
            {"variant": "debug", "config": {"image": {}}, "version": "1.31.0"},
            "h/proxyv2:1-debug",
            id="but not since 1.31",
        ),
        pytest.param(
            {"annotation": "debug", "config": {"image": {"imageType": "distroless"}}},
            "h/proxyv2:1-debug",
            id="the annotation beats all",
        ),
        pytest.param({"annotation": "", "variant": "debug"}, "h/proxyv2:1", id="an empty annotation means no suffix"),
        pytest.param({"tag": 1.1}, "h/proxyv2:1.1", id="a number prints as Go prints it"),
        pytest.param({"tag": 12345678901}, "h/proxyv2:1.2345678901e+10", id="a large number too"),
    ],
)
def test_the_image_of_the_proxy(arguments: dict[str, Any], expected: str) -> None:
    assert image(**arguments) == expected


def test_the_init_image_has_its_own_name_and_ignores_the_proxy_configuration() -> None:
    values = {"global": {"hub": "h", "tag": "1", "variant": "debug", "proxy_init": {"image": "init"}}}
    assert images.proxy_init_image(values, {}) == "h/init:1-debug"
    assert images.proxy_init_image(values, {ANNOTATION: "distroless"}) == "h/init:1-distroless"
