"""All settings that were named on the command line, read, checked and laid over each other."""

from collections.abc import Mapping, Sequence
from typing import Any

from meshinject import versions
from meshinject.frozen import Frozen
from meshinject.istio import meshconfig
from meshinject.istio import values as istio_values
from meshinject.kubernetes.text import as_string
from meshinject.reports.findings import Finding
from meshinject.settings import configmap, injector, mesh, operator, values
from meshinject.settings.configmap import ConfigMap
from meshinject.settings.document import Loaded, documents, objects, plain, read
from meshinject.settings.injector import Injector
from meshinject.settings.values import Given

_WORDS = ("ConfigMap", "Deployment")
"""What the documents of an installation that matter have in them."""


class Sources(Frozen):
    """The files and assignments that were named; empty is none."""

    values_files: Sequence[str] = ()
    assignments: Sequence[str] = ()
    mesh_config_file: str = ""
    inject_config_file: str = ""
    manifests: str = ""


class Settings(Frozen):
    """What was given of a control plane; None where nothing was.

    Attributes:
        values: values of the chart, or all values of an injector.
        mesh_config: the mesh config.
        mesh_source: the file it was read from, for the places of what is wrong with it.
        injector: templates and policy.
        version: the Istio version that the settings are of, empty when they do not say.
        version_source: what says so, as a phrase.
        revision: the revision of the control plane that was exported, empty when there is none.
        own_control_plane: whether these are settings of a real control plane, not choices over the chart's defaults.
    """

    values: Mapping[str, Any] | None = None
    mesh_config: Mapping[str, Any] | None = None
    mesh_source: Loaded | None = None
    injector: Injector | None = None
    version: str = ""
    version_source: str = ""
    revision: str = ""
    own_control_plane: bool = False


class _Exported(Frozen):
    """What an installation's own objects hold."""

    values: Given | None = None
    mesh: Loaded | None = None
    injector: Injector | None = None
    holder: ConfigMap | None = None
    environment: Mapping[str, str] = {}


def gather(sources: Sources, revision: str = "") -> tuple[Settings, list[Finding]]:
    """The settings that the sources make together, and everything that is wrong with them.

    `revision` names the control plane where a file holds several.
    """
    findings: list[Finding] = []
    exported = _manifests(sources.manifests, revision, findings) if sources.manifests else _Exported()
    if sources.inject_config_file:
        own = _inject_config(sources.inject_config_file, revision, findings)
        exported = exported._replace(
            injector=own.injector, holder=own.holder or exported.holder, values=own.values or exported.values
        )
    files = [values.of_file(name, revision, findings) for name in sources.values_files]
    if sources.mesh_config_file:
        exported = exported._replace(mesh=mesh.of_file(sources.mesh_config_file, revision, findings))
    layers = [each for each in (exported.values, *files) if each is not None]
    merged = _layered(layers, exported.environment)
    if sources.assignments:
        merged = values.with_assignments(merged or {}, sources.assignments, findings)
    holder = exported.holder or next((each.holder for each in reversed(layers) if each.holder), None)
    version, source = _version(holder, merged)
    settings = Settings(
        values=merged,
        mesh_config=plain(exported.mesh.value) if exported.mesh else None,
        mesh_source=exported.mesh,
        injector=exported.injector,
        version=version,
        version_source=source,
        revision=holder.revision if holder else "",
        own_control_plane=bool(
            exported.injector
            or holder
            or (merged and istio_values.is_complete(merged))
            or (exported.mesh and meshconfig.is_complete(exported.mesh.value))
        ),
    )
    return settings, findings


def _layered(layers: Sequence[Given], environment: Mapping[str, str]) -> dict[str, Any] | None:
    """Values laid over each other, over istiod's environment; None when nothing was given.

    Values of an injector stand for themselves: of what lies below them only the environment stays.
    """
    base = {"pilot": {"env": dict(environment)}} if environment else {}
    merged: dict[str, Any] | None = base or None
    for layer in layers:
        below = base if istio_values.is_complete(layer.values) else merged or {}
        merged = values.over(below, layer.values)
    return merged


