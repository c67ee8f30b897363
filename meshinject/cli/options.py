"""Every option of the command line, declared once; commands pick what they take."""

from typing import Annotated

import typer

from meshinject import __version__


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"meshinject {__version__}")
        raise typer.Exit


def _given(context: typer.Context, parameter: typer.CallbackParam, value: str) -> str:
    """A version that was declared; `--istio-version "$UNSET"` of a script must not count as none."""
    source = context.get_parameter_source(parameter.name or "")
    if not value.strip() and source is not None and source.name != "DEFAULT":
        raise typer.BadParameter("it is empty")
    return value


Files = Annotated[
    list[str] | None,
    typer.Argument(metavar="[FILE|DIR|-]...", help="Manifests to read; - is standard input", show_default=False),
]
Filenames = Annotated[
    list[str] | None,
    typer.Option("--filename", "-f", metavar="FILE", help="A manifest to read, as with kubectl (repeatable)"),
]
Output = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write to FILE, atomically, instead of standard output"),
]
Recursive = Annotated[bool, typer.Option("--recursive", "-R", help="Read folders with all below them")]
Exclude = Annotated[
    list[str] | None,
    typer.Option("--exclude", metavar="PATTERN", help="Leave out files and folders that fit, such as 'charts/*'"),
]
Write = Annotated[bool, typer.Option("--write", help="Change the files in place, only when nothing is wrong")]
Check = Annotated[bool, typer.Option("--check", help="Write nothing; exit 1 when anything would change, and say why")]
Diff = Annotated[bool, typer.Option("--diff", help="Write nothing; print what would change as a unified diff")]
Namespace = Annotated[
    str,
    typer.Option("--namespace", "-n", metavar="NAME", help="Namespace of workloads that name none", show_default=False),
]
IstioVersion = Annotated[
    str,
    typer.Option(
        "--istio-version",
        metavar="VERSION",
        help="The Istio release to inject for",
        show_default=False,
        callback=_given,
    ),
]
KubernetesVersion = Annotated[
    str,
    typer.Option(
        "--kubernetes-version",
        metavar="VERSION",
        help="The Kubernetes version it will run on",
        show_default=False,
        callback=_given,
    ),
]
NativeSidecars = Annotated[
    str,
    typer.Option(
        "--native-sidecars",
        metavar="auto|istiod|true|false",
        help="Where istio-proxy goes: by the versions, as istiod alone decides, always native, never",
        show_default="auto",
    ),
]
Revision = Annotated[
    str,
    typer.Option("--revision", "-r", metavar="NAME", help="Revision of the control plane", show_default=False),
]
Policy = Annotated[
    str,
    typer.Option(
        "--policy",
        metavar="all|namespace|opt-in",
        help="Which pods: all; those whose Namespace among the inputs asks for it; those that ask themselves",
        show_default="all",
    ),
]
RevisionTags = Annotated[
    list[str] | None,
    typer.Option("--revision-tag", metavar="NAME", help="A tag that points to the revision (repeatable)"),
]
SkipKinds = Annotated[
    list[str] | None,
    typer.Option("--skip-kinds", metavar="KIND,...", help="Kinds that are left alone, such as Job,CronJob"),
]
Kinds = Annotated[
    list[str] | None,
    typer.Option(
        "--kind",
        metavar="GROUP/VERSION/KIND=PATH",
        help="One more kind and where its pod template is, such as 'example.com/*/Worker=spec.template' (repeatable)",
    ),
]
Validate = Annotated[
    bool,
    typer.Option("--validate", help="Check each injected workload against the schemas and rules of its Kubernetes"),
]
ValuesFiles = Annotated[
    list[str] | None,
    typer.Option(
        "--values-file",
        metavar="FILE",
        help="Injector or Helm values, an IstioOperator, or the injector's ConfigMap (repeatable, the last wins)",
    ),
]
Assignments = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="One value or several, as with helm and istioctl (repeatable)"),
]
MeshConfigFile = Annotated[
    str | None,
    typer.Option("--mesh-config-file", metavar="FILE", help="Mesh config, or the ConfigMap that holds it"),
]
InjectConfigFile = Annotated[
    str | None,
    typer.Option(
        "--inject-config-file",
        metavar="FILE",
        help="The injector's ConfigMap or its configuration, or a template for the sidecar",
    ),
]
IstioManifests = Annotated[
    str | None,
    typer.Option(
        "--istio-manifests",
        metavar="FILE",
        help="All that `helm template` or `istioctl manifest generate` prints for your control plane",
    ),
]
NoMarks = Annotated[
    bool,
    typer.Option("--no-marks", help="Leave out the comments that help uninject restore the original text"),
]
ReportFormat = Annotated[
    str,
    typer.Option("--report-format", metavar="text|github|sarif|junit|gitlab|json", help="The form of the report"),
]
ReportFile = Annotated[
    str | None,
    typer.Option("--report-file", metavar="FILE", help="Write the report to FILE, atomically", show_default=False),
]
Strict = Annotated[bool, typer.Option("--strict", help="Warnings count: exit 1, and nothing is written")]
Select = Annotated[
    list[str] | None,
    typer.Option("--select", metavar="CODE,...", help="Warnings and notes to tell, such as MI5,IST0107 (repeatable)"),
]
Ignore = Annotated[
    list[str] | None,
    typer.Option("--ignore", metavar="CODE,...", help="Warnings and notes to leave out (repeatable)"),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print errors and warnings only")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Say what became of every document, and why")]
Version = Annotated[
    bool,
    typer.Option("--version", "-V", help="Print the version and exit", callback=_print_version, is_eager=True),
]
