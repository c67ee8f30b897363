"""The commands, and which one a command line means: its first word names it, else `inject` is meant."""

from collections.abc import Callable

import typer

from meshinject.cli import inject, uninject

app = typer.Typer(
    name="meshinject",
    add_completion=True,
    no_args_is_help=False,
    rich_markup_mode=None,  # boxes of 80 columns make CI logs unreadable
    pretty_exceptions_enable=False,
)
app.command("inject")(inject.inject)
app.command("uninject")(uninject.uninject)


@app.callback()
def commands() -> None:
    """Add Istio sidecars to Kubernetes manifests, offline."""


COMMANDS = frozenset({"inject", "uninject"})
_OF_THE_GROUP = frozenset({"--install-completion", "--show-completion"})


def dispatch(arguments: list[str]) -> int:
    """Run the command that `arguments` mean and give its exit code; a file called like a command is written `./inject`.

    A command only plans its work, which is done here: inside of Typer a closed pipe would get an exit code of its own.

    Raises:
        OSError: standard output cannot be written.
    """
    if not arguments or (arguments[0] not in COMMANDS and not arguments[0].startswith(tuple(_OF_THE_GROUP))):
        arguments = ["inject", *arguments]
    planned: list[Callable[[], int]] = []
    try:
        app(arguments, prog_name="meshinject", obj=planned)
    except SystemExit as end:
        if end.code or not planned:
            return end.code if isinstance(end.code, int) else 0
    return planned[0]()
