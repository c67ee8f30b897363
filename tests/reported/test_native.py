"""Native or legacy: by the declared versions, by annotation; and what starts before what."""

from collections.abc import Callable

import pytest

from tests.reported.runs import deployment, inject

Settings = Callable[[str], str]
NATIVE = ["istio-init", "istio-proxy"]
HOLD = {"proxy.istio.io/config": "'{holdApplicationUntilProxyStarts: true}'"}
WITH_INIT = "initContainers: [{name: a, image: a}]\ncontainers: [{name: web, image: nginx}]"


class TestVersions:
    @pytest.mark.parametrize(
        ("istio", "kubernetes", "native", "note"),
        [
            pytest.param("1.28.1", "1.28", False, False, id="Kubernetes has the gate off"),
            pytest.param("1.28.1", "1.29", True, True, id="istiod would wait for 1.33"),
            pytest.param("1.28.1", "1.32", True, True, id="the last one before it is stable"),
            pytest.param("1.28.1", "1.33", True, False, id="both agree"),
            pytest.param("v1.28.1", "v1.33.4-gke.1043000", True, False, id="versions as clouds spell them"),
            pytest.param("1.28.1-distroless", "1.33+", True, False, id="a tag with a type"),
            pytest.param("1.27.0", "1.29", True, True, id="the first Istio with the default"),
            pytest.param("1.26.8", "1.33", False, False, id="Istio is too old"),
            pytest.param("1.20.8", "1.29", False, False, id="Istio is much too old"),
        ],
    )
    def test_by_default_what_the_cluster_can_run(self, istio: str, kubernetes: str, native: bool, note: bool) -> None:
        ran = inject(deployment(), istio=istio, kubernetes=kubernetes)
        assert ("istio-proxy" in ran.inits) is native
        assert ("[MI404]" in ran.said) is note
        assert ("--native-sidecars=true" in ran.said) is note

    @pytest.mark.parametrize(
        ("mode", "kubernetes", "native"),
        [
            ("istiod", "1.32", False),
            ("istiod", "1.33", True),
            ("true", "1.29", True),
            ("false", "1.35", False),
            ("auto", "1.29", True),
        ],
    )
    def test_a_mode_decides(self, mode: str, kubernetes: str, native: bool) -> None:
        ran = inject(deployment(), f"--native-sidecars={mode}", kubernetes=kubernetes)
        assert ("istio-proxy" in ran.inits) is native

    @pytest.mark.parametrize(("istio", "native"), [("1.20.8", True), ("1.26.8", True)])
    def test_older_releases_can_be_asked(self, istio: str, native: bool) -> None:
        assert ("istio-proxy" in inject(deployment(), "--native-sidecars=true", istio=istio).inits) is native

    def test_a_wish_that_kubernetes_cannot_run_is_refused(self) -> None:
        ran = inject(deployment(), "--native-sidecars=true", kubernetes="1.28")
        assert (ran.code, ran.text) == (2, "")
        assert "--native-sidecars=true asks for native sidecars, which Kubernetes runs since 1.29" in ran.said

    def test_the_reason_is_told_on_demand(self) -> None:
        said = inject(deployment(), "-v", istio="1.26.8").said
        assert "takes a legacy sidecar: Istio makes sidecars native by default since 1.27; this is 1.26.8" in said


class TestAnnotation:
    @pytest.mark.parametrize(
        ("istio", "value", "native", "warned"),
        [
            ("1.28.1", '"false"', False, False),
            ("1.28.1", '"true"', True, False),
            ("1.28.1", '"no"', True, True),
            ("1.28.1", '"False"', True, True),
            ("1.28.1", '"0"', True, True),
            ("1.28.1", '""', True, True),
            ("1.27.1", '"no"', True, True),
            ("1.26.8", '"true"', True, False),
            ("1.26.8", '"True"', False, True),
            ("1.24.6", '"no"', False, True),
            ("1.24.6", '"true"', True, False),
            ("1.23.6", '"true"', False, True),
            ("1.20.8", '"true"', False, True),
        ],
    )
    def test_each_release_reads_it_its_own_way(self, istio: str, value: str, native: bool, warned: bool) -> None:
        ran = inject(deployment(annotations={"sidecar.istio.io/nativeSidecar": value}), istio=istio)
        assert ("istio-proxy" in ran.inits) is native
        assert ("istio-proxy" in ran.containers) is not native
        assert ("MI503" in ran.codes) is warned

    def test_false_with_an_older_release_that_is_asked_for_native(self) -> None:
        text = deployment(annotations={"sidecar.istio.io/nativeSidecar": '"false"'})
        assert inject(text, "--native-sidecars=true", istio="1.26.8").containers == ["web", "istio-proxy"]

    @pytest.mark.parametrize("key", ["native-side", "native-sidecar", "nativesidecar"])
    def test_a_misspelt_one_is_not_read_but_told(self, key: str) -> None:
        ran = inject(deployment(annotations={f"sidecar.istio.io/{key}": '"false"'}))
        assert ran.inits == NATIVE
        assert ran.codes == ["MI503"]
        assert ran.said.startswith("<stdin>:9:9: warning[MI503]: ")
        assert "the annotation is sidecar.istio.io/nativeSidecar" in ran.said

    def test_true_where_kubernetes_is_too_old_is_an_error_at_its_line(self) -> None:
        ran = inject(deployment(annotations={"sidecar.istio.io/nativeSidecar": '"true"'}), kubernetes="1.28")
        assert (ran.code, ran.text) == (3, "")
        assert "<stdin>:9:9: error[MI206]: " in ran.said


