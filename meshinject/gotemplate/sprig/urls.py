"""Sprig's urlParse and urlJoin: URLs as maps of their parts."""

from typing import Any

from meshinject.gotemplate.sprig.support import kind_of
from meshinject.gotemplate.urls import URL, parse_url
from meshinject.gotemplate.values import Function, GoError


def url_parse(text: str) -> dict[str, Any]:
    """The parts of a URL by name.

    Raises:
        GoError: it is none.
    """
    try:
        url = parse_url(text)
    except GoError as error:
        raise GoError(f"unable to parse url: {error}") from None
    return {
        "scheme": url.scheme,
        "host": url.host,
        "hostname": url.hostname(),
        "path": url.path,
        "query": url.query,
        "opaque": url.opaque,
        "fragment": url.fragment,
        "userinfo": url.userinfo(),
    }


def _part(parts: dict[str, Any], key: str) -> str:
    if key not in parts:
        return ""
    kind = kind_of(parts[key])
    if kind != "string":
        raise GoError(f"unable to parse {key} key, must be of type string, but {kind} found")
    return str(parts[key])


def url_join(parts: dict[str, Any]) -> str:
    """The URL that has these parts.

    Raises:
        GoError: a part is no text, or the userinfo is wrong.
    """
    scheme, host, path, query, opaque, fragment, userinfo = (
        _part(parts, key) for key in ("scheme", "host", "path", "query", "opaque", "fragment", "userinfo")
    )
    user = None
    if userinfo:
        try:
            user = parse_url(f"proto://{userinfo}@host").user
        except GoError as error:
            raise GoError(f"unable to parse userinfo in dict: {error}") from None
    return URL(scheme, opaque, user, host, path, query, fragment).text()


FUNCTIONS = {
    "urlJoin": Function(url_join, "map[string]any"),
    "urlParse": Function(url_parse, "string"),
}
