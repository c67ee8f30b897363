"""The mesh config from whatever holds it: itself, the mesh's ConfigMap or its data, an IstioOperator."""

from meshinject.reports.findings import Finding
from meshinject.settings import configmap, operator, schema
from meshinject.settings.configmap import ConfigMap
from meshinject.settings.document import Loaded, Text, documents, objects, read


def of_file(name: str, revision: str, findings: list[Finding]) -> Loaded | None:
    """The mesh config in a file; None with a finding when there is none to be had from it."""
    text = read(name)
    if isinstance(text, Finding):
        findings.append(text)
        return None
    parts = list(documents(text))
    wrong = [part for part in parts if isinstance(part, Finding)]
    if wrong:
        findings += wrong
        return None
    found = [each for part in parts if isinstance(part, Loaded) for each in (list(objects(part)) or [part])]
    maps = configmap.find([each for each in found if isinstance(each.value, dict)], configmap.MESH, "mesh")
    if maps:
        return of_configmap(configmap.choose(maps, revision) or maps[0], findings)
    if len(found) > 1:
        findings.append(found[1].problem((), "a file of mesh config holds one document"))
        return None
    return _of_object(found[0], findings) if found else Loaded({}, text)


def of_configmap(found: ConfigMap, findings: list[Finding]) -> Loaded | None:
    """The mesh config that the mesh's ConfigMap holds."""
    return _of_text(found.source.inner(("data", "mesh")), findings)


def _of_text(text: Text, findings: list[Finding]) -> Loaded | None:
    for part in documents(text):
        if isinstance(part, Finding):
            findings.append(part)
            return None
        return _checked(part, findings)
    return Loaded({}, text)


def _of_object(loaded: Loaded, findings: list[Finding]) -> Loaded | None:
    value = loaded.value
    if isinstance(value, dict) and isinstance(value.get("mesh"), str):
        return _of_text(loaded.inner(("mesh",)), findings)
    if isinstance(value, dict) and value.get("kind") == operator.KIND:
        spec = value.get("spec")
        return _checked(Loaded(spec.get("meshConfig") if isinstance(spec, dict) else {}, loaded.text), findings)
    if isinstance(value, dict) and value.get("kind") and value.get("apiVersion"):
        text = f"a {value['kind']} holds no mesh config; the ConfigMap istio does, below its key mesh"
        findings.append(loaded.problem(("kind",), text))
        return None
    return _checked(loaded, findings)


_OF_VALUES = frozenset({"global", "pilot", "meshConfig", "sidecarInjectorWebhook", "istio_cni"})
"""Keys of Helm values, which a mesh config never has."""


def _checked(loaded: Loaded, findings: list[Finding]) -> Loaded | None:
    values = _OF_VALUES & loaded.value.keys() if isinstance(loaded.value, dict) else frozenset()
    if values:
        key = min(values)
        text = f"{key} belongs to Helm values, not to a mesh config"
        findings.append(loaded.problem((key,), text)._replace(help="give the file to --values-file"))
        return None
    wrong = schema.check(loaded, "mesh-config")
    findings += wrong
    if schema.failed(wrong):
        return None
    return Loaded({}, loaded.text) if loaded.value is None else loaded
