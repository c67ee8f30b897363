"""Labels of a Namespace document that do not do what they seem to.

Istio's webhooks look at `istio-injection` first, whose only value that injects is `enabled`, and at `istio.io/rev` only
where that label is missing (the table in `decide.namespaces`); an empty one names no revision, and keeps the labels of
pods from counting. Istio's own analysis calls two labels IST0123.
"""

from collections.abc import Iterator
from typing import Any

from meshinject.checks.subject import Remark
from meshinject.decide.namespaces import DISABLED, ENABLED, INJECTION_LABEL, REVISION_LABEL
from meshinject.kubernetes.text import string_map
from meshinject.kubernetes.workload import submap
from meshinject.reports.findings import Code

_LABELS = ("metadata", "labels")


def check(namespace: dict[str, Any]) -> Iterator[Remark]:
    """What is odd about the labels for injection of a Namespace."""
    labels = string_map(submap(submap(namespace, "metadata"), "labels"))
    value, revision = labels.get(INJECTION_LABEL), labels.get(REVISION_LABEL)
    if value is None:
        if revision == "":
            text = f"{REVISION_LABEL} is empty, which turns injection off"
            yield Remark((*_LABELS, REVISION_LABEL), text, "name a revision or leave it out", Code.NAMESPACE_VALUE)
        return
    if value not in (ENABLED, DISABLED):
        text = f"{INJECTION_LABEL} is {value!r}, which turns injection off as {DISABLED} does"
        help_ = f"write {INJECTION_LABEL}: {ENABLED} or {INJECTION_LABEL}: {DISABLED}"
        yield Remark((*_LABELS, INJECTION_LABEL), text, help_, Code.NAMESPACE_VALUE)
    if revision is not None:
        text = f"{REVISION_LABEL}: {revision} has no effect beside {INJECTION_LABEL}: {value}"
        yield Remark((*_LABELS, REVISION_LABEL), text, "leave one of the two labels", Code.TWO_LABELS)
