r"""What Kubernetes reads and libyaml refuses or drops, parsed with the offending characters covered by harmless ones.

* A colon inside a plain scalar in flow, ``{image: nginx:1.25}``: the libyaml in ruamel.yaml.clib refuses it.
* ``\'`` in double quotes.
* A byte order mark inside the text: the same libyaml drops it.
* JSON escapes of surrogate pairs, ``"\ud83d\ude00"``: kubectl reads a JSON manifest with a JSON decoder.

The covered text has the same length, so every place holds; the scalars then get their true text back.
"""

import re
from collections.abc import Callable
from typing import Any

# Tags and directives own their colons; after a quote or bracket, or at a scalar's start, a colon ends a key.
_COLON = r"""^%.*|!<[^>\s]*>|![^\s,\[\]{}]*|(?<=[^\s"'\]}\[{,]):(?=\S)"""
_PRIVATE_USE = range(0xE000, 0xF900)


class Cover:
    """A text and what is covered in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._free = (chr(code) for code in _PRIVATE_USE if chr(code) not in text)
        # Functions that give a scalar its true text: of its source, and of what was read.
        self._restores: list[Callable[[str, str], str]] = []
        self._colon = ""
        self._apostrophe = ""
        if "\ufeff" in text:
            mark = next(self._free)
            self.text = text.replace("\ufeff", mark)
            self._restores.append(lambda _source, value: value.replace(mark, "\ufeff"))

    def __bool__(self) -> bool:
        return bool(self._restores)

    def restored(self, source: str, value: str) -> str:
        """Give the true text of a scalar."""
        for restore in reversed(self._restores):
            value = restore(source, value)
        return value

    def retry(self, error: Any, index: int) -> bool:
        """Cover what a syntax error at an index is about; say whether that was anything."""
        problem = str(error.problem)
        before = self.text
        if "unexpected ':'" in problem:
            self._cover_colons(index)
        elif "unknown escape character" in problem:
            self._cover_apostrophe(index)
        elif "escape code" in problem and is_json(self.text):
            self.text = re.sub(r"\\.", "xx", self.text)
            self._restores.append(_json_text)
        return self.text != before

    def _cover_colons(self, index: int) -> None:
        if not self._colon:
            colon = self._colon = next(self._free)
            self._restores.append(lambda _source, value: value.replace(colon, ":"))
            self.text = re.sub(
                _COLON, lambda found: colon if found[0] == ":" else found[0], self.text, flags=re.MULTILINE
            )
        if self.text[index : index + 1] == ":":
            self.text = f"{self.text[:index]}{self._colon}{self.text[index + 1 :]}"

    def _cover_apostrophe(self, index: int) -> None:
        at = self.text.find("\\'", max(0, index - 2), index + 2)
        if at < 0:
            return
        if not self._apostrophe:
            pair = self._apostrophe = next(self._free) + next(self._free)
            self._restores.append(lambda _source, value: value.replace(pair, "'"))
        self.text = f"{self.text[:at]}{self._apostrophe}{self.text[at + 2 :]}"


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
