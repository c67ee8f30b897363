"""Sprig's functions on slash-separated paths; those that begin with os work on Linux's, which are the same."""

from meshinject.gotemplate.values import Function


def clean(path: str) -> str:
    """The shortest path that means the same, found by the text alone."""
    if not path:
        return "."
    rooted = path.startswith("/")
    kept: list[str] = []
    for part in path.split("/"):
        if part in {"", "."}:
            continue
        if part != "..":
            kept.append(part)
        elif kept and kept[-1] != "..":
            kept.pop()
        elif not rooted:
            kept.append(part)
    return ("/" if rooted else "") + "/".join(kept) or "."


def base(path: str) -> str:
    """The last element of a path."""
    if not path:
        return "."
    return path.rstrip("/").rpartition("/")[2] or "/"


def directory(path: str) -> str:
    """All but the last element of a path."""
    head, slash, _ = path.rpartition("/")
    return clean(head + slash)


def extension(path: str) -> str:
    """The last element's text from its last dot on."""
    _, dot, suffix = path.rpartition("/")[2].rpartition(".")
    return dot + suffix if dot else ""


_PATHS = {
    "base": Function(base, "string"),
    "clean": Function(clean, "string"),
    "dir": Function(directory, "string"),
    "ext": Function(extension, "string"),
    "isAbs": Function(lambda path: path.startswith("/"), "string"),
}
FUNCTIONS = {**_PATHS, **{f"os{name[0].upper()}{name[1:]}": function for name, function in _PATHS.items()}}
