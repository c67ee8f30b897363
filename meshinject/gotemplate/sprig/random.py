"""Sprig's random functions. Their results differ from run to run, as they do in Go."""

import base64
import secrets
import string

from meshinject.gotemplate.sprig.support import check_size
from meshinject.gotemplate.values import Function, GoError

_LETTERS = string.ascii_letters
_PRINTABLE = "".join(map(chr, range(32, 127)))


def _text(alphabet: str) -> Function:
    def call(count: int) -> str:
        check_size(count)
        return "".join([secrets.choice(alphabet) for _ in range(count)])

    return Function(call, "int")


def rand_bytes(count: int) -> str:
    """Random bytes in base64.

    Raises:
        GoError: the count is negative or absurd.
    """
    if count < 0:
        raise GoError("runtime error: makeslice: len out of range")
    check_size(count)
    return base64.b64encode(secrets.token_bytes(count)).decode("ascii")


def rand_int(low: int, high: int) -> int:
    """A number from low to before high.

    Raises:
        GoError: there is none.
    """
    if high <= low:
        raise GoError("invalid argument to Intn")
    return low + secrets.randbelow(high - low)


def shuffle(text: str) -> str:
    """The characters in random order."""
    chars = list(text)
    secrets.SystemRandom().shuffle(chars)
    return "".join(chars)


def uuidv4() -> str:
    """A random UUID."""
    import uuid  # noqa: PLC0415 - rare

    return str(uuid.uuid4())


FUNCTIONS = {
    "randAlpha": _text(_LETTERS),
    "randAlphaNum": _text(_LETTERS + string.digits),
    "randAscii": _text(_PRINTABLE),
    "randBytes": Function(rand_bytes, "int"),
    "randInt": Function(rand_int, "int int"),
    "randNumeric": _text(string.digits),
    "shuffle": Function(shuffle, "string"),
    "uuidv4": Function(uuidv4),
}