class TestHold:
    def test_a_legacy_proxy_comes_first_and_lets_the_application_wait(self) -> None:
        ran = inject(deployment(annotations=HOLD), "--native-sidecars=false")
        assert ran.containers == ["istio-proxy", "web"]
        assert ran.proxy["lifecycle"]["postStart"] == {"exec": {"command": ["pilot-agent", "wait"]}}

    def test_without_it_the_legacy_proxy_comes_last(self) -> None:
        ran = inject(deployment(), "--native-sidecars=false")
        assert ran.containers == ["web", "istio-proxy"]
        assert "postStart" not in ran.proxy.get("lifecycle", {})

    def test_yaml_with_a_comment_in_a_block_is_read(self) -> None:
        text = deployment(
            annotations={
                "proxy.istio.io/config": "|\n          # hold\n          holdApplicationUntilProxyStarts: true"
            }
        )
        assert inject(text, "--native-sidecars=false").containers == ["istio-proxy", "web"]

    @pytest.mark.parametrize("istio", ["1.21.6", "1.26.8", "1.31.0"])
    def test_a_native_proxy_has_no_need_to_hold(self, istio: str) -> None:
        lifecycle = inject(deployment(annotations=HOLD), "--native-sidecars=true", istio=istio).proxy["lifecycle"]
        assert set(lifecycle) == {"preStop"}

    def test_a_native_proxy_of_1_20_holds_and_does_not_drain(self) -> None:
        lifecycle = inject(deployment(annotations=HOLD), "--native-sidecars=true", istio="1.20.8").proxy["lifecycle"]
        assert set(lifecycle) == {"postStart"}

    @pytest.mark.parametrize("mode", ["true", "false"])
    def test_a_lifecycle_of_the_values_replaces_both_hooks(self, mode: str, settings: Settings) -> None:
        ran = inject(
            deployment(annotations=HOLD),
            f"--native-sidecars={mode}",
            settings("global: {proxy: {lifecycle: {preStop: {exec: {command: [bye]}}}}}"),
        )
        assert ran.proxy["lifecycle"] == {"preStop": {"exec": {"command": ["bye"]}}}


class TestOrder:
    def test_a_legacy_istio_init_runs_after_the_users_init_containers(self) -> None:
        assert inject(deployment(WITH_INIT), "--native-sidecars=false").inits == ["a", "istio-init"]

    def test_a_native_proxy_starts_before_them(self) -> None:
        assert inject(deployment(WITH_INIT)).inits == ["istio-init", "istio-proxy", "a"]

    def test_and_before_other_native_sidecars(self) -> None:
        spec = "initContainers: [{name: vault, image: v, restartPolicy: Always}]\ncontainers: [{name: w, image: w}]"
        assert inject(deployment(spec)).inits == ["istio-init", "istio-proxy", "vault"]

    @pytest.mark.parametrize(
        ("mode", "inits"), [("false", ["istio-validation", "a"]), ("true", ["istio-validation", "istio-proxy", "a"])]
    )
    def test_with_the_cni_plugin_istio_validation_comes_first(
        self, mode: str, inits: list[str], settings: Settings
    ) -> None:
        ran = inject(deployment(WITH_INIT), f"--native-sidecars={mode}", settings("pilot: {cni: {enabled: true}}"))
        assert ran.inits == inits

    def test_init_containers_before_a_proxy_that_the_pod_waits_for_are_told(self) -> None:
        ran = inject(deployment(WITH_INIT, annotations=HOLD), "--native-sidecars=false")
        assert ran.codes == ["MI513"]
        assert "the init container a runs before it" in ran.said

    @pytest.mark.parametrize(
        ("mode", "annotations", "spec"),
        [
            pytest.param("true", HOLD, WITH_INIT, id="native"),
            pytest.param("false", {}, WITH_INIT, id="nobody waits"),
            pytest.param("false", HOLD, "containers: [{name: web, image: nginx}]", id="no init container"),
        ],
    )
    def test_otherwise_nothing_is_told(self, mode: str, annotations: dict[str, str], spec: str) -> None:
        assert inject(deployment(spec, annotations=annotations), f"--native-sidecars={mode}").codes == []


class TestInitContainers:
    @pytest.mark.parametrize("istio", ["1.20.8", "1.25.5", "1.26.8", "1.31.0"])
    @pytest.mark.parametrize("mode", ["true", "false"])
    def test_interception_mode_none_keeps_the_users_init_containers(self, istio: str, mode: str) -> None:
        spec = "initContainers: [{name: migrate, image: m}]\ncontainers: [{name: web, image: nginx}]"
        text = deployment(spec, annotations={"sidecar.istio.io/interceptionMode": "NONE"})
        ran = inject(text, f"--native-sidecars={mode}", istio=istio)
        assert ran.inits == (["istio-proxy", "migrate"] if mode == "true" else ["migrate"])
        assert ran.container("migrate") == {"name": "migrate", "image": "m"}

    def test_istio_init_is_root_in_a_pod_that_is_not(self) -> None:
        ran = inject(deployment("securityContext: {runAsNonRoot: true, runAsUser: 1000}\n" + WITH_INIT))
        context = ran.container("istio-init")["securityContext"]
        assert (context["runAsUser"], context["runAsNonRoot"]) == (0, False)
        assert context["capabilities"] == {"add": ["NET_ADMIN", "NET_RAW"], "drop": ["ALL"]}
        assert ran.pod["spec"]["securityContext"] == {"runAsNonRoot": True, "runAsUser": 1000}

    def test_istio_validation_is_nobody_special(self, settings: Settings) -> None:
        ran = inject(
            deployment("securityContext: {runAsNonRoot: true}\n" + WITH_INIT), settings("pilot: {cni: {enabled: true}}")
        )
        context = ran.container("istio-validation")["securityContext"]
        assert (context["runAsUser"], context["runAsNonRoot"]) == (1337, True)
        assert context["capabilities"] == {"drop": ["ALL"]}
