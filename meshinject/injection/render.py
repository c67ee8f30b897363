"""Renders one injection template for one pod: Istio's injector does the same before it merges the result over the pod.

    view = render.view(control_plane, pod, owner, proxy_config, native=...)   # once a pod
    for name in names:
        overlay = render.render(name, control_plane, view)                    # once a template: a plain dict, {} for
        no change

`pod` is the *stripped* copy of the pod (what an earlier injection added is out, overrides are back in): templates see
that copy as `.Spec` and `.ObjectMeta`. `owner` is the workload as templates and envs name it (`.DeploymentMeta`,
`.TypeMeta`). `proxy_config` is the mesh's defaultConfig with the pod's `proxy.istio.io/config` merged in, see
`istio.proxyconfig.effective`.

A template may write `emptyDir:` (null): with the merge it leaves an own volume of that name its source; a volume that
has no source after all merges is an `emptyDir: {}`.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import islice
from typing import Any

from meshinject.frozen import Frozen
from meshinject.gotemplate import values as go
from meshinject.gotemplate.errors import TemplateError
from meshinject.gotemplate.values import Pointer, Struct, StructType
from meshinject.injection.errors import PodProblem
from meshinject.istio import annotations as istio_annotations
from meshinject.istio import functions, grammar, images, meshconfig, protoview, templates, values
from meshinject.istio.controlplane import ControlPlane
from meshinject.istio.podview import View, as_go
from meshinject.istio.proto import Message
from meshinject.kubernetes.owners import Owner
from meshinject.kubernetes.text import string_map
from meshinject.reports.findings import Code
from meshinject.versions import since
from meshinject.yamltext.problems import YAMLProblem
from meshinject.yamltext.read import read

_PROXY_ID = 1337
_TYPE_META = StructType("v1.TypeMeta", [go.Field("Kind", go.STRING), go.Field("APIVersion", go.STRING)])
_NAMESPACED_NAME = StructType("types.NamespacedName", [go.Field("Namespace", go.STRING), go.Field("Name", go.STRING)])
_NAMESPACED_NAME.methods["String"] = go.Function(lambda name: f"{name.get('Namespace')}/{name.get('Name')}")


class TemplateView(Frozen):
    """What the templates of one pod see."""

    data: Pointer
    environment: Mapping[str, str]
    """istiod's environment, for the function `env`."""
    annotations: Mapping[str, str]


def view(
    control: ControlPlane, pod: Mapping[str, Any], owner: Owner, proxy_config: Message, *, native: bool
) -> TemplateView:
    """Everything that templates see of a pod."""
    version = control.version
    metadata = pod.get("metadata") or {}
    annotations = string_map(metadata.get("annotations"))
    settings = control.values
    mesh = dict(control.mesh) | {"defaultConfig": proxy_config}
    data = Struct(
        _data_type(since(version, "1.22"), since(version, "1.27"), since(version, "1.31")),
        {
            "TypeMeta": Struct(_TYPE_META, {"Kind": owner.kind, "APIVersion": owner.api_version}),
            "DeploymentMeta": _deployment_meta(owner, full=not since(version, "1.22")),
            "ObjectMeta": View("ObjectMeta", metadata),
            "Spec": View("PodSpec", pod.get("spec") or {}),
            "ProxyConfig": protoview.view(proxy_config, "ProxyConfig", version),
            "MeshConfig": protoview.view(mesh, "MeshConfig", version),
            "Values": _values(control),
            "Revision": control.revision,
            "NativeSidecars": native,
            "ProxyImage": images.proxy_image(settings, proxy_config, annotations, version),
            "ProxyInitImage": images.proxy_init_image(settings, annotations),
            "ProxyUID": go.Int64(_PROXY_ID),
            "ProxyGID": go.Int64(_PROXY_ID),
            "InboundTrafficPolicyMode": "localhost" if meshconfig.inbound_localhost(mesh) else "passthrough",
            "CompliancePolicy": values.environment(settings, "COMPLIANCE_POLICY"),
        },
    )
    return TemplateView(Pointer(go.pointer_to(data.go_type), data), _environment(control, native=native), annotations)


def render(name: str, control: ControlPlane, seen: TemplateView) -> dict[str, Any]:
    """What template `name` of the control plane gives for a pod, read as YAML; empty when it gives nothing.

    Raises:
        PodProblem: the template does not parse, its execution fails, or what it gives is no YAML map.
    """
    token = functions.environment.set(seen.environment)
    try:
        text = templates.compiled(name, control.templates[name], control.version).execute(seen.data)
    except TemplateError as error:
        raise _problem(f"injection template {name!r} fails: {error}", seen) from error
    finally:
        functions.environment.reset(token)
    try:
        rendered = read(text)
    except YAMLProblem as problem:
        line = next(islice(text.splitlines(), problem.line - 1, None), "")
        message = f"injection template {name!r} gives no YAML, line {problem.line}: {problem.message}: {line.strip()!r}"
        raise _problem(message, seen) from problem
    if rendered is None:
        return {}
    if not isinstance(rendered, dict):
        raise _problem(f"injection template {name!r} gives no YAML map", seen)
    return rendered


def _problem(message: str, seen: TemplateView) -> PodProblem:
    """A failure, at the annotation that is the likely cause when one of them holds broken JSON."""
    for key in istio_annotations.JSON_OBJECTS:
        if key in seen.annotations and (reason := grammar.check_json(seen.annotations[key])):
            path = ("metadata", "annotations", key)
            return PodProblem(path, message, f"the annotation {key} is {reason}", Code.TEMPLATE_FAILED)
    return PodProblem((), message, code=Code.TEMPLATE_FAILED)


@cache
def _data_type(is_122: bool, is_127: bool, is_131: bool) -> StructType:
    """The type of the data: later releases have more fields."""
    names = ["TypeMeta", "DeploymentMeta", "ObjectMeta", "Spec", "ProxyConfig", "MeshConfig", "Values", "Revision"]
    names += ["NativeSidecars"] * is_127 + ["ProxyImage"] + ["ProxyInitImage"] * is_131 + ["ProxyUID", "ProxyGID"]
    names += ["InboundTrafficPolicyMode"] * is_122 + ["CompliancePolicy"]
    return StructType("inject.SidecarTemplateData", [go.Field(name, go.ANY) for name in names])


def _deployment_meta(owner: Owner, *, full: bool) -> Struct:
    """The owner's name and namespace; releases before 1.22 give its whole metadata."""
    if full:
        return View("ObjectMeta", {**owner.meta, "name": owner.name, "namespace": owner.namespace})
    return Struct(_NAMESPACED_NAME, {"Namespace": owner.namespace, "Name": owner.name})


@lru_cache(maxsize=8)
def _values(control: ControlPlane) -> Any:
    """The values with the types that JSON gives them in Go."""
    return as_go(control.values)


@lru_cache(maxsize=8)
def _environment(control: ControlPlane, *, native: bool) -> Mapping[str, str]:
    given = values.lookup(control.values, "pilot.env")
    environment = {name: values.text(value) for name, value in given.items()} if isinstance(given, Mapping) else {}
    return environment | {"ENABLE_NATIVE_SIDECARS": "true" if native else "false"}
