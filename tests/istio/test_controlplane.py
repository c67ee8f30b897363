"""Control planes made from a release and a user's settings."""

import json
import lzma
from pathlib import Path
from typing import Any

import pytest

from meshinject.istio import controlplane, values
from meshinject.istio.proto import ConfigError

with lzma.open(Path(__file__).parents[2] / "golden/istio/default_values.json.xz", "rt", encoding="utf-8") as _file:
    CHARTS: dict[str, dict[str, Any]] = json.load(_file)


def test_a_release_alone_is_enough() -> None:
    control = controlplane.embedded("1.28.1")
    assert control.mesh["defaultConfig"]["discoveryAddress"] == "istiod.istio-system.svc:15012"
    assert values.lookup(control.values, "global.tag") == "1.28.1"
    assert control.revision == ""
    assert control.default_templates == ("sidecar",)
    assert control.policy == "enabled"
    assert set(control.templates) == {"sidecar", "gateway", "grpc-simple", "grpc-agent"}


@pytest.mark.parametrize("version", ["1.19.10", "latest", "0.9"])
def test_an_unknown_release_is_refused_with_the_range(version: str) -> None:
    with pytest.raises(ValueError, match=r"1\.20-1\.31"):
        controlplane.embedded(version)


def test_a_revision_names_the_control_plane() -> None:
    control = controlplane.embedded("1.28.1", revision="canary")
    assert control.revision == "canary"
    assert control.values["revision"] == "canary"
    assert control.mesh["defaultConfig"]["discoveryAddress"] == "istiod-canary.istio-system.svc:15012"


def test_the_default_revision_is_none() -> None:
    control = controlplane.embedded("1.28.1", revision="default")
    assert control.revision == ""
    assert control.values["revision"] == ""


def test_a_revision_of_the_values_beats_the_given_one_in_addresses() -> None:
    control = controlplane.embedded("1.28.1", {"revision": "blue"}, revision="canary")
    assert control.values["revision"] == "blue"
    assert control.mesh["defaultConfig"]["discoveryAddress"] == "istiod-blue.istio-system.svc:15012"


def test_the_mesh_follows_the_values() -> None:
    control = controlplane.embedded(
        "1.28.1",
        {"global": {"meshID": "m", "istioNamespace": "mesh"}, "meshConfig": {"trustDomain": "corp.example"}},
    )
    assert control.mesh["defaultConfig"]["meshId"] == "m"
    assert control.mesh["defaultConfig"]["discoveryAddress"] == "istiod.mesh.svc:15012"
    assert control.mesh["trustDomain"] == "corp.example"


def test_a_part_of_a_mesh_configuration_is_laid_over_what_the_chart_writes() -> None:
    control = controlplane.embedded(
        "1.28.1", {"global": {"meshID": "m"}}, {"defaultConfig": {"concurrency": 4}, "trustDomain": "b.example"}
    )
    assert control.mesh["defaultConfig"]["meshId"] == "m"
    assert control.mesh["defaultConfig"]["concurrency"] == 4
    assert control.mesh["trustDomain"] == "b.example"


def test_a_whole_mesh_configuration_stands_for_itself() -> None:
    mesh = {"defaultConfig": {"discoveryAddress": "istiod.x.svc:15012"}}
    control = controlplane.embedded("1.28.1", {"global": {"meshID": "m"}}, mesh)
    assert "meshId" not in control.mesh["defaultConfig"]


def test_all_values_of_an_injector_stand_for_themselves() -> None:
    own = json.loads(json.dumps(CHARTS["1.28.1"]))
    own["global"]["proxy"]["resources"] = {"requests": {"cpu": "11m", "memory": None}}
    own["global"]["tag"] = "patched"
    control = controlplane.embedded("1.27.9", own)
    assert values.lookup(control.values, "global.proxy.resources") == {"requests": {"cpu": "11m"}}
    assert values.lookup(control.values, "global.tag") == "patched"


def test_the_webhooks_values_are_honoured() -> None:
    webhook = {
        "templates": {"own": "metadata: {}", "sidecar": "spec: {}"},
        "defaultTemplates": ["sidecar", "own"],
        "neverInjectSelector": [{"matchLabels": {"a": "b"}}],
        "alwaysInjectSelector": [{"matchLabels": {"c": "d"}}],
        "injectedAnnotations": {"x": True},
    }
    control = controlplane.embedded(
        "1.28.1", {"sidecarInjectorWebhook": webhook, "global": {"proxy": {"autoInject": "disabled"}}}
    )
    assert control.templates["sidecar"] == "spec: {}"
    assert set(control.templates) == {"sidecar", "gateway", "grpc-simple", "grpc-agent", "own"}
    assert control.default_templates == ("sidecar", "own")
    assert control.never_inject == ({"matchLabels": {"a": "b"}},)
    assert control.always_inject == ({"matchLabels": {"c": "d"}},)
    assert control.injected_annotations == {"x": "true"}
    assert control.policy == "disabled"


def test_a_wrong_mesh_configuration_is_refused() -> None:
    with pytest.raises(ConfigError, match="proxyListenPort"):
        controlplane.embedded("1.28.1", mesh={"proxyListenPort": "x"})


def test_the_given_values_are_not_changed() -> None:
    given = {"global": {"proxy": {"logLevel": "debug"}}}
    controlplane.embedded("1.28.1", given, revision="r")
    assert given == {"global": {"proxy": {"logLevel": "debug"}}}
