"""Checks of labels and annotations: unknown, of another release, deprecated, misplaced; fields of a proxy config."""

from typing import Any

import pytest

from meshinject import checks
from meshinject.checks import alpha, deprecated, misplaced, other_release, proxy_config_fields, unknown_keys
from meshinject.checks.subject import Remark
from meshinject.reports.findings import Code
from tests.checks.table import ANNOTATIONS, LABELS, Check, Look, Manifest, annotated, labelled, silent, speaks

SIDECAR, TRAFFIC = "sidecar.istio.io", "traffic.sidecar.istio.io"
CONFIG = "proxy.istio.io/config"


def unknown(key: str, close: str, kind: str = "annotation") -> Any:
    where, parts = (ANNOTATIONS, annotated) if kind == "annotation" else (LABELS, labelled)
    mend = f"did you mean {close}?" if close else ""
    text = f"Istio knows no {kind} {key}"
    name = f"unknown: the {kind} {key}"
    return speaks(name, unknown_keys.check, parts(f"{key}: a"), (*where, key), Code.UNKNOWN_ANNOTATION, text, mend)


SPEAKS = [
    unknown(f"{SIDECAR}/injekt", f"{SIDECAR}/inject"),
    unknown(f"{SIDECAR}/proxy-cpu", f"{SIDECAR}/proxyCPU"),
    unknown(f"{SIDECAR}/proxyMemoryRequest", f"{SIDECAR}/proxyMemory"),
    unknown(f"{SIDECAR}/excludeOutboundPorts", f"{TRAFFIC}/excludeOutboundPorts"),
    unknown(f"{TRAFFIC}/excludeOutboundPort", f"{TRAFFIC}/excludeOutboundPorts"),
    unknown("istio.io/inject", f"{SIDECAR}/inject"),
    unknown("traffic.istio.io/includeInboundPorts", f"{TRAFFIC}/includeInboundPorts"),
    unknown("proxy.istio.io/zzz", ""),
    unknown("inject.istio.io/template", "inject.istio.io/templates"),
    unknown("istio.io/revs", "istio.io/rev", "label"),
    unknown("istio.io/dataplane-mod", "istio.io/dataplane-mode", "label"),
    unknown(f"{SIDECAR}/Inject", f"{SIDECAR}/inject", "label"),
    speaks(
        "unknown: an annotation as a label",
        unknown_keys.check,
        labelled(f"{SIDECAR}/proxyCPU: 100m"),
        (*LABELS, f"{SIDECAR}/proxyCPU"),
        Code.MISPLACED,
        f"{SIDECAR}/proxyCPU is an annotation; Istio does not read it as a label",
        "move it to metadata.annotations of the pod template",
    ),
    speaks(
        "unknown: a label as an annotation",
        unknown_keys.check,
        annotated("topology.istio.io/network: a"),
        (*ANNOTATIONS, "topology.istio.io/network"),
        Code.MISPLACED,
        "topology.istio.io/network is a label; Istio does not read it as an annotation",
        "move it to metadata.labels of the pod template",
    ),
    speaks(
        "other release: removed",
        other_release.check,
        annotated(f"{SIDECAR}/enableCoreDump: 'true'"),
        (*ANNOTATIONS, f"{SIDECAR}/enableCoreDump"),
        Code.KEY_NOT_READ,
        f"the annotation {SIDECAR}/enableCoreDump has no effect since Istio 1.24; Istio 1.24.6 ignores it",
        istio="1.24.6",
    ),
    speaks(
        "other release: an annotation that is not there yet",
        other_release.check,
        annotated("istio.io/reroute-virtual-interfaces: a"),
        (*ANNOTATIONS, "istio.io/reroute-virtual-interfaces"),
        Code.KEY_NOT_READ,
        "the annotation istio.io/reroute-virtual-interfaces is read since Istio 1.25; Istio 1.24.6 ignores it",
        istio="1.24.6",
    ),
    speaks(
        "other release: a label that is not there yet",
        other_release.check,
        labelled("service.istio.io/workload-name: a"),
        (*LABELS, "service.istio.io/workload-name"),
        Code.KEY_NOT_READ,
        "the label service.istio.io/workload-name is read since Istio 1.25; Istio 1.20.8 ignores it",
        istio="1.20.8",
    ),
    speaks(
        "deprecated: the annotation inject",
        deprecated.check,
        annotated(f"{SIDECAR}/inject: 'true'"),
        (*ANNOTATIONS, f"{SIDECAR}/inject"),
        Code.DEPRECATED,
        f"the annotation {SIDECAR}/inject is deprecated",
        f"use the label {SIDECAR}/inject",
    ),
    speaks(
        "deprecated: the annotation inject beside another label",
        deprecated.check,
        {"meta": f"annotations: {{{SIDECAR}/inject: 'false'}}, labels: {{{SIDECAR}/inject: 'true'}}"},
        (*ANNOTATIONS, f"{SIDECAR}/inject"),
        Code.DEPRECATED,
        f"the annotation {SIDECAR}/inject is deprecated, and the label of that name, which is 'true', beats it",
        "take it out",
    ),
    speaks(
        "alpha: most annotations",
        alpha.check,
        annotated(f"{SIDECAR}/logLevel: debug"),
        (*ANNOTATIONS, f"{SIDECAR}/logLevel"),
        Code.ALPHA,
        f"the annotation {SIDECAR}/logLevel is alpha: Istio may change it",
    ),
    speaks(
        "deprecated: virtual interfaces",
        deprecated.check,
        annotated(f"{TRAFFIC}/kubevirtInterfaces: a"),
        (*ANNOTATIONS, f"{TRAFFIC}/kubevirtInterfaces"),
        Code.DEPRECATED,
        f"the annotation {TRAFFIC}/kubevirtInterfaces is deprecated",
        "use the annotation istio.io/reroute-virtual-interfaces",
        istio="1.25.0",
    ),
    speaks(
        "proxy config: a misspelt field",
        proxy_config_fields.check,
        annotated(f"{CONFIG}: 'holdApplicationUntilProxyStart: true'"),
        (*ANNOTATIONS, CONFIG),
        Code.UNKNOWN_FIELD,
        f"{CONFIG}: Istio 1.28.1 does not know holdApplicationUntilProxyStart and drops it",
        "did you mean holdApplicationUntilProxyStarts?",
    ),
    speaks(
        "proxy config: a field of a field in a map",
        proxy_config_fields.check,
        annotated(f"{CONFIG}: 'tracing: {{customTags: {{a: {{litteral: {{}}}}}}}}'"),
        (*ANNOTATIONS, CONFIG),
        Code.UNKNOWN_FIELD,
        f"{CONFIG}: Istio 1.28.1 does not know tracing.customTags.a.litteral and drops it",
        "did you mean literal?",
    ),
    speaks(
        "proxy config: a field that is not there yet",
        proxy_config_fields.check,
        annotated(f"{CONFIG}: 'statsCompression: true'"),
        (*ANNOTATIONS, CONFIG),
        Code.UNKNOWN_FIELD,
        f"{CONFIG}: Istio 1.28.1 does not know statsCompression yet and drops it",
    ),
]

