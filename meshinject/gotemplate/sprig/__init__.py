"""The text functions of sprig 3.3.0, each in the module of its family.

`FUNCTIONS` is a mapping from name to Function that imports a family only when a template mentions one of its
functions: most templates use a handful.

What a run must not depend on is inert: `env`, `expandenv` and `getHostByName` give empty texts, the local time zone
is UTC. Where Go's result depends on the random order of a map (`keys`, `values`), ours is sorted.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from meshinject.gotemplate.values import Function

_FAMILIES = {
    "defaults": "default empty coalesce all any ternary compact mustCompact fail hello",
    "strings": (
        "abbrev abbrevboth cat contains hasPrefix hasSuffix indent initials lower nindent nospace plural quote repeat "
        "replace squote substr swapcase title trim trimAll trimall trimPrefix trimSuffix trunc untitle upper wrap "
        "wrapWith join sortAlpha split splitList splitn toString toStrings"
    ),
    "cases": "camelcase kebabcase snakecase",
    "json": ("fromJson mustFromJson mustToJson mustToPrettyJson mustToRawJson toJson toPrettyJson toRawJson"),
    "numbers": (
        "add add1 add1f addf atoi biggest ceil div divf float64 floor int int64 max maxf min minf mod mul mulf round "
        "seq sub subf toDecimal until untilStep"
    ),
    "lists": (
        "append chunk concat first has initial last list mustAppend mustChunk mustFirst mustHas mustInitial mustLast "
        "mustPrepend mustPush mustRest mustReverse mustSlice mustUniq mustWithout prepend push rest reverse slice "
        "tuple uniq without"
    ),
    "dicts": (
        "deepCopy dict dig get hasKey keys merge mergeOverwrite mustDeepCopy mustMerge mustMergeOverwrite omit pick "
        "pluck set unset values"
    ),
    "types": "deepEqual kindIs kindOf typeIs typeIsLike typeOf",
    "dates": (
        "ago date dateInZone dateModify date_in_zone date_modify duration durationRound htmlDate htmlDateInZone "
        "mustDateModify mustToDate must_date_modify now toDate unixEpoch"
    ),
    "paths": "base clean dir ext isAbs osBase osClean osDir osExt osIsAbs",
    "urls": "urlJoin urlParse",
    "encoding": "adler32sum b32dec b32enc b64dec b64enc sha1sum sha256sum sha512sum",
    "regex": (
        "mustRegexFind mustRegexFindAll mustRegexMatch mustRegexReplaceAll mustRegexReplaceAllLiteral mustRegexSplit "
        "regexFind regexFindAll regexMatch regexQuoteMeta regexReplaceAll regexReplaceAllLiteral regexSplit"
    ),
    "semver": "semver semverCompare",
    "inert": "env expandenv getHostByName",
    "random": "randAlpha randAlphaNum randAscii randBytes randInt randNumeric shuffle uuidv4",
    "crypto": "bcrypt decryptAES derivePassword encryptAES htpasswd",
    "certificates": (
        "buildCustomCert genCA genCAWithKey genPrivateKey genSelfSignedCert genSelfSignedCertWithKey genSignedCert "
        "genSignedCertWithKey"
    ),
}
_FAMILY_OF = {name: family for family, names in _FAMILIES.items() for name in names.split()}


@cache
def _family(name: str) -> Mapping[str, Function]:
    functions: Mapping[str, Function] = import_module(f"{__name__}.{name}").FUNCTIONS
    return functions


class _Lazy(Mapping[str, Function]):
    """The functions by name."""

    def __getitem__(self, name: str) -> Function:
        return _family(_FAMILY_OF[name])[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_FAMILY_OF)

    def __len__(self) -> int:
        return len(_FAMILY_OF)


FUNCTIONS: Mapping[str, Function] = _Lazy()