def _inject_config(name: str, revision: str, findings: list[Finding]) -> _Exported:
    """The configuration in a file of its own, with the values that an injector's ConfigMap holds beside it."""
    text = read(name)
    if isinstance(text, Finding):
        findings.append(text)
        return _Exported()
    loaded = [each for each in documents(text) if isinstance(each, Loaded) and isinstance(each.value, dict)]
    found = configmap.find((each for part in loaded for each in objects(part)), configmap.INJECTOR, "config")
    if found:
        return _of_configmap(_chosen(found, revision, findings), findings)
    if len(loaded) == 1 and isinstance(loaded[0].value.get("config"), str):
        data = loaded[0]
        given = values.of_object(data, findings) if isinstance(data.value.get("values"), str) else None
        return _Exported(given, injector=injector.read(data.inner(("config",)), findings))
    if loaded and any(each.value.get("kind") == "ConfigMap" for each in loaded):
        findings.append(loaded[0].problem((), "the ConfigMap has no key config", "it is istio-sidecar-injector"))
        return _Exported()
    return _Exported(injector=injector.read(text, findings))


def _of_configmap(found: ConfigMap | None, findings: list[Finding]) -> _Exported:
    if found is None:
        return _Exported()
    given = values.of_configmap(found, findings) if found.has("values") else None
    own = injector.read(found.source.inner(("data", "config")), findings) if found.has("config") else None
    return _Exported(given, injector=own, holder=found)


def _manifests(name: str, revision: str, findings: list[Finding]) -> _Exported:
    """What the manifests of an installation say: two ConfigMaps and the environment of istiod."""
    text = read(name)
    if isinstance(text, Finding):
        findings.append(text)
        return _Exported()
    parts = list(documents(text, having=_WORDS))
    wrong = [part for part in parts if isinstance(part, Finding)]
    if wrong:
        findings += wrong
        return _Exported()
    found = [each for part in parts if isinstance(part, Loaded) for each in objects(part)]
    injectors = configmap.find(found, configmap.INJECTOR, "config", "values")
    if not injectors:
        findings.append(text.problem(1, 1, "there is no ConfigMap istio-sidecar-injector in the manifests"))
        return _Exported()
    chosen = _chosen(injectors, revision, findings)
    exported = _of_configmap(chosen, findings)
    if chosen is None:
        return exported
    meshes = [each for each in configmap.find(found, configmap.MESH, "mesh") if each.has("mesh")]
    of_revision = configmap.choose(meshes, chosen.revision) or (meshes[0] if len(meshes) == 1 else None)
    return exported._replace(
        mesh=mesh.of_configmap(of_revision, findings) if of_revision else None,
        environment=_istiod_environment(found, chosen.revision),
    )


def _chosen(found: list[ConfigMap], revision: str, findings: list[Finding]) -> ConfigMap | None:
    """The ConfigMap of the revision; a finding when it is not clear which one that is."""
    chosen = configmap.choose(found, revision)
    if chosen is None and len(found) == 1:
        return found[0]
    if chosen is None:
        listed = ", ".join(sorted(each.revision for each in found))
        text = f"there is no injector of revision {revision or configmap.DEFAULT!r}; there are {listed}"
        findings.append(found[0].source.problem((), text, "name one with --revision"))
    return chosen


def _istiod_environment(found: list[Loaded], revision: str) -> dict[str, str]:
    """What the Deployment of istiod sets that injection depends on; before 1.26 the injector's values lack it."""
    for each in found:
        containers = istio_values.lookup(each.value, "spec.template.spec.containers")
        if each.value.get("kind") != "Deployment" or not isinstance(containers, list):
            continue
        labels = istio_values.lookup(each.value, "metadata.labels")
        labels = labels if isinstance(labels, dict) else {}
        if labels.get("app") != "istiod" or (labels.get("istio.io/rev") or configmap.DEFAULT) != revision:
            continue
        for container in containers:
            if isinstance(container, dict) and container.get("name") == "discovery":
                return operator.environment(container.get("env"))
    return {}


def _version(holder: ConfigMap | None, merged: Mapping[str, Any] | None) -> tuple[str, str]:
    """The Istio version that settings are of, and what says so."""
    if holder and holder.version:
        return holder.version, f"the labels of the ConfigMap {holder.name}"
    tag = istio_values.lookup(merged or {}, "global.tag")
    text = as_string(tag) if isinstance(tag, str | int | float) else ""
    return (text, "global.tag of the values") if versions.parse(text) else ("", "")
