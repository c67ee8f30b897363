"""Checks of containers: images, resources, users, ports, volumes, and the order in which they start."""

from typing import Any

import pytest

from meshinject import checks
from meshinject.checks import (
    auto_image,
    init_network,
    port_clash,
    proxy_ends,
    proxy_image,
    proxy_user,
    too_much_requested,
    volume_clash,
)
from meshinject.checks.subject import Remark
from meshinject.kubernetes import kinds
from meshinject.reports.findings import Code
from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.stream import split
from tests.checks.table import ANNOTATIONS, SPEC, Check, Look, Manifest, annotated, silent, speaks, web

CNI = {"pilot": {"cni": {"enabled": True}}}
INIT = {"spec": "initContainers: [{name: setup, image: a}], containers: [{name: web, image: nginx}]"}
AS_PROXY = "securityContext: {runAsUser: 1337}"
PAST = "its traffic goes past the mesh"
OTHER_USER = "run it as another user"
LESS = "request less, or raise the limit"
NATIVE_FIRST = (
    "a native sidecar starts before them (Istio 1.27, Kubernetes 1.29: --native-sidecars=true); else let them run as "
    "user 1337 or exclude their addresses"
)


def proxy(fields: str) -> dict[str, str]:
    return {"spec": f"containers: [{{name: web, image: nginx}}, {{name: istio-proxy, image: auto, {fields}}}]"}


def clash(name: str, port: int, what: str, **options: Any) -> Any:
    return speaks(
        f"port clash: {name}",
        port_clash.check,
        web(f"ports: [{{containerPort: 80}}, {{containerPort: {port}}}]"),
        (*SPEC, "containers", 0, "ports", 1, "containerPort"),
        Code.PORT_CLASH,
        f"port {port} of container 'web' is taken by istio-proxy ({what})",
        "listen on another port",
        **options,
    )


