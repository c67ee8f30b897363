"""Images of the injected containers: by annotation, by type, by values."""

from collections.abc import Callable

import pytest

from tests.reported.runs import deployment, inject

Settings = Callable[[str], str]
DIGEST = "sha256:" + "0a" * 32


class TestProxyImage:
    def test_a_full_reference_is_used_for_both(self) -> None:
        ran = inject(deployment(annotations={"sidecar.istio.io/proxyImage": "example.com/p:1"}))
        assert ran.proxy["image"] == ran.container("istio-init")["image"] == "example.com/p:1"

    def test_a_bare_name_is_ignored(self) -> None:
        ran = inject(deployment(annotations={"sidecar.istio.io/proxyImage": "'proxy:1'"}))
        assert ran.proxy["image"] == "docker.io/istio/proxyv2:1.28.1"


class TestTypes:
    @pytest.mark.parametrize(
        ("tag", "wanted", "image"),
        [
            ("1.28.0-distroless", "debug", "1.28.0-debug"),
            ("1.28.0-debug", "distroless", "1.28.0-distroless"),
            ("1.28.0-distroless", "default", "1.28.0"),
            ("1.28.0", "distroless", "1.28.0-distroless"),
            ("1.28.0", "default", "1.28.0"),
            ("1.28.0-alpha", "debug", "1.28.0-alpha-debug"),
            ("1.28.0", '""', "1.28.0"),
        ],
    )
    def test_an_annotation_changes_the_end_of_the_tag(
        self, tag: str, wanted: str, image: str, settings: Settings
    ) -> None:
        text = deployment(annotations={"sidecar.istio.io/proxyImageType": wanted})
        ran = inject(text, settings(f"global: {{tag: {tag}}}"))
        assert ran.proxy["image"] == f"docker.io/istio/proxyv2:{image}"
        assert ran.codes == []

    def test_a_declared_version_with_a_type_keeps_it(self) -> None:
        assert inject(deployment(), istio="1.28.1-distroless").proxy["image"].endswith(":1.28.1-distroless")

    @pytest.mark.parametrize(
        ("annotations", "values"),
        [
            pytest.param({"sidecar.istio.io/proxyImageType": "debug"}, "", id="by annotation"),
            pytest.param({"proxy.istio.io/config": "'{image: {imageType: debug}}'"}, "", id="by proxy config"),
            pytest.param({}, ", variant: debug", id="by values"),
        ],
    )
    def test_a_digest_takes_no_type(self, annotations: dict[str, str], values: str, settings: Settings) -> None:
        ran = inject(deployment(annotations=annotations), settings(f'global: {{tag: "1.28.1@{DIGEST}"{values}}}'))
        assert (ran.code, ran.text, ran.codes) == (3, "", ["MI207"])
        assert f":1.28.1@{DIGEST}-debug: a digest takes no image type" in ran.said

    @pytest.mark.parametrize("wanted", [{}, {"sidecar.istio.io/proxyImageType": "default"}])
    def test_a_digest_alone_is_fine(self, wanted: dict[str, str], settings: Settings) -> None:
        ran = inject(deployment(annotations=wanted), settings(f'global: {{tag: "1.28.1@{DIGEST}"}}'))
        assert ran.proxy["image"] == f"docker.io/istio/proxyv2:1.28.1@{DIGEST}"

    def test_a_digest_with_a_type_is_fine_where_an_own_image_replaces_it(self, settings: Settings) -> None:
        own = {"sidecar.istio.io/proxyImage": f"example.com/p@{DIGEST}", "sidecar.istio.io/proxyImageType": "debug"}
        ran = inject(deployment(annotations=own), settings(f'global: {{tag: "1@{DIGEST}"}}'))
        assert ran.proxy["image"] == f"example.com/p@{DIGEST}"


class TestInitImage:
    @pytest.mark.parametrize(("istio", "name"), [("1.20.8", "proxyv2"), ("1.30.3", "proxyv2"), ("1.31.0", "my-init")])
    def test_a_name_of_its_own_counts_since_1_31(self, istio: str, name: str, settings: Settings) -> None:
        values = settings("global: {hub: h, proxy: {image: proxyv2}, proxy_init: {image: my-init}}")
        ran = inject(deployment(), values, istio=istio)
        assert ran.container("istio-init")["image"] == f"h/{name}:{istio}"
        assert ran.proxy["image"] == f"h/proxyv2:{istio}"

    @pytest.mark.parametrize("istio", ["1.20.8", "1.30.3", "1.31.0"])
    def test_a_full_reference_counts_always(self, istio: str, settings: Settings) -> None:
        ran = inject(deployment(), settings("global: {proxy_init: {image: example.com/init:2}}"), istio=istio)
        assert ran.container("istio-init")["image"] == "example.com/init:2"

    def test_the_annotation_for_the_type_holds_for_both(self, settings: Settings) -> None:
        values = settings("global: {hub: h, proxy_init: {image: my-init}}")
        text = deployment(annotations={"sidecar.istio.io/proxyImageType": "debug"})
        ran = inject(text, values, istio="1.31.0")
        assert ran.container("istio-init")["image"] == "h/my-init:1.31.0-debug"
        assert ran.proxy["image"] == "h/proxyv2:1.31.0-debug"

    def test_the_type_of_the_proxy_config_holds_for_the_proxy_only(self, settings: Settings) -> None:
        values = settings("global: {hub: h, proxy_init: {image: my-init}}")
        text = deployment(annotations={"proxy.istio.io/config": "'{image: {imageType: debug}}'"})
        ran = inject(text, values, istio="1.31.0")
        assert ran.container("istio-init")["image"] == "h/my-init:1.31.0"
        assert ran.proxy["image"] == "h/proxyv2:1.31.0-debug"

    @pytest.mark.parametrize(("istio", "hub"), [("1.29.2", "docker.io/istio"), ("1.30.3", "registry.istio.io/release")])
    def test_the_hub_of_the_release(self, istio: str, hub: str) -> None:
        assert inject(deployment(), istio=istio).proxy["image"] == f"{hub}/proxyv2:{istio}"
