"""Sprig's encodings and checksums. A text that does not decode gives Go's error as the result."""

import base64

from meshinject.gotemplate.sprig.support import decode, encode
from meshinject.gotemplate.values import Function

_BASE64 = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
_BASE32 = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
_PAD = ord("=")


def _bad_byte(raw: bytes, alphabet: frozenset[int], group: int, lengths: frozenset[int]) -> int | None:
    """Where Go's decoders stop, or None: the text (without line breaks) must consist of whole groups, padded at the end.

    `lengths` are the numbers of characters that the last group may have before its padding.
    """
    at = 0
    while at < len(raw):
        for place in range(group):
            if at + place >= len(raw):
                return at + place if group == _GROUP_32 and place else at
            byte = raw[at + place]
            if byte in alphabet:
                continue
            if byte != _PAD or place not in lengths:
                return at + place
            for missing in range(place + 1, group):
                if raw[at + missing : at + missing + 1] != b"=":
                    return at + missing if at + missing < len(raw) else len(raw)
            return None if at + group == len(raw) else at + group
        at += group
    return None


_GROUP_64 = 4
_GROUP_32 = 8


def b64dec(text: str) -> str:
    """The text that base64 encodes, or Go's complaint."""
    raw = encode(text).replace(b"\r", b"").replace(b"\n", b"")
    bad = _bad_byte(raw, _BASE64, _GROUP_64, frozenset((2, 3)))
    if bad is not None:
        return f"illegal base64 data at input byte {bad}"
    return decode(base64.b64decode(raw))


def b32dec(text: str) -> str:
    """The text that base32 encodes, or Go's complaint."""
    raw = encode(text).replace(b"\r", b"").replace(b"\n", b"")
    bad = _bad_byte(raw, _BASE32, _GROUP_32, frozenset((2, 4, 5, 7)))
    if bad is not None:
        return f"illegal base32 data at input byte {bad}"
    return decode(base64.b32decode(raw))


def _sum(name: str) -> Function:
    def call(text: str) -> str:
        import hashlib  # noqa: PLC0415 - loads OpenSSL

        return hashlib.new(name, encode(text)).hexdigest()

    return Function(call, "string")


def adler32sum(text: str) -> str:
    """The Adler-32 checksum in decimal."""
    import zlib  # noqa: PLC0415 - rare

    return str(zlib.adler32(encode(text)))


FUNCTIONS = {
    "adler32sum": Function(adler32sum, "string"),
    "b32dec": Function(b32dec, "string"),
    "b32enc": Function(lambda text: base64.b32encode(encode(text)).decode("ascii"), "string"),
    "b64dec": Function(b64dec, "string"),
    "b64enc": Function(lambda text: base64.b64encode(encode(text)).decode("ascii"), "string"),
    "sha1sum": _sum("sha1"),
    "sha256sum": _sum("sha256"),
    "sha512sum": _sum("sha512"),
}
