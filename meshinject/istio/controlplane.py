"""The control plane that an injection stands in for: its release, values, mesh configuration and templates.

There are two kinds. `embedded` makes one from the defaults of a release with a user's choices on top. A
`ControlPlane` made directly holds what a real control plane was exported with.
"""

from collections.abc import Mapping
from typing import Any

from packaging.version import Version

from meshinject.frozen import Frozen
from meshinject.istio import meshconfig, releases, values
from meshinject.istio.proto import Message
from meshinject.istio.templates import Embedded

_DEFAULT_TEMPLATES = ("sidecar",)


class ControlPlane(Frozen):
    """What decides how a pod is injected, apart from the pod; each is like none but itself, as a key of caches."""

    version: Version
    values: Mapping[str, Any]
    """The injector's values, without nulls."""
    mesh: Message
    """The mesh configuration with all defaults; its `defaultConfig` is the proxies' configuration."""
    templates: Mapping[str, str]
    """The text of each template by name."""
    revision: str = ""
    """The revision, empty for the default one."""
    default_templates: tuple[str, ...] = _DEFAULT_TEMPLATES
    """The templates of a pod that names none."""
    aliases: Mapping[str, tuple[str, ...]] = {}
    """Names that stand for several templates."""
    policy: str = "enabled"
    """`enabled` when a pod that says nothing is injected."""
    always_inject: tuple[Mapping[str, Any], ...] = ()
    """Label selectors of pods that are injected unless they say no."""
    never_inject: tuple[Mapping[str, Any], ...] = ()
    """Label selectors of pods that are not injected."""
    injected_annotations: Mapping[str, str] = {}
    """Annotations that every injected pod gets."""

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


def embedded(
    version: str,
    given: Mapping[str, Any] | None = None,
    mesh: Mapping[str, Any] | None = None,
    revision: str = "",
) -> ControlPlane:
    """The control plane of a release as its chart installs it, with a user's settings on top.

    `given` holds values of the chart, or all values of an injector, which then stand for themselves. `mesh` is a mesh
    configuration: one that the chart wrote stands for itself, anything else is laid over what the chart writes. The tag
    of the images is the version's text unless the values name one; a revision in the values beats `revision`.

    Raises:
        ValueError: the version is none, or older than every embedded release.
        ConfigError: the mesh configuration does not fit.
    """
    declared = releases.declared(version)
    if declared is None:
        raise ValueError(f"{version!r} is no version of Istio: known are {releases.embedded_range()}")
    releases.nearest(declared.version)
    revision = "" if revision == "default" else revision
    overlay = dict(given or {})
    if values.is_complete(overlay):
        effective: Mapping[str, Any] = values.without_nulls(overlay)
    else:
        own = {"revision": revision} | overlay
        effective = values.layered(declared.version, declared.tag, own)
    return assemble(declared.version, effective, mesh, revision or values.text(effective.get("revision")))


def assemble(
    version: Version, effective: Mapping[str, Any], mesh: Mapping[str, Any] | None = None, revision: str = ""
) -> ControlPlane:
    """A control plane with these values of the injector and the embedded templates.

    Raises:
        ConfigError: the mesh configuration does not fit.
    """
    layers = [mesh] if mesh and meshconfig.is_complete(mesh) else [*_from_chart(effective), mesh or {}]
    webhook = effective.get("sidecarInjectorWebhook") or {}
    own = webhook.get("templates") or {}
    return ControlPlane(
        version=version,
        values=effective,
        mesh=meshconfig.load(layers, version),
        templates={**Embedded(version), **own} if own else Embedded(version),
        revision="" if revision == "default" else revision,
        default_templates=tuple(webhook.get("defaultTemplates") or _DEFAULT_TEMPLATES),
        policy=values.text(values.lookup(effective, "global.proxy.autoInject")) or "enabled",
        always_inject=tuple(webhook.get("alwaysInjectSelector") or ()),
        never_inject=tuple(webhook.get("neverInjectSelector") or ()),
        injected_annotations={
            key: values.text(value) for key, value in (webhook.get("injectedAnnotations") or {}).items()
        },
    )


def _from_chart(effective: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    own = effective.get("meshConfig")
    return [meshconfig.from_values(effective), own if isinstance(own, Mapping) else {}]
