"""One document straight into plain dicts and lists: settings, rendered templates, and the proof of an edit."""

from typing import Any

from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.problems import YAMLProblem
from meshinject.yamltext.stream import split


def read(text: str) -> Any:
    """Read one YAML document into plain values as Kubernetes would; an empty text is None.

    Raises:
        YAMLProblem: the text is no YAML, or holds more than one document.
    """
    documents = split(text)
    if len(documents) > 1:
        raise YAMLProblem(documents[1].line, 1, "only one document is expected here")
    return _plain(load(parse(documents[0]))) if documents else None


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value
