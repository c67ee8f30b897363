"""A second run, an upgrade, a change of mode, and taking it all out again."""

import json

import pytest

from tests.reported.runs import cron_job, deployment, inject, uninject

FULL = """
securityContext: {fsGroup: 1}   # kept
initContainers:
- {name: migrate, image: m}
containers:
- name: web   # the shop
  image: nginx
  ports: [{name: http, containerPort: 80}]
  readinessProbe:
    httpGet: {path: /, port: http}
  lifecycle:
    preStop: {tcpSocket: {port: http}}
- name: istio-proxy
  image: auto
  env:
  - name: GREETING
    value: hi
volumes:
- {name: mine, emptyDir: {}}
"""
ANNOTATIONS = {"prometheus.io/scrape": '"true"', "prometheus.io/port": '"9090"   # scraped', "a/b": "c"}
MANIFESTS = {
    "plain": deployment(),
    "full": deployment(FULL, annotations=ANNOTATIONS, labels={"app": "shop"}),
    "cron job": cron_job(annotations=ANNOTATIONS),
}
RELEASES = ["1.20.8", "1.24.6", "1.26.8", "1.28.1", "1.31.0"]


@pytest.fixture(params=MANIFESTS)
def manifest(request: pytest.FixtureRequest) -> str:
    return MANIFESTS[request.param]


class TestAgain:
    @pytest.mark.parametrize("mode", ["true", "false"])
    @pytest.mark.parametrize("istio", RELEASES)
    def test_a_second_run_changes_nothing(self, manifest: str, istio: str, mode: str) -> None:
        first = inject(manifest, f"--native-sidecars={mode}", istio=istio)
        second = inject(first.text, f"--native-sidecars={mode}", istio=istio)
        assert second.text == first.text
        assert second.codes == first.codes

    @pytest.mark.parametrize(("old", "new"), [("1.20.8", "1.31.0"), ("1.31.0", "1.20.8"), ("1.26.8", "1.28.1")])
    @pytest.mark.parametrize(("was", "now"), [("true", "true"), ("false", "true"), ("true", "false")])
    def test_an_upgrade_is_a_first_run(self, manifest: str, old: str, new: str, was: str, now: str) -> None:
        before = inject(manifest, f"--native-sidecars={was}", istio=old)
        after = inject(before.text, f"--native-sidecars={now}", istio=new)
        assert after.text == inject(manifest, f"--native-sidecars={now}", istio=new).text

    def test_a_volume_that_the_new_release_lacks_goes(self) -> None:
        newer = inject(deployment(), istio="1.28.1")
        assert "istio-ca-crl" in newer.text
        assert "istio-ca-crl" not in inject(newer.text, istio="1.26.8").text

    def test_a_hand_written_volume_of_that_name_stays(self) -> None:
        text = deployment("containers: [{name: a, image: a}]\nvolumes: [{name: istio-ca-crl, emptyDir: {}}]")
        older = inject(inject(text, istio="1.28.1").text, "--native-sidecars=true", istio="1.26.8")
        assert {"name": "istio-ca-crl", "emptyDir": {}} in older.pod["spec"]["volumes"]


class TestStatus:
    @pytest.mark.parametrize(
        ("mode", "status"),
        [
            ("true", {"initContainers": ["istio-init", "istio-proxy"], "containers": None}),
            ("false", {"initContainers": ["istio-init"], "containers": ["istio-proxy"]}),
        ],
    )
    def test_it_lists_what_was_injected_in_this_order(self, mode: str, status: dict[str, object]) -> None:
        text = inject(deployment(), f"--native-sidecars={mode}").annotations["sidecar.istio.io/status"]
        read = json.loads(text)
        assert list(read) == ["initContainers", "containers", "volumes", "imagePullSecrets", "revision"]
        assert {key: read[key] for key in status} == status
        assert (read["imagePullSecrets"], read["revision"]) == (None, "default")
        assert read["volumes"][0] == "workload-socket"
        assert json.dumps(read, separators=(",", ":")) == text


class TestOut:
    @pytest.mark.parametrize("mode", ["true", "false"])
    @pytest.mark.parametrize("istio", RELEASES)
    def test_taking_it_out_gives_the_input(self, manifest: str, istio: str, mode: str) -> None:
        assert uninject(inject(manifest, f"--native-sidecars={mode}", istio=istio).text).text == manifest

    def test_what_was_never_injected_stays(self, manifest: str) -> None:
        ran = uninject(manifest)
        assert (ran.code, ran.text) == (0, manifest)

    def test_annotations_of_the_user_stay(self) -> None:
        text = deployment(annotations={"sidecar.istio.io/proxyCPU": "1m", "prometheus.io/path": "/mine"})
        assert uninject(inject(text).text).text == text

    def test_an_opted_out_pod_with_an_injection_is_cleaned_and_told(self) -> None:
        injected = inject(deployment(labels={"app": "a"})).text
        out = injected.replace("app: a\n", 'app: a\n        sidecar.istio.io/inject: "false"\n', 1)
        ran = inject(out)
        assert ran.codes == ["MI302", "MI307"]
        assert ran.text == deployment(labels={"app": "a", "sidecar.istio.io/inject": '"false"'})
