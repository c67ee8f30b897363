"""Replacing a file so that a reader, or a crash at any moment, sees the old content or the new one and never a part."""

import os
import stat
from collections.abc import Iterable


def replace(path: str, chunks: Iterable[bytes]) -> None:
    """Write `chunks` to `path`: a temporary file beside it, fsync, rename; mode kept, link followed.

    What is no regular file (/dev/stdout, a pipe) cannot be renamed over and is written to directly.

    Raises:
        OSError: the file or its folder cannot be written.
    """
    target = os.path.realpath(path)
    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and not stat.S_ISREG(mode):
        with open(target, "wb") as file:
            file.writelines(chunks)
        return
    if mode is not None and not os.access(target, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        raise PermissionError(13, os.strerror(13), path)  # rename would replace a file that its owner made read-only
    temporary = f"{os.path.dirname(target) or '.'}/.{os.path.basename(target)}.{os.getpid()}.tmp"
    try:
        # O_EXCL: never through a link that somebody else planted under that name.
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb") as file:
            file.writelines(chunks)
            file.flush()
            if mode is not None:
                os.chmod(temporary, stat.S_IMODE(mode))
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        _remove(temporary)
        raise


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        return
