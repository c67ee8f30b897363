"""From trees to Python closures.

Each node becomes a function of the cursor and the frame. A frame is a list: the writer, the state of the run, then the variables by
slot (`$` first). Steps return None, BREAK or CONTINUE. Bodies are compiled when they first run: most branches of a template never
do. The common cases (strings, maps of interfaces) are met inline, all others go through `runtime`.
"""

import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NoReturn

from meshinject.gotemplate import runtime
from meshinject.gotemplate.errors import TemplateError
from meshinject.gotemplate.formatting import format_value, show, sorted_keys
from meshinject.gotemplate.formatting import Spec as _Spec
from meshinject.gotemplate.nodes import (
    Action,
    Bool,
    Branch,
    Break,
    Call,
    Chain,
    Command,
    Dot,
    Field,
    Identifier,
    Nil,
    Node,
    Number,
    Operand,
    Pipe,
    String,
    Text,
    Tree,
    Variable,
)
from meshinject.gotemplate.quoting import quote
from meshinject.gotemplate.values import (
    ANY,
    INT_BITS,
    NO_VALUE,
    STRING,
    UINT_BITS,
    VALUE,
    Function,
    GoError,
    Pointer,
    Type,
    convert,
    type_of,
    wrap,
    zero,
)
from meshinject.gotemplate.work import LONG, NODE, PER_CHARACTER, PER_ITEM, State

BREAK = 1
CONTINUE = 2

Frame = list[Any]
Evaluate = Callable[[Any, Frame], Any]
Stage = Callable[[Any, Frame, Any], Any]

_SLACK = 2000  # Python frames
_FIRST = 2  # index of the variable in slot 0
_SIZED = (str, list, dict)
_MISSING: Any = object()  # no value comes through the pipeline


class Compiler:
    """Compiles the trees of one template set."""

    def __init__(self, trees: dict[str, Tree], missing: str) -> None:
        self.trees = trees
        self.missing = missing
        self.bodies: dict[str, Evaluate] = {}

    def body_of(self, name: str) -> Evaluate:
        """The compiled body of a template that exists."""
        body = self.bodies.get(name)
        if body is None:
            tree = self.trees[name]
            body = self.bodies[name] = TreeCompiler(self, tree).body(tree.root)
        return body


