"""`meshinject uninject`: takes injections out again."""

# ruff: noqa: ARG001  (Typer makes the options of the parameters; `common` reads them from the context)

import typer

from meshinject import run
from meshinject.cli import common, options, progress
from meshinject.cli.delivery import deliver
from meshinject.reports.findings import Finding
from meshinject.workloads import Uninjection


def uninject(  # noqa: PLR0913, PLR0917  (Typer reads the options from the parameters)
    context: typer.Context,
    files: options.Files = None,
    filenames: options.Filenames = None,
    recursive: options.Recursive = False,
    exclude: options.Exclude = None,
    to: options.Output = None,
    write: options.Write = False,
    check: options.Check = False,
    diff: options.Diff = False,
    namespace: options.Namespace = "",
    skip_kinds: options.SkipKinds = None,
    kinds: options.Kinds = None,
    values_files: options.ValuesFiles = None,
    report_format: options.ReportFormat = "text",
    report_file: options.ReportFile = None,
    strict: options.Strict = False,
    select: options.Select = None,
    ignore: options.Ignore = None,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Take Istio sidecars out of manifests again and give the original text back."""
    findings: list[Finding] = []
    mode = common.mode(context, findings)
    names = common.inputs(context, mode, findings)
    settings = common.settings(context, findings)
    added = common.kinds(context, findings)
    skipped = common.skipped_kinds(context, findings, added)
    chosen = Uninjection(namespace, added, common.pull_secrets(settings), skipped)
    results = () if common.failed(findings) else run.uninject(names, chosen, in_place=mode.in_place)
    results = progress.shown(results, len(names))
    context.obj.append(lambda: deliver(results, findings, mode, "uninjected"))
