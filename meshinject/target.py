"""What is declared for a run, resolved into what it is injected for: versions, kind of sidecar, revision, settings.

Nothing is ever looked up in a cluster. What is not declared is filled in from the table of releases and said so in a
note, since the result would change with the next meshinject.
"""

from typing import TYPE_CHECKING

from packaging.version import Version

from meshinject import versions
from meshinject.decide import native
from meshinject.decide.inject import POLICIES, Rules
from meshinject.decide.namespaces import DEFAULT_REVISION, Names
from meshinject.frozen import Frozen
from meshinject.istio import controlplane, releases
from meshinject.istio.controlplane import ControlPlane
from meshinject.istio.proto import ConfigError
from meshinject.kubernetes.kinds import Kind, as_text
from meshinject.kubernetes.workload import sublist, submap
from meshinject.nearest import question
from meshinject.reports.findings import Code, Finding, Place, Severity

if TYPE_CHECKING:  # a run without settings does not load them
    from meshinject.kubernetes.schemas import Schemas
    from meshinject.settings.gather import Settings


class Declaration(Frozen):
    """What a user declares; an empty text or None is not declared."""

    istio_version: str = ""
    kubernetes_version: str = ""
    native_sidecars: str = ""
    revision: str = ""
    namespace: str = ""
    settings: "Settings | None" = None
    kinds: tuple[Kind, ...] = ()
    marks: bool = True
    policy: str = ""
    revision_tags: tuple[str, ...] = ()
    skip_kinds: tuple[str, ...] = ()
    validate: bool = False


class Target(Frozen):
    """What workloads are injected for."""

    control_plane: ControlPlane
    kubernetes: Version
    declared: native.Declared
    native_decision: native.Decision
    rules: Rules
    namespace: str
    kinds: tuple[Kind, ...]
    marks: bool
    schemas: "Schemas | None" = None


_PIN = "pin what you run: --istio-version {} --kubernetes-version {}"


def resolve(declaration: Declaration) -> tuple[Target | None, list[Finding]]:
    """The target of a declaration, None when it is impossible, and what there is to say about it."""
    istio, findings = _istio(declaration)
    kubernetes = _kubernetes(declaration, istio, findings)
    if declaration.native_sidecars not in ("", *native.MODES):
        text = f"--native-sidecars is {declaration.native_sidecars!r}; it takes {', '.join(native.MODES)}"
        findings.append(Finding(Code.USAGE, text, question(declaration.native_sidecars, native.MODES)))
    if declaration.policy not in ("", *POLICIES):
        text = f"--policy is {declaration.policy!r}; it takes {', '.join(POLICIES)}"
        findings.append(Finding(Code.USAGE, text, question(declaration.policy, POLICIES)))
    if not all(declaration.revision_tags):
        findings.append(Finding(Code.USAGE, "--revision-tag is empty"))
    if istio is None or kubernetes is None or any(finding.severity is Severity.ERROR for finding in findings):
        return None, findings
    settings = declaration.settings
    declared = native.Declared(
        istio=istio.version,
        kubernetes=kubernetes,
        mode=declaration.native_sidecars or None,
        values=(settings.values if settings else None) or {},
        own_control_plane=settings.own_control_plane if settings else False,
    )
    try:
        decision = native.decide(declared)
    except native.NativeError as error:
        return None, [*findings, Finding(Code.USAGE, str(error))]
    findings += _remarks(declared, decision)
    control_plane = _control_plane(declaration, istio, findings)
    if control_plane is None:
        return None, findings
    rules = Rules(
        istio.version,
        policy=declaration.policy or control_plane.policy,
        never=control_plane.never_inject,
        always=control_plane.always_inject,
        skip_kinds=declaration.skip_kinds,
        names=_names(control_plane, declaration.revision_tags),
    )
    schemas = _schemas(kubernetes, findings) if declaration.validate else None
    if declaration.validate and schemas is None:
        return None, findings
    target = Target(
        control_plane=control_plane,
        kubernetes=kubernetes,
        declared=declared,
        native_decision=decision,
        rules=rules,
        namespace=declaration.namespace,
        kinds=declaration.kinds,
        marks=declaration.marks,
        schemas=schemas,
    )
    return target, findings


