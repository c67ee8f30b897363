"""`meshinject explain`: what becomes of each workload, and why."""

# ruff: noqa: ARG001  (Typer makes the options of the parameters; `common` reads them from the context)

import os
import shutil
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from meshinject import target
from meshinject.cli import common, exits, options
from meshinject.explain import whole
from meshinject.explain.records import Explanation
from meshinject.reports import text as report
from meshinject.reports.findings import Code, Finding, Severity

Format = Annotated[
    str,
    typer.Option("--format", metavar="text|json", help="Plain lines or JSON; panels on a terminal without it"),
]

_FORMATS = ("", "text", "json")


def explain(  # noqa: PLR0913, PLR0917  (Typer reads the options from the parameters)
    context: typer.Context,
    files: options.Files = None,
    filenames: options.Filenames = None,
    recursive: options.Recursive = False,
    exclude: options.Exclude = None,
    form: Format = "",
    namespace: options.Namespace = "",
    istio_version: options.IstioVersion = "",
    kubernetes_version: options.KubernetesVersion = "",
    native_sidecars: options.NativeSidecars = "",
    revision: options.Revision = "",
    policy: options.Policy = "",
    revision_tags: options.RevisionTags = None,
    skip_kinds: options.SkipKinds = None,
    kinds: options.Kinds = None,
    values_files: options.ValuesFiles = None,
    assignments: options.Assignments = None,
    mesh_config_file: options.MeshConfigFile = None,
    inject_config_file: options.InjectConfigFile = None,
    istio_manifests: options.IstioManifests = None,
    quiet: options.Quiet = False,
) -> None:
    """Explain where istio-proxy is or goes in each workload, and why; nothing is written."""
    findings: list[Finding] = []
    names = common.inputs(context, common.mode(context, findings), findings)
    if form not in _FORMATS:
        findings.append(Finding(Code.USAGE, f"--format is {form!r}; it takes text or json"))
    declaration = common.declaration(context, findings)
    resolved, said = target.resolve(declaration)
    findings += said

    def work() -> exits.Exit:
        explanation = Explanation((), ())
        if resolved is not None and not common.failed(findings):
            explanation, found = whole.explain(names, declaration, resolved, common.sources(context))
            findings.extend(found)
            if not explanation.workloads:
                findings.append(Finding(Code.NO_WORKLOADS, "the input holds no workload"))
        return _print(explanation, findings, _renderer(form), quiet=quiet)

    context.obj.append(work)


def _renderer(form: str) -> Callable[[Explanation], str]:
    """What makes the text: by the format that is asked for, else by where it goes."""
    if form == "json":
        from meshinject.explain import json  # noqa: PLC0415  (one of three)

        return json.render
    if form == "text" or not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        from meshinject.explain import text  # noqa: PLC0415

        return text.render
    from meshinject.explain import terminal  # noqa: PLC0415  (rich takes a tenth of a second)

    width = shutil.get_terminal_size().columns
    return lambda explanation: terminal.render(explanation, width, colour=not os.environ.get("NO_COLOR"))


def _print(
    explanation: Explanation, findings: list[Finding], render: Callable[[Explanation], str], *, quiet: bool
) -> exits.Exit:
    """The explanation to standard output, all or nothing, and what there is to say beside it to standard error."""
    hidden = (Severity.INFO, Severity.NOTE) if quiet else (Severity.INFO,)
    said = [finding for finding in findings if finding.severity not in hidden]
    code = exits.of(said)
    if code is exits.Exit.DONE:
        sys.stdout.buffer.write(render(explanation).encode())
        sys.stdout.flush()
    if said:
        exits.complain(report.render(said).removesuffix("\n"))
    return code
