"""Calls in templates: functions and methods with their arguments, checked as Go's reflection checks them."""

from collections.abc import Sequence
from typing import Any

from meshinject.gotemplate import runtime
from meshinject.gotemplate.closures import MISSING, Closures, Evaluate, Frame, Stage, last_evaluated
from meshinject.gotemplate.nodes import Bool, Identifier, Nil, Node, Number, Operand, String
from meshinject.gotemplate.values import (
    ANY,
    INT_BITS,
    NO_VALUE,
    STRING,
    UINT_BITS,
    VALUE,
    Function,
    GoError,
    Type,
    convert,
    type_of,
    wrap,
    zero,
)
from meshinject.gotemplate.work import LONG, PER_CHARACTER, PER_ITEM, State

_SIZED = (str, list, dict)
_SPECIAL = frozenset(("and", "or", "call"))

Given = tuple[Any, Frame, Any]
"""Cursor, frame, and the value from the pipeline."""


class Calls(Closures):
    """The part of the compiler for whatever is called."""

    def function(self, head: Identifier, node: Node, args: Sequence[Operand]) -> Evaluate:
        """A function with all its arguments given."""
        name, function = head.name, head.function
        problem = runtime.count_arguments(function, name, len(args), final=False)
        if problem:
            return self.failing(head, problem)
        if head.builtin and name in _SPECIAL:
            stage = self.special(head, node, args)
            return lambda dot, frame: stage(dot, frame, MISSING)
        values = [self.argument(arg, runtime.parameter(function, index)) for index, arg in enumerate(args)]
        return self.applied(name, function, values, node)

    def applied(self, name: str, function: Function, values: list[Evaluate], node: Node) -> Evaluate:
        """The call of a function; the usual numbers of arguments have a form of their own, for speed."""
        call = function.call

        def run_one(dot: Any, frame: Frame) -> Any:
            value = values[0](dot, frame)
            try:
                result = call(value)
            except GoError as error:
                self.fail(node, f"error calling {name}: {error}")
            if result.__class__ in _SIZED and len(result) > LONG:
                self.spend_on(frame[1], result, node)
            return result

        def run_two(dot: Any, frame: Frame) -> Any:
            first = values[0](dot, frame)
            second = values[1](dot, frame)
            try:
                result = call(first, second)
            except GoError as error:
                self.fail(node, f"error calling {name}: {error}")
            if result.__class__ in _SIZED and len(result) > LONG:
                self.spend_on(frame[1], result, node)
            return result

        def run(dot: Any, frame: Frame) -> Any:
            ready = [value(dot, frame) for value in values]
            try:
                result = call(*ready)
            except GoError as error:
                self.fail(node, f"error calling {name}: {error}")
            if result.__class__ in _SIZED and len(result) > LONG:
                self.spend_on(frame[1], result, node)
            return result

        return {1: run_one, 2: run_two}.get(len(values), run)

    def spend_on(self, state: State, result: Any, node: Node) -> None:
        """Account for a long result."""
        self.spend(state, len(result) * (PER_CHARACTER if result.__class__ is str else PER_ITEM), node)

    def function_stage(self, head: Identifier, node: Node, args: Sequence[Operand]) -> Stage:
        """A function whose last argument comes through the pipeline."""
        name, function = head.name, head.function
        problem = runtime.count_arguments(function, name, len(args), final=True)
        if problem:
            failing = self.failing(head, problem)
            return lambda dot, frame, _final: failing(dot, frame)
        if head.builtin and name in _SPECIAL:
            return self.special(head, node, args)
        values = [self.argument(arg, runtime.parameter(function, index)) for index, arg in enumerate(args)]
        wanted = runtime.parameter(function, len(args))
        fail = self.failer(last_evaluated(args[-1]) if args else head)
        call = function.call

        def run(dot: Any, frame: Frame, final: Any) -> Any:
            ready = [value(dot, frame) for value in values]
            if wanted is not STRING or final.__class__ is not str:
                final = runtime.validate(final, wanted, fail)
            ready.append(final)
            try:
                result = call(*ready)
            except GoError as error:
                self.fail(node, f"error calling {name}: {error}")
            if result.__class__ in _SIZED and len(result) > LONG:
                self.spend_on(frame[1], result, node)
            return result

        return run

    def special(self, head: Identifier, node: Node, args: Sequence[Operand]) -> Stage:
        """The builtins that are no ordinary functions."""
        if head.name == "call":
            return self.call_value(node, args)
        return self.short_circuit(head.name == "or", [self.argument(arg, VALUE) for arg in args])

    def short_circuit(self, is_or: bool, values: list[Evaluate]) -> Stage:
        """`and` and `or`, which stop at the first argument that decides; the one from the pipeline is the last."""

        def run_or(dot: Any, frame: Frame, final: Any) -> Any:
            result: Any = NO_VALUE
            for value in values:
                result = value(dot, frame)
                if result:
                    return result
            return result if final is MISSING else final

        def run_and(dot: Any, frame: Frame, final: Any) -> Any:
            result: Any = NO_VALUE
            for value in values:
                result = value(dot, frame)
                if not result:
                    return result
            return result if final is MISSING else final

        return run_or if is_or else run_and

    def call_value(self, node: Node, args: Sequence[Operand]) -> Stage:
        """The builtin call: the function is the first argument."""
        evaluations = [self.argument(arg, VALUE) for arg in args]
        name = str(args[0]) if args else ""

        def run(dot: Any, frame: Frame, final: Any) -> Any:
            values = [evaluate(dot, frame) for evaluate in evaluations]
            if final is not MISSING:
                values.append(final)
            function = values[0]
            if function is None or function is NO_VALUE:
                self.fail(node, "error calling call: call of nil")
            go_type = type_of(function)
            shown = name or (function if go_type.kind == "string" else f"<{go_type.name} Value>")
            if not isinstance(function, Function):
                self.fail(node, f"error calling call: non-function {shown} of type {go_type.name}")
            try:
                return function.call(*runtime.call_arguments(function, shown, values[1:]))
            except GoError as error:
                self.fail(node, f"error calling call: {error}")

        return run

    def method_arguments(
        self, node: Node, name: str, method: Function, args: Sequence[Operand], given: Given
    ) -> list[Any]:
        """The arguments of a method that is only known now, evaluated and checked."""
        dot, frame, final = given
        has_final = final is not MISSING
        problem = runtime.count_arguments(method, name, len(args), has_final)
        if problem:
            self.fail(node, problem)
        values = [self.argument(arg, runtime.parameter(method, index))(dot, frame) for index, arg in enumerate(args)]
        if has_final:
            fail = self.failer(last_evaluated(args[-1]) if args else node)
            values.append(runtime.validate(final, runtime.parameter(method, len(args)), fail))
        return values

    def call_method(self, node: Node, name: str, method: Function, receiver: Any, values: list[Any]) -> Any:
        """The result of a method whose arguments are ready."""
        if not values:
            problem = runtime.count_arguments(method, name, 0, final=False)
            if problem:
                self.fail(node, problem)
        try:
            return method.call(receiver, *values)
        except GoError as error:
            self.fail(node, f"error calling {name}: {error}")

    def argument(self, node: Operand, wanted: Type) -> Evaluate:
        """The evaluation of an argument, checked against the type its parameter has."""
        if isinstance(node, Nil):
            if not runtime.can_be_nil(wanted):
                return self.failing(node, f"cannot assign nil to {wanted.name}")
            nothing = NO_VALUE if wanted is VALUE else zero(wanted)
            return lambda _dot, _frame: nothing
        if isinstance(node, Bool | Number | String) and wanted is not ANY and wanted is not VALUE:
            return self.constant(node, wanted)
        evaluate = self.operand(node)
        if wanted is VALUE or isinstance(node, Bool | Number | String):
            return evaluate
        if wanted is ANY:

            def anything(dot: Any, frame: Frame) -> Any:
                value = evaluate(dot, frame)
                return None if value is NO_VALUE else value

            return anything
        fail = self.failer(last_evaluated(node))
        if wanted is STRING:

            def text(dot: Any, frame: Frame) -> Any:
                value = evaluate(dot, frame)
                return value if value.__class__ is str else runtime.validate(value, wanted, fail)

            return text
        return lambda dot, frame: runtime.validate(evaluate(dot, frame), wanted, fail)

    def constant(self, node: Bool | Number | String, wanted: Type) -> Evaluate:
        """A constant as an argument of a type that is no interface."""
        value, expected = _constant(node, wanted)
        if expected:
            return self.failing(node, expected)
        return lambda _dot, _frame: value


