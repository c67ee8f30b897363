"""Functions that would look outside the template: they see an empty environment and find no host."""

from meshinject.gotemplate.values import Function


def _expanded(text: str) -> str:
    """The text with every variable replaced by nothing, by the rules of Go's os.Expand."""
    parts: list[str] = []
    at = 0
    while (start := text.find("$", at)) >= 0:
        parts.append(text[at:start])
        at = _end_of_name(text, start + 1)
        if at == start + 1:
            parts.append("$")
    parts.append(text[at:])
    return "".join(parts)


_SPECIAL = "*#$@!?-0123456789"


def _end_of_name(text: str, at: int) -> int:
    """Where the name of a variable ends; `at` itself when there is none."""
    if at >= len(text):
        return at
    if text[at] == "{":
        if at + 2 < len(text) and text[at + 1] in _SPECIAL and text[at + 2] == "}":
            return at + 3
        for end in range(at + 1, len(text)):
            if text[end] == "}":
                return end + 1 if end > at + 1 else at + 2
        return at + 1
    if text[at] in _SPECIAL:
        return at + 1
    while at < len(text) and text[at].isascii() and (text[at].isalnum() or text[at] == "_"):
        at += 1
    return at


FUNCTIONS = {
    "env": Function(lambda _name: "", "string"),
    "expandenv": Function(_expanded, "string"),
    "getHostByName": Function(lambda _name: "", "string"),
}
