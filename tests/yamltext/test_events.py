"""The parser's package is put in place without being run; whoever uses it beside meshinject must not notice."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "use",
    [
        pytest.param("import ruamel.yaml; y = ruamel.yaml.YAML(typ='safe')", id="by its full name"),
        pytest.param("from ruamel.yaml import YAML; y = YAML(typ='safe')", id="one of its classes"),
        pytest.param("from ruamel.yaml import *; y = YAML(typ='safe')", id="all that it gives"),
        pytest.param("import ruamel.yaml.main as m; y = m.YAML(typ='safe')", id="one of its modules"),
        pytest.param("from ruamel.yaml import main as m; y = m.YAML(typ='safe')", id="a module that was not loaded"),
    ],
)
def test_the_package_runs_when_it_is_used(use: str) -> None:
    assert said(f"from meshinject.yamltext import events as ours\n{use}\nprint(y.load('a: [1, yes]'))") == (
        "{'a': [1, 'yes']}\n"
    )


def test_a_package_that_runs_already_stays() -> None:
    lines = ("import ruamel.yaml as one", "import meshinject.yamltext.events", "import ruamel.yaml as two")
    assert said("\n".join([*lines, "print(one is two)"])) == "True\n"


def test_the_package_is_not_run_for_the_events_alone() -> None:
    lines = ("import sys", "from meshinject.yamltext import events", "events.reader('a')()")
    assert said("\n".join([*lines, "print(bool(events.binding) and 'ruamel.yaml.main' in sys.modules)"])) == "False\n"


@pytest.mark.parametrize("pure", [False, True], ids=["the C binding", "the pure parser"])
def test_a_program_that_uses_the_parser_itself_gets_its_own_errors(pure: bool) -> None:
    lines = (
        "from meshinject.yamltext import events",
        "from ruamel.yaml import YAML",
        "from ruamel.yaml.parser import ParserError",
        "try:",
        f"    YAML(typ='safe', pure={pure}).load('a: [')",
        "except ParserError as error:",
        "    print(type(error).__module__)",
    )
    assert said("\n".join(lines)) == "ruamel.yaml.parser\n"


def said(code: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
