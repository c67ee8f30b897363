"""Durations in Go's, protobuf's and Go's printed form."""

import pytest

from meshinject.istio import duration


@pytest.mark.parametrize(
    ("text", "as_json", "as_go"),
    [
        ("45s", "45s", "45s"),
        ("1m", "60s", "1m0s"),
        ("1m30s", "90s", "1m30s"),
        ("1.5h", "5400s", "1h30m0s"),
        ("2500ms", "2.500s", "2.5s"),
        ("10ms", "0.010s", "10ms"),
        ("1us", "0.000001s", "1µs"),
        ("1500ns", "0.000001500s", "1.5µs"),
        ("-3ms", "-0.003s", "-3ms"),
        ("0", "0s", "0s"),
        (".5s", "0.500s", "500ms"),
        ("+1s", "1s", "1s"),
    ],
)
def test_a_duration_is_read_and_printed(text: str, as_json: str, as_go: str) -> None:
    nanoseconds = duration.parse(text)
    assert nanoseconds is not None
    assert (duration.as_json(nanoseconds), duration.as_go(nanoseconds)) == (as_json, as_go)


@pytest.mark.parametrize("text", ["", "5", "s", "1 s", "1d", ".s", "1m30", "9999999999h", "--1s"])
def test_what_go_does_not_read_is_no_duration(text: str) -> None:
    assert duration.parse(text) is None
