"""`meshinject show`: what an injection uses, in a form that can be edited and given back.

show template       a template, plain Go, for --inject-config-file
show inject-config  the whole configuration of the injector, for --inject-config-file
show values         the values, for --values-file
show mesh-config    the mesh config, for --mesh-config-file
show versions       the Istio releases that are known
show codes          every finding there is
"""

# ruff: noqa: ARG001  (Typer makes the options of the parameters; `common` reads them from the context)

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any

import typer

from meshinject import target
from meshinject.cli import common, exits, options
from meshinject.istio import meshconfig, releases
from meshinject.istio.controlplane import ControlPlane
from meshinject.nearest import question
from meshinject.reports import text as report
from meshinject.reports.findings import Code, Finding, Severity
from meshinject.yamltext import emit
from meshinject.yamltext.style import Block

What = Annotated[
    str, typer.Argument(metavar="WHAT", help="template, inject-config, values, mesh-config, versions, codes")
]
Template = Annotated[str, typer.Option("--template", metavar="NAME", help="The template to show")]

_NATIVE_SINCE = "1.27"


def show(  # noqa: PLR0913, PLR0917  (Typer reads the options from the parameters)
    context: typer.Context,
    what: What = "",
    template: Template = "sidecar",
    istio_version: options.IstioVersion = "",
    revision: options.Revision = "",
    values_files: options.ValuesFiles = None,
    assignments: options.Assignments = None,
    mesh_config_file: options.MeshConfigFile = None,
    inject_config_file: options.InjectConfigFile = None,
    istio_manifests: options.IstioManifests = None,
) -> None:
    """Show what an injection uses, in a form that can be edited and given back."""
    if what in _TABLES:
        context.obj.append(lambda: _print(_TABLES[what](), []))
        return
    findings: list[Finding] = []
    if what not in _SETTINGS:
        known = ", ".join((*_SETTINGS, *_TABLES))
        text = f"show takes one of {known}" + (f", not {what!r}" if what else "")
        findings.append(Finding(Code.USAGE, text, question(what, [*_SETTINGS, *_TABLES])))
        context.obj.append(lambda: _print("", findings))
        return
    control, said = target.control_plane(common.declaration(context, findings))
    findings += said
    shown = ""
    if control is not None and not common.failed(findings):
        if what == "template" and template not in control.templates:
            listed = ", ".join(control.templates)
            text = f"there is no template {template!r}; templates are {listed}"
            findings.append(Finding(Code.USAGE, text, question(template, [*control.templates])))
        else:
            shown = _SETTINGS[what](control, template)
    context.obj.append(lambda: _print(shown, findings))


def _print(shown: str, findings: list[Finding]) -> exits.Exit:
    code = exits.of(findings)
    said = [finding for finding in findings if finding.severity is not Severity.INFO]
    if said:
        exits.complain(report.render(said).removesuffix("\n"))
    if code is exits.Exit.DONE:
        sys.stdout.buffer.write(shown.encode())
        sys.stdout.flush()
    return code


def _inject_config(control: ControlPlane, _template: str) -> str:
    config: dict[str, Any] = {
        "policy": control.policy,
        "defaultTemplates": list(control.default_templates),
        "alwaysInjectSelector": list(control.always_inject),
        "neverInjectSelector": list(control.never_inject),
        "injectedAnnotations": dict(control.injected_annotations),
        "aliases": {name: list(names) for name, names in control.aliases.items()},
        "templates": dict(control.templates),
    }
    return _yaml(config)


def _mesh_config(control: ControlPlane, _template: str) -> str:
    return _yaml(meshconfig.as_written(control.mesh, control.version))


def _yaml(value: dict[str, Any]) -> str:
    return "".join(f"{line}\n" for line in emit.entries(value, 0, Block()))


def _versions() -> str:
    rows = [("ISTIO", "NEWEST KNOWN", "RELEASED", "KUBERNETES", "DEFAULT SIDECAR", "IMAGES")]
    for release in releases.RELEASES:
        first, last = release.kubernetes
        kubernetes = f"{first}-{last}" if last else f"{first} and later"
        native = "native" if releases.RELEASES.index(release) >= _first_native() else "legacy"
        rows.append((release.minor, release.newest, release.released, kubernetes, native, release.hub))
    return _table(rows)


def _first_native() -> int:
    return next(index for index, release in enumerate(releases.RELEASES) if release.minor == _NATIVE_SINCE)


def _codes() -> str:
    rows = [("CODE", "SEVERITY", "MEANING")]
    rows += sorted((code.code, code.severity.value, code.meaning) for code in Code)
    return _table(rows)


def _table(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join(_line(row, widths) for row in rows)


def _line(row: Iterable[str], widths: Iterable[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() + "\n"


_TABLES: dict[str, Callable[[], str]] = {"versions": _versions, "codes": _codes}
_SETTINGS: dict[str, Callable[[ControlPlane, str], str]] = {
    "template": lambda control, name: control.templates[name],
    "inject-config": _inject_config,
    "values": lambda control, _: _yaml(dict(control.values)),
    "mesh-config": _mesh_config,
}
