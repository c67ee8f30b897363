"""Sprig's encodings and checksums. A text that does not decode gives Go's error as the result."""

import base64

from meshinject.gotemplate.sprig.support import decode, encode
from meshinject.gotemplate.values import Function
from meshinject.gotemplate.work import spend

_BASE64 = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
_BASE32 = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
_PAD = ord("=")


def _bad_base64(raw: bytes) -> int | None:
    """Where Go's decoder stops, or None for whole groups of four, the last one padded.

    Line breaks are skipped but counted.
    """
    places = [place for place, byte in enumerate(raw) if byte not in b"\r\n"]
    for start in range(0, len(places), 4):
        for number in range(4):
            if start + number >= len(places):
                return len(raw) - number
            place = places[start + number]
            if raw[place] in _BASE64:
                continue
            if raw[place] != _PAD or number < 2:  # noqa: PLR2004 - two characters make the first byte
                return place
            following = places[start + number + 1 :]
            if number == 2:  # noqa: PLR2004 - one more character of padding is due
                if not following:
                    return len(raw)
                if raw[following[0]] != _PAD:
                    return following[0] - 1
                following = following[1:]
            return following[0] if following else None
    return None


def _bad_base32(raw: bytes) -> int | None:
    """Where Go's decoder stops, or None for whole groups of eight, the last one padded; it hardly looks beyond that."""
    for at in range(0, len(raw), 8):
        group = raw[at : at + 8]
        for place in range(8):
            left = group[place:]
            if not left:
                return at
            if left[0] in _BASE32:
                continue
            if left[0] != _PAD or place < 2 or len(raw) - at - place > 8:  # noqa: PLR2004 - two characters make a byte
                return at + place
            if len(group) < 8:  # noqa: PLR2004
                return len(raw)
            for number, byte in enumerate(left[1:]):
                if byte != _PAD:
                    return at + place + number
            return at + place if place in {3, 6} else None
    return None


def b64dec(text: str) -> str:
    """The text that base64 encodes, or Go's complaint."""
    return _decoded(text, "base64")


def b32dec(text: str) -> str:
    """The text that base32 encodes, or Go's complaint."""
    return _decoded(text, "base32")


def _decoded(text: str, name: str) -> str:
    raw = encode(text)
    bare = raw.replace(b"\r", b"").replace(b"\n", b"")
    bad = _bad_base64(raw) if name == "base64" else _bad_base32(bare)
    if bad is not None:
        return f"illegal {name} data at input byte {bad}"
    if name == "base64":
        return decode(base64.b64decode(bare))
    padding = bare.find(b"=")
    return decode(base64.b32decode(bare if padding < 0 else bare[: padding + -padding % 8]))


def _sum(name: str) -> Function:
    def call(text: str) -> str:
        import hashlib  # noqa: PLC0415 - loads OpenSSL

        spend(len(text))
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
