"""Go's net/url escaping of query text."""

_PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~")


def query_escape(text: str) -> str:
    """The text as part of a query: blanks become `+`, other bytes than letters, digits and `-_.~` become %XX."""
    return escape(text, _PLAIN).replace("%20", "+")


def escape(text: str, plain: frozenset[int]) -> str:
    """The text with all bytes outside `plain` written as %XX."""
    return "".join([chr(byte) if byte in plain else f"%{byte:02X}" for byte in text.encode("utf-8", "surrogateescape")])
