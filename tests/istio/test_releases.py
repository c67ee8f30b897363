"""Releases: declared texts, supported Kubernetes, the range."""

import pytest
from packaging.version import Version

from meshinject.istio import releases


@pytest.mark.parametrize(
    ("text", "tag", "version"),
    [
        pytest.param("1.28.1", "1.28.1", "1.28.1", id="a full version is the tag"),
        pytest.param("v1.28.1", "1.28.1", "1.28.1", id="a leading v is no part of the tag"),
        pytest.param("1.28", "1.28.10", "1.28.10", id="a minor stands for its newest patch"),
        pytest.param("1.28.1-distroless", "1.28.1-distroless", "1.28.1", id="a suffix stays in the tag only"),
        pytest.param("1.31.0-rc.0", "1.31.0-rc.0", "1.31.0", id="a candidate counts as its release"),
        pytest.param("1.99", "1.99.0", "1.99.0", id="an unknown minor gets patch 0"),
    ],
)
def test_a_declared_version_is_read(text: str, tag: str, version: str) -> None:
    declared = releases.declared(text)
    assert declared is not None
    assert (declared.tag, declared.version) == (tag, Version(version))


@pytest.mark.parametrize("text", ["latest", "1", "", "1.x"])
def test_what_has_no_two_numbers_is_no_version(text: str) -> None:
    assert releases.declared(text) is None


def test_a_version_past_the_newest_is_served_by_the_newest_and_an_older_one_refused() -> None:
    assert releases.nearest(Version("1.40.0")) is releases.NEWEST
    assert releases.nearest(Version("1.20.0")) is releases.OLDEST
    with pytest.raises(ValueError, match=r"1\.20-1\.31"):
        releases.nearest(Version("1.19.10"))


def test_nobody_gets_a_release_candidate_unasked() -> None:
    assert releases.DEFAULT.newest == "1.30.3"


@pytest.mark.parametrize(
    ("kubernetes", "supported"),
    [
        pytest.param("1.29.9", False, id="older than the oldest"),
        pytest.param("1.30.0", True, id="the oldest"),
        pytest.param("1.34.99", True, id="any patch of the newest"),
        pytest.param("1.35.0", False, id="newer than the newest"),
    ],
)
def test_a_release_supports_a_range_of_kubernetes(kubernetes: str, supported: bool) -> None:
    release = releases.find(Version("1.28.1"))
    assert release is not None
    assert releases.supports(release, Version(kubernetes)) is supported


def test_the_newest_release_supports_all_later_kubernetes() -> None:
    assert releases.supports(releases.NEWEST, Version("1.99.0"))
