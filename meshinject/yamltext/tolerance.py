r"""What Kubernetes reads and libyaml refuses or drops, parsed with the offending characters covered by harmless ones.

* A colon inside a plain scalar in flow, ``{image: nginx:1.25}``: the libyaml in ruamel.yaml.clib refuses it.
* A byte order mark inside the text: the same libyaml drops it.
* JSON escapes of surrogate pairs, ``"\ud83d\ude00"``: kubectl reads a JSON manifest with a JSON decoder.

The covered text has the same length, so every place holds; the scalars then get their true text back.
"""

import re
from collections.abc import Callable
from typing import Any

# Gives a scalar's true text: of its source, and of what was read.
Restore = Callable[[str, str], str]

# Tags and directives own their colons; after a quote or bracket, or at a scalar's start, a colon ends a key.
_COLON = r"""^%.*|!<[^>\s]*>|![^\s,\[\]{}]*|(?<=[^\s"'\]}\[{,]):(?=\S)"""
_PRIVATE_USE = range(0xE000, 0xF900)


def cover_marks(text: str) -> tuple[str, Restore]:
    """Cover byte order marks inside a text: libyaml drops one at the start of a line, Kubernetes reads it."""
    stand_in = _stand_in(text)
    return text.replace("\ufeff", stand_in), lambda _source, value: value.replace(stand_in, "\ufeff")


def _stand_in(text: str) -> str:
    return next(chr(code) for code in _PRIVATE_USE if chr(code) not in text)


def cover(text: str, error: Any, covered: str, index: int) -> tuple[str, Restore] | None:
    """Cover what this syntax error is about; give the new text and a function (source, value) -> true value.

    ``covered`` is the text that gave the error at ``index``; None when nothing can be done about it.
    """
    if "unexpected ':'" in str(error.problem) and covered[index : index + 1] == ":":
        stand_in = _stand_in(text)
        if covered == text:
            covered = re.sub(_COLON, lambda found: stand_in if found[0] == ":" else found[0], text, flags=re.MULTILINE)
        if covered[index] == ":":
            covered = f"{covered[:index]}{stand_in}{covered[index + 1 :]}"
        return covered, lambda _source, value: value.replace(stand_in, ":")
    if "escape code" in str(error.problem) and covered == text and is_json(text):
        return re.sub(r"\\.", "xx", text), _json_text
    return None


def _json_text(source: str, value: str) -> str:
    import json  # noqa: PLC0415 - few texts come here

    if source[:1] != '"':
        return value
    # Half a pair is no character: Go reads it as U+FFFD.
    return re.sub("[\ud800-\udfff]", "\ufffd", str(json.loads(source)))


def is_json(text: str) -> bool:
    """Say whether a text is a JSON object or array."""
    import json  # noqa: PLC0415 - few texts come here

    try:
        return isinstance(json.loads(text), dict | list)
    except ValueError:
        return False
