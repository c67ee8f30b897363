"""Checks of a pod as a whole: what else injects it, what ends it, what its namespace refuses, where it comes from."""

from typing import Any

import pytest

from meshinject import checks
from meshinject.checks import job_ends, pod_security, second_mesh, server_fields
from meshinject.checks.subject import Remark
from meshinject.reports.findings import Code
from tests.checks.table import ANNOTATIONS, LABELS, SPEC, Check, Look, Manifest, annotated, labelled, silent, speaks

CNI = {"pilot": {"cni": {"enabled": True}}}
PROFILE = "securityContext: {seccompProfile: {type: RuntimeDefault}}, containers: [{name: web, image: nginx}]"
NO_PROFILE = "give the pod a securityContext.seccompProfile of type RuntimeDefault"
PLUGIN = "use Istio's CNI plugin: pilot.cni.enabled"
HOOK = "name: a, annotations: {helm.sh/hook: test}"


def enforced(level: str) -> dict[str, str]:
    return {"pod-security.kubernetes.io/enforce": level}


def refuses(name: str, level: str, refused: str, mend: str, parts: dict[str, str] | None = None, **options: Any) -> Any:
    text = f"its namespace enforces the pod security standard {level}, which refuses {refused}"
    return speaks(
        f"pod security: {name}",
        pod_security.check,
        parts or {},
        ("metadata", "namespace"),
        Code.POD_SECURITY,
        text,
        mend,
        namespace=enforced(level),
        **options,
    )


def mesh(name: str, parts: dict[str, str], path: tuple[str | int, ...], who: str, sign: str, **options: Any) -> Any:
    text = f"the pod is in the mesh of {who} as well ({sign}); two sidecars redirect its traffic"
    mend = "leave it out of one of the two"
    return speaks(f"second mesh: {name}", second_mesh.check, parts, path, Code.SECOND_MESH, text, mend, **options)


def exported(name: str, own: str, found: str, path: tuple[str, ...]) -> Any:
    return speaks(
        f"server fields: {name}",
        server_fields.check,
        {"own": own},
        path,
        Code.SERVER_FIELDS,
        f"the manifest holds what only the API server writes: {found}",
        "take it out before you apply it",
    )


SPEAKS = [
    refuses("istio-init under baseline", "baseline", "istio-init (adds NET_ADMIN and adds NET_RAW)", PLUGIN),
    refuses(
        "everything that restricted wants",
        "restricted",
        "istio-init (adds NET_ADMIN, adds NET_RAW, runs as root and no seccompProfile); "
        "istio-proxy (no seccompProfile)",
        f"{PLUGIN}; {NO_PROFILE}",
    ),
    refuses(
        "no seccomp profile although the plugin redirects",
        "restricted",
        "istio-validation (no seccompProfile); istio-proxy (no seccompProfile)",
        NO_PROFILE,
        values=CNI,
    ),
    refuses(
        "a proxy of TPROXY under baseline",
        "baseline",
        "istio-proxy (adds NET_ADMIN)",
        "",
        annotated("sidecar.istio.io/interceptionMode: TPROXY"),
        values=CNI,
        native=False,
    ),
    refuses(
        "a privileged proxy",
        "baseline",
        "istio-validation (privileged); istio-proxy (privileged)",
        "",
        values=CNI | {"global": {"proxy": {"privileged": True}}},
        native=False,
    ),
    mesh(
        "Linkerd's annotation",
        annotated("linkerd.io/inject: enabled"),
        (*ANNOTATIONS, "linkerd.io/inject"),
        "Linkerd",
        "linkerd.io/inject: enabled",
    ),
    mesh(
        "Kuma's label",
        labelled("kuma.io/sidecar-injection: enabled"),
        (*LABELS, "kuma.io/sidecar-injection"),
        "Kuma",
        "kuma.io/sidecar-injection: enabled",
    ),
    mesh(
        "Consul's annotation",
        annotated("consul.hashicorp.com/connect-inject: 'true'"),
        (*ANNOTATIONS, "consul.hashicorp.com/connect-inject"),
        "Consul",
        "consul.hashicorp.com/connect-inject: true",
    ),
    mesh(
        "a namespace of Kuma",
        {},
        ("metadata", "namespace"),
        "Kuma",
        "the namespace has kuma.io/sidecar-injection: enabled",
        namespace={"kuma.io/sidecar-injection": "enabled"},
    ),
    mesh(
        "Linkerd's containers, told once",
        {
            "spec": "initContainers: [{name: linkerd-init, image: a}], "
            "containers: [{name: web, image: nginx}, {name: linkerd-proxy, image: b}]"
        },
        (*SPEC, "initContainers", 0),
        "Linkerd",
        "container linkerd-init",
    ),
    exported(
        "an exported object",
        "uid: a, resourceVersion: '1', creationTimestamp: '2024-01-01T00:00:00Z', managedFields: [{manager: a}]",
        "metadata.creationTimestamp, metadata.managedFields, metadata.resourceVersion and metadata.uid",
        ("metadata", "creationTimestamp"),
    ),
    exported("one of them", "uid: a", "metadata.uid", ("metadata", "uid")),
    speaks(
        "job ends: a pod that Helm waits for",
        job_ends.check,
        {"kind": "Pod", "meta": "annotations: {helm.sh/hook: test}"},
        (),
        Code.JOB_NEVER_ENDS,
        "Helm waits for this hook, which never completes: its sidecar is legacy and goes on when the job is done",
        job_ends._HELP,
        native=False,
    ),
    speaks(
        "job ends: a hook that is a Job",
        job_ends.check,
        {"kind": "Job", "own": "annotations: {helm.sh/hook: pre-install}"},
        (),
        Code.JOB_NEVER_ENDS,
        "the Job never completes: its sidecar is legacy and goes on when the job is done",
        job_ends._HELP,
        native=False,
    ),
]

