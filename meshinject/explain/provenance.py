"""Where the settings of a run came from."""

from collections.abc import Iterator

from meshinject.decide import native
from meshinject.decide.inject import POLICIES
from meshinject.explain.records import Setting
from meshinject.istio import releases
from meshinject.settings.gather import Sources
from meshinject.target import Declaration, Target

_DEFAULT = "default"
_POLICIES = {"enabled": "all", "disabled": "opt-in"}
"""A configuration's words for what `--policy` takes."""


def of(declaration: Declaration, target: Target, sources: Sources) -> tuple[Setting, ...]:
    """Each setting that the run goes by, with its source."""
    return (
        Setting("istio", *_istio(declaration, target)),
        Setting("kubernetes", *_kubernetes(declaration, target)),
        Setting("native-sidecars", *_mode(declaration, target)),
        Setting("revision", *_revision(declaration, target)),
        Setting("policy", *_policy(declaration, target)),
        *_files(sources),
    )


def versions(declaration: Declaration, target: Target) -> str:
    """The declared versions as a phrase; empty when the Istio version is declared nowhere."""
    if _read(declaration) == ("", "") and not declaration.istio_version:
        return ""
    return f"Istio {target.control_plane.version} on Kubernetes {target.kubernetes}"


def _istio(declaration: Declaration, target: Target) -> tuple[str, str]:
    asked, (read, source) = declaration.istio_version, _read(declaration)
    given = asked or read
    if not given:
        return str(target.control_plane.version), "assumed: the newest stable release known"
    source = "--istio-version" if asked else source
    declared = releases.declared(given)
    if declared is None:
        return given, source
    return declared.tag, f"{source} {given}: its newest known patch" if declared.is_minor else source


def _read(declaration: Declaration) -> tuple[str, str]:
    settings = declaration.settings
    return (settings.version, settings.version_source) if settings else ("", "")


def _kubernetes(declaration: Declaration, target: Target) -> tuple[str, str]:
    if declaration.kubernetes_version:
        return declaration.kubernetes_version, "--kubernetes-version"
    return str(target.kubernetes), f"assumed: the oldest that Istio {target.control_plane.version} supports"


def _mode(declaration: Declaration, target: Target) -> tuple[str, str]:
    mode, source = native.chosen_mode(target.declared)
    if declaration.native_sidecars:
        return mode, "--native-sidecars"
    if not source.startswith("--"):
        return mode, source
    return mode, "default for an exported control plane" if target.declared.own_control_plane else _DEFAULT


def _revision(declaration: Declaration, target: Target) -> tuple[str, str]:
    revision = target.control_plane.revision or _DEFAULT
    settings = declaration.settings
    if settings and settings.revision:
        return revision, "the given settings"
    if declaration.revision:
        return revision, "--revision"
    return revision, _DEFAULT if revision == _DEFAULT else "the given settings"


def _policy(declaration: Declaration, target: Target) -> tuple[str, str]:
    policy = _POLICIES.get(target.rules.policy, target.rules.policy)
    if declaration.policy:
        return policy, "--policy"
    own = declaration.settings is not None and policy != POLICIES[0]
    return policy, "the given settings" if own else _DEFAULT


def _files(sources: Sources) -> Iterator[Setting]:
    for name in sources.values_files:
        yield Setting("values", name, "--values-file")
    for text in sources.assignments:
        yield Setting("values", text, "--set")
    for name, file, option in (
        ("mesh-config", sources.mesh_config_file, "--mesh-config-file"),
        ("inject-config", sources.inject_config_file, "--inject-config-file"),
        ("installation", sources.manifests, "--istio-manifests"),
    ):
        if file:
            yield Setting(name, file, option)
