"""The commands, and which one a command line means: its first word names it, else `inject` is meant."""

import typer

from meshinject.cli import inject

app = typer.Typer(
    name="meshinject",
    add_completion=True,
    no_args_is_help=False,
    rich_markup_mode=None,  # boxes of 80 columns make CI logs unreadable
    pretty_exceptions_enable=False,
)
app.command("inject")(inject.inject)


@app.callback()
def commands() -> None:
    """Add Istio sidecars to Kubernetes manifests, offline."""


COMMANDS = frozenset({"inject"})
_OF_THE_GROUP = frozenset({"--install-completion", "--show-completion"})


def dispatch(arguments: list[str]) -> int:
    """Run the command that `arguments` mean and give its exit code; a file called like a command is written `./inject`.

    Raises:
        OSError: standard output cannot be written.
    """
    if not arguments or (arguments[0] not in COMMANDS and not arguments[0].startswith(tuple(_OF_THE_GROUP))):
        arguments = ["inject", *arguments]
    try:
        code = app(arguments, prog_name="meshinject", standalone_mode=True)
    except SystemExit as end:
        code = end.code
    return code if isinstance(code, int) else 0