SILENT = [
    silent("alpha: a beta one", alpha.check, annotated("proxy.istio.io/config: '{}'")),
    silent("alpha: one of others", alpha.check, annotated("resource.opentelemetry.io/service.version: a")),
    silent(
        "unknown: keys that Istio knows, on agents, gateways and namespaces too",
        unknown_keys.check,
        {
            "meta": "labels: {istio.io/rev: a, istio.io/dataplane-mode: none, operator.istio.io/component: Pilot, "
            "topology.istio.io/subzone: a, istio.io/use-waypoint: w, app.kubernetes.io/name: a, istio: gateway}, "
            f"annotations: {{istio.io/rev: a, {SIDECAR}/statsInclusionRegexps: a, ambient.istio.io/redirection: on, "
            "kubernetes.io/ingress.class: istio, prometheus.io/port: '1'}"
        },
    ),
    silent(
        "unknown: other keys of istio.io that resemble none",
        unknown_keys.check,
        annotated("networking.istio.io/zzz: a, istio.io/owned-by: a, vendor.istio.io/feature: a"),
    ),
    silent(
        "unknown: other domains",
        unknown_keys.check,
        annotated(
            "linkerd.io/inject: disabled, sidecar.istio.io.example.com/injekt: a, notistio.io/inject: a, istio: a"
        ),
    ),
    silent(
        "unknown: the misspelt native sidecar, which has words of its own",
        unknown_keys.check,
        annotated(f"{SIDECAR}/native-side: 'true'"),
    ),
    silent(
        "unknown: a key that a template of the user reads",
        unknown_keys.check,
        annotated(f"{SIDECAR}/ourOwn: a"),
        values={
            "sidecarInjectorWebhook": {
                "templates": {"own": f'x: {{{{ index .ObjectMeta.Annotations "{SIDECAR}/ourOwn" }}}}'}
            }
        },
    ),
    silent(
        "other release: core dumps of their time",
        other_release.check,
        annotated(f"{SIDECAR}/enableCoreDump: 'true'"),
        istio="1.23.6",
        native=False,
    ),
    silent(
        "other release: newer keys",
        other_release.check,
        {"meta": "labels: {service.istio.io/workload-name: a}, annotations: {istio.io/reroute-virtual-interfaces: a}"},
        istio="1.25.0",
    ),
    silent(
        "other release: annotations of others",
        other_release.check,
        annotated("resource.opentelemetry.io/service.version: '1'"),
        istio="1.29.0",
    ),
    silent(
        "other release: native sidecars have words of their own",
        other_release.check,
        annotated(f"{SIDECAR}/nativeSidecar: 'true'"),
        istio="1.23.6",
    ),
    silent(
        "deprecated: virtual interfaces before 1.25",
        deprecated.check,
        annotated(f"{TRAFFIC}/kubevirtInterfaces: a"),
        istio="1.24.6",
    ),
    silent("deprecated: an odd value, which is told already", deprecated.check, annotated(f"{SIDECAR}/inject: maybe")),
    silent("deprecated: the label", deprecated.check, labelled(f"{SIDECAR}/inject: 'true'")),
    silent(
        "deprecated: the annotation says the same as the label",
        deprecated.check,
        {"meta": f"annotations: {{{SIDECAR}/inject: 'true'}}, labels: {{{SIDECAR}/inject: 'true'}}"},
    ),
    silent(
        "proxy config: JSON names, proto names and free maps",
        proxy_config_fields.check,
        annotated(
            f"{CONFIG}: '{{status_port: 1, proxyMetadata: {{A: b}}, "
            "tracing: {customTags: {a: {literal: {value: b}}}}}'"
        ),
    ),
    silent(
        "proxy config: a field of its time",
        proxy_config_fields.check,
        annotated(f"{CONFIG}: 'statsCompression: true'"),
        istio="1.29.0",
    ),
    silent("proxy config: none", proxy_config_fields.check, {}),
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


@pytest.mark.parametrize(
    ("value", "injected", "told"),
    [
        pytest.param("disabled", True, "false", id="disabled, and the pod is injected"),
        pytest.param("enabled", False, "true", id="enabled, and the pod is not"),
        pytest.param("enabled", True, "", id="enabled, and the pod is"),
        pytest.param("disabled", False, "", id="disabled, and the pod is not"),
    ],
)
@pytest.mark.parametrize("where", ["own", "meta"])
def test_a_label_of_namespaces_is_told_where_it_says_the_opposite(
    value: str, injected: bool, told: str, where: str, look: Look, manifest: Manifest
) -> None:
    text = manifest(**{where: f"labels: {{istio-injection: {value}}}"})
    found = look(lambda subject: misplaced.check(subject.workload, subject.done.user, injected=injected), text)
    path = ("metadata", "labels", "istio-injection") if where == "own" else (*LABELS, "istio-injection")
    mend = f'use the label sidecar.istio.io/inject: "{told}" of the pod'
    message = f"Istio reads istio-injection: {value} only as a label of namespaces"
    assert found == ([Remark(path, message, mend, Code.MISPLACED)] if told else [])