def _constant(node: Bool | Number | String, wanted: Type) -> tuple[Any, str]:
    """The constant as a value of the type, or the complaint that it is none."""
    kind = wanted.kind
    if kind == "string":
        if isinstance(node, String):
            return (wanted.make(node.text) if wanted.make else node.text), ""
        return None, f"expected string; found {node}"
    if kind == "bool":
        return (node.value, "") if isinstance(node, Bool) else (None, f"expected bool; found {node}")
    readings = {"float64": "float", "float32": "float", "complex128": "complex"}
    name = "integer" if kind in INT_BITS else "unsigned integer" if kind in UINT_BITS else readings.get(kind)
    if name is None:
        return None, f"can't handle {node} for arg of type {wanted.name}"
    reading = _reading(node, name) if isinstance(node, Number) else None
    if reading is None:
        return None, f"expected {name}; found {node}"
    if isinstance(reading, complex):
        return reading, ""
    if isinstance(reading, int) and wrap(kind, reading) != reading:
        return None, f"{node} overflows {wanted.name}"
    return convert(reading, wanted), ""


def _reading(node: Number, name: str) -> float | complex | None:
    """The number read as one of a kind, None when its text does not allow that."""
    if name == "integer":
        return node.as_int
    if name == "unsigned integer":
        return node.as_uint
    return node.as_float if name == "float" else node.as_complex