SPEAKS = [
    speaks(
        "too much: an annotation over an annotation",
        too_much_requested.check,
        annotated("sidecar.istio.io/proxyCPU: '2', sidecar.istio.io/proxyCPULimit: 1500m"),
        (*ANNOTATIONS, "sidecar.istio.io/proxyCPU"),
        Code.INVALID_POD,
        "container 'istio-init' requests cpu 2, over its limit 1500m: no pod can be made",
        LESS,
    ),
    speaks(
        "too much: the user's istio-proxy over the settings",
        too_much_requested.check,
        proxy("resources: {requests: {memory: 2Gi}}"),
        (*SPEC, "containers", 1, "resources"),
        Code.INVALID_POD,
        "container 'istio-proxy' requests memory 2Gi, over its limit 1024Mi: no pod can be made",
        LESS,
    ),
    speaks(
        "too much: values over the default limits",
        too_much_requested.check,
        {},
        (),
        Code.INVALID_POD,
        "container 'istio-init' requests cpu 3000m, over its limit 2000m: no pod can be made",
        LESS,
        values={"global": {"proxy": {"resources": {"requests": {"cpu": "3000m"}}}}},
    ),
    speaks(
        "proxy image: an own one",
        proxy_image.check,
        {"spec": "containers: [{name: web, image: nginx}, {name: istio-proxy, image: istio/proxyv2:1.10.0}]"},
        (*SPEC, "containers", 1, "image"),
        Code.OTHER_IMAGE,
        "container 'istio-proxy' keeps its own image istio/proxyv2:1.10.0 instead of docker.io/istio/proxyv2:1.28.1",
        "write image: auto for Istio's",
    ),
    speaks(
        "auto image: a container that no template has",
        auto_image.check,
        {"spec": "containers: [{name: web, image: nginx}, {name: istio, image: auto}]"},
        (*SPEC, "containers", 1, "image"),
        Code.IMAGE_AUTO,
        "container 'istio' keeps the image auto: no template of this pod has a container of that name",
        "name it istio-proxy, or name its template in inject.istio.io/templates",
    ),
    speaks(
        "auto image: a template without a proxy",
        auto_image.check,
        annotated("inject.istio.io/templates: grpc-simple") | proxy("args: [a]"),
        (*SPEC, "containers", 1, "image"),
        Code.IMAGE_AUTO,
        "container 'istio-proxy' keeps the image auto: no template of this pod has a container of that name",
        "name it istio-proxy, or name its template in inject.istio.io/templates",
    ),
    clash("inbound traffic", 15006, "inbound traffic"),
    clash("the agent", 15020, "status of the agent"),
    clash(
        "an agent that listens elsewhere",
        16000,
        "status of the agent",
        values={"meshConfig": {"defaultConfig": {"statusPort": 16000}}},
    ),
    clash(
        "another port for outbound traffic",
        16001,
        "outbound traffic",
        values={"meshConfig": {"proxyListenPort": 16001}},
    ),
    clash("tunnelled traffic", 15008, "tunnelled traffic", native=False),
    speaks(
        "port clash: a status port of the pod",
        port_clash.check,
        annotated("status.sidecar.istio.io/port: '9000'") | web("ports: [{containerPort: 9000}]"),
        (*SPEC, "containers", 0, "ports", 0, "containerPort"),
        Code.PORT_CLASH,
        "port 9000 of container 'web' is taken by istio-proxy (status of the agent)",
        "listen on another port",
    ),
    speaks(
        "port clash: DNS over UDP in a native sidecar of the user",
        port_clash.check,
        {
            "spec": "initContainers: [{name: dns, image: a, restartPolicy: Always, "
            "ports: [{containerPort: 15053, protocol: UDP}]}], "
            "containers: [{name: web, image: nginx}]"
        },
        (*SPEC, "initContainers", 0, "ports", 0, "containerPort"),
        Code.PORT_CLASH,
        "port 15053 of container 'dns' is taken by istio-proxy (DNS)",
        "listen on another port",
    ),
    speaks(
        "volume clash: another kind of source",
        volume_clash.check,
        web(more="volumes: [{name: data, emptyDir: {}}, {name: istio-token, secret: {secretName: s}}]"),
        (*SPEC, "volumes", 1),
        Code.VOLUME_CLASH,
        "the pod's volume 'istio-token' (secret) takes the place of Istio's (projected)",
        "rename it unless istio-proxy shall use it",
    ),
    speaks(
        "proxy user: a container",
        proxy_user.check,
        web(AS_PROXY),
        (*SPEC, "containers", 0, "securityContext", "runAsUser"),
        Code.PROXY_UID,
        f"container 'web' runs as user 1337, istio-proxy's own: {PAST}",
        OTHER_USER,
    ),
    speaks(
        "proxy user: the pod, for the containers that have no user",
        proxy_user.check,
        {
            "spec": f"{AS_PROXY}, containers: [{{name: a, image: a}}, {{name: b, image: b}}, "
            "{name: c, image: c, securityContext: {runAsUser: 1}}]"
        },
        (*SPEC, "securityContext", "runAsUser"),
        Code.PROXY_UID,
        "the containers 'a' and 'b' run as user 1337, istio-proxy's own: their traffic goes past the mesh",
        OTHER_USER,
    ),
    speaks(
        "proxy user: an init container behind a native sidecar",
        proxy_user.check,
        {"spec": f"initContainers: [{{name: setup, image: a, {AS_PROXY}}}], containers: [{{name: web, image: nginx}}]"},
        (*SPEC, "initContainers", 0, "securityContext", "runAsUser"),
        Code.PROXY_UID,
        f"container 'setup' runs as user 1337, istio-proxy's own: {PAST}",
        f"{OTHER_USER}; a native sidecar is there before it",
    ),
    speaks(
        "proxy user: the same as a proxy with another one",
        proxy_user.check,
        {
            "spec": "containers: [{name: web, image: nginx, securityContext: {runAsUser: 1000}}, "
            "{name: istio-proxy, image: auto, securityContext: {runAsUser: 1000}}]"
        },
        (*SPEC, "containers", 0, "securityContext", "runAsUser"),
        Code.PROXY_UID,
        f"container 'web' runs as user 1000, istio-proxy's own: {PAST}",
        OTHER_USER,
        native=False,
    ),
    speaks(
        "init network: behind the plugin and before a legacy proxy",
        init_network.check,
        INIT,
        (*SPEC, "initContainers", 0),
        Code.INIT_NETWORK,
        "the init container setup runs without a network: redirected by the CNI plugin, before the proxy",
        NATIVE_FIRST,
        native=False,
        values=CNI,
    ),
    speaks(
        "proxy ends: a template of the user in legacy mode",
        proxy_ends.check,
        annotated("inject.istio.io/templates: own"),
        (),
        Code.PROXY_NEVER_ENDS,
        "istio-proxy is an init container without restartPolicy: Always, so the pod waits for it to end",
        "add restartPolicy: Always where its container is written",
        native=False,
        values={
            "sidecarInjectorWebhook": {"templates": {"own": "spec: {initContainers: [{name: istio-proxy, image: p}]}"}}
        },
    ),
]

