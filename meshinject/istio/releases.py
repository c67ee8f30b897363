"""The Istio releases whose injection is embedded here, and what each is known to work with.

Source: Istio's release notes and support table, the `kubeVersion` of its charts and the charts' published image hubs.
Versions are declared as text; the text stays the image tag while the numbers in it select templates, defaults and
rules.
"""

from packaging.version import Version

from meshinject import versions
from meshinject.frozen import Frozen


class Release(Frozen):
    """One minor release of Istio."""

    minor: str
    released: str
    newest: str
    """The newest patch whose behaviour is known here."""
    candidate: bool
    """Whether `newest` is a release candidate: never chosen for a user who declared nothing."""
    kubernetes: tuple[str, str | None]
    """The Kubernetes minors it supports, first and last; no last one: that and all later."""
    installer: str
    """The oldest Kubernetes that its installer accepts."""
    hub: str


_DOCKER, _OWN = "docker.io/istio", "registry.istio.io/release"

RELEASES = (
    Release("1.20", "2023-11-14", "1.20.8", False, ("1.25", "1.29"), "1.25", _DOCKER),
    Release("1.21", "2024-03-13", "1.21.6", False, ("1.26", "1.29"), "1.26", _DOCKER),
    Release("1.22", "2024-05-13", "1.22.8", False, ("1.27", "1.30"), "1.26", _DOCKER),
    Release("1.23", "2024-08-14", "1.23.6", False, ("1.27", "1.30"), "1.26", _DOCKER),
    Release("1.24", "2024-11-07", "1.24.6", False, ("1.28", "1.31"), "1.28", _DOCKER),
    Release("1.25", "2025-03-03", "1.25.5", False, ("1.29", "1.32"), "1.29", _DOCKER),
    Release("1.26", "2025-05-08", "1.26.8", False, ("1.29", "1.33"), "1.29", _DOCKER),
    Release("1.27", "2025-08-11", "1.27.9", False, ("1.29", "1.33"), "1.29", _DOCKER),
    Release("1.28", "2025-11-05", "1.28.10", False, ("1.30", "1.34"), "1.30", _DOCKER),
    Release("1.29", "2026-02-16", "1.29.6", False, ("1.31", "1.35"), "1.30", _DOCKER),
    Release("1.30", "2026-05-18", "1.30.3", False, ("1.32", "1.36"), "1.32", _OWN),
    Release("1.31", "2026-08", "1.31.0-rc.0", True, ("1.32", None), "1.32", _OWN),
)
OLDEST, NEWEST = RELEASES[0], RELEASES[-1]
DEFAULT = [release for release in RELEASES if not release.candidate][-1]
"""What an input is injected for when no version is declared anywhere."""


def embedded_range() -> str:
    """The range of releases with embedded templates, for messages: `1.20-1.31`."""
    return f"{OLDEST.minor}-{NEWEST.minor}"


def find(version: Version) -> Release | None:
    """The release that `version` belongs to, or None when it is older or newer than all known ones."""
    minor = f"{version.release[0]}.{version.minor}"
    return next((release for release in RELEASES if release.minor == minor), None)


def nearest(version: Version) -> Release:
    """The release whose data serve `version`: its own one, the newest for a later version.

    Raises:
        ValueError: the version is older than every embedded release.
    """
    if release := find(version):
        return release
    if version > Version(NEWEST.minor):
        return NEWEST
    raise ValueError(f"Istio {version} is not supported: known are {embedded_range()}")


class Declared(Frozen):
    """A version as a user declares it."""

    tag: str
    """The text that names the image: a bare minor stands for its newest patch."""
    version: Version
    """The number that rules compare with."""
    is_minor: bool
    """Whether only a minor release was named, so that the newest known patch was taken."""


def declared(text: str) -> Declared | None:
    """Reads a declared Istio version, or None when it is none (`v1.29.4-gke.1043000` and `1.30` are)."""
    tag = text.strip().removeprefix("v")
    version = versions.parse(tag)
    if version is None:
        return None
    minor_only = len(version.release) == 2  # noqa: PLR2004
    if minor_only:
        release = find(version)
        tag = release.newest if release else f"{version}.0"
        version = versions.parse(tag) or version
    return Declared(tag, version, minor_only)


def supports(release: Release, kubernetes: Version) -> bool:
    """Whether `release` is tested with this Kubernetes; an unusual pair is worth a warning, no more."""
    first, last = release.kubernetes
    minor = Version(f"{kubernetes.major}.{kubernetes.minor}")
    return minor >= Version(first) and (last is None or minor <= Version(last))
