import json
from typing import Any

import pytest

from meshinject.injection.errors import PodProblems

MERGED = {
    "prometheus.io/port": "15020",
    "prometheus.io/path": "/stats/prometheus",
    "prometheus.io/scrape": "true",
}


def pod(**annotations: str) -> str:
    return json.dumps({"metadata": {"annotations": annotations}, "spec": {"containers": [{"name": "a", "image": "a"}]}})


def scraped(inject: Any, env: Any, container: Any, version: str = "1.28.1", /, **annotations: str) -> Any:
    injected = inject(pod(**annotations), version)
    own = env(container(injected, "istio-proxy")).get("ISTIO_PROMETHEUS_ANNOTATIONS")
    shown = {key: value for key, value in injected["metadata"]["annotations"].items() if "prometheus" in key}
    return own and json.loads(own), shown


@pytest.mark.parametrize(
    ("annotations", "own"),
    [
        pytest.param({}, None, id="nothing of its own"),
        pytest.param(
            {"prometheus.io/port": "9102", "prometheus.io/scrape": "true"},
            {"scrape": "true", "path": "", "port": "9102"},
            id="port and switch",
        ),
        pytest.param(
            {"prometheus_io_path": "/m"}, {"scrape": "", "path": "/m", "port": ""}, id="underscores in the key"
        ),
        pytest.param(
            {"prometheus.io.port": "1", "prometheus_io_port": "2"},
            {"scrape": "", "path": "", "port": "1"},
            id="of two spellings the first in sorted order",
        ),
    ],
)
def test_metrics_are_merged(inject: Any, env: Any, container: Any, annotations: Any, own: Any) -> None:
    assert scraped(inject, env, container, **annotations) == (own, MERGED)


@pytest.mark.parametrize(
    "annotations",
    [
        pytest.param({"prometheus.io/scrape": "false"}, id="the pod is not scraped"),
        pytest.param({"prometheus.istio.io/merge-metrics": "false"}, id="the pod is against it"),
        pytest.param({"prometheus.io/port": "15020", "prometheus.io/path": "/x"}, id="the pod names the status port"),
    ],
)
def test_metrics_are_left_alone(inject: Any, env: Any, container: Any, annotations: Any) -> None:
    assert scraped(inject, env, container, **annotations) == (None, annotations)


def test_an_own_annotation_keeps_its_place(inject: Any) -> None:
    annotations = inject(pod(prometheus_io_port="9102", other="x"))["metadata"]["annotations"]
    assert [*annotations][:2] == ["prometheus.io/port", "other"]


def test_targets_are_known_since_1_31(inject: Any, env: Any, container: Any) -> None:
    given = {"prometheus.istio.io/scrape-targets": "9102, :x, 9103:/stats"}
    own, shown = scraped(inject, env, container, "1.31.0", **given)
    assert own["targets"] == [{"port": "9102", "path": "/metrics"}, {"port": "9103", "path": "/stats"}]
    assert (own["port"], own["path"]) == ("9102", "/metrics")
    assert shown == MERGED
    assert scraped(inject, env, container, "1.30.3", **given) == (None, {**MERGED, **given})


@pytest.mark.parametrize(
    "annotations",
    [
        pytest.param({"prometheus.io/port": "15090"}, id="a port of Istio's"),
        pytest.param({"prometheus.io/port": "web"}, id="a name"),
        pytest.param({"prometheus.istio.io/scrape-targets": "9102,70000"}, id="a number that is no port"),
    ],
)
def test_ports_are_checked_since_1_31(inject: Any, env: Any, container: Any, annotations: Any) -> None:
    with pytest.raises(PodProblems) as caught:
        inject(pod(**annotations), "1.31.0")
    assert caught.value.problems[0].path == ("metadata", "annotations", next(iter(annotations)))
    assert scraped(inject, env, container, "1.30.3", **annotations)


def test_the_secure_port_is_shown_since_1_31(inject: Any) -> None:
    mesh = {"defaultConfig": {"proxyMetadata": {"ENVOY_SECURE_MERGED_METRICS_PORT": "15443"}}}
    key = "prometheus.istio.io/secure-port"
    assert inject(pod(), "1.31.0", mesh=mesh)["metadata"]["annotations"][key] == "15443"
    assert key not in inject(pod(), "1.30.3", mesh=mesh)["metadata"]["annotations"]
    assert inject(pod(**{key: "1"}), "1.31.0", mesh=mesh)["metadata"]["annotations"][key] == "1"
