"""meshinject show: what it prints can be edited and given back."""

from pathlib import Path

import pytest
import yaml

from meshinject.istio.releases import RELEASES, Release
from meshinject.reports.findings import Code
from tests.conftest import POD
from tests.inprocess import meshinject

VERSION = ("--istio-version", "1.28.1")
TARGET = (*VERSION, "--kubernetes-version", "1.33", "--native-sidecars", "true")
CHANGES = ("--set", "global.hub=h.example,global.network=net-1", "--set", "meshConfig.defaultConfig.concurrency=0")


def shown(what: str, *options: str) -> str:
    result = meshinject("show", what, *(options or VERSION))
    assert (result.code, result.stderr) == (0, "")
    return result.stdout.decode()


def injected(*options: str) -> bytes:
    result = meshinject("-q", "-", *TARGET, *options, stdin=POD.encode())
    assert result.code == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize(
    ("what", "option"),
    [
        pytest.param("template", "--inject-config-file", id="template"),
        pytest.param("inject-config", "--inject-config-file", id="inject-config"),
        pytest.param("values", "--values-file", id="values"),
        pytest.param("mesh-config", "--mesh-config-file", id="mesh-config"),
    ],
)
@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.minor)
def test_what_is_shown_and_given_back_changes_nothing(folder: Path, release: Release, what: str, option: str) -> None:
    del folder
    version = ("--istio-version", release.newest)
    Path("shown").write_text(shown(what, *version))
    assert injected(*version, option, "shown") == injected(*version)


def test_values_and_mesh_config_are_shown_with_what_was_given(folder: Path) -> None:
    del folder
    Path("values").write_text(shown("values", *VERSION, *CHANGES))
    Path("mesh").write_text(shown("mesh-config", *VERSION, *CHANGES))
    given_back = injected("--values-file", "values", "--mesh-config-file", "mesh")
    assert given_back == injected(*CHANGES) != injected()
    assert yaml.safe_load(Path("mesh").read_text())["defaultConfig"]["concurrency"] == 0


def test_a_setting_that_was_turned_off_is_shown(folder: Path) -> None:
    del folder
    off = ("--set", "meshConfig.enablePrometheusMerge=false")
    assert "enablePrometheusMerge: false" in shown("mesh-config", *VERSION, *off)


def test_a_template_is_a_plain_go_template_of_the_release() -> None:
    text = shown("template")
    assert "#@" not in text
    assert text != shown("template", "--istio-version", "1.20.8")
    assert "istio-proxy" in text


def test_another_template_is_shown_by_name() -> None:
    assert shown("template", *VERSION, "--template", "gateway") != shown("template")
    result = meshinject("show", "template", *VERSION, "--template", "nope")
    assert (result.code, result.stdout) == (2, b"")
    assert "there is no template 'nope'; templates are sidecar, gateway" in result.stderr


def test_a_given_template_is_shown_as_it_is(folder: Path) -> None:
    del folder
    Path("t").write_text("metadata: {labels: {a: b}}  # mine\n")
    assert shown("template", *VERSION, "--inject-config-file", "t") == Path("t").read_text()


def test_versions_lists_every_release() -> None:
    lines = shown("versions").splitlines()
    assert [line.split()[0] for line in lines[1:]] == [release.minor for release in RELEASES]
    assert next(line for line in lines if line.startswith("1.26")).split()[4] == "legacy"
    assert next(line for line in lines if line.startswith("1.27")).split()[4] == "native"


def test_codes_lists_every_code_once_with_severity_and_meaning() -> None:
    lines = shown("codes").splitlines()
    assert len(lines) == len(Code) + 1
    assert any(line.split(maxsplit=2) == ["IST0125", "error", Code.BAD_ANNOTATION.meaning] for line in lines)


@pytest.mark.parametrize("what", [pytest.param((), id="nothing"), pytest.param(("pods",), id="something unknown")])
def test_anything_else_is_a_usage_error_that_lists_what_there_is(what: tuple[str, ...]) -> None:
    result = meshinject("show", *what)
    assert (result.code, result.stdout) == (2, b"")
    assert "show takes one of template, inject-config, values, mesh-config, versions, codes" in result.stderr


def test_wrong_settings_are_told_and_nothing_is_shown(folder: Path) -> None:
    del folder
    Path("v").write_text("global: {hub: 5}")
    result = meshinject("show", "values", *VERSION, "--values-file", "v")
    assert (result.code, result.stdout) == (2, b"")
    assert "v:1:15: error[MI004]: global.hub is 5" in result.stderr


def test_a_release_that_is_not_declared_is_noted() -> None:
    result = meshinject("show", "values")
    assert result.code == 0
    assert "note[MI401]" in result.stderr
