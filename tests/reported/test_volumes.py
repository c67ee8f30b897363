"""Volumes: the user's by annotation, those of templates, and those that each release brings."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.reported.runs import WEB, Ran, deployment, inject

VOLUME, MOUNT = "sidecar.istio.io/userVolume", "sidecar.istio.io/userVolumeMount"


def volumes(ran: Ran) -> dict[str, Any]:
    found = ran.pod["spec"]["volumes"]
    assert len({each["name"] for each in found}) == len(found)
    return {each["name"]: {key: value for key, value in each.items() if key != "name"} for each in found}


def mounts(ran: Ran) -> dict[str, Any]:
    return {each["mountPath"]: each for each in ran.proxy["volumeMounts"]}


class TestUserVolumes:
    @pytest.mark.parametrize("value", ['{"v":{"configMap":{"name":"c"}}}', '[{"name":"v","configMap":{"name":"c"}}]'])
    @pytest.mark.parametrize("template", ["sidecar", "grpc-agent"])
    def test_a_map_and_a_list_give_one_name(self, value: str, template: str) -> None:
        annotations = {VOLUME: f"'{value}'", "inject.istio.io/templates": template}
        ran = inject(deployment(annotations=annotations))
        assert volumes(ran)["v"] == {"configMap": {"name": "c"}}
        assert ran.text.count("name: v\n") == 1
        assert ran.codes == []

    @pytest.mark.parametrize(
        "value", ['{"v":{"mountPath":"/x","readOnly":true}}', '[{"name":"v","mountPath":"/x","readOnly":true}]']
    )
    @pytest.mark.parametrize("mode", ["true", "false"])
    def test_mounts_likewise(self, value: str, mode: str) -> None:
        annotations = {VOLUME: '\'{"v":{"emptyDir":{}}}\'', MOUNT: f"'{value}'"}
        ran = inject(deployment(annotations=annotations), f"--native-sidecars={mode}")
        assert mounts(ran)["/x"] == {"name": "v", "mountPath": "/x", "readOnly": True}
        assert ran.codes == []

    @pytest.mark.parametrize(
        ("key", "value", "unknown", "meant"),
        [
            (VOLUME, '[{"name":"v","comfigMap":{"name":"c"}}]', "comfigMap", "configMap"),
            (VOLUME, '{"v":{"emptydir":{}}}', "emptydir", "emptyDir"),
            (
                VOLUME,
                '{"v":{"persistentVolumeClam":{"claimName":"c"}}}',
                "persistentVolumeClam",
                "persistentVolumeClaim",
            ),
        ],
    )
    def test_an_unknown_source_is_kept_and_told(self, key: str, value: str, unknown: str, meant: str) -> None:
        ran = inject(deployment(annotations={key: f"'{value}'"}))
        assert ran.annotations[key] == value
        assert unknown in volumes(ran)["v"]
        assert ran.codes == ["MI507"]
        assert f"'{unknown}'" in ran.said
        assert f"help: did you mean {meant}?" in ran.said

    @pytest.mark.parametrize("value", ["{", "[1", '{"v": }'])
    def test_broken_json_is_an_error_by_name(self, value: str) -> None:
        ran = inject(deployment(annotations={VOLUME: f"'{value}'"}))
        assert (ran.code, ran.text) == (3, "")
        assert VOLUME in ran.said

    @pytest.mark.parametrize("key", [VOLUME, MOUNT])
    def test_the_gateway_template_reads_neither(self, key: str) -> None:
        annotations = {key: '\'{"v":{"mountPath":"/x"}}\'', "inject.istio.io/templates": "gateway"}
        ran = inject(deployment("containers: [{name: istio-proxy, image: auto}]", annotations=annotations))
        assert ran.codes == ["MI507"]
        assert f"{key} has no effect: no template of this pod reads it" in ran.said


class TestSources:
    @pytest.mark.parametrize("istio", ["1.20.8", "1.28.1", "1.31.0"])
    def test_every_volume_has_one_source(self, istio: str) -> None:
        assert all(len(source) == 1 for source in volumes(inject(deployment(), istio=istio)).values())

    @pytest.mark.parametrize("istio", ["1.20.8", "1.28.1", "1.31.0"])
    def test_a_source_of_the_user_replaces_the_injected_one(self, istio: str) -> None:
        spec = WEB + "\nvolumes: [{name: workload-socket, csi: {driver: csi.spiffe.io}}]"
        ran = inject(deployment(spec), istio=istio)
        assert volumes(ran)["workload-socket"] == {"csi": {"driver": "csi.spiffe.io"}}

    def test_volumes_of_the_user_keep_their_place(self) -> None:
        spec = WEB + "\nvolumes: [{name: mine, emptyDir: {}}]"
        ran = inject(deployment(spec))
        assert {"mine", "workload-socket", "istio-token"} <= set(volumes(ran))
        assert "{name: mine, emptyDir: {}}" in ran.text


class TestReleases:
    @pytest.mark.parametrize(("istio", "there"), [("1.26.8", False), ("1.27.0", True), ("1.29.0", True)])
    def test_the_revocation_list_since_1_27(self, istio: str, there: bool) -> None:
        ran = inject(deployment(), istio=istio)
        assert ("istio-ca-crl" in volumes(ran)) is there
        assert ("/var/run/secrets/istio/crl" in mounts(ran)) is there
        if there:
            assert volumes(ran)["istio-ca-crl"] == {"configMap": {"name": "istio-ca-crl", "optional": True}}

    @pytest.mark.parametrize(("istio", "name"), [("1.28.1", "istio-ca-crl"), ("1.29.0", "mine"), ("1.31.0", "mine")])
    def test_its_config_map_has_a_name_to_choose_since_1_29(
        self, istio: str, name: str, settings: Callable[[str], str]
    ) -> None:
        ran = inject(deployment(), settings("pilot: {crlConfigMapName: mine}"), istio=istio)
        assert volumes(ran)["istio-ca-crl"]["configMap"]["name"] == name

    @pytest.mark.parametrize(("istio", "there"), [("1.27.0", False), ("1.28.1", True), ("1.31.0", True)])
    def test_a_seccomp_profile_of_the_values_since_1_28(
        self, istio: str, there: bool, settings: Callable[[str], str]
    ) -> None:
        values = settings("global: {proxy: {seccompProfile: {type: RuntimeDefault}}}")
        context = inject(deployment(), values, istio=istio).proxy["securityContext"]
        assert context.get("seccompProfile") == ({"type": "RuntimeDefault"} if there else None)
        assert "seccompProfile" not in inject(deployment(), istio=istio).proxy["securityContext"]

    @pytest.mark.parametrize(("istio", "there"), [("1.26.8", False), ("1.27.0", True), ("1.31.0", True)])
    def test_native_nftables_since_1_27(self, istio: str, there: bool, settings: Callable[[str], str]) -> None:
        ran = inject(deployment(), settings("global: {nativeNftables: true}"), istio=istio)
        assert ("--native-nftables" in ran.container("istio-init")["args"]) is there
