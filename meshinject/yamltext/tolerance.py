r"""What Kubernetes reads and libyaml refuses, parsed with the offending characters covered by harmless ones.

* A colon inside a plain scalar in flow, ``{image: nginx:1.25}``: the libyaml in ruamel.yaml.clib refuses it.
* JSON escapes of surrogate pairs, ``"\ud83d\ude00"``: kubectl reads a JSON manifest with a JSON decoder.

The covered text has the same length, so every place holds; the scalars then get their true text back.
"""

import json
import re
from collections.abc import Callable
from typing import Any

Restore = Callable[[str, str], str]

# Tags and directives own their colons; after a quote or bracket, or at a scalar's start, a colon ends a key.
_COLON = re.compile(r"""^%.*|!<[^>\s]*>|![^\s,\[\]{}]*|(?<=[^\s"'\]}\[{,]):(?=\S)""", re.MULTILINE)
_ESCAPE = re.compile(r"\\.")
_PRIVATE_USE = range(0xE000, 0xF900)


def cover(text: str, error: Any, covered: str, index: int) -> tuple[str, Restore] | None:
    """Cover what this syntax error is about; give the new text and a function (source, value) -> true value.

    ``covered`` is the text that gave the error at ``index``; None when nothing can be done about it.
    """
    if "unexpected ':'" in str(error.problem):
        stand_in = next((chr(code) for code in _PRIVATE_USE if chr(code) not in text), "")
        if not stand_in or covered[index : index + 1] != ":":
            return None
        if covered == text:
            covered = _COLON.sub(lambda found: stand_in if found[0] == ":" else found[0], text)
        if covered[index] == ":":
            covered = f"{covered[:index]}{stand_in}{covered[index + 1 :]}"
        return covered, lambda _source, value: value.replace(stand_in, ":")
    if "escape code" in str(error.problem) and covered == text and _is_json(text):
        return _ESCAPE.sub("xx", text), _json_text
    return None


def _json_text(source: str, value: str) -> str:
    if source[:1] != '"':
        return value
    # Half a pair is no character: Go reads it as U+FFFD.
    return re.sub("[\ud800-\udfff]", "\ufffd", str(json.loads(source)))


def _is_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict | list)
    except ValueError:
        return False
