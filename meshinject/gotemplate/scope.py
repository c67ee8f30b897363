"""The variables in view while a template is parsed.

Execution looks variables up on a stack that grows as declarations run; since what may be live at a point of the text is
known to the parser, each variable gets its place on that stack (its slot) there.
"""

from meshinject.gotemplate.nodes import Tree, Variable


class Scope:
    """What belongs to the template being parsed: the variables in view and where the cursor comes from."""

    __slots__ = ("assumed", "names", "origin", "origins", "ranges", "tree")

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.names = ["$"]
        self.origins: list[int | None] = [None]
        # Names that a use may mention although no variable has a place yet: those before the `:=` or `=` of their
        # pipeline, and those that were only assigned to, which fails when it is executed.
        self.assumed: list[str] = []
        self.origin: int | None = None
        self.ranges = 0

    def declare(self, variable: Variable) -> None:
        """Give the variable the next slot."""
        variable.slot = len(self.names)
        self.names.append(variable.name)
        self.origins.append(None)
        self.tree.slots = max(self.tree.slots, len(self.names))

    def find(self, name: str) -> int | None:
        """The slot of the variable that a use of the name means."""
        names = self.names
        for slot in range(len(names) - 1, -1, -1):
            if names[slot] == name:
                return slot
        return None

    def mark(self) -> tuple[int, int]:
        """What is known now, for `drop`."""
        return len(self.names), len(self.assumed)

    def drop(self, mark: tuple[int, int]) -> None:
        """Forget the variables that came since the mark."""
        del self.names[mark[0] :]
        del self.origins[mark[0] :]
        del self.assumed[mark[1] :]
