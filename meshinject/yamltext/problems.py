"""What can be wrong with a YAML text, and the one internal error of the editor."""


class YAMLProblem(ValueError):  # noqa: N818 - it is the reader's problem, reported by position like every other finding
    """The text is no YAML that Kubernetes would read; ``line`` and ``col`` count from 1 in the whole stream."""

    def __init__(self, line: int, col: int, message: str, help: str = "") -> None:  # noqa: A002 - the word users see
        super().__init__(message)
        self.line = line
        self.col = col
        self.message = message
        self.help = help

    def __str__(self) -> str:
        return f"{self.line}:{self.col}: {self.message}"


class ProofError(RuntimeError):
    """An edited document does not read as the wanted value: a fault of the editor, nothing may be written."""
