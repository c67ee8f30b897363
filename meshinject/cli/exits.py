"""The one place of exit codes.

    0    done, also when nothing was to be injected
    1    --check would change something, or findings under --strict
    2    usage, settings or file trouble
    3    bad input, nothing written
    70   the proof of the output failed, or meshinject itself did
    130  Ctrl-C        141  closed pipe        143  SIGTERM

3 beats 2 beats 1; 70 beats them all, since then nothing else can be trusted.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterable
from enum import IntEnum
from types import FrameType

from meshinject.reports import text
from meshinject.reports.findings import BUG, Code, Finding, Severity


class Exit(IntEnum):
    """What the process ends with."""

    DONE = 0
    CHANGES = 1
    USAGE = 2
    BAD_INPUT = 3
    INTERNAL = 70
    INTERRUPTED = 130
    PIPE_CLOSED = 141
    TERMINATED = 143


_USAGE = frozenset({Code.UNREADABLE, Code.USAGE, Code.SETTINGS})
_ORDER = (Exit.DONE, Exit.CHANGES, Exit.USAGE, Exit.BAD_INPUT, Exit.INTERNAL)


def of(findings: Iterable[Finding], *, strict: bool = False) -> Exit:
    """The exit code that the findings call for; notes call for none, and warnings only when that is `strict`."""
    return max((_of(finding, strict) for finding in findings), key=_ORDER.index, default=Exit.DONE)


def _of(finding: Finding, strict: bool) -> Exit:
    if finding.code is Code.WOULD_CHANGE or (strict and finding.severity is Severity.WARNING):
        return Exit.CHANGES
    if finding.severity is not Severity.ERROR:
        return Exit.DONE
    if finding.code is Code.INTERNAL:
        return Exit.INTERNAL
    return Exit.USAGE if finding.code in _USAGE else Exit.BAD_INPUT


class Terminated(BaseException):
    """SIGTERM arrived; raised so that temporary files are removed on the way out."""


def guard(work: Callable[[], int]) -> int:
    """Run `work`; interruptions, a closed pipe, a full disk and our own bugs become exit codes, never a traceback."""
    try:
        previous = signal.signal(signal.SIGTERM, _terminate)
    except ValueError:  # not the main thread: the embedding program keeps its own handler
        previous = None
    try:
        return work()
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except Terminated:
        return Exit.TERMINATED
    except BrokenPipeError:
        silence_stdout()
        return Exit.PIPE_CLOSED
    except Exception as error:  # noqa: BLE001  the last line of defence: a traceback helps no user
        if isinstance(error, OSError):
            silence_stdout()
        finding = trouble(error)
        complain(text.render([finding]).removesuffix("\n"))
        return of([finding])
    finally:
        if previous is not None:
            signal.signal(signal.SIGTERM, previous)


def trouble(error: Exception) -> Finding:
    """What an exception that ended the work means."""
    if isinstance(error, OSError):
        return Finding(Code.UNREADABLE, f"cannot write: {error.strerror or error}")
    if isinstance(error, RecursionError):
        return Finding(Code.YAML_SYNTAX, "the input is nested too deeply")
    return Finding(Code.INTERNAL, f"{type(error).__name__}: {error}", BUG)


def complain(message: str) -> None:
    """Write to standard error, which may itself be closed: then there is nobody left to tell."""
    try:
        sys.stderr.write(message + "\n")
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        return


def _terminate(_signal: int, _frame: FrameType | None) -> None:
    raise Terminated


def silence_stdout() -> None:
    """Point standard output at nothing, so that Python's own flush at exit does not fail once more."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError, AttributeError):
        return