class TreeCompiler:
    """Compiles the nodes of one template, whose name its errors carry."""

    def __init__(self, owner: Compiler, tree: Tree) -> None:
        self.owner = owner
        self.tree = tree

    # -- errors ---------------------------------------------------------------------------------------------------------

    def fail(self, node: Node, message: str) -> NoReturn:
        """Stop the run with an error at a node."""
        source = self.tree.source
        place = f"executing {quote(self.tree.name)} at <{node}>: "
        raise TemplateError("exec", source.name, source.line(node.pos), source.column(node.pos), message, place)

    def failer(self, node: Node) -> runtime.Fail:
        """A function that stops the run with an error at the node."""

        def fail(message: str) -> NoReturn:
            self.fail(node, message)

        return fail

    def failing(self, node: Node, message: str) -> Evaluate:
        """An evaluation that always fails."""

        def run(_dot: Any, _frame: Frame) -> Any:
            self.fail(node, message)

        return run

    # -- structure ------------------------------------------------------------------------------------------------------

    def body(self, nodes: Sequence[Node]) -> Evaluate:
        """A sequence of text and actions."""
        steps: list[str | Evaluate] = [node.text if isinstance(node, Text) else self.step(node) for node in nodes]
        if len(steps) == 1:
            only = steps[0]
            if not isinstance(only, str):
                return only

            def write_text(_dot: Any, frame: Frame) -> None:
                frame[0](only)

            return write_text

        def run(dot: Any, frame: Frame) -> int | None:
            write = frame[0]
            for step in steps:
                if step.__class__ is str:
                    write(step)
                else:
                    signal = step(dot, frame)  # type: ignore[operator] # the other member of the union
                    if signal is not None:
                        return signal  # type: ignore[no-any-return]
            return None

        return run

    def step(self, node: Node) -> Evaluate:
        """One action as a step of a body."""
        if isinstance(node, Action):
            return self.action(node)
        if isinstance(node, Branch):
            return self.range(node) if node.kind == "range" else self.condition(node)
        if isinstance(node, Call):
            return self.call(node)
        signal = BREAK if isinstance(node, Break) else CONTINUE
        return lambda _dot, _frame: signal

    def action(self, node: Action) -> Evaluate:
        """Print a pipeline, or only run it when it sets variables."""
        evaluate = self.pipe(node.pipe)
        if node.pipe.variables:

            def run(dot: Any, frame: Frame) -> None:
                evaluate(dot, frame)

            return run

        def write(dot: Any, frame: Frame) -> None:
            value = evaluate(dot, frame)
            if value.__class__ is not str:
                if isinstance(value, Function):
                    self.fail(node, f"can't print {node} of type {type_of(value).name}")
                try:
                    value = show(value)
                except GoError as error:
                    self.fail(node, str(error))
            if len(value) > LONG:
                self.spend(frame[1], PER_CHARACTER * len(value), node)
            frame[0](value)

        return write

    def spend(self, state: State, amount: int, node: Node) -> None:
        """Account for work, failing at the node when there was too much."""
        try:
            state.spend(amount)
        except GoError as error:
            self.fail(node, str(error))

    def condition(self, node: Branch) -> Evaluate:
        """The actions if and with."""
        is_with = node.kind == "with"
        evaluate = self.pipe(node.pipe, unwrap=is_with)
        # Both start as lists of nodes and become functions when they are first needed.
        then: Any = node.body
        otherwise: Any = node.otherwise

        def run(dot: Any, frame: Frame) -> Any:
            nonlocal then, otherwise
            value = evaluate(dot, frame)
            if value:
                if then.__class__ is list:
                    then = self.body(then)
                return then(value if is_with else dot, frame)
            if otherwise is None:
                return None
            if otherwise.__class__ is list:
                otherwise = self.body(otherwise)
            return otherwise(dot, frame)

        return run

    def call(self, node: Call) -> Evaluate:
        """The action template."""
        owner = self.owner
        tree = owner.trees.get(node.name)
        if tree is None:
            return self.failing(node, f"template {quote(node.name)} not defined")
        evaluate = self.pipe(node.pipe, unwrap=True) if node.pipe is not None else None
        spare = [None] * (tree.slots - 1)
        frames = tree.frames
        cost = NODE * _size(tree.root)
        body: Evaluate | None = None

        def run(dot: Any, frame: Frame) -> None:
            nonlocal body
            state = frame[1]
            if state.depth == runtime.MAX_DEPTH:
                self.fail(node, f"exceeded maximum template depth ({runtime.MAX_DEPTH})")
            if body is None:
                body = owner.body_of(node.name)
            argument = NO_VALUE if evaluate is None else evaluate(dot, frame)
            state.work -= cost
            if state.work < state.checkpoint:
                self.spend(state, 0, node)
            state.depth += 1
            state.frames += frames
            if state.frames > state.limit:
                deepen(state)
            body(argument, [frame[0], state, argument, *spare])
            state.depth -= 1
            state.frames -= frames

        return run

    def range(self, node: Branch) -> Evaluate:
        """The action range."""
        pipe = node.pipe
        evaluate = self.pipe(pipe, unwrap=True)
        last = _last(pipe)
        slots = [variable.slot for variable in pipe.variables]
        index_at = elem_at = None
        unknown = ""
        if slots:
            elem_at = slots[-1] + _FIRST if slots[-1] is not None else None
            index_at = slots[0] + _FIRST if len(slots) > 1 and slots[0] is not None else None
            unknown = next((v.name for v in pipe.variables if v.slot is None), "")
        origin = (node.origin or 0) + _FIRST
        cost = NODE * (1 + _size(node.body))
        body: Any = node.body
        otherwise: Any = node.otherwise

        def run(dot: Any, frame: Frame) -> Any:
            nonlocal body, otherwise
            value = evaluate(dot, frame)
            items, inside = self.items(value, len(slots), last)
            if not items:
                if otherwise is None:
                    return None
                if otherwise.__class__ is list:
                    otherwise = self.body(otherwise)
                return otherwise(dot, frame)
            if body.__class__ is list:
                body = self.body(body)
            if unknown:
                self.fail(last, f"undefined variable: {unknown}")
            state = frame[1]
            for index, elem in items:
                state.work -= cost
                if state.work < state.checkpoint:
                    self.spend(state, 0, pipe)
                frame[origin] = inside
                if elem_at is not None:
                    frame[elem_at] = elem
                    if index_at is not None:
                        frame[index_at] = index
                if body(elem, frame) == BREAK:
                    break
            return None

        return run

    def items(self, value: Any, variables: int, last: Node) -> tuple[Any, bool]:
        """What a range goes through, as pairs, and whether the elements are inside interfaces. Nothing at all is falsy."""
        while isinstance(value, Pointer) and value.target is not None:
            value = value.target
        if value is NO_VALUE or value is None:
            return None, False
        go_type = type_of(value)
        kind = go_type.kind
        if kind == "slice":
            return value and enumerate(tuple(value)), go_type.elem is ANY
        if kind == "map":
            return [(key, value[key]) for key in sorted_keys(value)], go_type.elem is ANY
        if kind in INT_BITS or kind in UINT_BITS:
            if variables > 1:
                self.fail(last, f"can't use {format_value(value, _Spec(), 0)} to iterate over more than one variable")
            make = value.__class__
            return value > 0 and ((make(number), make(number)) for number in range(value)), False
        self.fail(last, f"range can't iterate over {format_value(value, _Spec(), 0)}")

    # -- pipelines ------------------------------------------------------------------------------------------------------

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
        for variable in pipe.variables:
            if variable.slot is None:
                message = f"undefined variable: {variable.name}"
                last = _last(pipe)

                def undefined(dot: Any, frame: Frame) -> Any:
                    evaluate(dot, frame)
                    self.fail(last, message)

                return undefined
        places = [variable.slot + _FIRST for variable in pipe.variables if variable.slot is not None]
        place = places[0]

        def assign(dot: Any, frame: Frame) -> Any:
            value = evaluate(dot, frame)
            if value is None:
                value = NO_VALUE
            frame[place] = value
            return value

        if len(places) == 1:
            return assign

        def assign_all(dot: Any, frame: Frame) -> Any:
            value = assign(dot, frame)
            for each in places:
                frame[each] = value
            return value

        return assign_all

    def first(self, command: Command, pipe: Pipe) -> Evaluate:
        """The first command of a pipeline."""
        args = command.args
        head = args[0]
        if isinstance(head, Identifier):
            return self.function(head, command, args[1:])
        if len(args) > 1:
            if isinstance(head, Field | Chain) or (isinstance(head, Variable) and head.names):
                stage = self.chain_call(head, args[1:])
                return lambda dot, frame: stage(dot, frame, _MISSING)
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
        node = _last(before) if isinstance(head, Pipe) else head
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
            return self.fields(node, node.names, lambda dot, _frame: dot, node.origin)
        if isinstance(node, String):
            text = node.text
            return lambda _dot, _frame: text
        if isinstance(node, Variable):
            return self.variable(node)
        if isinstance(node, Pipe):
            return self.pipe(node, unwrap=True)
        if isinstance(node, Identifier):
            return self.function(node, node, [])
        if isinstance(node, Dot):
            return lambda dot, _frame: dot
        if isinstance(node, Chain):
            return self.chain(node)
        if isinstance(node, Number):
            value: Any = node.value
            if value is None:
                return self.failing(node, f"{node} overflows int")
        else:
            value = node.value if isinstance(node, Bool) else None
        return lambda _dot, _frame: value

    def variable(self, node: Variable, *, bare: bool = False) -> Evaluate:
        """A variable, or fields of it unless it is wanted bare."""
        if node.slot is None:
            return self.failing(node, f"undefined variable: {node.name}")
        place = node.slot + _FIRST

        def run(_dot: Any, frame: Frame) -> Any:
            return frame[place]

        return run if bare or not node.names else self.fields(node, node.names, run, node.origin)

    def field(self, node: Field, name: str) -> Evaluate:
        """One field of the cursor."""
        if self.owner.missing != "default":
            return self.fields(node, node.names, lambda dot, _frame: dot, node.origin)
        slow = self.walker(node, node.names, node.origin)

        def run(dot: Any, frame: Frame) -> Any:
            if dot.__class__ is dict:
                return dot.get(name, NO_VALUE)
            return slow(dot, frame)

        return run

    def fields(self, node: Operand, names: Sequence[str], start: Evaluate, origin: int | None) -> Evaluate:
        """A chain of fields of what `start` gives."""
        slow = self.walker(node, names, origin)
        if self.owner.missing != "default":
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
        fail = self.failer(_last(node))
        missing = self.owner.missing
        place = None if origin is None else origin + _FIRST
        find = runtime.find_field

        def run(value: Any, frame: Frame) -> Any:
            held = inside if place is None else frame[place]
            for name in names:
                value, held, method = find(value, name, held, missing, fail)
                if method is not None:
                    value = self.call_method(node, name, method, value, [])
            return value

        return run

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
        fail = self.failer(_last(node))
        missing = self.owner.missing
        place = None if origin is None else origin + _FIRST

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
            values = self.arguments(node, last_name, method, args, dot, frame, final)
            return self.call_method(node, last_name, method, receiver, values)

        return run

    def arguments(
        self, node: Node, name: str, function: Function, args: Sequence[Operand], dot: Any, frame: Frame, final: Any
    ) -> list[Any]:
        """The arguments of a function that is only known now, evaluated and checked."""
        has_final = final is not _MISSING
        problem = runtime.count_arguments(function, name, len(args), has_final)
        if problem:
            self.fail(node, problem)
        values = [self.argument(arg, runtime.parameter(function, index))(dot, frame) for index, arg in enumerate(args)]
        if has_final:
            blamed = _last(args[-1]) if args else node
            values.append(runtime.validate(final, runtime.parameter(function, len(args)), self.failer(blamed)))
        return values

    # -- functions ------------------------------------------------------------------------------------------------------

    def function(self, head: Identifier, node: Node, args: Sequence[Operand]) -> Evaluate:
        """A function with all its arguments given."""
        name = head.name
        function = head.function
        problem = runtime.count_arguments(function, name, len(args), final=False)
        if problem:
            return self.failing(head, problem)
        if head.builtin:
            if name in {"and", "or"}:
                return self.short_circuit(name == "or", [self.argument(arg, VALUE) for arg in args])
            if name == "call":
                stage = self.call_value(node, args)
                return lambda dot, frame: stage(dot, frame, _MISSING)
        values = [self.argument(arg, runtime.parameter(function, index)) for index, arg in enumerate(args)]
        call = function.call
        if len(values) == 1:
            only = values[0]

            def run_one(dot: Any, frame: Frame) -> Any:
                value = only(dot, frame)
                try:
                    result = call(value)
                except GoError as error:
                    self.fail(node, f"error calling {name}: {error}")
                if result.__class__ in _SIZED and len(result) > LONG:
                    self.spend(frame[1], len(result) * (PER_CHARACTER if result.__class__ is str else PER_ITEM), node)
                return result

            return run_one
        if len(values) == 2:  # noqa: PLR2004 - the usual numbers of arguments have their own form
            left, right = values

            def run_two(dot: Any, frame: Frame) -> Any:
                first = left(dot, frame)
                second = right(dot, frame)
                try:
                    result = call(first, second)
                except GoError as error:
                    self.fail(node, f"error calling {name}: {error}")
                if result.__class__ in _SIZED and len(result) > LONG:
                    self.spend(frame[1], len(result) * (PER_CHARACTER if result.__class__ is str else PER_ITEM), node)
                return result

            return run_two

        def run(dot: Any, frame: Frame) -> Any:
            ready = [value(dot, frame) for value in values]
            try:
                result = call(*ready)
            except GoError as error:
                self.fail(node, f"error calling {name}: {error}")
            if result.__class__ in _SIZED and len(result) > LONG:
                self.spend(frame[1], len(result) * (PER_CHARACTER if result.__class__ is str else PER_ITEM), node)
            return result

        return run

    def function_stage(self, head: Identifier, node: Node, args: Sequence[Operand]) -> Stage:
        """A function whose last argument comes through the pipeline."""
        name = head.name
        function = head.function
        problem = runtime.count_arguments(function, name, len(args), final=True)
        if problem:
            failing = self.failing(head, problem)
            return lambda dot, frame, _final: failing(dot, frame)
        if head.builtin:
            if name in {"and", "or"}:
                evaluate = self.short_circuit(name == "or", [self.argument(arg, VALUE) for arg in args])
                return self.short_circuit_stage(name == "or", evaluate, bool(args))
            if name == "call":
                return self.call_value(node, args)
        values = [self.argument(arg, runtime.parameter(function, index)) for index, arg in enumerate(args)]
        wanted = runtime.parameter(function, len(args))
        fail = self.failer(_last(args[-1]) if args else head)
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
                self.spend(frame[1], len(result) * (PER_CHARACTER if result.__class__ is str else PER_ITEM), node)
            return result

        return run

    def short_circuit(self, is_or: bool, values: list[Evaluate]) -> Evaluate:
        """`and` and `or`, which stop at the first argument that decides."""

        def run_or(dot: Any, frame: Frame) -> Any:
            result: Any = NO_VALUE
            for value in values:
                result = value(dot, frame)
                if result:
                    break
            return result

        def run_and(dot: Any, frame: Frame) -> Any:
            result: Any = NO_VALUE
            for value in values:
                result = value(dot, frame)
                if not result:
                    break
            return result

        return run_or if is_or else run_and

    def short_circuit_stage(self, is_or: bool, evaluate: Evaluate, has_args: bool) -> Stage:
        """`and` and `or` with their last argument from the pipeline."""

        def run(dot: Any, frame: Frame, final: Any) -> Any:
            if has_args:
                result = evaluate(dot, frame)
                if bool(result) == is_or:
                    return result
            return final

        return run

    def call_value(self, node: Node, args: Sequence[Operand]) -> Stage:
        """The builtin call: the function is the first argument."""
        evaluations = [self.argument(arg, VALUE) for arg in args]
        name = str(args[0]) if args else ""

        def run(dot: Any, frame: Frame, final: Any) -> Any:
            values = [evaluate(dot, frame) for evaluate in evaluations]
            if final is not _MISSING:
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
        fail = self.failer(_last(node))
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
    reading: float | complex | None = None
    if kind in INT_BITS:
        name, reading = "integer", node.as_int if isinstance(node, Number) else None
    elif kind in UINT_BITS:
        name, reading = "unsigned integer", node.as_uint if isinstance(node, Number) else None
    elif kind in {"float32", "float64"}:
        name, reading = "float", node.as_float if isinstance(node, Number) else None
    elif kind == "complex128":
        name, reading = "complex", node.as_complex if isinstance(node, Number) else None
    else:
        return None, f"can't handle {node} for arg of type {wanted.name}"
    if reading is None:
        return None, f"expected {name}; found {node}"
    if isinstance(reading, int) and kind in INT_BITS and wrap(kind, reading) != reading:
        return None, f"{node} overflows {wanted.name}"
    if isinstance(reading, complex):
        return reading, ""
    return convert(reading, wanted), ""