def _schemas(kubernetes: Version, findings: list[Finding]) -> "Schemas | None":
    """The schemas of the declared Kubernetes version, or of the nearest one before it; None when none are installed."""
    from meshinject.kubernetes.schemas import Schemas  # noqa: PLC0415  (only --validate needs them)

    try:
        schemas = Schemas(kubernetes)
    except ModuleNotFoundError:
        text = "--validate needs the schemas of Kubernetes, which are not installed"
        findings.append(Finding(Code.USAGE, text, "pip install 'meshinject[validate]'"))
        return None
    if not schemas.exact:
        text = f"there are no schemas of Kubernetes {kubernetes}; --validate takes those of {schemas.version}"
        findings.append(Finding(Code.SCHEMA_VERSION, text))
    return schemas


def _names(control_plane: ControlPlane, tags: tuple[str, ...]) -> Names:
    """What the control plane goes by: as declared, and as the values of its chart say (`revisionTags`)."""
    values = dict(control_plane.values)
    of_chart = (as_text(tag) for tag in sublist(values, "revisionTags"))
    by_default = bool(submap(values, "sidecarInjectorWebhook").get("enableNamespacesByDefault"))
    return Names((control_plane.revision or DEFAULT_REVISION, *tags, *filter(None, of_chart)), by_default)


def control_plane(declaration: Declaration) -> tuple[ControlPlane | None, list[Finding]]:
    """The control plane of a declaration alone, for who does not inject with it."""
    istio, findings = _istio(declaration)
    return (None if istio is None else _control_plane(declaration, istio, findings)), findings


def _control_plane(declaration: Declaration, istio: releases.Declared, findings: list[Finding]) -> ControlPlane | None:
    """The control plane of the embedded release with what was given of it; None when something does not fit."""
    settings = declaration.settings
    if settings is None:
        return controlplane.embedded(istio.tag, revision=declaration.revision)
    try:
        control_plane = controlplane.embedded(istio.tag, settings.values, settings.mesh_config, declaration.revision)
    except ConfigError as error:
        findings += _of_mesh(error, settings)
        return None
    if settings.injector:
        control_plane = settings.injector.over(control_plane)
        broken = settings.injector.problems(istio.version)
        findings += broken
        if broken:
            return None
    asked, given = declaration.revision, settings.revision
    if asked and given and asked != given:
        text = f"the settings are those of revision {given!r}, not of {asked!r}; they are taken as they are"
        findings.append(Finding(Code.REVISION_MISMATCH, text, f"leave --revision out or export revision {asked!r}"))
    return control_plane


def _of_mesh(error: ConfigError, settings: "Settings") -> list[Finding]:
    """What Istio refuses about the mesh config, at its places in the file when there is one."""
    found = []
    for problem in error.problems:
        text = f"the mesh config does not fit: {problem}"
        source = settings.mesh_source
        place = source.place(_path(problem.field)) if source else Place()
        found.append(Finding(Code.SETTINGS, text, "", place))
    return found


def _path(field: str) -> list[str | int]:
    """The path in `extensionProviders[0].name`."""
    keys = field.replace("[", ".").replace("]", "").split(".") if field else []
    return [int(key) if key.isdigit() else key for key in keys]


