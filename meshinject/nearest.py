"""Did you mean: the known name that a mistyped one resembles."""

from collections.abc import Sequence

_ALIKE = 0.6
"""How much two names have to share, from 0 to 1, before one is taken for the other."""


def nearest(word: str, known: Sequence[str], alike: float = _ALIKE) -> str:
    """The known name that is most like `word` whatever the case, empty when none is near enough."""
    from difflib import get_close_matches  # noqa: PLC0415  (only what is unknown needs it)

    lower = {each.lower(): each for each in known}
    found = get_close_matches(word.strip().lower(), lower, 1, alike)
    return lower[found[0]] if found else ""


def question(word: str, known: Sequence[str], alike: float = _ALIKE) -> str:
    """`did you mean X?`, empty when nothing is near."""
    near = nearest(word, known, alike)
    return f"did you mean {near}?" if near else ""