def deepen(state: State) -> None:
    """Let Python's stack grow with the templates that are active.

    The limit is never far above what they may need: it is also what keeps C code from overflowing the stack.
    """
    state.limit = state.frames + _SLACK
    sys.setrecursionlimit(state.limit + _SLACK)


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


def _last(node: Node) -> Node:
    """The part of an expression that Go evaluates last: errors found after the evaluation point at it."""
    while True:
        if isinstance(node, Pipe):
            node = node.commands[-1]
        elif isinstance(node, Command):
            node = node.args[-1]
        elif isinstance(node, Chain):
            node = node.node
        else:
            return node


def _size(nodes: Sequence[Node]) -> int:
    """How many actions and functions one pass over a body may run, without what inner ranges and templates account for."""
    total = 0
    for node in nodes:
        total += 1
        if isinstance(node, Action):
            total += _calls(node.pipe)
        elif isinstance(node, Branch) and node.kind != "range":
            total += _calls(node.pipe) + _size(node.body) + _size(node.otherwise or ())
    return total


def _calls(pipe: Pipe) -> int:
    """How many operands a pipeline has."""
    total = 0
    for command in pipe.commands:
        for arg in command.args:
            total += 1
            if isinstance(arg, Chain):
                arg = arg.node
            if isinstance(arg, Pipe):
                total += _calls(arg)
    return total