def _istio(declaration: Declaration) -> tuple[releases.Declared | None, list[Finding]]:
    asked = declaration.istio_version
    settings = declaration.settings
    exported = settings.version if settings else ""
    given = asked or exported
    declared = releases.declared(given or releases.DEFAULT.newest)
    if declared is None or declared.version < Version(releases.OLDEST.minor):
        text = f"Istio {given!r} is no version that meshinject knows; it knows {releases.embedded_range()}"
        if not asked and settings:
            text += f" ({settings.version_source})"
        return None, [Finding(Code.USAGE, text, "name a release, for example --istio-version 1.28.1")]
    findings = []
    if not given:
        oldest = releases.DEFAULT.kubernetes[0]
        kubernetes = declaration.kubernetes_version or oldest
        text = f"no Istio version is declared; taking {declared.tag}" + (
            "" if declaration.kubernetes_version else f" and Kubernetes {oldest}"
        )
        findings.append(Finding(Code.VERSION_ASSUMED, text, _PIN.format(declared.tag, kubernetes)))
    elif declared.is_minor:
        known = "the newest known one" if releases.find(declared.version) else "of which nothing is known"
        text = f"Istio {given} names no patch; taking {declared.tag}, {known}"
        findings.append(Finding(Code.VERSION_ASSUMED, text, f"pin it: --istio-version {declared.tag}"))
    if settings and exported:
        findings += _version_of_settings(asked, declared, settings)
    release = releases.find(declared.version)
    if release and declared.version > (versions.parse(release.newest) or declared.version):
        text = f"Istio {declared.tag} is newer than meshinject, which knows {release.newest}; taking its templates"
        findings.append(Finding(Code.VERSION_UNKNOWN, text, "upgrade meshinject"))
    if release is None:
        text = f"Istio {declared.tag} is newer than meshinject; taking the templates of {releases.NEWEST.minor}"
        findings.append(Finding(Code.VERSION_UNKNOWN, text, "upgrade meshinject"))
    return declared, findings


def _version_of_settings(asked: str, declared: releases.Declared, settings: "Settings") -> list[Finding]:
    """That the version was read from the settings, or that they are of another one than was declared."""
    if not asked:
        text = f"the Istio version is {settings.version}, by {settings.version_source}"
        return [Finding(Code.VERSION_READ, text)]
    exported = versions.parse(settings.version)
    if exported is None or declared.version.release[: len(exported.release)] == exported.release:
        return []
    text = f"the settings are those of Istio {settings.version} ({settings.version_source}), not of {declared.tag}"
    return [Finding(Code.VERSION_MISMATCH, text, f"export them anew, or inject for --istio-version {settings.version}")]


def _kubernetes(declaration: Declaration, istio: releases.Declared | None, findings: list[Finding]) -> Version | None:
    given = declaration.kubernetes_version
    if not given:
        if istio is None:
            return None
        oldest = releases.nearest(istio.version).kubernetes[0]
        if declaration.istio_version or (declaration.settings and declaration.settings.version):
            text = f"no Kubernetes version is declared; taking {oldest}, the oldest that Istio {istio.tag} supports"
            findings.append(Finding(Code.VERSION_ASSUMED, text, _PIN.format(istio.tag, oldest)))
        return versions.parse(oldest)
    kubernetes = versions.parse(given)
    if kubernetes is None:
        text = f"Kubernetes {given!r} is no version"
        findings.append(Finding(Code.USAGE, text, "name one, for example --kubernetes-version 1.33"))
        return None
    if istio is not None and not releases.supports(releases.nearest(istio.version), kubernetes):
        first, last = releases.nearest(istio.version).kubernetes
        known = f"{first} to {last}" if last else f"{first} and later"
        text = f"Istio {istio.tag} is not tested with Kubernetes {given}; it supports {known}"
        findings.append(Finding(Code.VERSION_PAIR, text))
    return kubernetes


def _remarks(declared: native.Declared, decision: native.Decision) -> list[Finding]:
    remark = native.disagreement(declared)
    if not remark or declared.mode not in (None, "auto"):
        return []
    return [
        Finding(Code.NATIVE_DISAGREES, remark, f"pin it: --native-sidecars={'true' if decision.native else 'false'}")
    ]
