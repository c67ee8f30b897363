"""The grammars of annotation values, accepted and refused texts."""

import pytest

from meshinject.istio import grammar

CASES: list[tuple[grammar.Check, list[str], list[str]]] = [
    (
        grammar.check_boolean,
        ["1", "t", "T", "TRUE", "true", "True", "0", "f", "F", "FALSE", "false", "False"],
        ["", "yes", "tRue", " true", "2", "on"],
    ),
    (grammar.check_uint32, ["0", "007", "4294967295"], ["", "-1", "+1", "4294967296", "1.0", " 1", "1_0"]),
    (grammar.check_port, ["0", "65535", " 80 ", "080"], ["", " ", "65536", "-1", "+1", "http", "8 0", "8_0", "٣"]),
    (
        grammar.check_ports,
        ["", "  ", "80", "80, 443", "1,2,3"],
        ["80,", ",80", "80,,90", "80,http", "*", "80;90", "1-2"],
    ),
    (grammar.check_ports_or_all, ["*", "80", ""], ["*,80", "x"]),
    (
        grammar.check_cidrs,
        ["", "0.0.0.0/0", "10.0.0.0/8", "10.1.2.3/8,1.2.3.4/32", "fd00::/8", "::1/128", "::/0"],
        [
            "10.0.0.0/8, 1.2.3.4/32",
            "10.0.0.0",
            "10.0.0.0/33",
            "10.0.0.0/-1",
            "10.0.0.0/",
            "10.0.0/8",
            "10.0.0.256/8",
            "::1/129",
            "10.0.0.0/8,",
            "10.0.0.0/08",
            "010.0.0.0/8",
            "*",
            "x/8",
            "fe80::1%eth0/64",
        ],
    ),
    (grammar.check_cidrs_or_all, ["*", "", "10.0.0.0/8"], ["*,10.0.0.0/8", " *"]),
    (
        grammar.check_interfaces,
        ["", "a", "eth0", "net1, net2", "br-0.1_x", "abcdefghijklmno"],
        ["eth0,", " ", "1eth", "_a", "a/b", "abcdefghijklmnop"],
    ),
    (
        grammar.check_quantity,
        [
            "100m",
            "128Mi",
            "0.5",
            "1e3",
            "1e-3",
            "-1",
            "+2",
            "5.",
            ".5",
            "1E",
            "1E3",
            "12n",
            "1u",
            "1k",
            "1Ki",
            "1Pi",
            "1Ei",
        ],
        ["", "1 m", "1mm", "Mi", "1.2.3", "1\n", "\t1", "1KI", "1K", "1e", "1ei", ".", "1_0"],
    ),
    (grammar.check_interception, ["REDIRECT", "TPROXY", "NONE"], ["", "none", "MAGIC"]),
    (grammar.check_targets, ["", "80", "80:/m, 81", ",,", "x"], [":/m", "80, :/m"]),
    (grammar.check_switch, ["true", "false", ""], ["True", "1", "yes"]),
    (grammar.check_reference, ["a/b", "a/b:c@sha256:0a", ""], ["proxyv2", "auto"]),
    (grammar.check_json, ["{}", "[]", '{"a": {}}'], ["", "x", "1", "{"]),
]


@pytest.mark.parametrize(
    ("check", "text"),
    [pytest.param(check, text, id=f"{check.__name__}({text!r})") for check, good, _ in CASES for text in good],
)
def test_a_good_text_is_accepted(check: grammar.Check, text: str) -> None:
    assert check(text) is None


@pytest.mark.parametrize(
    ("check", "text"),
    [pytest.param(check, text, id=f"{check.__name__}({text!r})") for check, _, bad in CASES for text in bad],
)
def test_a_bad_text_is_refused_with_a_reason(check: grammar.Check, text: str) -> None:
    assert check(text)