SILENT = [
    silent("too much: the defaults", too_much_requested.check, {}),
    silent(
        "too much: as much as the limit, in other units",
        too_much_requested.check,
        annotated("sidecar.istio.io/proxyCPU: 1000m, sidecar.istio.io/proxyCPULimit: '1'"),
    ),
    silent("too much: no limit", too_much_requested.check, annotated("sidecar.istio.io/proxyCPU: '8'")),
    silent(
        "too much: a container of the user",
        too_much_requested.check,
        web("resources: {requests: {cpu: 2}, limits: {cpu: 1}}"),
    ),
    silent("proxy image: auto", proxy_image.check, proxy("args: [a]")),
    silent(
        "proxy image: the very same one",
        proxy_image.check,
        {
            "spec": "containers: [{name: web, image: nginx}, "
            "{name: istio-proxy, image: 'docker.io/istio/proxyv2:1.28.1'}]"
        },
    ),
    silent("proxy image: an image by annotation", proxy_image.check, annotated("sidecar.istio.io/proxyImage: a/b:c")),
    silent("auto image: filled by the template", auto_image.check, proxy("args: [a]")),
    silent(
        "auto image: filled in an init container",
        auto_image.check,
        {"spec": "initContainers: [{name: istio-init, image: auto}], containers: [{name: web, image: nginx}]"},
    ),
    silent("port clash: other ports", port_clash.check, web("ports: [{containerPort: 15010}, {containerPort: 80}]")),
    silent("port clash: over UDP", port_clash.check, web("ports: [{containerPort: 15006, protocol: UDP}]")),
    silent(
        "port clash: a status port that moved away",
        port_clash.check,
        annotated("status.sidecar.istio.io/port: '9000'") | web("ports: [{containerPort: 15020}]"),
    ),
    silent("port clash: istio-proxy's own", port_clash.check, proxy("ports: [{containerPort: 15090}]")),
    silent(
        "port clash: an init container that is over by then",
        port_clash.check,
        {
            "spec": "initContainers: [{name: a, image: a, ports: [{containerPort: 15006}]}], "
            "containers: [{name: web, image: nginx}]"
        },
    ),
    silent(
        "port clash: a gateway does not redirect",
        port_clash.check,
        annotated("inject.istio.io/templates: gateway") | web("ports: [{containerPort: 15006}]"),
    ),
    silent(
        "port clash: no proxy",
        port_clash.check,
        annotated("inject.istio.io/templates: grpc-simple") | web("ports: [{containerPort: 15020}]"),
    ),
    silent(
        "volume clash: the same kind of source",
        volume_clash.check,
        web(more="volumes: [{name: istio-envoy, emptyDir: {sizeLimit: 5Mi}}]"),
    ),
    silent(
        "volume clash: a socket of SPIRE",
        volume_clash.check,
        web(more="volumes: [{name: workload-socket, csi: {driver: csi.spiffe.io}}]"),
    ),
    silent(
        "volume clash: other names", volume_clash.check, web(more="volumes: [{name: token, secret: {secretName: s}}]")
    ),
    silent("proxy user: another user", proxy_user.check, web("securityContext: {runAsUser: 1338}")),
    silent(
        "proxy user: an init container before a legacy proxy",
        proxy_user.check,
        {"spec": f"initContainers: [{{name: setup, image: a, {AS_PROXY}}}], containers: [{{name: web, image: nginx}}]"},
        native=False,
    ),
    silent("proxy user: istio-proxy itself", proxy_user.check, proxy(AS_PROXY)),
    silent(
        "proxy user: a gateway takes no traffic of the pod",
        proxy_user.check,
        annotated("inject.istio.io/templates: gateway") | web(AS_PROXY),
    ),
    silent(
        "proxy user: 1337 beside a proxy with another user",
        proxy_user.check,
        {
            "spec": f"containers: [{{name: web, image: nginx, {AS_PROXY}}}, "
            "{name: istio-proxy, image: auto, securityContext: {runAsUser: 1000}}]"
        },
    ),
    silent("init network: without the plugin", init_network.check, INIT, native=False),
    silent("init network: a native sidecar", init_network.check, INIT, values=CNI),
    silent(
        "init network: the proxy's user",
        init_network.check,
        {"spec": f"initContainers: [{{name: setup, image: a, {AS_PROXY}}}], containers: [{{name: web, image: nginx}}]"},
        native=False,
        values=CNI,
    ),
    silent(
        "init network: excluded addresses",
        init_network.check,
        annotated("traffic.sidecar.istio.io/excludeOutboundIPRanges: 10.0.0.1/32") | INIT,
        native=False,
        values=CNI,
    ),
    silent(
        "init network: nothing is redirected",
        init_network.check,
        annotated("sidecar.istio.io/interceptionMode: NONE") | INIT,
        native=False,
        values=CNI,
    ),
    silent("proxy ends: a native sidecar", proxy_ends.check, {}),
    silent(
        "proxy ends: a template that asks for restarts",
        proxy_ends.check,
        annotated("inject.istio.io/templates: own"),
        native=False,
        values={
            "sidecarInjectorWebhook": {
                "templates": {"own": "spec: {initContainers: [{name: istio-proxy, image: p, restartPolicy: Always}]}"}
            }
        },
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


@pytest.mark.parametrize(("image", "told"), [("auto", 1), ("nginx", 0)])
def test_a_pod_that_is_left_alone_keeps_an_image_auto(image: str, told: int, manifest: Manifest) -> None:
    (document,) = split(manifest(spec=f"containers: [{{name: a, image: a}}, {{name: istio-proxy, image: {image}}}]"))
    (workload,) = kinds.find(load(parse(document)))
    found = list(auto_image.of_skipped(workload, workload.pod or {}))
    text = "container 'istio-proxy' keeps the image auto, since the pod is not injected"
    assert found == [Remark((*SPEC, "containers", 1, "image"), text, "", Code.IMAGE_AUTO)] * told
