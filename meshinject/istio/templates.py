"""The injection templates: where their files lie, which of their lines a release has, and the compiled result.

A template file is a Go template with gate lines, which are resolved as text before Go's grammar is looked at:

    #@ since 1.27.6 1.28.4 1.29: WHY     these releases and all later minors; 1.27.6 and 1.28.4 are backports
    #@ before 1.24: WHY                  releases without the change
    #@ since 1.22 before 1.24: WHY       both
    #@ else                              all other releases
    #@ end
    #@ include FILE                      the text of another file beside this one
    ## text                              a note for who reads the file, left out

A gate stands alone on its line, at any indentation, and may lie inside another. What is left is a plain Go template
that uses only functions and fields which istiod of that release has; a user may edit it and give it back.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from packaging.version import Version

from meshinject.gotemplate import template
from meshinject.istio import functions
from meshinject.istio.gates import applies

NAMES = ("sidecar", "gateway", "grpc-simple", "grpc-agent")
"""The templates of Istio that inject pods, in the order of its own configuration."""

_MARK, _NOTE = "#@", "##"


class GateError(ValueError):
    """The gate lines of a template file do not fit together."""


def read(file: str) -> str:
    """The text of a template file, from the installed package or the repository beside it.

    Raises:
        FileNotFoundError: there is no such file.
    """
    return packaged("templates", file)


def packaged(folder: str, file: str) -> str:
    """The text of a data file: in the installed package below `_data`, in the repository beside the package.

    Raises:
        FileNotFoundError: there is no such file.
    """
    package = Path(__file__).parent.parent
    try:
        return (package / "_data" / folder / file).read_text(encoding="utf-8")
    except FileNotFoundError:
        return (package.parent / folder / file).read_text(encoding="utf-8")


def resolve(text: str, version: Version, name: str = "template") -> str:
    """The lines of a template file that `version` has, gates removed and includes put in.

    Raises:
        GateError: an end or else without its gate, or a gate without its end.
        ValueError: a gate does not follow the notation.
    """
    kept: list[str] = []
    open_gates: list[bool] = []
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        word, argument = directive(line)
        if word in ("else", "end") and not open_gates:
            raise GateError(f"{name}:{number}: {word} without a gate")
        if word == "else":
            open_gates[-1] = not open_gates[-1]
        elif word == "end":
            open_gates.pop()
        elif word == "gate":
            open_gates.append(applies(argument, version))
        elif all(open_gates) and word != "note":
            kept.append(resolve(read(argument), version, argument) if word == "include" else line)
    if open_gates:
        raise GateError(f"{name}: {len(open_gates)} gate(s) without an end")
    return "".join(kept)


def directive(line: str) -> tuple[str, str]:
    """The kind of a gate line and what it says, `("", "")` for any other line."""
    stripped = line.strip()
    if stripped.startswith(_NOTE):
        return "note", ""
    if not stripped.startswith(_MARK):
        return "", ""
    text = stripped.removeprefix(_MARK).strip()
    word, _, rest = text.partition(" ")
    if word in ("else", "end", "include"):
        return word, rest.strip()
    return "gate", text.partition(":")[0].strip()


@cache
def text(name: str, version: Version) -> str:
    """The text of Istio's template `name` (one of NAMES) for `version`: a plain Go template."""
    return resolve(read(f"{name}.yaml"), version, f"{name}.yaml")


@cache
def compiled(name: str, source: str, version: Version) -> template.Template:
    """The template with this text, parsed with the functions that `version` has.

    Raises:
        TemplateError: the text does not parse.
    """
    return template.compile(name, source, functions.table(version))


class Embedded(Mapping[str, str]):
    """Istio's own templates of a release by name; each is read when it is first asked for."""

    def __init__(self, version: Version) -> None:
        self._version = version

    def __getitem__(self, name: str) -> str:
        """The resolved text of a template."""
        if name not in NAMES:
            raise KeyError(name)
        return text(name, self._version)

    def __iter__(self) -> Iterator[str]:
        """The names of the templates."""
        return iter(NAMES)

    def __len__(self) -> int:
        """How many templates there are."""
        return len(NAMES)
