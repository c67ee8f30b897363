"""ASN.1 in DER, as far as keys and certificates need it, and PEM around it."""

import base64
import re

INTEGER, BITS, OCTETS, NULL, OID, UTF8, PRINTABLE, TIME, LONG_TIME, SEQUENCE, SET = (
    *(0x02, 0x03, 0x04, 0x05, 0x06, 0x0C, 0x13, 0x17, 0x18, 0x30, 0x31),
)
_SHORT_LENGTH = 0x80


def wrap(tag: int, *parts: bytes) -> bytes:
    """The parts as the content of one value."""
    content = b"".join(parts)
    size = len(content)
    if size < _SHORT_LENGTH:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, _SHORT_LENGTH | len(length)]) + length + content


def integer(number: int) -> bytes:
    """A number that is not negative."""
    return wrap(INTEGER, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def oid(text: str) -> bytes:
    """An object identifier written with dots."""
    first, second, *rest = [int(part) for part in text.split(".")]
    content = bytearray()
    for number in (40 * first + second, *rest):
        groups = [number & 0x7F]
        while number := number >> 7:
            groups.append(0x80 | number & 0x7F)
        content += bytes(reversed(groups))
    return wrap(OID, bytes(content))


def bits(content: bytes, unused: int = 0) -> bytes:
    """A string of bits."""
    return wrap(BITS, bytes([unused]), content)


def children(raw: bytes) -> list[tuple[int, bytes, bytes]]:
    """The values in a content: tag, content, and the whole value.

    Raises:
        ValueError: the content is cut short.
    """
    found = []
    at = 0
    while at < len(raw):
        if at + 2 > len(raw):
            raise ValueError("truncated")
        tag, size, start = raw[at], raw[at + 1], at + 2
        if size >= _SHORT_LENGTH:
            count = size & 0x7F
            size, start = int.from_bytes(raw[start : start + count], "big"), start + count
        if start + size > len(raw):
            raise ValueError("truncated")
        found.append((tag, raw[start : start + size], raw[at : start + size]))
        at = start + size
    return found


def inside(raw: bytes) -> list[tuple[int, bytes, bytes]]:
    """The values in the sequence that a text of bytes consists of.

    Raises:
        ValueError: it is no sequence.
    """
    tag, content, _ = children(raw)[0]
    if tag != SEQUENCE:
        raise ValueError("no sequence")
    return children(content)


def to_pem(kind: str, raw: bytes) -> str:
    """Bytes as a PEM block."""
    text = base64.b64encode(raw).decode("ascii")
    lines = "\n".join([text[at : at + 64] for at in range(0, len(text), 64)])
    return f"-----BEGIN {kind}-----\n{lines}\n-----END {kind}-----\n"


def from_pem(text: str) -> tuple[str, bytes] | None:
    """The kind and the bytes of the first PEM block, None when there is none."""
    found = re.search(r"-----BEGIN ([^\n]*?)-----\n([A-Za-z0-9+/=\s]*?)-----END \1-----", text)
    if found is None:
        return None
    try:
        return found[1], base64.b64decode(found[2])
    except ValueError:
        return None
