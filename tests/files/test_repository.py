"""Kustomize patches and Helm chart templates are recognised by where they lie and what names them."""

from pathlib import Path

import pytest

from meshinject.files import repository

DEPLOYMENT = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n"


@pytest.fixture(autouse=True)
def _fresh_caches() -> None:
    repository._patches_of.cache_clear()
    repository._exists.cache_clear()


@pytest.mark.parametrize(
    ("kustomization", "is_patch"),
    [
        pytest.param("patches:\n- path: web.yaml\n", True, id="patches with a path"),
        pytest.param("patchesStrategicMerge:\n- ./web.yaml\n", True, id="the older list of strategic merge patches"),
        pytest.param(
            "patchesJson6902:\n- path: web.yaml\n  target: {kind: Deployment, name: web}\n", True, id="JSON patches"
        ),
        pytest.param("resources:\n- web.yaml\n", False, id="a resource is no patch"),
        pytest.param("patches:\n- patch: |-\n    web.yaml\n", False, id="an inline patch names no file"),
        pytest.param("patchesStrategicMerge:\n- |-\n  kind: Deployment\n", False, id="an inline strategic merge patch"),
        pytest.param("patches: web.yaml\n", False, id="a malformed list"),
        pytest.param("patches: [\n", False, id="a kustomization that does not parse"),
        pytest.param("[]\n", False, id="a kustomization that is no map"),
    ],
)
@pytest.mark.parametrize("name", ["kustomization.yaml", "kustomization.yml", "Kustomization"])
def test_what_the_kustomization_beside_a_file_says(
    kustomization: str, is_patch: bool, name: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(kustomization)
    (tmp_path / "web.yaml").write_text(DEPLOYMENT)
    assert repository.is_kustomize_patch(str(tmp_path / "web.yaml")) is is_patch


def test_a_kustomization_above_names_patches_below(tmp_path: Path) -> None:
    (tmp_path / "kustomization.yaml").write_text("patches:\n- path: patches/web.yaml\n")
    (tmp_path / "patches").mkdir()
    assert repository.is_kustomize_patch(str(tmp_path / "patches" / "web.yaml"))
    assert not repository.is_kustomize_patch(str(tmp_path / "patches" / "other.yaml"))


def test_the_search_ends_at_the_repository(tmp_path: Path) -> None:
    (tmp_path / "kustomization.yaml").write_text("patches:\n- path: repo/web.yaml\n")
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    assert not repository.is_kustomize_patch(str(tmp_path / "repo" / "web.yaml"))


def test_templates_beside_a_chart_belong_to_it_in_any_depth(tmp_path: Path) -> None:
    deep = tmp_path / "chart" / "templates" / "web"
    deep.mkdir(parents=True)
    assert not repository.is_chart_template(str(deep / "web.yaml"))
    repository._exists.cache_clear()
    (tmp_path / "chart" / "Chart.yaml").write_text("name: chart\n")
    assert repository.is_chart_template(str(deep / "web.yaml"))
    assert not repository.is_chart_template(str(tmp_path / "chart" / "values.yaml"))
    assert not repository.is_chart_template(str(tmp_path / "templates" / "web.yaml"))
