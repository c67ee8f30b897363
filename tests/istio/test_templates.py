"""Gate lines of template files, and the resolved templates of every release."""

import re

import pytest
from packaging.version import Version

from meshinject.istio import functions, releases, templates

TEXT = """a
  #@ since 1.24: because
b
  #@ before 1.26: until then
c
  #@ end
  #@ else
d
  #@ end
## a note
e
"""


@pytest.mark.parametrize(
    ("version", "expected"),
    [("1.23.6", "a\nd\ne\n"), ("1.24.0", "a\nb\nc\ne\n"), ("1.26.0", "a\nb\ne\n")],
)
def test_gates_pick_lines(version: str, expected: str) -> None:
    assert templates.resolve(TEXT, Version(version)) == expected


def test_a_text_without_gates_stays_as_it_is() -> None:
    text = "a\r\n  # @ no gate\n{{ x }}"
    assert templates.resolve(text, Version("1.28.1")) == text


@pytest.mark.parametrize(
    "text",
    ["#@ end\n", "#@ else\n", "#@ since 1.24: x\na\n", "#@ since 1.24: x\n#@ end\n#@ end\n", "#@ often\n#@ end\n"],
)
def test_gates_that_do_not_fit_are_an_error(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - each says its own
        templates.resolve(text, Version("1.28.1"))


def test_an_included_file_is_resolved_as_well() -> None:
    text = templates.resolve("#@ include blocks.yaml\n", Version("1.21.6"))
    assert "JWT_POLICY" in text
    assert "#@" not in text
    assert "JWT_POLICY" not in templates.resolve("#@ include blocks.yaml\n", Version("1.22.0"))


@pytest.mark.parametrize("name", templates.NAMES)
@pytest.mark.parametrize("release", [release.newest for release in releases.RELEASES])
def test_every_template_of_every_release_parses(name: str, release: str) -> None:
    declared = releases.declared(release)
    assert declared is not None
    text = templates.text(name, declared.version)
    assert not re.search(r"^\s*(#@|##)", text, re.MULTILINE)
    assert templates.compiled(name, text, declared.version).name == name


@pytest.mark.parametrize(
    ("name", "first"),
    [("otelResourceAttributes", "1.30"), ("NativeSidecars", "1.27"), ("InboundTrafficPolicyMode", "1.22")],
)
def test_no_template_uses_what_its_release_lacks(name: str, first: str) -> None:
    for release in releases.RELEASES:
        version = Version(f"{release.minor}.0")
        used = any(name in templates.text(template, version) for template in templates.NAMES)
        assert used is (version >= Version(first))


def test_the_embedded_templates_are_a_mapping() -> None:
    embedded = templates.Embedded(Version("1.28.1"))
    assert list(embedded) == ["sidecar", "gateway", "grpc-simple", "grpc-agent"]
    assert len(embedded) == 4
    assert "waypoint" not in embedded
    assert embedded["sidecar"] == templates.text("sidecar", Version("1.28.1"))


def test_a_table_of_functions_holds_sprigs_too() -> None:
    table = functions.table(Version("1.28.1"))
    assert {"quote", "annotation"} <= set(table)
    assert len(table) == len(set(table))
    assert "otelResourceAttributes" not in table
