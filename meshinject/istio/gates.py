"""Which releases a piece of Istio's behaviour belongs to: the one notation for defaults, fields and template lines.

since 1.27.6 1.28.4 1.29    these releases brought it, with backports (see `versions.since`)
before 1.24                 gone with this release
since 1.23.6 1.24.4 1.25.1 before 1.30      both
(empty)                     every release
"""

from functools import cache

from packaging.version import Version

from meshinject.versions import since


@cache
def applies(gate: str, version: Version) -> bool:
    """Whether `version` is one of the releases that `gate` names.

    Raises:
        ValueError: the gate does not follow the notation.
    """
    clauses: list[tuple[bool, list[str]]] = []
    for word in gate.split():
        if word in ("since", "before"):
            clauses.append((word == "since", []))
        elif clauses:
            clauses[-1][1].append(word)
        else:
            raise ValueError(f"a gate starts with `since` or `before`: {gate!r}")
    return all(since(version, " ".join(listed)) is wanted for wanted, listed in clauses)
