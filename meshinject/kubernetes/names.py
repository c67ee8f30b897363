"""The forms of names that Kubernetes takes, each with a phrase for people."""

import re
from collections.abc import Iterator
from typing import Any

from meshinject.frozen import Frozen
from meshinject.kubernetes.podrules import Violation
from meshinject.kubernetes.text import as_string
from meshinject.kubernetes.workload import Path


class Form(Frozen):
    """A form of names: the pattern of the whole name, how long it may be, and a phrase."""

    pattern: str
    longest: int
    takes: str

    def fits(self, name: str) -> bool:
        """Whether a name has the form."""
        return len(name) <= self.longest and re.fullmatch(self.pattern, name) is not None


_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_DOTTED = rf"{_LABEL}(\.{_LABEL})*"
_QUALIFIED = "[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?"

LABEL = Form(_LABEL, 63, "up to 63 small letters, digits and -, a letter or digit at both ends")
SUBDOMAIN = Form(_DOTTED, 253, "small letters, digits, - and ., a letter or digit at both ends")
PORT = Form(
    r"(?=.*[a-z])(?!.*--)[a-z0-9]([-a-z0-9]*[a-z0-9])?", 15, "up to 15 small letters, digits and single -, one letter"
)
KEY = Form(
    rf"({_DOTTED}/)?(?=.{{1,63}}\Z){_QUALIFIED}", 317, "up to 63 letters, digits, -, _ and ., maybe DOMAIN/ before them"
)
VARIABLE = Form(r"[ -<>-~]+", 1 << 20, "printable characters without =")


def misnamed(holder: dict[str, Any], path: Path, key: str, form: Form) -> Iterator[Violation]:
    """A name that has not the form of its kind; that a required one is missing is told by the schema."""
    value = holder.get(key)
    if value is not None and not form.fits(as_string(value)):
        yield Violation((*path, key), f"{as_string(value)!r} is no {key}, which takes {form.takes}")
