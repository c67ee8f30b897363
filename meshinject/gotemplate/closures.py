"""What the parts of the compiler share: the shape of closures, and how errors point at nodes.

Each node becomes a function of the cursor and the frame. A frame is a list: the writer, the state of the run, then the
variables by slot (`$` first). A command that takes a value through the pipeline gets that value as a third argument.
"""

from collections.abc import Callable
from typing import Any, NoReturn

from meshinject.gotemplate import runtime
from meshinject.gotemplate.errors import TemplateError
from meshinject.gotemplate.nodes import Chain, Command, Node, Operand, Pipe, Tree
from meshinject.gotemplate.quoting import quote
from meshinject.gotemplate.values import GoError
from meshinject.gotemplate.work import State

Frame = list[Any]
Evaluate = Callable[[Any, Frame], Any]
Stage = Callable[[Any, Frame, Any], Any]

FIRST = 2  # index in the frame of the variable in slot 0
MISSING: Any = object()  # no value comes through the pipeline


class Closures:
    """The start of the compiler of one template: its tree, the option missingkey, and failing."""

    def __init__(self, tree: Tree, missing: str) -> None:
        self.tree = tree
        self.missing = missing

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

    def spend(self, state: State, amount: int, node: Node) -> None:
        """Account for work, failing at the node when there was too much."""
        try:
            state.spend(amount)
        except GoError as error:
            self.fail(node, str(error))

    def operand(self, node: Operand) -> Evaluate:
        """A value by itself."""
        raise NotImplementedError


def last_evaluated(node: Node) -> Node:
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
