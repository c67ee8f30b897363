"""Sprig's arithmetic: int64 that wraps around, float64, and decimal fractions for the functions that end in f."""

import math
from collections.abc import Callable
from typing import Any

from meshinject.gotemplate.formatting import format_value
from meshinject.gotemplate.numbers import INT64_MAX, INT64_MIN, format_float
from meshinject.gotemplate.sprig.casts import to_float64, to_int64
from meshinject.gotemplate.sprig.support import check_items
from meshinject.gotemplate.values import FLOAT64, INT, LIST_INT, Function, GoError, GoList, Int64, Type, wrap
from meshinject.gotemplate.verbs import PLAIN

_DIVISION_DIGITS = 16
_LAST_POWER = 400  # beyond float64 in both directions


def _int64(value: Any) -> Int64:
    return Int64(to_int64(value))


def _quotient(left: Any, right: Any) -> tuple[int, int]:
    """Go's division and remainder, which round towards zero.

    Raises:
        GoError: the divisor is zero.
    """
    dividend, divisor = to_int64(left), to_int64(right)
    if divisor == 0:
        raise GoError("runtime error: integer divide by zero")
    quotient = abs(dividend) // abs(divisor)
    if (dividend < 0) != (divisor < 0):
        quotient = -quotient
    return quotient, dividend - quotient * divisor


def _product(first: Any, *others: Any) -> Int64:
    total = Int64(to_int64(first))
    for other in others:
        total = Int64(total * to_int64(other))
    return total


def _decimal_operation(operation: Callable[[Any, Any], Any]) -> Callable[..., float]:
    """A function that folds its arguments as exact decimal fractions."""

    def call(first: Any, *others: Any) -> float:
        from decimal import Context, Decimal, localcontext  # noqa: PLC0415 - costs milliseconds, rarely used

        def exact(value: Any) -> Decimal:
            number = to_float64(value)
            if not math.isfinite(number):
                raise GoError(f"Cannot create a Decimal from {format_float(number)}")
            return Decimal(repr(number))

        with localcontext(Context(prec=800)):
            total = exact(first)
            for other in others:
                total = operation(total, exact(other))
            return float(total) if total else 0.0  # decimals have no negative zero

    return call


def _divided(left: Any, right: Any) -> Any:
    """The quotient rounded to 16 decimal places.

    Raises:
        GoError: the divisor is zero.
    """
    from decimal import ROUND_HALF_UP, Decimal  # noqa: PLC0415 - see above

    if right == 0:
        raise GoError("decimal division by 0")
    return (left / right).quantize(Decimal(1).scaleb(-_DIVISION_DIGITS), rounding=ROUND_HALF_UP)


def _addf(*values: Any) -> float:
    return _decimal_operation(lambda left, right: left + right)(0, *values)


def _power_of_ten(exponent: int) -> float:
    """Ten to a power as Go computes it, by squaring: from the 23rd on the last digit may differ from C's."""
    if abs(exponent) > _LAST_POWER:
        return math.inf if exponent > 0 else 0.0
    result, result_exponent = 1.0, 0
    base, base_exponent = math.frexp(10.0)
    rest = abs(exponent)
    while rest:
        if rest & 1:
            result, result_exponent = result * base, result_exponent + base_exponent
        base, base_exponent = base * base, base_exponent * 2
        if base < 0.5:  # noqa: PLR2004 - where frexp keeps it
            base, base_exponent = base * 2, base_exponent - 1
        rest >>= 1
    if exponent < 0:
        result, result_exponent = 1 / result, -result_exponent
    try:
        return math.ldexp(result, result_exponent)
    except OverflowError:
        return math.inf


def round_(value: Any, places: int, *threshold: float) -> float:
    """The value rounded to a number of decimal places, up from the threshold (one half) on."""
    limit = threshold[0] if threshold else 0.5
    number = to_float64(value)
    scale = _power_of_ten(places)
    shifted = scale * number
    if not math.isfinite(shifted):
        return math.nan if math.isnan(shifted) or math.isinf(scale) else shifted / scale
    rounded = float(math.ceil(shifted)) if math.modf(shifted)[0] >= limit else float(math.floor(shifted))
    if scale == 0:
        return math.nan if rounded == 0 else math.copysign(math.inf, rounded)
    return math.copysign(rounded, shifted) / scale if rounded == 0 else rounded / scale


