"""Go's net/url: escaping, and URLs taken apart and put together."""

from meshinject.frozen import Frozen
from meshinject.gotemplate.quoting import quote
from meshinject.gotemplate.values import GoError

_UNRESERVED = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~"
_QUERY = frozenset(_UNRESERVED)
_PATH = frozenset(_UNRESERVED + b"$&+,/:;=@")
_USER = frozenset(_UNRESERVED + b"$&+,;=")
_HOST = frozenset(_UNRESERVED + b"!$&'()*+,;=:[]<>\"")
_FRAGMENT = frozenset(_UNRESERVED + b"$&+,/:;=?@!()*")
_HEX = frozenset("0123456789abcdefABCDEF")
_IN_USER = frozenset("-._:~!$&'()*+,;=%@")


def query_escape(text: str) -> str:
    """The text as part of a query: blanks become `+`, other bytes than letters, digits and `-_.~` become %XX."""
    return _escape(text, _QUERY).replace("%20", "+")


def _escape(text: str, plain: frozenset[int]) -> str:
    raw = text.encode("utf-8", "surrogateescape")
    return "".join([chr(byte) if byte in plain else f"%{byte:02X}" for byte in raw])


def _unescape(text: str, *, host: bool = False) -> str:
    """The text with its escapes read; in a host only bytes above ASCII may be escaped."""
    if "%" not in text and not host:
        return text
    raw = bytearray()
    at = 0
    while at < len(text):
        char = text[at]
        if char == "%":
            digits = text[at + 1 : at + 3]
            if len(digits) < 2 or not _HEX.issuperset(digits):  # noqa: PLR2004 - two digits make a byte
                raise GoError(f"invalid URL escape {quote(text[at : at + 3])}")
            byte = int(digits, 16)
            if host and byte < 0x80 and digits != "25":  # noqa: PLR2004 - ASCII
                raise GoError(f"invalid URL escape {quote(text[at : at + 3])}")
            raw.append(byte)
            at += 3
            continue
        if host and char.isascii() and ord(char) not in _HOST:
            raise GoError(f"invalid character {quote(char)} in host name")
        raw += char.encode("utf-8", "surrogateescape")
        at += 1
    return raw.decode("utf-8", "surrogateescape")


class URL(Frozen):
    """The parts of a URL; `user` is None without any userinfo, else the name and the password (None: none given)."""

    scheme: str = ""
    opaque: str = ""
    user: tuple[str, str | None] | None = None
    host: str = ""
    path: str = ""
    query: str = ""
    fragment: str = ""

    def userinfo(self) -> str:
        """The userinfo as it stands in a URL."""
        if self.user is None:
            return ""
        name, password = self.user
        return _escape(name, _USER) + ("" if password is None else ":" + _escape(password, _USER))

    def hostname(self) -> str:
        """The host without port and brackets."""
        host, colon, port = self.host.rpartition(":")
        host = host if colon and (not port or port.isdecimal()) else self.host
        return host[1:-1] if host.startswith("[") and host.endswith("]") else host

    def text(self) -> str:
        """The whole URL."""
        parts = [f"{self.scheme}:"] if self.scheme else []
        if self.opaque:
            parts.append(self.opaque)
        else:
            if self.scheme or self.host or self.user is not None:
                if self.host or self.path or self.user is not None:
                    parts.append("//")
                if self.user is not None:
                    parts.append(self.userinfo() + "@")
                parts.append(_escape(self.host, _HOST))
            path = "*" if self.path == "*" else _escape(self.path, _PATH)
            if path and path[0] != "/" and self.host:
                parts.append("/")
            if not "".join(parts) and ":" in path.partition("/")[0]:
                parts.append("./")
            parts.append(path)
        if self.query:
            parts.append("?" + self.query)
        if self.fragment:
            parts.append("#" + _escape(self.fragment, _FRAGMENT))
        return "".join(parts)


def parse_url(text: str) -> URL:
    """The parts of a URL.

    Raises:
        GoError: it is none; worded as Go's.
    """
    before, _, fragment = text.partition("#")
    try:
        return _parse(before)._replace(fragment=_unescape(fragment))
    except GoError as error:
        raise GoError(f"parse {quote(text)}: {error}") from None


def _parse(text: str) -> URL:
    if any(char < " " or char == "\x7f" for char in text):
        raise GoError("net/url: invalid control character in URL")
    if text == "*":
        return URL(path="*")
    scheme, rest = _scheme(text)
    rest, _, query = rest.partition("?")
    if not rest.startswith("/"):
        if scheme:
            return URL(scheme, opaque=rest, query=query)
        if ":" in rest.partition("/")[0]:
            raise GoError("first path segment in URL cannot contain colon")
    user, host = None, ""
    if rest.startswith("//") and (scheme or not rest.startswith("///")):
        authority, slash, path = rest[2:].partition("/")
        rest = slash + path
        user, host = _authority(authority)
    return URL(scheme, "", user, host, _unescape(rest), query)


def _scheme(text: str) -> tuple[str, str]:
    for at, char in enumerate(text):
        if char.isascii() and char.isalpha():
            continue
        if char in "0123456789+-.":
            if at == 0:
                break
            continue
        if char == ":":
            if at == 0:
                raise GoError("missing protocol scheme")
            return text[:at].lower(), text[at + 1 :]
        break
    return "", text


def _authority(text: str) -> tuple[tuple[str, str | None] | None, str]:
    userinfo, at, host = text.rpartition("@")
    host = _host(host)
    if not at:
        return None, host
    if not all((char.isascii() and char.isalnum()) or char in _IN_USER for char in userinfo):
        raise GoError("net/url: invalid userinfo")
    name, colon, password = userinfo.partition(":")
    return (_unescape(name), _unescape(password) if colon else None), host


def _host(text: str) -> str:
    if text.startswith("["):
        end = text.rfind("]")
        if end < 0:
            raise GoError("missing ']' in host")
        port = text[end + 1 :]
    else:
        _, colon, digits = text.partition(":")
        port = colon + digits
    if port and not (port[0] == ":" and all(char in "0123456789" for char in port[1:])):
        raise GoError(f"invalid port {quote(port)} after host")
    return _unescape(text, host=True)
