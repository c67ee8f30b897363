"""Sprig's functions on regular expressions; those without `must` panic on a wrong one, `regexMatch` finds nothing."""

from collections.abc import Callable, Iterable
from typing import Any

from meshinject.gotemplate.regexp.regexp import Regexp, compile_regexp, quote_meta
from meshinject.gotemplate.sprig.support import check_size
from meshinject.gotemplate.values import LIST_STRING, Function, GoError, GoList


def _must_compile(text: str) -> Regexp:
    """The expression.

    Raises:
        GoError: it is none; worded as the panic of regexp.MustCompile.
    """
    try:
        return compile_regexp(text)
    except GoError as error:
        from meshinject.gotemplate.quoting import quote  # noqa: PLC0415 - only an error needs it

        shown = f"`{text}`" if "`" not in text and all(c == "\t" or c.isprintable() for c in text) else quote(text)
        raise GoError(f"regexp: Compile({shown}): {error}") from None


def _match(regexp: Regexp, text: str) -> bool:
    return regexp.search(text) is not None


def regex_match(expression: str, text: str) -> bool:
    """Whether the expression matches somewhere in the text; a wrong expression matches nowhere."""
    try:
        return _match(compile_regexp(expression), text)
    except GoError:
        return False  # as sprig documents it


def _find(regexp: Regexp, text: str) -> str:
    found = regexp.search(text)
    return "" if found is None else text[found[0] : found[1]]


def _find_all(regexp: Regexp, text: str, limit: int) -> GoList:
    parts = [text[found[0] : found[1]] for found in regexp.find_all(text, limit)]
    return GoList(LIST_STRING, parts, nil=not parts)


def _joined(parts: Iterable[str]) -> str:
    kept: list[str] = []
    size = 0
    for part in parts:
        size += len(part)
        check_size(size)
        kept.append(part)
    return "".join(kept)


def _split(regexp: Regexp, text: str, limit: int) -> GoList:
    if limit == 0:
        return GoList(LIST_STRING, nil=True)
    if regexp.text and not text:
        return GoList(LIST_STRING, [""])
    parts: list[str] = []
    start = end = 0
    for found in regexp.find_all(text, limit):
        if limit > 0 and len(parts) == limit - 1:
            break
        end = found[0]
        if found[1] != 0:
            parts.append(text[start:end])
        start = found[1]
    if end != len(text):
        parts.append(text[start:])
    return GoList(LIST_STRING, parts)


_CALLS: dict[str, tuple[Callable[..., Any], str]] = {
    "Find": (_find, "string string"),
    "FindAll": (_find_all, "string string int"),
    "ReplaceAll": (lambda regexp, text, new: _joined(regexp.replace(text, new, literal=False)), "string string string"),
    "ReplaceAllLiteral": (
        lambda regexp, text, new: _joined(regexp.replace(text, new, literal=True)),
        "string string string",
    ),
    "Split": (_split, "string string int"),
}


def _compiling(compiled: Callable[[str], Regexp], call: Callable[..., Any], params: str) -> Function:
    """A function that takes an expression first."""
    return Function(lambda expression, *rest: call(compiled(expression), *rest), params)


FUNCTIONS = {
    "regexMatch": Function(regex_match, "string string"),
    "mustRegexMatch": Function(lambda expression, text: _match(compile_regexp(expression), text), "string string"),
    "regexQuoteMeta": Function(quote_meta, "string"),
    **{f"regex{name}": _compiling(_must_compile, *each) for name, each in _CALLS.items()},
    **{f"mustRegex{name}": _compiling(compile_regexp, *each) for name, each in _CALLS.items()},
}
