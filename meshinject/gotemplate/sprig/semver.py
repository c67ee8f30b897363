"""Sprig's semver and semverCompare: versions and constraints as the library Masterminds/semver reads them."""

import re
from typing import Any, NoReturn

from meshinject.gotemplate.numbers import UINT64_MAX
from meshinject.gotemplate.values import (
    STRING,
    Field,
    Function,
    GoError,
    Pointer,
    Struct,
    StructType,
    Uint64,
    pointer_to,
)

_IDENTIFIERS = r"[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*"
_VERSION = rf"v?([0-9]+)(\.[0-9]+)?(\.[0-9]+)?(?:-({_IDENTIFIERS}))?(?:\+({_IDENTIFIERS}))?"
_WILD = r"[0-9]+|x|X|\*"
_CONSTRAINT_VERSION = rf"v?({_WILD})(\.(?:{_WILD}))?(\.(?:{_WILD}))?(-{_IDENTIFIERS})?(\+{_IDENTIFIERS})?"
_OPERATORS = r"=<|=>|!=|<=|>=|~>|=|>|<|~|\^|"
_CONSTRAINT = rf"\s*({_OPERATORS})\s*({_CONSTRAINT_VERSION})\s*"
_RANGE = rf"\s*({_CONSTRAINT_VERSION})\s+-\s+({_CONSTRAINT_VERSION})\s*"
_SEPARATOR = r"\s*,\s*|\s+"

VERSION = StructType("semver.Version")
VERSION.define(
    [
        Field("major", Uint64.go_type),
        Field("minor", Uint64.go_type),
        Field("patch", Uint64.go_type),
        Field("pre", STRING),
        Field("metadata", STRING),
        Field("original", STRING),
    ]
)
VERSION_POINTER = pointer_to(VERSION)


class Version(Struct):
    """A semantic version."""

    __slots__ = ("metadata", "numbers", "original", "pre")

    def __init__(self, numbers: tuple[int, int, int], pre: str, metadata: str, original: str = "") -> None:
        super().__init__(VERSION)
        self.numbers = numbers
        self.pre = pre
        self.metadata = metadata
        self.original = original or self.text()

    def text(self) -> str:
        """The version written in full."""
        pre = f"-{self.pre}" if self.pre else ""
        metadata = f"+{self.metadata}" if self.metadata else ""
        return f"{'.'.join(map(str, self.numbers))}{pre}{metadata}"

    def get(self, name: str) -> Any:
        """The fields that are shown where the version does not print itself."""
        if name in {"major", "minor", "patch"}:
            return Uint64(self.numbers[("major", "minor", "patch").index(name)])
        return getattr(self, name) if name != "pre" else self.pre

    def key(self) -> tuple[Any, ...]:
        """What orders versions: a release comes after its prereleases, numbers before words."""
        identifiers = [
            (0, int(part), "") if part.isdecimal() else (1, 0, part) for part in self.pre.split(".") if self.pre
        ]
        return (self.numbers, not self.pre, identifiers)


def _segment(text: str) -> int:
    number = int(text) if len(text) < 30 else UINT64_MAX + 1  # noqa: PLR2004 - beyond 64 bits anyway
    if number > UINT64_MAX:
        raise GoError(f'Error parsing version segment: strconv.ParseUint: parsing "{text}": value out of range')
    return number


def parse_version(text: str) -> Version:
    """The version a text means; minor and patch may be missing.

    Raises:
        GoError: it is none.
    """
    found = re.fullmatch(_VERSION, text)
    if found is None or not text.isascii():
        raise GoError("Invalid Semantic Version")
    major, minor, patch, pre, metadata = found.groups()
    numbers = (_segment(major), _segment((minor or ".0")[1:]), _segment((patch or ".0")[1:]))
    for part in (pre or "").split("."):
        if len(part) > 1 and part[0] == "0" and part.isdecimal():
            raise GoError("Version segment starts with 0")
    return Version(numbers, pre or "", metadata or "", text)


