"""Labels and annotations that look like Istio's and that no Istio reads: misspelt, or a label that is an annotation.

The prefixes of `otherkeys.PREFIXES` belong to Istio's pods, so an unknown key there is a mistake. Below other prefixes
of istio.io only what resembles a known key is told: those belong to more than pods, and newer releases add to them. A
user's own template may read any key; what it names is known.
"""

import re
from collections.abc import Iterable, Iterator

from meshinject.checks.subject import Remark, Subject
from meshinject.decide import native
from meshinject.istio import otherkeys
from meshinject.istio.annotations import BY_KEY, LABELS
from meshinject.nearest import nearest
from meshinject.reports.findings import Code

_DOMAIN = "istio.io"
_KINDS = ("labels", "annotations")


def check(subject: Subject) -> Iterator[Remark]:
    """Every unknown key of the pod."""
    for kind, keys in zip(_KINDS, (subject.labels, subject.annotations), strict=True):
        known = _known(kind)
        for key in keys:
            if _is_istios(key) and key not in known and not native.is_misspelt(key):
                yield from _remark(subject, kind, key)


def _remark(subject: Subject, kind: str, key: str) -> Iterator[Remark]:
    path = subject.in_pod("metadata", kind, key)
    other = _KINDS[kind == _KINDS[0]]
    if key in (BY_KEY if other == "annotations" else {**LABELS, "istio.io/dataplane-mode": ""}):
        right, wrong = ("an annotation", "a label") if other == "annotations" else ("a label", "an annotation")
        text = f"{key} is {right}; Istio does not read it as {wrong}"
        yield Remark(path, text, f"move it to metadata.{other} of the pod template", Code.MISPLACED)
        return
    if _is_in_templates(key, subject):
        return
    close = _meant(key, _known(kind))
    if close or key.partition("/")[0] in otherkeys.PREFIXES:
        text = f"Istio knows no {kind[:-1]} {key}"
        yield Remark(path, text, f"did you mean {close}?" if close else "", Code.UNKNOWN_ANNOTATION)


def _known(kind: str) -> set[str]:
    return {*LABELS, *otherkeys.LABELS} if kind == "labels" else {*BY_KEY, *otherkeys.ANNOTATIONS}


def _is_istios(key: str) -> bool:
    prefix, slash, _ = key.partition("/")
    return bool(slash) and (prefix == _DOMAIN or prefix.endswith(f".{_DOMAIN}"))


def _is_in_templates(key: str, subject: Subject) -> bool:
    templates = subject.job.control_plane.templates
    word = rf"(?<![\w./-]){re.escape(key)}(?![\w./-])"
    return any(re.search(word, templates[name]) for name in templates)


def _meant(key: str, known: Iterable[str]) -> str:
    """The known key that is meant: the same name in another spelling or below another prefix, else a similar one."""
    prefix, _, name = key.partition("/")
    same = sorted(each for each in known if _plain(each.partition("/")[2]) == _plain(name))
    if same:
        return nearest(key, same, 0) or same[0]
    near = [each for each in known if each.startswith(f"{prefix}/")]
    close = nearest(name, [each.partition("/")[2] for each in near], 0.7)
    return f"{prefix}/{close}" if close else nearest(key, [*known], 0.9)


def _plain(name: str) -> str:
    return name.replace("-", "").replace("_", "").replace(".", "").lower()
