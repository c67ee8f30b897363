"""A unified diff of a file's old and new text, as `git apply` takes it."""

from collections.abc import Iterator

_COLOURS = {"+": "\033[32m", "-": "\033[31m", "@": "\033[36m"}
_BOLD, _END = "\033[1m", "\033[0m"


def unified(old: str, new: str, path: str, *, colour: bool = False) -> str:
    """The diff, empty when nothing changes; in colour for a terminal."""
    if old == new:
        return ""
    lines = list(_lines(old, new, path))
    return "".join(_coloured(line) for line in lines) if colour else "".join(lines)


def _lines(old: str, new: str, path: str) -> Iterator[str]:
    import difflib  # noqa: PLC0415  (only --diff pays for it)

    rooted = path.startswith(("/", "<")) or ":" in path
    before, after = (path, path) if rooted else (f"a/{path}", f"b/{path}")
    for line in difflib.unified_diff(_split(old), _split(new), before, after):
        yield line if line.endswith("\n") else line + "\n\\ No newline at end of file\n"


def _split(text: str) -> list[str]:
    """Lines as git and patch see them: they end at LF alone."""
    lines = text.split("\n")
    ended = [line + "\n" for line in lines[:-1]]
    return [*ended, lines[-1]] if lines[-1] else ended


def _coloured(line: str) -> str:
    text = line.removesuffix("\n")
    colour = _BOLD if text.startswith(("+++", "---")) else _COLOURS.get(text[:1], "")
    return f"{colour}{text}{_END}\n" if colour else line