# -- constraints ------------------------------------------------------------------------------------


class _Constraint:
    """One comparison; `known` tells how many of the three numbers are given."""

    __slots__ = ("dirty", "known", "operator", "version")

    def __init__(self, text: str) -> None:
        found = re.fullmatch(_CONSTRAINT, text)
        if found is None:
            raise GoError(f"improper constraint: {text}")
        self.operator = found[1]
        parts = [found[3], (found[4] or "")[1:], (found[5] or "")[1:]]
        numbers: list[int] = []
        for part in parts:
            if part in {"", "x", "X", "*"}:
                break
            numbers.append(_segment(part))
        self.known = len(numbers)
        self.dirty = self.known < len(parts)
        padded = (*numbers, 0, 0, 0)
        self.version = Version((padded[0], padded[1], padded[2]), (found[6] or "")[1:], "")
        for part in self.version.pre.split("."):
            if len(part) > 1 and part[0] == "0" and part.isdecimal():
                raise GoError("constraint Parser Error")

    def allows(self, version: Version) -> bool:
        """Whether the version satisfies the comparison; a prerelease only one that names a prerelease."""
        if version.pre and not self.version.pre and (self.operator != "!=" or self.dirty):
            return False
        return bool(_CHECKS[self.operator](self, version))

    def same_known(self, version: Version) -> bool:
        """Whether the given numbers, the last of three left out, agree."""
        count = min(self.known, 2)
        return version.numbers[:count] == self.version.numbers[:count]


def _order(constraint: _Constraint, version: Version) -> int:
    left, right = version.key(), constraint.version.key()
    return (left > right) - (left < right)


def _not_equal(constraint: _Constraint, version: Version) -> bool:
    if not constraint.dirty:
        return _order(constraint, version) != 0
    if version.numbers[: constraint.known] != constraint.version.numbers[: constraint.known]:
        return True
    if constraint.known == 2 and (version.pre or constraint.version.pre):  # noqa: PLR2004 - major and minor
        return version.pre != constraint.version.pre
    return False


def _greater(constraint: _Constraint, version: Version) -> bool:
    if not constraint.dirty:
        return _order(constraint, version) > 0
    count = max(constraint.known, 1)
    return version.numbers[:count] > constraint.version.numbers[:count]


def _less_or_equal(constraint: _Constraint, version: Version) -> bool:
    if not constraint.dirty:
        return _order(constraint, version) <= 0
    count = max(constraint.known, 1)
    return version.numbers[:count] <= constraint.version.numbers[:count]


def _tilde(constraint: _Constraint, version: Version) -> bool:
    if _order(constraint, version) < 0:
        return False
    if constraint.version.numbers == (0, 0, 0) and constraint.known in {0, 3}:
        return True
    return version.numbers[0] == constraint.version.numbers[0] and (
        constraint.known < 2 or version.numbers[1] == constraint.version.numbers[1]  # noqa: PLR2004 - the minor is given
    )


def _tilde_or_equal(constraint: _Constraint, version: Version) -> bool:
    return _tilde(constraint, version) if constraint.dirty else _order(constraint, version) == 0


def _caret(constraint: _Constraint, version: Version) -> bool:
    if _order(constraint, version) < 0:
        return False
    wanted, given = constraint.version.numbers, version.numbers
    if wanted[0] > 0 or constraint.known == 1:
        return given[0] == wanted[0]
    if given[0] > 0:
        return False
    if wanted[1] > 0 or constraint.known == 2:  # noqa: PLR2004 - the patch is open
        return given[1] == wanted[1]
    if given[1] > 0:
        return False
    return given[2] == wanted[2]


_CHECKS = {
    "": _tilde_or_equal,
    "=": _tilde_or_equal,
    "!=": _not_equal,
    ">": _greater,
    "<": lambda constraint, version: _order(constraint, version) < 0,
    ">=": lambda constraint, version: _order(constraint, version) >= 0,
    "=>": lambda constraint, version: _order(constraint, version) >= 0,
    "<=": _less_or_equal,
    "=<": _less_or_equal,
    "~": _tilde,
    "~>": _tilde,
    "^": _caret,
}


