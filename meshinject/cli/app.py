"""The commands, and which one a command line means: its first word names it, else `inject` is meant."""

import os
from collections.abc import Callable
from importlib import import_module

import typer

from meshinject.cli import exits
from meshinject.nearest import nearest, question
from meshinject.reports import text as report
from meshinject.reports.findings import Code, Finding

COMMANDS: tuple[str, ...] = ("inject", "uninject", "explain", "show")
"""Each is a function of its own name in a module of its own name, imported when it is meant."""

_OF_KUBE_INJECT = {
    "--injectConfigFile": "--inject-config-file",
    "--meshConfigFile": "--mesh-config-file",
    "--valuesFile": "--values-file",
    "--operatorFileName": "--values-file",
}
"""Options as `istioctl kube-inject` calls them, for scripts that used it."""

_EPILOG = (
    "Commands: inject (meant when none is named), uninject, explain, show; `meshinject COMMAND --help` tells of each. "
    "Completion of your shell: `meshinject --install-completion`."
)
_MISTYPED = 0.7
_OF_THE_GROUP = ("--install-completion", "--show-completion")
_COMPLETION = "_MESHINJECT_COMPLETE"


def build(names: tuple[str, ...]) -> typer.Typer:
    """The Typer application with the named commands, a single one by itself; whatever is built costs start-up time."""
    app = typer.Typer(
        name="meshinject",
        context_settings={"help_option_names": ["-h", "--help"]},
        no_args_is_help=False,
        rich_markup_mode=None,  # boxes of 80 columns make CI logs unreadable
        pretty_exceptions_enable=False,
        add_completion=len(names) > 1,
    )
    for name in names:
        command = getattr(import_module(f"meshinject.cli.{name}"), name)
        app.command(name, epilog=_EPILOG)(command)
    return app


def dispatch(arguments: list[str]) -> int:
    """Run the command that `arguments` mean and give its exit code; a file called like a command is written `./inject`.

    A command only plans its work, which is done here: inside of Typer a closed pipe would get an exit code of its own.

    Raises:
        OSError: standard output cannot be written.
    """
    arguments = [_own_name(argument) for argument in arguments]
    first = arguments[0] if arguments else ""
    program, names = "meshinject", COMMANDS
    if _COMPLETION not in os.environ and not first.startswith(_OF_THE_GROUP):
        names = (first,) if first in COMMANDS else ("inject",)
    if first in COMMANDS and len(names) == 1:
        arguments, program = arguments[1:], f"meshinject {first}"
    elif _is_mistyped(first):
        exits.complain(report.render([_mistyped(first)]).removesuffix("\n"))
        return exits.Exit.USAGE
    planned: list[Callable[[], int]] = []
    try:
        build(names)(arguments, prog_name=program, obj=planned)
    except SystemExit as end:
        if end.code or not planned:
            return end.code if isinstance(end.code, int) else 0
    return planned[0]()


def _is_mistyped(word: str) -> bool:
    """Whether a bare word that is no file resembles a command."""
    return word.isalpha() and bool(nearest(word, COMMANDS, _MISTYPED)) and not os.path.lexists(word)


def _mistyped(word: str) -> Finding:
    text = f"there is neither a command nor a file called {word!r}"
    return Finding(Code.USAGE, text, question(word, COMMANDS, _MISTYPED))


def _own_name(argument: str) -> str:
    """An option by our name for it when it has kube-inject's."""
    name, equals, value = argument.partition("=")
    return _OF_KUBE_INJECT.get(name, name) + equals + value
