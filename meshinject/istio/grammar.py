"""The grammars of Istio's annotation values; each function says what is wrong with a text, or None.

Istio checks these annotations before it renders anything, with Go's own number and address parsers: no sign, no
blanks inside, no underscores, decimal digits only. An empty list is fine, an empty piece in a list is not.
"""

import json
import re
from collections.abc import Callable

Check = Callable[[str], str | None]

_BOOLEANS = frozenset(["1", "t", "T", "TRUE", "true", "True", "0", "f", "F", "FALSE", "false", "False"])
_MAX_PORT, _MAX_UINT32 = 65535, 2**32 - 1
_MAX_INTERFACE = 15
_QUANTITY = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]+)?"
_IPV4_BITS, _IPV6_BITS = 32, 128


def check_boolean(text: str) -> str | None:
    """Go's booleans."""
    return None if text in _BOOLEANS else "not a boolean"


def check_uint32(text: str) -> str | None:
    """A whole number from 0 to 4294967295."""
    if not _digits(text):
        return "not a whole number"
    return None if int(text) <= _MAX_UINT32 else f"greater than {_MAX_UINT32}"


def check_port(text: str) -> str | None:
    """A port number; blanks around it do no harm."""
    trimmed = text.strip()
    if not _digits(trimmed):
        return f'"{trimmed}" is not a port number' if trimmed else "a port number is missing"
    return None if int(trimmed) <= _MAX_PORT else f"port {trimmed} is greater than {_MAX_PORT}"


def check_ports(text: str) -> str | None:
    """Ports separated by commas."""
    return _first(check_port, text.strip().split(",")) if text.strip() else None


def check_ports_or_all(text: str) -> str | None:
    """Ports separated by commas, or `*`."""
    return None if text == "*" else check_ports(text)


def check_cidrs(text: str) -> str | None:
    """CIDR blocks separated by commas, without blanks."""
    return _first(_check_cidr, text.split(",")) if text else None


def check_cidrs_or_all(text: str) -> str | None:
    """CIDR blocks separated by commas, or `*` alone."""
    return None if text == "*" else check_cidrs(text)


def check_interfaces(text: str) -> str | None:
    """Names of network interfaces separated by commas."""
    return _first(_check_interface, text.split(",")) if text else None


def check_quantity(text: str) -> str | None:
    """A Kubernetes quantity such as 100m or 128Mi."""
    if any(character < " " or character == "\x7f" for character in text):
        return "it contains control characters"
    return None if re.fullmatch(_QUANTITY, text) else "not a quantity"


def check_interception(text: str) -> str | None:
    """An interception mode."""
    return None if text in ("REDIRECT", "TPROXY", "NONE") else "not an interception mode"


def check_switch(text: str) -> str | None:
    """A switch of a template, which compares with `true` and takes any other text for false."""
    return None if text in ("", "true", "false") else f'"{text}" counts as false'


def check_reference(text: str) -> str | None:
    """A full image reference; a template takes a text without a slash for none."""
    return None if "/" in text or not text else f'"{text}" has no slash, so it is ignored'


def check_targets(text: str) -> str | None:
    """Entries of the form PORT[:PATH]; one without a port is ignored. Wrong ports are refused with the metrics."""
    entries = (entry.strip() for entry in text.split(","))
    return next((f'"{entry}" has no port, so it is ignored' for entry in entries if entry.startswith(":")), None)


def check_json(text: str) -> str | None:
    """A JSON object or list."""
    try:
        return None if isinstance(json.loads(text), dict | list) else "neither a JSON object nor a list"
    except ValueError as error:
        return f"not JSON: {error}"


def _digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _first(check: Check, pieces: list[str]) -> str | None:
    return next((reason for piece in pieces if (reason := check(piece))), None)


def _check_interface(piece: str) -> str | None:
    name = piece.strip()
    if not name:
        return "an interface name is empty"
    if len(name) > _MAX_INTERFACE:
        return f'interface name "{name}" is longer than {_MAX_INTERFACE} characters'
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_.-]*", name):
        return f'interface name "{name}" contains invalid characters'
    return None


def _check_cidr(piece: str) -> str | None:
    address, slash, bits = piece.rpartition("/")
    if not slash:
        return f'"{piece}" has no prefix length such as /32'
    size = _IPV4_BITS if _is_ipv4(address) else _IPV6_BITS if is_ipv6(address) else 0
    if not size:
        return f'"{address}" is not an IP address'
    if not _digits(bits) or bits != str(int(bits)) or int(bits) > size:
        return f'"{piece}" has no prefix length from 0 to {size}'
    return None


def _is_ipv4(address: str) -> bool:
    octets = address.split(".")
    return len(octets) == 4 and all(_digits(part) and part == str(int(part)) and int(part) < 256 for part in octets)  # noqa: PLR2004 - an IPv4 address


def is_ipv6(address: str) -> bool:
    """Whether the text is an IPv6 address without a zone."""
    import ipaddress  # noqa: PLC0415 - costs milliseconds, needed by few

    try:
        return ":" in address and "%" not in address and bool(ipaddress.IPv6Address(address))
    except ValueError:
        return False


def is_ip(address: str) -> bool:
    """Whether the text is an IP address."""
    return _is_ipv4(address) or is_ipv6(address)
