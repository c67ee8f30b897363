"""What a run of a template may cost: no template runs forever or eats the memory.

Work is counted in units of some nanoseconds. Each action that is repeated costs `NODE`, whoever makes long values
or takes long `spend`s accordingly. The limits are far beyond what templates need; reaching them takes seconds.
"""

from contextvars import ContextVar

from meshinject.gotemplate.values import GoError

WORK = 1_000_000_000
NODE = 400
MAX_OUTPUT = 64_000_000
LONG = 64  # shorter texts, lists and maps are not counted
PER_CHARACTER = 4
PER_ITEM = 16
_CHECK_EVERY = 4_000_000


class State:
    """One run: what is written so far, and what may still be done.

    `work` counts down; whoever lowers it calls `check` when it falls below `checkpoint`.
    """

    __slots__ = ("_counted", "_size", "checkpoint", "depth", "frames", "limit", "out", "work")

    def __init__(self) -> None:
        self.out: list[str] = []
        self.work = WORK
        self.checkpoint = WORK - _CHECK_EVERY
        self.depth = 0
        self.frames = 0  # how many Python frames the templates that are active may use
        self.limit = 0  # the recursion limit that is set
        self._counted = 0
        self._size = 0

    def check(self) -> None:
        """Stop a run that does too much.

        Raises:
            GoError: the limit of work or of output is reached.
        """
        if self.work < 0:
            raise GoError("the template does too much work to come to an end")
        self.checkpoint = self.work - _CHECK_EVERY
        self._size += sum(map(len, self.out[self._counted :]))
        self._counted = len(self.out)
        if self._size > MAX_OUTPUT:
            raise GoError(f"the template writes more than {MAX_OUTPUT} characters")

    def spend(self, amount: int) -> None:
        """Account for work.

        Raises:
            GoError: the limit of work or of output is reached.
        """
        self.work -= amount
        if self.work < self.checkpoint:
            self.check()

    def text(self) -> str:
        """All that is written.

        Raises:
            GoError: it is too much.
        """
        self.check()
        return "".join(self.out)


running: ContextVar[State | None] = ContextVar("running", default=None)
"""The run that is going on in this context."""


def spend(amount: int) -> None:
    """Account for work in the run that is going on, if any.

    Raises:
        GoError: the limit is reached.
    """
    state = running.get()
    if state is not None:
        state.spend(amount)
