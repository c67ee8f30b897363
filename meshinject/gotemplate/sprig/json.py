"""Sprig's JSON functions: those without `must` drop the error and give nothing."""

from typing import Any

from meshinject.gotemplate.encoding import from_json, to_json
from meshinject.gotemplate.values import Function, GoError


def _lenient_from(text: str) -> Any:
    try:
        return from_json(text, lenient=True)
    except GoError:
        return None  # sprig's fromJson is documented to ignore errors


def _lenient(**options: Any) -> Function:
    def call(value: Any) -> str:
        try:
            return to_json(value, **options)
        except GoError:
            return ""  # as above

    return Function(call, "any")


FUNCTIONS = {
    "fromJson": Function(_lenient_from, "string -> any"),
    "mustFromJson": Function(from_json, "string -> any"),
    "toJson": _lenient(),
    "toPrettyJson": _lenient(indent="  "),
    "toRawJson": Function(lambda value: to_json(value, html=False), "any"),  # the one that panics
    "mustToJson": Function(to_json, "any"),
    "mustToPrettyJson": Function(lambda value: to_json(value, indent="  "), "any"),
    "mustToRawJson": Function(lambda value: to_json(value, html=False), "any"),
}