def _conjunction(text: str) -> list[_Constraint]:
    """The comparisons of one alternative, all of which must hold."""
    constraints: list[_Constraint] = []
    at = 0
    while True:
        found = re.compile(_CONSTRAINT).match(text, at)
        if found is None or (at and not _separated(text, at)):
            raise GoError(f"improper constraint: {text}")
        constraints.append(_Constraint(found[0].strip().strip(",")))
        at = found.end()
        if at == len(text):
            return constraints
        comma = re.compile(r",\s*").match(text, at)
        at = comma.end() if comma else at


def _separated(text: str, at: int) -> bool:
    return text[at - 1].isspace() or text[at - 1] == ","


def compare(constraint: str, version: str) -> bool:
    """Whether a version satisfies a constraint such as `>=1.2 <2 || ~3.1`.

    Raises:
        GoError: one of them is none.
    """
    rewritten = re.sub(_RANGE, lambda found: f">= {found[1]}, <= {found[7]}", constraint)
    alternatives = [_conjunction(part) for part in rewritten.split("||")]
    given = parse_version(version)
    return any(all(each.allows(given) for each in part) for part in alternatives)


# -- what templates see -----------------------------------------------------------------------------


def _pointer(version: Version) -> Pointer:
    return Pointer(VERSION_POINTER, version)


def _increased(place: int) -> Function:
    def call(version: Version) -> Version:
        if place == 2 and version.pre:  # noqa: PLR2004 - a prerelease becomes its release
            numbers = version.numbers
        else:
            raised = [*version.numbers[:place], version.numbers[place] + 1, 0, 0]
            numbers = (raised[0], raised[1], raised[2])
        prefix = "v" if version.original.startswith("v") else ""
        made = Version(numbers, "", "")
        made.original = prefix + made.text()
        return made

    return Function(call)


def _with(version: Version, pre: str, metadata: str) -> Version:
    for text in (pre, metadata):
        if text and not re.fullmatch(_IDENTIFIERS, text):
            _invalid(text is pre)
    return Version(version.numbers, pre, metadata)


def _invalid(is_prerelease: bool) -> NoReturn:
    raise GoError("Invalid Prerelease string" if is_prerelease else "Invalid Metadata string")


def _ordered(test: Any) -> Function:
    return Function(
        lambda version, other: test((version.key() > other.target.key()) - (version.key() < other.target.key())),
        [VERSION_POINTER],
    )


VERSION.methods.update(
    {
        "Major": Function(lambda version: Uint64(version.numbers[0])),
        "Minor": Function(lambda version: Uint64(version.numbers[1])),
        "Patch": Function(lambda version: Uint64(version.numbers[2])),
        "Prerelease": Function(lambda version: version.pre),
        "Metadata": Function(lambda version: version.metadata),
        "Original": Function(lambda version: version.original, pointer=True),
        "String": Function(lambda version: version.text()),
        "MarshalJSON": Function(lambda version: f'"{version.text()}"'),
        "Compare": _ordered(lambda order: order),
        "Equal": _ordered(lambda order: order == 0),
        "GreaterThan": _ordered(lambda order: order > 0),
        "GreaterThanEqual": _ordered(lambda order: order >= 0),
        "LessThan": _ordered(lambda order: order < 0),
        "LessThanEqual": _ordered(lambda order: order <= 0),
        "IncMajor": _increased(0),
        "IncMinor": _increased(1),
        "IncPatch": _increased(2),
        "SetPrerelease": Function(lambda version, text: _with(version, text, version.metadata), "string"),
        "SetMetadata": Function(lambda version, text: _with(version, version.pre, text), "string"),
    }
)

FUNCTIONS = {
    "semver": Function(lambda text: _pointer(parse_version(text)), "string"),
    "semverCompare": Function(compare, "string string"),
}