def _whole(function: Callable[[float], int]) -> Callable[[Any], float]:
    def call(value: Any) -> float:
        number = to_float64(value)
        return math.copysign(function(number), number) if math.isfinite(number) else number

    return call


def until_step(start: int, stop: int, step: int) -> GoList:
    """The numbers from start to before stop; none when the step leads away."""
    if (stop < start and step >= 0) or (stop >= start and step <= 0):
        return GoList(LIST_INT)
    numbers = range(start, stop, step)
    check_items(abs((stop - start) // step))
    return GoList(LIST_INT, numbers)


def until(count: int) -> GoList:
    """The numbers from 0 to before the count, downwards when it is negative."""
    return until_step(0, count, -1 if count < 0 else 1)


def seq(*params: int) -> str:
    """Numbers as the command seq prints them: last, or first last, or first step last."""
    if len(params) == 1:
        start, step, end = 1, 0, params[0]
    elif len(params) == 2:  # noqa: PLR2004 - the forms of the command
        start, step, end = params[0], 0, params[1]
    elif len(params) == 3:  # noqa: PLR2004
        start, step, end = params
    else:
        return ""
    increment = -1 if end < start else 1
    if len(params) == 3 and increment < 0 and step > 0:  # noqa: PLR2004
        return ""
    numbers = until_step(start, wrap("int", end + increment), step if len(params) == 3 else increment)  # noqa: PLR2004
    return " ".join([str(number) for number in numbers])


def to_decimal(value: Any) -> Int64:
    """The octal digits of a value as a number."""
    text = format_value(value, PLAIN, 0)
    digits = text.lstrip("+-")
    if not digits or len(text) - len(digits) > 1 or not set(digits) <= set("01234567"):
        return Int64(0)
    number = int(text, 8)
    return Int64(number if INT64_MIN <= number <= INT64_MAX else 0)


def atoi(text: str) -> int:
    """The decimal number a text holds; the nearest int when it is too large, 0 when it is none."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not digits.isascii() or not digits.isdecimal():
        return 0
    number = int(digits[:30]) if len(digits.lstrip("0")) <= 30 else INT64_MAX + 1  # noqa: PLR2004 - beyond int64 anyway
    return max(INT64_MIN, -number) if text[0] == "-" else min(INT64_MAX, number)


def _extreme(choose: Callable[..., Any], cast: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda first, *others: choose([cast(value) for value in (first, *others)])


def _function(call: Callable[..., Any], params: str, variadic: Type | None = None) -> Function:
    made = Function(call, params)
    if variadic is not None:
        made.variadic = variadic
    return made


FUNCTIONS = {
    "add": Function(lambda *values: Int64(sum(to_int64(value) for value in values)), "...any"),
    "add1": Function(lambda value: Int64(to_int64(value) + 1), "any"),
    "add1f": Function(lambda value: _addf(value, 1), "any"),
    "addf": Function(_addf, "...any"),
    "atoi": Function(atoi, "string"),
    "biggest": Function(_extreme(max, _int64), "any ...any"),
    "ceil": Function(_whole(math.ceil), "any"),
    "div": Function(lambda left, right: Int64(_quotient(left, right)[0]), "any any"),
    "divf": Function(_decimal_operation(_divided), "any ...any"),
    "float64": Function(to_float64, "any"),
    "floor": Function(_whole(math.floor), "any"),
    "int": Function(to_int64, "any"),
    "int64": Function(_int64, "any"),
    "max": Function(_extreme(max, _int64), "any ...any"),
    "maxf": Function(_extreme(max, to_float64), "any ...any"),
    "min": Function(_extreme(min, _int64), "any ...any"),
    "minf": Function(_extreme(min, to_float64), "any ...any"),
    "mod": Function(lambda left, right: Int64(_quotient(left, right)[1]), "any any"),
    "mul": Function(_product, "any ...any"),
    "mulf": Function(_decimal_operation(lambda left, right: left * right), "any ...any"),
    "round": _function(round_, "any int", FLOAT64),
    "seq": _function(seq, "", INT),
    "sub": Function(lambda left, right: Int64(to_int64(left) - to_int64(right)), "any any"),
    "subf": Function(_decimal_operation(lambda left, right: left - right), "any ...any"),
    "toDecimal": Function(to_decimal, "any"),
    "until": Function(until, "int"),
    "untilStep": Function(until_step, "int int int"),
}
