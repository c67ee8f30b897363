"""The engine must not slow the start of a process: what a template does not use is not imported."""

import subprocess
import sys

import pytest

_HEAVY = (
    "decimal",
    "datetime",
    "zoneinfo",
    "hashlib",
    "ipaddress",
    "uuid",
    "random",
    "secrets",
    "unicodedata",
    "zlib",
    "inspect",
)


def _imported(text: str) -> set[str]:
    program = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "from meshinject.gotemplate import template\n"
        "from meshinject.gotemplate.sprig import FUNCTIONS\n"
        f"template.compile('t', {text!r}, FUNCTIONS).execute({{'a': 'b'}})\n"
        "print(*(set(sys.modules) - before))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("module", _HEAVY)
def test_a_usual_template_does_without(module: str) -> None:
    usual = '{{range $k, $v := .}}{{$k}}: {{$v | default "x" | quote}}{{end}}{{toJson . | nindent 2}}{{trunc 3 .a}}'
    assert module not in _imported(usual)


def test_only_the_families_that_are_mentioned_are_imported() -> None:
    prefix = "meshinject.gotemplate.sprig."
    families = {
        name.removeprefix(prefix) for name in _imported('{{default "x" .a | quote}}') if name.startswith(prefix)
    }
    assert families == {"defaults", "strings", "support"}
