"""Kubernetes label selectors, by which a given injector configuration always or never injects."""

from typing import Any

from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.text import string_map
from meshinject.kubernetes.workload import maps, sublist


class SelectorError(ValueError):
    """A selector has an operator that Kubernetes does not know, or lacks values."""


def matches(selector: Any, labels: dict[str, str]) -> bool:
    """Whether labels fit a selector (`matchLabels`, `matchExpressions`); an empty one fits nothing.

    Kubernetes lets an empty selector fit everything; Istio leaves empty ones out, since that would switch injection for
    every pod.

    Raises:
        SelectorError: the selector is malformed.
    """
    if not isinstance(selector, dict):
        return False
    wanted = string_map(selector.get("matchLabels"))
    expressions = maps(selector, "matchExpressions")
    if not wanted and not expressions:
        return False
    return all(labels.get(key) == value for key, value in wanted.items()) and all(
        _fits(expression, labels) for expression in expressions
    )


def _fits(expression: dict[str, Any], labels: dict[str, str]) -> bool:
    key, operator = as_text(expression.get("key")), as_text(expression.get("operator"))
    values = [as_text(value) for value in sublist(expression, "values")]
    if operator in ("In", "NotIn"):
        if not values:
            raise SelectorError(f"the operator {operator} of label {key!r} needs values")
        return (labels.get(key) in values) is (operator == "In")
    if operator in ("Exists", "DoesNotExist"):
        return (key in labels) is (operator == "Exists")
    raise SelectorError(f"{operator!r} is no operator of a label selector; In, NotIn, Exists and DoesNotExist are")
