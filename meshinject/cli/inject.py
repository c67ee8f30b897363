"""`meshinject inject`: the default command."""

# ruff: noqa: ARG001  (Typer makes the options of the parameters; `common` reads them from the context)

import typer

from meshinject import run, target
from meshinject.cli import common, options, progress
from meshinject.cli.delivery import deliver
from meshinject.reports.findings import Finding


def inject(  # noqa: PLR0913, PLR0917  (Typer reads the options from the parameters)
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
    validate: options.Validate = False,
    no_marks: options.NoMarks = False,
    report_format: options.ReportFormat = "text",
    report_file: options.ReportFile = None,
    strict: options.Strict = False,
    select: options.Select = None,
    ignore: options.Ignore = None,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    version: options.Version = False,
) -> None:
    """Add Istio sidecars to Kubernetes manifests, offline, and change nothing else."""
    findings: list[Finding] = []
    mode = common.mode(context, findings)
    names = common.inputs(context, mode, findings)
    resolved, said = target.resolve(common.declaration(context, findings))
    findings += [*said, *mode.drift(said)]
    usable = resolved is not None and not common.failed(findings)
    results = run.inject(names, resolved, in_place=mode.in_place) if resolved and usable else ()
    results = progress.shown(results, len(names))
    context.obj.append(lambda: deliver(results, findings, mode, "injected"))
