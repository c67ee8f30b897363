"""What the tables of checks share: a check, the parts of a manifest, what is declared, and what is said where."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from meshinject.checks.subject import Remark, Subject
from meshinject.reports.findings import Code

Check = Callable[[Subject], Iterator[Remark]]
Look = Callable[..., list[Remark]]
Manifest = Callable[..., str]
POD = ("spec", "template")
ANNOTATIONS = (*POD, "metadata", "annotations")
LABELS = (*POD, "metadata", "labels")
SPEC = (*POD, "spec")


def speaks(  # noqa: PLR0913, PLR0917 - a row of a table
    name: str,
    check: Check,
    parts: dict[str, str],
    path: tuple[str | int, ...],
    code: Code,
    message: str,
    mend: str = "",
    **options: Any,
) -> Any:
    """A manifest about which a check says exactly this at this place."""
    return pytest.param(check, parts, options, Remark(path, message, mend, code), id=name)


def silent(name: str, check: Check, parts: dict[str, str], **options: Any) -> Any:
    """A manifest about which a check says nothing."""
    return pytest.param(check, parts, options, id=name)


def annotated(text: str) -> dict[str, str]:
    """Annotations of the pod in flow style."""
    return {"meta": f"annotations: {{{text}}}"}


def labelled(text: str) -> dict[str, str]:
    """Labels of the pod in flow style."""
    return {"meta": f"labels: {{{text}}}"}


def web(fields: str = "", more: str = "") -> dict[str, str]:
    """A pod with the container web with these fields, and more of the spec."""
    return {"spec": f"containers: [{{name: web, image: nginx, {fields}}}]{', ' if more else ''}{more}"}
