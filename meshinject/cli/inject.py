"""`meshinject inject`: the default command."""

import typer

from meshinject import run, target
from meshinject.cli import common, options, progress, reporting
from meshinject.cli.delivery import Mode, deliver
from meshinject.reports.findings import Finding
from meshinject.target import Declaration


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
    version: options.Version = False,  # noqa: ARG001  (its callback has printed it)
) -> None:
    """Add Istio sidecars to Kubernetes manifests, offline, and change nothing else."""
    findings: list[Finding] = []
    given = [*(filenames or []), *(files or [])]
    report = reporting.chosen(
        findings,
        form=report_format,
        file=report_file,
        strict=strict,
        select=select,
        ignore=ignore,
        taken=[*given, to],
    )
    mode = Mode(to, write, check, diff, quiet, verbose, report)
    names = common.inputs(context, given, mode, findings, recursive, exclude)
    added = common.kinds(findings, kinds)
    declaration = Declaration(
        istio_version=istio_version,
        kubernetes_version=kubernetes_version,
        native_sidecars=native_sidecars,
        revision=revision,
        namespace=namespace,
        settings=common.settings(
            findings,
            values_files=values_files,
            assignments=assignments,
            mesh_config_file=mesh_config_file,
            inject_config_file=inject_config_file,
            manifests=istio_manifests,
            revision=revision,
        ),
        marks=not no_marks,
        validate=validate,
        kinds=added,
        policy=policy,
        revision_tags=tuple(revision_tags or ()),
        skip_kinds=common.skipped_kinds(findings, skip_kinds, added),
    )
    resolved, said = target.resolve(declaration)
    findings += [*said, *mode.drift(said)]
    usable = resolved is not None and not common.failed(findings)
    results = run.inject(names, resolved, in_place=mode.in_place) if resolved and usable else ()
    results = progress.shown(results, len(names))
    context.obj.append(lambda: deliver(results, findings, mode, "injected"))
