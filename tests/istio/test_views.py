"""What templates see of pods and configuration messages."""

from typing import Any

import pytest
from packaging.version import Version

from meshinject.gotemplate import template
from meshinject.gotemplate.errors import TemplateError
from meshinject.gotemplate.values import Pointer, Struct
from meshinject.istio import protoview, proxyconfig
from meshinject.istio.podview import View

POD = {
    "containers": [
        {
            "name": "app",
            "image": "a:1",
            "ports": [{"containerPort": 80, "name": "http"}, {"containerPort": 53, "protocol": "UDP"}],
            "livenessProbe": {"httpGet": {"path": "/", "port": "http"}, "periodSeconds": 5},
            "readinessProbe": {"tcpSocket": {"port": 81}},
            "resources": {"limits": {"cpu": 1.5}},
            "securityContext": {"runAsUser": 1000, "privileged": False},
            "env": [{"name": "A", "valueFrom": {"configMapKeyRef": {"name": "m", "key": "k"}}}],
        }
    ],
    "volumes": [{"name": "v", "configMap": {"name": "cm"}}],
    "nodeSelector": {"disk": "ssd"},
    "hostNetwork": True,
    "terminationGracePeriodSeconds": 30,
}
CONFIG = {
    "concurrency": 2,
    "interceptionMode": "TPROXY",
    "drainDuration": 90_500_000_000,
    "tracingServiceName": "CANONICAL_NAME_ONLY",
    "tracing": {"zipkin": {"address": "a:1"}, "sampling": 1.5},
    "proxyMetadata": {"B": "2", "A": "1"},
    "extraStatTags": ["x"],
}


def run(text: str, data: Any) -> str:
    return template.compile("inject", text, {}).execute(data)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{ .HostNetwork }}", "true"),
        ("{{ .ServiceAccountName }}", ""),
        ("{{ .TerminationGracePeriodSeconds }}", "30"),
        ("{{ .NodeSelector.disk }}", "ssd"),
        ("{{ range .Containers }}{{ .Name }} {{ .Image }}{{ end }}", "app a:1"),
        (
            "{{ range .Containers }}{{ range .Ports }}{{ .ContainerPort }}{{ .Protocol }} {{ end }}{{ end }}",
            "80 53UDP ",
        ),
        ("{{ len .InitContainers }}{{ if .InitContainers }}x{{ end }}", "0"),
        ("{{ (index .Containers 0).LivenessProbe.HTTPGet.Port.String }}", "http"),
        ("{{ (index .Containers 0).ReadinessProbe.TCPSocket.Port.IntVal }}", "81"),
        ("{{ (index .Containers 0).LivenessProbe.PeriodSeconds }}", "5"),
        ("{{ (index .Containers 0).Resources.Limits.cpu }}", "1.5"),
        ("{{ (index .Containers 0).SecurityContext.RunAsUser }}", "1000"),
        ("{{ with (index .Containers 0).StartupProbe }}x{{ end }}", ""),
        ("{{ (index .Volumes 0).ConfigMap.Name }}", "cm"),
        ("{{ if (index .Volumes 0).Secret }}x{{ else }}y{{ end }}", "y"),
        ("{{ (index (index .Containers 0).Env 0).ValueFrom.ConfigMapKeyRef.Name }}", "m"),
    ],
)
def test_a_pod_is_seen_through_the_fields_of_kubernetes(text: str, expected: str) -> None:
    assert run(text, View("PodSpec", POD)) == expected


@pytest.mark.parametrize(
    "text", ["{{ .NoSuchField }}", "{{ .SecurityContext.RunAsUser }}", "{{ .containers }}", "{{ .Containers.Name }}"]
)
def test_a_wrong_field_of_a_pod_is_an_error(text: str) -> None:
    with pytest.raises(TemplateError):
        run(text, View("PodSpec", POD))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{ .Labels.app }}{{ .GetName }}{{ index .Annotations `x` }}", "reviewsr"),
        ("{{ .OwnerReferences }}", "[]"),
    ],
)
def test_metadata_have_getters(text: str, expected: str) -> None:
    assert run(text, View("ObjectMeta", {"name": "r", "labels": {"app": "reviews"}})) == expected


