"""What an input can cause: problems of one pod, each with the place of the value behind it."""

from typing import Any

from meshinject.kubernetes.workload import Path
from meshinject.reports.findings import Code


class PodProblem(ValueError):  # noqa: N818 - a problem of the input, which is reported as it is
    """One thing about a pod that makes its injection impossible.

    Attributes:
        path: keys and indexes below the pod to the value that causes it; a path that does not exist means its nearest
        part. message: what is wrong. help: what to do about it; may be empty. code: the finding's code.
        result: the injected pod where the path is one of that, whose lists have other indexes than those of the user.
    """

    def __init__(
        self,
        path: Path,
        message: str,
        help_text: str = "",
        code: Code = Code.INVALID_POD,
        result: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.path = path
        self.message = message
        self.help = help_text
        self.code = code
        self.result = result


class PodProblems(Exception):  # noqa: N818 - several of them, none is the error
    """All problems of a pod at once."""

    def __init__(self, problems: list[PodProblem]) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = problems
