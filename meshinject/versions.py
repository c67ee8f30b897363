"""Istio and Kubernetes versions, and the gates that compare with them.

A version is cut to its first three numbers before it is compared: `v1.29.4-gke.1043000`, `1.30+`, `1.28.1-distroless`
and `1.31.0-rc.0` count as 1.29.4, 1.30, 1.28.1 and 1.31.0, since vendors and image variants hang their own text behind
the number.
"""

import re
from functools import cache

from packaging.version import Version

_NUMBERS = re.compile(r"v?(\d+)\.(\d+)(?:\.(\d+))?(?![0-9])")


def parse(text: str) -> Version | None:
    """The comparable version in `text`, or None when it does not start with two or three numbers."""
    found = _NUMBERS.match(text.strip())
    if not found:
        return None
    major, minor, patch = found.groups()
    return Version(f"{major}.{minor}" if patch is None else f"{major}.{minor}.{patch}")


@cache
def since(version: Version, gate: str) -> bool:
    """Whether `version` has what the releases listed in `gate` brought, backports included.

    A gate lists releases, one for each minor that got a backport: `1.27.6 1.28.4 1.29`. A version is compared with the
    entry of its own minor; a minor above the last entry is in, any other minor without an entry is out.

    Raises:
        ValueError: an entry of the gate is no version.
    """
    entries = [Version(entry) for entry in gate.split()]
    if not entries:
        raise ValueError("a gate lists at least one release")
    for entry in entries:
        if entry.release[:2] == version.release[:2]:
            return version >= entry
    return version.release[:2] > max(entry.release[:2] for entry in entries)
