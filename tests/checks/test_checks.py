"""Each check where it speaks and where it is silent; what users see of them is in tests/reported."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from meshinject import checks
from meshinject.checks import (
    ambient,
    annotation_grammar,
    canonical_name,
    dns_policy,
    early_init,
    image_digest,
    job_ends,
    misplaced,
    pod_security,
    probe_port,
    replaced_handler,
    resources,
    revision,
    status_port,
    user_volume,
)
from meshinject.checks.subject import Remark, Subject, listed
from meshinject.reports.findings import Code

Check = Callable[[Subject], Iterator[Remark]]
HOLD = "proxy.istio.io/config: 'holdApplicationUntilProxyStarts: true'"
INITS = "initContainers: [{name: a, image: a}, {name: b, image: b}], containers: [{name: web, image: nginx}]"
POD = ("spec", "template")


def around(subject: Subject) -> Iterator[Remark]:
    return misplaced.check(subject.workload, subject.done.user, injected=True)


def annotated(text: str) -> dict[str, str]:
    return {"meta": f"annotations: {{{text}}}"}


def probed(probe: str, more: str = "") -> str:
    return f"containers: [{{name: web, image: nginx, {probe}}}{more}]"


SPEAKS = [
    pytest.param(
        around,
        {"own": "labels: {sidecar.istio.io/inject: 'true'}"},
        {},
        ("metadata", "labels", "sidecar.istio.io/inject"),
        id="misplaced: a label of the workload",
    ),
    pytest.param(
        around,
        {"spec": "podAnnotations: {proxy.istio.io/config: ''}, containers: [{name: a, image: a}]"},
        {},
        (*POD, "spec", "podAnnotations", "proxy.istio.io/config"),
        id="misplaced: an annotation where a chart has it",
    ),
    pytest.param(
        annotation_grammar.check,
        annotated("traffic.sidecar.istio.io/includeOutboundPorts: a"),
        {},
        (*POD, "metadata", "annotations", "traffic.sidecar.istio.io/includeOutboundPorts"),
        id="annotation grammar: a port that no release checks",
    ),
    pytest.param(
        resources.check,
        annotated("sidecar.istio.io/proxyMemoryLimit: 1Gi"),
        {},
        (*POD, "metadata", "annotations", "sidecar.istio.io/proxyMemoryLimit"),
        id="resources: one of four",
    ),
    pytest.param(
        image_digest.check,
        {},
        {"values": {"global": {"tag": "1@sha256:0a", "variant": "distroless"}}},
        (),
        id="image digest: a type of the values",
    ),
    pytest.param(
        image_digest.check,
        annotated("sidecar.istio.io/proxyImageType: distroless"),
        {"values": {"global": {"tag": "1@sha256:0a"}}},
        (*POD, "metadata", "annotations", "sidecar.istio.io/proxyImageType"),
        id="image digest: a type of the pod",
    ),
    pytest.param(
        user_volume.check,
        annotated('sidecar.istio.io/userVolume: \'{"v":{"emptydir":{}}}\''),
        {},
        (*POD, "metadata", "annotations", "sidecar.istio.io/userVolume"),
        id="user volume: an unknown source",
    ),
    pytest.param(
        user_volume.check,
        annotated('sidecar.istio.io/userVolume: \'[{"name":"v"}]\', inject.istio.io/templates: gateway'),
        {},
        (*POD, "metadata", "annotations", "sidecar.istio.io/userVolume"),
        id="user volume: a template that does not read it",
    ),
    pytest.param(
        canonical_name.check, {"name": "a" * 64}, {}, ("metadata", "name"), id="canonical name: too long a name"
    ),
    pytest.param(
        canonical_name.check,
        {"meta": f"labels: {{app: {'a' * 64}}}"},
        {},
        (*POD, "metadata", "labels", "app"),
        id="canonical name: too long a label",
    ),
    pytest.param(
        revision.check,
        {"meta": "labels: {istio.io/rev: prod}"},
        {"revision": "canary"},
        (*POD, "metadata", "labels", "istio.io/rev"),
        id="revision: another one in the pod",
    ),
    pytest.param(
        revision.check,
        {},
        {"namespace": {"istio.io/rev": "prod"}},
        ("metadata", "namespace"),
        id="revision: another one in the namespace",
    ),
    pytest.param(
        ambient.check,
        {"meta": "labels: {istio.io/dataplane-mode: ambient}"},
        {},
        (*POD, "metadata", "labels", "istio.io/dataplane-mode"),
        id="ambient: in the pod",
    ),
    pytest.param(
        ambient.check,
        {},
        {"namespace": {"istio.io/dataplane-mode": "ambient"}},
        ("metadata", "namespace"),
        id="ambient: in the namespace",
    ),
    pytest.param(
        status_port.check,
        annotated("status.sidecar.istio.io/port: '0'") | {"spec": probed("livenessProbe: {grpc: {port: 1}}")},
        {},
        (*POD, "metadata", "annotations", "status.sidecar.istio.io/port"),
        id="status port: zero with a probe",
    ),
    pytest.param(
        probe_port.check,
        {"spec": probed("livenessProbe: {tcpSocket: {port: db}}", ", {name: x, image: x}")},
        {},
        (*POD, "spec", "containers", 0, "livenessProbe", "tcpSocket", "port"),
        id="probe port: a name that the container lacks",
    ),
    pytest.param(
        replaced_handler.check,
        {"spec": probed("", ", {name: istio-proxy, image: auto, startupProbe: {exec: {command: [a]}}}")},
        {},
        (*POD, "spec", "containers", 1, "startupProbe"),
        id="replaced handler: a probe",
    ),
    pytest.param(
        early_init.check,
        annotated(HOLD) | {"spec": INITS},
        {"native": False},
        (*POD, "spec", "initContainers", 0),
        id="early init: legacy and waiting",
    ),
    pytest.param(job_ends.check, {"kind": "Job"}, {"native": False}, (), id="job ends: a legacy sidecar"),
    pytest.param(
        dns_policy.check,
        {"spec": "dnsPolicy: Default, containers: [{name: a, image: a}]"},
        {},
        (*POD, "spec", "dnsPolicy"),
        id="dns policy: the node's",
    ),
    pytest.param(
        dns_policy.check,
        {"spec": "dnsPolicy: None, dnsConfig: {nameservers: [8.8.8.8, x]}, containers: [{name: a, image: a}]"},
        {},
        (*POD, "spec", "dnsPolicy"),
        id="dns policy: public servers",
    ),
]

SILENT = [
    pytest.param(
        around,
        {"own": "labels: {sidecar.istio.io/inject: 'true'}", "meta": "labels: {sidecar.istio.io/inject: 'true'}"},
        {},
        id="misplaced: the pod has it as well",
    ),
    pytest.param(
        around, {"kind": "Pod", "meta": "labels: {sidecar.istio.io/inject: 'true'}"}, {}, id="misplaced: a pod"
    ),
    pytest.param(
        around,
        {"own": "annotations: {sidecar.istio.io/inject-me: 'true'}, labels: {app: a}"},
        {},
        id="misplaced: other keys",
    ),
    pytest.param(
        annotation_grammar.check,
        annotated("traffic.sidecar.istio.io/includeOutboundPorts: '80,443'"),
        {},
        id="annotation grammar: ports",
    ),
    pytest.param(
        annotation_grammar.check,
        annotated("sidecar.istio.io/enableCoreDump: odd"),
        {"istio": "1.28.1"},
        id="annotation grammar: one that no release of today reads",
    ),
    pytest.param(
        resources.check,
        annotated("sidecar.istio.io/proxyCPU: 1"),
        {"values": {"global": {"proxy": {"resources": {"requests": {"cpu": "1", "memory": None}, "limits": None}}}}},
        id="resources: nothing to lose",
    ),
    pytest.param(resources.check, {}, {}, id="resources: no annotation"),
    pytest.param(
        image_digest.check, {}, {"values": {"global": {"tag": "1@sha256:0a"}}}, id="image digest: without a type"
    ),
    pytest.param(
        image_digest.check, {}, {"values": {"global": {"variant": "debug"}}}, id="image digest: without a digest"
    ),
    pytest.param(
        user_volume.check,
        annotated('sidecar.istio.io/userVolume: \'[{"name":"v","emptyDir":{}},{"name":"w","nfs":{}}]\''),
        {},
        id="user volume: known sources",
    ),
    pytest.param(user_volume.check, annotated("sidecar.istio.io/userVolume: '{}'"), {}, id="user volume: nothing"),
    pytest.param(canonical_name.check, {"name": "a" * 63}, {}, id="canonical name: as long as may be"),
    pytest.param(
        canonical_name.check,
        {"name": "a" * 64, "meta": "labels: {app.kubernetes.io/name: a}"},
        {},
        id="canonical name: a label names it",
    ),
    pytest.param(
        revision.check, {"meta": "labels: {istio.io/rev: r}"}, {"revision": "r"}, id="revision: the one that injects"
    ),
    pytest.param(
        revision.check,
        {"meta": "labels: {istio.io/rev: prod}"},
        {"namespace": {"istio-injection": "enabled", "istio.io/rev": "prod"}},
        id="revision: no label counts beside istio-injection",
    ),
    pytest.param(
        ambient.check,
        {"meta": "labels: {istio.io/dataplane-mode: none}"},
        {"namespace": {"istio.io/dataplane-mode": "ambient"}},
        id="ambient: the pod says no",
    ),
    pytest.param(
        status_port.check, annotated("status.sidecar.istio.io/port: '0'"), {}, id="status port: zero without probes"
    ),
    pytest.param(
        status_port.check,
        annotated("status.sidecar.istio.io/port: '100'") | {"spec": probed("livenessProbe: {grpc: {port: 1}}")},
        {},
        id="status port: another one",
    ),
    pytest.param(
        probe_port.check,
        {"spec": probed("livenessProbe: {tcpSocket: {port: db}}, ports: [{name: db, containerPort: 1}]")},
        {},
        id="probe port: a name of the container",
    ),
    pytest.param(
        probe_port.check,
        annotated("inject.istio.io/templates: grpc-simple")
        | {"spec": probed("livenessProbe: {tcpSocket: {port: db}}")},
        {},
        id="probe port: no agent",
    ),
    pytest.param(
        replaced_handler.check,
        {"spec": probed("", ", {name: istio-proxy, image: auto, livenessProbe: {exec: {command: [a]}}}")},
        {},
        id="replaced handler: a probe that the template lacks",
    ),
    pytest.param(
        replaced_handler.check,
        {"spec": probed("lifecycle: {preStop: {httpGet: {port: 1}}}")},
        {},
        id="replaced handler: another container",
    ),
    pytest.param(early_init.check, annotated(HOLD) | {"spec": INITS}, {"native": True}, id="early init: native"),
    pytest.param(early_init.check, {"spec": INITS}, {"native": False}, id="early init: nobody waits"),
    pytest.param(job_ends.check, {"kind": "Job"}, {"native": True}, id="job ends: native"),
    pytest.param(job_ends.check, {}, {"native": False}, id="job ends: no job"),
    pytest.param(
        job_ends.check,
        {"kind": "Job", "spec": probed("args: ['work; curl -XPOST localhost:15020/quitquitquit']")},
        {"native": False},
        id="job ends: the job stops the agent",
    ),
    pytest.param(
        job_ends.check,
        annotated("inject.istio.io/templates: grpc-simple") | {"kind": "Job"},
        {"native": False},
        id="job ends: no proxy",
    ),
    pytest.param(dns_policy.check, {}, {}, id="dns policy: none said"),
    pytest.param(
        dns_policy.check,
        {"spec": "dnsPolicy: None, dnsConfig: {nameservers: [169.254.20.10]}, containers: [{name: a, image: a}]"},
        {},
        id="dns policy: a server that may be the cluster's",
    ),
    pytest.param(
        pod_security.check,
        {},
        {"namespace": {"pod-security.kubernetes.io/enforce": "privileged"}},
        id="pod security: privileged",
    ),
    pytest.param(
        pod_security.check,
        {},
        {
            "namespace": {"pod-security.kubernetes.io/enforce": "baseline"},
            "values": {"pilot": {"cni": {"enabled": True}}},
        },
        id="pod security: the plugin redirects the traffic",
    ),
]


@pytest.mark.parametrize(("check", "parts", "options", "path"), SPEAKS)
def test_a_check_speaks(
    check: Check,
    parts: dict[str, str],
    options: dict[str, Any],
    path: tuple[str | int, ...],
    look: Callable[..., list[Remark]],
    manifest: Callable[..., str],
) -> None:
    (remark,) = look(check, manifest(**parts), **options)
    assert remark in look(checks.run, manifest(**parts), **options)
    assert remark.path == path
    assert isinstance(remark.code, Code)
    assert remark.message


@pytest.mark.parametrize(("check", "parts", "options"), SILENT)
def test_a_check_is_silent(
    check: Check,
    parts: dict[str, str],
    options: dict[str, Any],
    look: Callable[..., list[Remark]],
    manifest: Callable[..., str],
) -> None:
    assert look(check, manifest(**parts), **options) == []


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("istio", ["1.20.8", "1.24.6", "1.28.1", "1.31.0"])
def test_nothing_is_said_about_a_clean_manifest(
    native: bool, istio: str, look: Callable[..., list[Remark]], manifest: Callable[..., str]
) -> None:
    assert look(checks.run, manifest(), native=native, istio=istio) == []


def test_all_checks_speak_together(look: Callable[..., list[Remark]], manifest: Callable[..., str]) -> None:
    text = manifest(
        meta="labels: {istio.io/rev: r}, annotations: {sidecar.istio.io/proxyCPU: 1}",
        spec="dnsPolicy: None, containers: [{name: a, image: a}]",
        kind="Job",
    )
    codes = [remark.code for remark in look(checks.run, text, native=False)]
    assert codes == [Code.ALPHA, Code.RESOURCES_LOST, Code.OTHER_REVISION, Code.JOB_NEVER_ENDS, Code.DNS_POLICY]


@pytest.mark.parametrize(
    ("names", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_names_in_a_sentence(names: list[str], text: str) -> None:
    assert listed(names) == text


def test_every_code_is_its_own() -> None:
    codes = [code.code for code in Code]
    assert len(set(codes)) == len(codes)
