"""What several families share: sprig's texts of values, Go's panics, and limits on what a call may make."""

from typing import Any

from meshinject.gotemplate.formatting import format_value
from meshinject.gotemplate.values import GoError, type_of
from meshinject.gotemplate.verbs import PLAIN

MAX_TEXT = 16_000_000
MAX_ITEMS = 1_000_000
NIL_DEREFERENCE = "runtime error: invalid memory address or nil pointer dereference"


def as_text(value: Any) -> str:
    """A value as sprig turns it into text: strings as they are, the rest as %v."""
    if value.__class__ is str:
        return str(value)
    if value.__class__ is bytes:
        return bytes(value).decode("utf-8", "surrogateescape")
    return format_value(value, PLAIN, 0)


def as_texts(value: Any) -> list[str]:
    """A list as texts without its nils; any other value as a list of one, nil as none."""
    if value is None:
        return []
    if type_of(value).kind == "slice":
        return [as_text(item) for item in value if item is not None]
    return [as_text(value)]


def check_size(size: int) -> None:
    """Refuse to make a text of this many characters when it is absurd.

    Raises:
        GoError: it is.
    """
    if size > MAX_TEXT:
        raise GoError(f"a text of more than {MAX_TEXT} characters")


def check_items(count: int) -> None:
    """Refuse to make a list of this many items when it is absurd.

    Raises:
        GoError: it is.
    """
    if count > MAX_ITEMS:
        raise GoError(f"a list of more than {MAX_ITEMS} items")


def repeated(text: str, count: int) -> str:
    """The text many times over.

    Raises:
        GoError: the count is negative, as Go's strings.Repeat panics, or the result absurd.
    """
    if count < 0:
        raise GoError("strings: negative Repeat count")
    check_size(len(text) * count)
    return text * count


def kind_of(value: Any) -> str:
    """The kind of a value that must not be nil.

    Raises:
        GoError: it is nil; sprig panics there.
    """
    if value is None:
        raise GoError(NIL_DEREFERENCE)
    return type_of(value).kind


def encode(text: str) -> bytes:
    """The bytes of a text."""
    return text.encode("utf-8", "surrogateescape")


def decode(raw: bytes) -> str:
    """The text of bytes; what is no UTF-8 is kept as it is."""
    return raw.decode("utf-8", "surrogateescape")