def test_a_struct_prints_as_json_in_its_own_order() -> None:
    port = View("ContainerPort", {"protocol": "TCP", "containerPort": 1, "name": "a", "hostIP": ""})
    assert port.to_json() == '{"name":"a","containerPort":1,"protocol":"TCP"}'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{ .InterceptionMode }}", "TPROXY"),
        ("{{ .InterceptionMode.String }}", "TPROXY"),
        ("{{ eq .InterceptionMode 1 }}", "true"),
        ("{{ .ControlPlaneAuthPolicy }}", "NONE"),
        ("{{ .Concurrency.GetValue }} {{ .Concurrency.Value }}", "2 2"),
        ("{{ .HoldApplicationUntilProxyStarts.GetValue }}", "false"),
        ("{{ .GetTracing.GetZipkin.GetAddress }}{{ .Tracing.GetSampling }}", "a:11.5"),
        ("{{ .GetImage.GetImageType }}", ""),
        ("{{ .GetTracing.GetTlsSettings.GetCaCertificates }}", ""),
        ("{{ if .GetTracing.GetTlsSettings }}x{{ else }}y{{ end }}", "y"),
        ("{{ .GetTracingServiceName }}{{ .GetServiceCluster }}", "CANONICAL_NAME_ONLY"),
        ("{{ .ClusterName.TracingServiceName }}", "CANONICAL_NAME_ONLY"),
        ("{{ .StatusPort }}", "0"),
        ("{{ range $k, $v := .ProxyMetadata }}{{ $k }}{{ $v }}{{ end }}", "A1B2"),
        ("{{ .ExtraStatTags }}{{ .CaCertificatesPem }}", "[x][]"),
        ("{{ .DrainDuration.Seconds }}", "90"),
        ("{{ .Concurrency }}", "value:2"),
        ("{{ .DrainDuration }}", "seconds:90 nanos:500000000"),
        ("{{ .TerminationDrainDuration }}", "<nil>"),
        ("{{ .MeshId }}", ""),
    ],
)
def test_a_proxy_configuration_is_seen_through_fields_and_getters(text: str, expected: str) -> None:
    assert run(text, protoview.view(CONFIG, "ProxyConfig", Version("1.28.1"))) == expected


@pytest.mark.parametrize("text", ["{{ .Image.ImageType }}", "{{ .NoSuchField }}", "{{ .ServiceCluster }}"])
def test_a_wrong_field_of_a_message_is_an_error(text: str) -> None:
    with pytest.raises(TemplateError):
        run(text, protoview.view(CONFIG, "ProxyConfig", Version("1.28.1")))


def test_a_release_sees_only_the_fields_it_knows() -> None:
    view = protoview.view({"fileFlushInterval": 10**9}, "ProxyConfig", Version("1.29.0"))
    assert run("{{ .FileFlushInterval.Seconds }}", view) == "1"
    with pytest.raises(TemplateError):
        run("{{ .FileFlushInterval }}", protoview.view({}, "ProxyConfig", Version("1.28.1")))


def test_a_mesh_configuration_holds_the_proxys() -> None:
    mesh = {"trustDomain": "td", "defaultConfig": proxyconfig.defaults(Version("1.28.1"))}
    view = protoview.view(mesh, "MeshConfig", Version("1.28.1"))
    assert (
        run("{{ .TrustDomain }} {{ .DefaultConfig.StatusPort }} {{ .GetMeshMTLS.GetEcdhCurves }}", view)
        == "td 15020 []"
    )


def test_a_message_is_a_pointer_to_a_struct() -> None:
    view = protoview.view({}, "ProxyConfig", Version("1.28.1"))
    assert isinstance(view, Pointer)
    assert isinstance(view.target, Struct)
