"""An injector's ConfigMap of our own that uses every function Istio gives to templates, and all of their data.

Each function writes one annotation, so that what it gives is seen in the pod; the same templates set by values of the
chart, over the embedded defaults, must give the same pod.
"""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.version import Version

from meshinject.istio import functions
from tests.inprocess import meshinject
from tests.settings.conftest import Exported, as_yaml

RELEASE = "1.30.3"
POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: web-1
  namespace: shop
  labels: {app: web, version: v2}
  annotations: {own: here, k8s.v1.cni.cncf.io/networks: a/b, inject.istio.io/templates: both}
spec:
  containers:
  - name: web
    image: registry.example:5000/web:1.2
    ports: [{name: http, containerPort: 80}, {containerPort: 53, protocol: UDP}]
  - {name: istio-proxy, image: auto, ports: [{containerPort: 9}]}
"""
CALLS: dict[str, tuple[str, str]] = {
    "annotation": ('annotation .ObjectMeta "own" "no"', "here"),
    "isset": ('isset .ObjectMeta.Annotations "own"', "true"),
    "valueOrDefault": ('valueOrDefault "" "fallback"', "fallback"),
    "excludeInboundPort": ('excludeInboundPort 15020 "1, 2"', "1,2,15020"),
    "includeInboundPorts": ("includeInboundPorts .Spec.Containers", "80,9"),
    "applicationPorts": ("applicationPorts .Spec.Containers", "80"),
    "formatDuration": ("formatDuration .ProxyConfig.DrainDuration", "45s"),
    "kubevirtInterfaces": ('kubevirtInterfaces "net1"', "net1"),
    "excludeInterfaces": ('excludeInterfaces "eth0"', "eth0"),
    "toJSON": ("toJSON .ObjectMeta.Labels", '{"app":"web","version":"v2"}'),
    "toJsonMap": ('toJsonMap (strdict "a" "1") (strdict "a" "2")', '{"a":"2"}'),
    "mergeMaps": ('(mergeMaps (strdict "a" "1") (strdict "b" "<2>")).b', "<2>"),
    "strdict": ('(strdict "a" "1").a', "1"),
    "omit": ('toJSON (omit .ObjectMeta.Labels "app")', '{"version":"v2"}'),
    "fromJSON": ('(fromJSON `{"a": {"b": 5}}`).a.b', "5"),
    "structToJSON": (
        "structToJSON (index .Spec.Containers 0).Ports",
        '[{"name":"http","containerPort":80},{"containerPort":53,"protocol":"UDP"}]',
    ),
    "protoToJSON": (
        "protoToJSON .ProxyConfig",
        '{"discoveryAddress":"istiod-blue.istio-system.svc:15012","concurrency":3}',
    ),
    "toYaml": ("toYaml .Values.global.sds | trim", "token:\n  aud: istio-ca"),
    "indent": ('indent 2 "a\\nb"', "a\n  b"),
    "directory": ('directory "/a/b/c"', "/a/b/"),
    "contains": ('contains "a" "cat"', "true"),
    "toLower": ('toLower "ABC"', "abc"),
    "env": ('env "SOME_SETTING" "unset"', "of-istiod"),
    "appendMultusNetwork": (
        'appendMultusNetwork (index .ObjectMeta.Annotations "k8s.v1.cni.cncf.io/networks") "default/istio-cni"',
        "a/b, default/istio-cni",
    ),
    "omitNil": ('toJson (omitNil (dict "a" nil "b" 1))', '{"b":1}'),
    "otelResourceAttributes": (
        "otelResourceAttributes .MeshConfig .ObjectMeta.Annotations .ObjectMeta.Labels `shop` .Spec.Containers",
        "service.namespace=shop,service.instance.id=shop.$(POD_NAME).web",
    ),
}
DATA: dict[str, tuple[str, str]] = {
    "kind": (".TypeMeta.Kind", "Pod"),
    "workload": (".DeploymentMeta.Name", "web-1"),
    "image": (".ProxyImage", "h.example/proxyv2:1.30.3"),
    "ids": ('printf "%d/%d" .ProxyUID .ProxyGID', "1337/1337"),
    "native": (".NativeSidecars", "true"),
    "inbound": (".InboundTrafficPolicyMode", "passthrough"),
    "compliance": (".CompliancePolicy", "fips-140-2"),
    "mesh": (".MeshConfig.TrustDomain", "own.example"),
    "revision": (".Revision", "blue"),
    "sprig": ('list 1 2 | join "-" | sha256sum | trunc 8', "412a4789"),
}
VALUES: dict[str, Any] = {
    "revision": "blue",
    "global": {"hub": "h.example"},
    "pilot": {"env": {"SOME_SETTING": "of-istiod", "COMPLIANCE_POLICY": "fips-140-2"}},
    "meshConfig": {
        "trustDomain": "own.example",
        "defaultConfig": {"concurrency": 3},
        "extensionProviders": [
            {"name": "otel", "opentelemetry": {"serviceAttributeEnrichment": "OTEL_SEMANTIC_CONVENTIONS"}}
        ],
    },
}
TARGET = ("--istio-version", RELEASE, "--kubernetes-version", "1.33", "--native-sidecars", "true", "--no-marks", "-q")


def template() -> str:
    lines = [
        f"    x.example/{name}: {{{{ {call} | toString | toJson }}}}" for name, (call, _) in (CALLS | DATA).items()
    ]
    return "\n".join(("metadata:", "  annotations:", *lines)) + "\n"


def result(*options: str) -> dict[str, Any]:
    done = meshinject("-", *TARGET, *options, stdin=POD.encode())
    assert done.code == 0, done.stderr
    pod: dict[str, Any] = yaml.safe_load(done.stdout)
    return pod


@pytest.fixture
def pods(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The pod by an exported ConfigMap, and the one by values over the embedded defaults."""
    exported = Exported(RELEASE, "blue")
    exported.config["templates"]["all"] = template()
    exported.config["aliases"] = {"both": ["sidecar", "all"]}
    exported.values["global"]["hub"] = "h.example"
    exported.values["pilot"]["env"] = VALUES["pilot"]["env"]
    exported.mesh |= VALUES["meshConfig"]
    exported.mesh["defaultConfig"] |= {"discoveryAddress": "istiod-blue.istio-system.svc:15012"}
    (folder / "exported.yaml").write_text(as_yaml(exported.injector(), exported.mesh_map()))
    own = VALUES | {"sidecarInjectorWebhook": {"templates": {"all": template()}}}
    (folder / "values.yaml").write_text(yaml.safe_dump(own))
    (folder / "aliases.yaml").write_text("aliases: {both: [sidecar, all]}\n")
    by_values = ("--values-file", "values.yaml", "--inject-config-file", "aliases.yaml")
    return result("--istio-manifests", "exported.yaml"), result(*by_values)


def test_the_configmap_gives_the_same_pod_as_the_embedded_path(pods: tuple[dict[str, Any], dict[str, Any]]) -> None:
    exported, embedded = pods
    assert json.dumps(exported, sort_keys=True) == json.dumps(embedded, sort_keys=True)


def test_every_function_and_all_data_give_what_istio_gives(pods: tuple[dict[str, Any], dict[str, Any]]) -> None:
    annotations = pods[0]["metadata"]["annotations"]
    given = {name: annotations[f"x.example/{name}"] for name in CALLS | DATA}
    assert given == {name: expected for name, (_, expected) in (CALLS | DATA).items()}


def test_no_function_is_left_out() -> None:
    table = functions.table(Version(RELEASE))
    assert isinstance(table, functions._Table)
    assert set(table._own) == set(CALLS)