SILENT = [
    silent(
        "pod security: restricted with a profile and the plugin",
        pod_security.check,
        {"spec": PROFILE},
        namespace=enforced("restricted"),
        values=CNI,
    ),
    silent("pod security: privileged", pod_security.check, {}, namespace=enforced("privileged")),
    silent(
        "pod security: warned of, not enforced",
        pod_security.check,
        {},
        namespace={"pod-security.kubernetes.io/warn": "restricted"},
    ),
    silent(
        "pod security: no capabilities where nothing is redirected",
        pod_security.check,
        annotated("sidecar.istio.io/interceptionMode: NONE"),
        namespace=enforced("baseline"),
    ),
    silent(
        "pod security: the user's own containers",
        pod_security.check,
        {"spec": "containers: [{name: web, image: nginx, securityContext: {privileged: true}}]"},
        namespace=enforced("baseline"),
        values=CNI,
    ),
    silent(
        "second mesh: left out of the other",
        second_mesh.check,
        annotated("linkerd.io/inject: disabled, kuma.io/sidecar-injection: disabled"),
        namespace={"kuma.io/sidecar-injection": "enabled"},
    ),
    silent(
        "second mesh: none",
        second_mesh.check,
        {"spec": "containers: [{name: web, image: nginx}, {name: proxy, image: envoy}]"},
    ),
    silent(
        "server fields: what kubectl prints for a new object",
        server_fields.check,
        {"own": "creationTimestamp: null, labels: {a: b}, finalizers: [a]"},
    ),
    silent("server fields: a date alone", server_fields.check, {"own": "creationTimestamp: '2024-01-01T00:00:00Z'"}),
    silent("job ends: a pod that nobody waits for", job_ends.check, {"kind": "Pod"}, native=False),
    silent(
        "job ends: a hook with a native sidecar",
        job_ends.check,
        {"kind": "Pod", "meta": "annotations: {helm.sh/hook: test}"},
    ),
]


@pytest.mark.parametrize(("check", "parts", "options", "remark"), SPEAKS)
def test_a_check_speaks(
    check: Check, parts: dict[str, str], options: dict[str, Any], remark: Remark, look: Look, manifest: Manifest
) -> None:
    assert look(check, manifest(**parts), **options) == [remark]
    assert remark in look(checks.run, manifest(**parts), **options)


@pytest.mark.parametrize(("check", "parts", "options"), SILENT)
def test_a_check_is_silent(
    check: Check, parts: dict[str, str], options: dict[str, Any], look: Look, manifest: Manifest
) -> None:
    assert look(check, manifest(**parts), **options) == []


@pytest.mark.parametrize(("status", "told"), [("{readyReplicas: 1}", True), ("{}", False), ("", False)])
def test_a_status_is_the_servers_unless_it_is_empty(status: str, told: bool, look: Look, manifest: Manifest) -> None:
    found = look(server_fields.check, manifest() + f"status: {status}\n")
    assert [(remark.path, remark.code) for remark in found] == [(("status",), Code.SERVER_FIELDS)] * told
