"""What all inputs together say about namespaces, gathered before the first workload is decided on.

A Namespace document may come after its workloads or in another file. Only documents that hold the word are parsed;
a file is read again when its turn comes, so that a large tree is never in memory as a whole, but standard input can be
read only once and is kept.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from meshinject.decide.namespaces import Namespaces, collect
from meshinject.files import inputs
from meshinject.files.inputs import Source
from meshinject.frozen import Frozen
from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.problems import YAMLProblem
from meshinject.yamltext.stream import split

_WORD = re.compile(r"\bNamespace(List)?\b")


class Surroundings(Frozen):
    """What is known before the work begins.

    Attributes:
        namespaces: the namespaces that the inputs define.
        kept: the inputs that cannot be read again.
    """

    namespaces: Namespaces
    kept: tuple[Source, ...]

    def sources(self, names: Sequence[str]) -> Iterator[Source]:
        """Each named input in the given order, read when it is asked for."""
        kept = {source.name: source for source in self.kept}
        for name in names:
            yield kept.get(name) or inputs.read_one(name)


def survey(names: Sequence[str]) -> Surroundings:
    """What the named inputs say; what is wrong with one of them is left to the work on it."""
    kept: list[Source] = []
    documents: list[Any] = []
    for source in inputs.read(names):
        if source.name == inputs.STDIN or len(names) == 1:
            kept.append(source)
        if isinstance(source.text, str):
            documents += _defining(source.text)
    return Surroundings(collect(documents), tuple(kept))


def _defining(text: str) -> Iterator[Any]:
    """The documents of a text that may define a namespace, as far as they parse."""
    if not _WORD.search(text):
        return
    for document in split(text):
        if _WORD.search(document.source):
            try:
                yield load(parse(document))
            except YAMLProblem:  # told when the document is worked on
                continue
