"""Default values against those of Istio's charts, and the layers on top."""

import json
import lzma
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.version import Version

from meshinject import versions
from meshinject.istio import values
from meshinject.istio.templates import NAMES, text

ROOT = Path(__file__).parents[2]
with lzma.open(ROOT / "golden/istio/default_values.json.xz", "rt", encoding="utf-8") as _file:
    CHARTS: dict[str, dict[str, Any]] = json.load(_file)

# Read by templates though no chart sets them.
UNSET = {
    "global.proxy.capNetBindService",
    "global.proxy.holdApplicationUntilProxyStarts",
    "global.proxy.lifecycle",
    "global.trustBundleName",
    "global.trustDomain",
    "pilot.crlConfigMapName",
    "pilot.env.ENABLE_CLUSTER_TRUST_BUNDLE_API",
}


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from leaves(item, f"{path}.{key}" if path else key)
    else:
        yield path, value


def version_of(text_: str) -> Version:
    version = versions.parse(text_)
    assert version is not None
    return version


@pytest.mark.parametrize("release", CHARTS)
def test_every_default_is_the_one_of_the_chart(release: str) -> None:
    chart = dict(leaves(CHARTS[release]))
    ours = dict(leaves(values.defaults(version_of(release), release)))
    assert {path: chart.get(path) for path in ours} == ours


@pytest.mark.parametrize("release", CHARTS)
def test_every_value_that_a_template_reads_has_its_default(release: str) -> None:
    ours = values.defaults(version_of(release), release)
    for name in NAMES:
        source = text(name, version_of(release))
        paths = set(re.findall(r"\.Values\.([\w.]+)", source))
        paths |= {f"global.proxy.{path}" for path in re.findall(r"\$proxy\.([\w.]+)", source)}
        missing = {path for path in paths if values.lookup(ours, path) is None} - UNSET
        assert not missing, name


def test_maps_merge_and_everything_else_replaces() -> None:
    base = {"a": {"b": 1, "c": [1, 2]}, "d": "x"}
    merged = values.merge(base, {"a": {"c": [3], "e": True}, "d": {"f": 1}})
    assert merged == {"a": {"b": 1, "c": [3], "e": True}, "d": {"f": 1}}
    assert base == {"a": {"b": 1, "c": [1, 2]}, "d": "x"}


def test_null_takes_a_default_away() -> None:
    assert values.merge({"a": {"b": 1, "c": 2}}, {"a": {"b": None}, "x": {"y": None}}) == {"a": {"c": 2}, "x": {}}


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        pytest.param({"a": None, "b": 1}, {"b": 1}, id="a null leaf"),
        pytest.param({"a": {"b": None}, "c": 1}, {"c": 1}, id="a map that a null leaf empties"),
        pytest.param({"a": {}, "b": []}, {"a": {}, "b": []}, id="empty maps and lists stay"),
        pytest.param({"a": [1, None, 2]}, {"a": [1, 2]}, id="a null item"),
        pytest.param({"a": None}, None, id="nothing but null"),
        pytest.param({"a": 0, "b": False, "c": ""}, {"a": 0, "b": False, "c": ""}, id="zero values stay"),
    ],
)
def test_nulls_are_dropped(given: Any, kept: Any) -> None:
    assert values.without_nulls(given) == kept


def layered(version: str, overlay: dict[str, Any]) -> values.Values:
    return values.layered(version_of(version), version, overlay)


def test_values_of_the_user_beat_the_defaults() -> None:
    effective = layered("1.28.1", {"global": {"hub": "mirror.example", "proxy": {"logLevel": "debug"}}})
    assert values.lookup(effective, "global.hub") == "mirror.example"
    assert values.lookup(effective, "global.tag") == "1.28.1"
    assert values.lookup(effective, "global.proxy.logLevel") == "debug"
    assert values.lookup(effective, "global.proxy.statusPort") == 15020


def test_null_takes_away_what_the_chart_sets_but_no_image() -> None:
    effective = layered("1.28.1", {"global": {"tag": None, "hub": "", "proxy": {"resources": {"limits": None}}}})
    assert values.lookup(effective, "global.tag") == "1.28.1"
    assert values.lookup(effective, "global.hub") == "docker.io/istio"
    assert values.lookup(effective, "global.proxy.resources") == {"requests": {"cpu": "100m", "memory": "128Mi"}}


@pytest.mark.parametrize("overlay", [{"cni": {"enabled": True}}, {"pilot": {"cni": {"enabled": True}}}])
def test_the_cni_plugin_is_set_at_the_top_or_below_pilot(overlay: dict[str, Any]) -> None:
    assert values.lookup(layered("1.28.1", overlay), "pilot.cni.enabled") is True


def test_below_pilot_beats_the_top() -> None:
    effective = layered("1.28.1", {"cni": {"enabled": True}, "pilot": {"cni": {"enabled": False}}, "env": {"A": "1"}})
    assert values.lookup(effective, "pilot.cni.enabled") is False
    assert values.environment(effective, "A") == "1"


@pytest.mark.parametrize("key", ["defaults", "_internal_defaults_do_not_set"])
def test_the_values_file_of_a_chart_counts_below_its_own_top_level(key: str) -> None:
    effective = layered("1.24.6", {key: {"global": {"network": "a", "meshID": "m"}}, "global": {"network": "b"}})
    assert values.lookup(effective, "global.network") == "b"
    assert values.lookup(effective, "global.meshID") == "m"


@pytest.mark.parametrize(
    ("version", "overlay", "path", "value"),
    [
        pytest.param(
            "1.28.1", {"profile": "demo"}, "global.proxy.resources.requests.cpu", "10m", id="the demo profile"
        ),
        pytest.param(
            "1.20.8",
            {"profile": "demo"},
            "global.proxy.resources.requests.cpu",
            "100m",
            id="no profiles in the chart before 1.21",
        ),
        pytest.param(
            "1.28.1",
            {"global": {"platform": "openshift"}},
            "pilot.cni.provider",
            "multus",
            id="the OpenShift platform",
        ),
        pytest.param(
            "1.28.1",
            {"global": {"platform": "openshift"}, "pilot": {"cni": {"enabled": False}}},
            "pilot.cni.enabled",
            False,
            id="the user beats the platform",
        ),
        pytest.param(
            "1.21.6", {"profile": "openshift"}, "istio_cni.chained", False, id="the OpenShift profile of old releases"
        ),
        pytest.param(
            "1.28.1",
            {"profile": "ambient"},
            "meshConfig.defaultConfig.proxyMetadata.ISTIO_META_ENABLE_HBONE",
            "true",
            id="the ambient profile",
        ),
    ],
)
def test_profile_and_platform_lie_between(version: str, overlay: dict[str, Any], path: str, value: Any) -> None:
    assert values.lookup(layered(version, overlay), path) == value


@pytest.mark.parametrize(
    ("given", "text_"),
    [(True, "true"), (False, "false"), ("x", "x"), (1, "1"), (None, "")],
)
def test_an_environment_variable_counts_as_text_or_boolean(given: Any, text_: str) -> None:
    assert values.environment({"pilot": {"env": {"X": given}}}, "X") == text_


@pytest.mark.parametrize("release", CHARTS)
def test_an_injectors_own_values_are_told_from_a_users(release: str) -> None:
    assert values.is_complete(CHARTS[release])
    assert not values.is_complete({"global": CHARTS[release]["global"]})
