from typing import Any

import pytest

from meshinject.injection.volumes import without


@pytest.mark.parametrize(
    ("volume", "left"),
    [
        pytest.param({"name": "istio-envoy", "emptyDir": {"medium": "Memory"}}, None, id="memory"),
        pytest.param(
            {"name": "istio-envoy", "emptyDir": {"medium": "Memory", "sizeLimit": "1Mi"}},
            {"name": "istio-envoy", "emptyDir": {"sizeLimit": "1Mi"}},
            id="the user's limit stays",
        ),
        pytest.param({"name": "istio-data", "emptyDir": {}}, None, id="an empty directory"),
        pytest.param(
            {"name": "istio-data", "emptyDir": {"medium": "Memory"}},
            {"name": "istio-data", "emptyDir": {"medium": "Memory"}},
            id="memory is the user's elsewhere",
        ),
        pytest.param({"name": "istio-token", "projected": {"sources": []}}, None, id="a projected volume"),
        pytest.param({"name": "istio-certs", "secret": {"secretName": "x"}}, None, id="Istio's secret"),
        pytest.param(
            {"name": "workload-certs", "secret": {"secretName": "x"}},
            {"name": "workload-certs", "secret": {"secretName": "x"}},
            id="the user's secret",
        ),
        pytest.param(
            {"name": "gke-workload-certificate", "csi": {"driver": "workloadcertificates.security.cloud.google.com"}},
            None,
            id="the driver of GKE",
        ),
        pytest.param(
            {"name": "workload-socket", "csi": {"driver": "csi.spiffe.io"}},
            {"name": "workload-socket", "csi": {"driver": "csi.spiffe.io"}},
            id="the user's driver",
        ),
        pytest.param({"name": "own-template", "secret": {"secretName": "x"}}, None, id="of a template of the user's"),
    ],
)
def test_only_the_templates_share_is_taken(volume: Any, left: Any) -> None:
    pod = {"spec": {"volumes": [volume, {"name": "data", "emptyDir": {}}]}}
    kept = [] if left is None else [left]
    assert without(pod, [volume["name"]])["spec"]["volumes"] == [*kept, {"name": "data", "emptyDir": {}}]


def test_volumes_that_are_not_listed_stay() -> None:
    pod = {"spec": {"volumes": [{"name": "istio-data", "emptyDir": {}}]}}
    assert without(pod, []) is pod
    assert without({"spec": {}}, ["istio-data"]) == {"spec": {}}
