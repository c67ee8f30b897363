"""Expressions in templates: constants, variables, chains of fields, and pipelines.

The common cases (strings, maps of interfaces) are met inline, all others go through `runtime`.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from meshinject.gotemplate import runtime
from meshinject.gotemplate.calls import Calls
from meshinject.gotemplate.closures import FIRST, MISSING, Evaluate, Frame, Stage, last_evaluated
from meshinject.gotemplate.nodes import (
    Bool,
    Chain,
    Command,
    Dot,
    Field,
    Identifier,
    Nil,
    Number,
    Operand,
    Pipe,
    String,
    Variable,
)
from meshinject.gotemplate.values import ANY, NO_VALUE


class Expressions(Calls):
    """The part of the compiler for whatever has a value."""

    def pipe(self, pipe: Pipe, *, unwrap: bool = False) -> Evaluate:
        """The value of a pipeline; with `unwrap` a nil that comes out of an interface becomes Go's missing value."""
        evaluate = self.first(pipe.commands[0], pipe)
        if len(pipe.commands) > 1:
            stages = [self.stage(command, before) for before, command in pairwise(pipe.commands)]
            evaluate = _piped(evaluate, stages)
        if pipe.variables:
            return self.assigned(pipe, evaluate)
        if not unwrap or isinstance(pipe.commands[-1].args[0], Bool | Number | String):
            return evaluate

        def run(dot: Any, frame: Frame) -> Any:
            value = evaluate(dot, frame)
            return NO_VALUE if value is None else value

        return run

    def assigned(self, pipe: Pipe, evaluate: Evaluate) -> Evaluate:
        """A pipeline whose value goes to variables."""
        last = last_evaluated(pipe)
        unknown = next((variable.name for variable in pipe.variables if variable.slot is None), "")
        if unknown:

            def undefined(dot: Any, frame: Frame) -> Any:
                evaluate(dot, frame)
                self.fail(last, f"undefined variable: {unknown}")

            return undefined
        places = [variable.slot + FIRST for variable in pipe.variables if variable.slot is not None]

        def assign(dot: Any, frame: Frame) -> Any:
            value = evaluate(dot, frame)
            if value is None:
                value = NO_VALUE
            for place in places:
                frame[place] = value
            return value

        return assign

    def first(self, command: Command, pipe: Pipe) -> Evaluate:
        """The first command of a pipeline."""
        args = command.args
        head = args[0]
        if isinstance(head, Identifier):
            return self.function(head, command, args[1:])
        if len(args) > 1:
            if isinstance(head, Field | Chain) or (isinstance(head, Variable) and head.names):
                stage = self.chain_call(head, args[1:])
                return lambda dot, frame: stage(dot, frame, MISSING)
            blamed = pipe if isinstance(head, Pipe) else head
            if isinstance(head, Variable) and head.slot is None:
                return self.variable(head)
            return self.failing(blamed, f"can't give argument to non-function {head}")
        if isinstance(head, Nil):
            return self.failing(head, "nil is not a command")
        return self.operand(head)

    def stage(self, command: Command, before: Command) -> Stage:
        """A later command, which takes the value before it as its last argument."""
        head = command.args[0]
        if isinstance(head, Identifier):
            return self.function_stage(head, command, command.args[1:])
        if isinstance(head, Field | Chain) or (isinstance(head, Variable) and head.names):
            return self.chain_call(head, command.args[1:])
        node = last_evaluated(before) if isinstance(head, Pipe) else head
        if isinstance(head, Variable) and head.slot is None:
            undefined = self.variable(head)
            return lambda dot, frame, _final: undefined(dot, frame)

        def run(_dot: Any, _frame: Frame, _final: Any) -> Any:
            self.fail(node, f"can't give argument to non-function {head}")

        return run

    def operand(self, node: Operand) -> Evaluate:
        """A value by itself: a constant, the cursor, a variable, fields, a function without arguments."""
        if isinstance(node, Field):
            if len(node.names) == 1:
                return self.field(node, node.names[0])
            return self.fields(node, node.names, _cursor, node.origin)
        if isinstance(node, Variable):
            return self.variable(node)
        if isinstance(node, Pipe):
            return self.pipe(node, unwrap=True)
        if isinstance(node, Identifier):
            return self.function(node, node, [])
        if isinstance(node, Chain):
            return self.chain(node)
        if isinstance(node, Dot):
            return _cursor
        if isinstance(node, Number) and node.value is None:
            return self.failing(node, f"{node} overflows int")
        value: Any = node.text if isinstance(node, String) else None if isinstance(node, Nil) else node.value
        return lambda _dot, _frame: value

    def variable(self, node: Variable, *, bare: bool = False) -> Evaluate:
        """A variable, or fields of it unless it is wanted bare."""
        if node.slot is None:
            return self.failing(node, f"undefined variable: {node.name}")
        place = node.slot + FIRST

        def run(_dot: Any, frame: Frame) -> Any:
            return frame[place]

        return run if bare or not node.names else self.fields(node, node.names, run, node.origin)

    def field(self, node: Field, name: str) -> Evaluate:
        """One field of the cursor."""
        if self.missing != "default":
            return self.fields(node, node.names, _cursor, node.origin)
        slow = self.walker(node, node.names, node.origin)

        def run(dot: Any, frame: Frame) -> Any:
            if dot.__class__ is dict:
                return dot.get(name, NO_VALUE)
            return slow(dot, frame)

        return run

    def fields(self, node: Operand, names: Sequence[str], start: Evaluate, origin: int | None) -> Evaluate:
        """A chain of fields of what `start` gives."""
        slow = self.walker(node, names, origin)
        if self.missing != "default":
            return lambda dot, frame: slow(start(dot, frame), frame)

        def run(dot: Any, frame: Frame) -> Any:
            value = begin = start(dot, frame)
            for name in names:
                if value.__class__ is dict:
                    value = value.get(name, NO_VALUE)
                elif value is not NO_VALUE:
                    return slow(begin, frame)
            return value

        return run

    def walker(self, node: Operand, names: Sequence[str], origin: int | None, inside: bool = False) -> Evaluate:
        """A chain of fields and methods without arguments of any value."""
        fail = self.failer(last_evaluated(node))
        missing = self.missing
        by_default = missing == "default"
        place = None if origin is None else origin + FIRST
        find = runtime.find_field

        def run(value: Any, frame: Frame) -> Any:
            held = inside if place is None else frame[place]
            for name in names:
                if value.__class__ is dict and by_default:
                    value, held = value.get(name, NO_VALUE), True
                    continue
                value, held, method = find(value, name, held, missing, fail)
                if method is not None:
                    value = self.call_method(node, name, method, value, [])
            return value

        return run

    def chain(self, node: Chain) -> Evaluate:
        """Fields of a parenthesised pipeline or of a function's result."""
        start = self.operand(node.node)
        if isinstance(node.node, Identifier) and node.node.function.result is ANY:
            walk = self.walker(node, node.names, None, inside=True)
            return lambda dot, frame: walk(start(dot, frame), frame)
        return self.fields(node, node.names, start, None)

    def chain_call(self, node: Field | Chain | Variable, args: Sequence[Operand]) -> Stage:
        """Fields, the last of which must be a method that takes arguments."""
        names = node.names
        last_name = names[-1]
        origin = None
        inside = False
        if isinstance(node, Chain):
            start = self.operand(node.node)
            inside = isinstance(node.node, Identifier) and node.node.function.result is ANY
        elif isinstance(node, Variable):
            start = self.variable(node, bare=True)
            origin = node.origin
        else:
            start = self.operand(Dot(node.pos, node.origin))
            origin = node.origin
        fail = self.failer(last_evaluated(node))
        missing = self.missing
        place = None if origin is None else origin + FIRST

        def run(dot: Any, frame: Frame, final: Any) -> Any:
            value = start(dot, frame)
            held = inside if place is None else frame[place]
            for name in names[:-1]:
                value, held, method = runtime.find_field(value, name, held, missing, fail)
                if method is not None:
                    value = self.call_method(node, name, method, value, [])
            receiver, _, method = runtime.find_field(value, last_name, held, missing, fail, has_arguments=True)
            if method is None:
                return receiver  # what is missing takes any arguments
            values = self.method_arguments(node, last_name, method, args, (dot, frame, final))
            return self.call_method(node, last_name, method, receiver, values)

        return run


def _cursor(dot: Any, _frame: Frame) -> Any:
    return dot


def _piped(evaluate: Evaluate, stages: list[Stage]) -> Evaluate:
    """A pipeline of several commands."""
    if len(stages) == 1:
        only = stages[0]

        def run_two(dot: Any, frame: Frame) -> Any:
            value = evaluate(dot, frame)
            return only(dot, frame, NO_VALUE if value is None else value)

        return run_two

    def run(dot: Any, frame: Frame) -> Any:
        value = evaluate(dot, frame)
        for stage in stages:
            value = stage(dot, frame, NO_VALUE if value is None else value)
        return value

    return run
