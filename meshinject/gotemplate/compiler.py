"""From trees to Python closures: text, actions and what they contain.

Steps return None, BREAK or CONTINUE. Bodies are compiled when they first run: most branches of a template never do.
"""

import sys
from collections.abc import Sequence
from typing import Any

from meshinject.gotemplate import runtime
from meshinject.gotemplate.closures import FIRST, Evaluate, Frame, last_evaluated
from meshinject.gotemplate.expressions import Expressions
from meshinject.gotemplate.formatting import format_value, show, sorted_keys
from meshinject.gotemplate.nodes import Action, Branch, Break, Call, Chain, Node, Pipe, Text, Tree
from meshinject.gotemplate.quoting import quote
from meshinject.gotemplate.values import (
    ANY,
    INT_BITS,
    NO_VALUE,
    UINT_BITS,
    Function,
    GoError,
    Pointer,
    type_of,
)
from meshinject.gotemplate.verbs import PLAIN
from meshinject.gotemplate.work import LONG, NODE, PER_CHARACTER, State

BREAK = 1
CONTINUE = 2

_SLACK = 3000  # Python frames, for functions and the values they walk


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


class TreeCompiler(Expressions):
    """Compiles the nodes of one template, whose name its errors carry."""

    def __init__(self, owner: Compiler, tree: Tree) -> None:
        super().__init__(tree, owner.missing)
        self.owner = owner

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
            if otherwise.__class__ is list:
                otherwise = self.body(otherwise)
            return otherwise and otherwise(dot, frame)

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
        places = [None if variable.slot is None else variable.slot + FIRST for variable in pipe.variables]
        elem_at = places[-1] if places else None
        index_at = places[0] if len(places) > 1 else None
        origin = (node.origin or 0) + FIRST
        cost = NODE * (1 + _size(node.body))
        body: Any = node.body
        otherwise: Any = node.otherwise

        def run(dot: Any, frame: Frame) -> Any:
            nonlocal body, otherwise
            items, inside = self.items(evaluate(dot, frame), pipe)
            if not items:
                if otherwise.__class__ is list:
                    otherwise = self.body(otherwise)
                return otherwise and otherwise(dot, frame)
            if body.__class__ is list:
                body = self.body(body)
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

    def items(self, value: Any, pipe: Pipe) -> tuple[Any, bool]:
        """What a range goes through, as pairs, and whether the elements are inside interfaces; false for nothing."""
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
        shown = format_value(value, PLAIN, 0)
        if kind not in INT_BITS and kind not in UINT_BITS:
            self.fail(last_evaluated(pipe), f"range can't iterate over {shown}")
        if len(pipe.variables) > 1:
            self.fail(last_evaluated(pipe), f"can't use {shown} to iterate over more than one variable")
        make = value.__class__
        return value > 0 and ((make(number), make(number)) for number in range(value)), False


def deepen(state: State) -> None:
    """Let Python's stack grow with the templates that are active.

    The limit is never far above what they may need: it is also what keeps C code from overflowing the stack.
    """
    state.limit = state.frames + _SLACK
    sys.setrecursionlimit(state.limit + _SLACK)


def _size(nodes: Sequence[Node]) -> int:
    """How many actions and operands one pass over a body may meet; inner ranges and templates count their own."""
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
            inner = arg.node if isinstance(arg, Chain) else arg
            if isinstance(inner, Pipe):
                total += _calls(inner)
    return total
