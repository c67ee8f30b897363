"""What a file is in its repository: a kustomize patch or a Helm chart's template looks like a manifest and is none.

* A patch that a kustomization lists is merged over a workload that is injected where it is complete; a sidecar in the
  patch as well would be written twice, or into a container that the patch does not own.
* A file under `templates/` beside a Chart.yaml is text for Helm's template engine, not YAML.
"""

import os
from functools import cache
from typing import Any

from meshinject.files.inputs import STDIN
from meshinject.yamltext.problems import YAMLProblem
from meshinject.yamltext.read import read

_KUSTOMIZATIONS = ("kustomization.yaml", "kustomization.yml", "Kustomization")
_PATCH_FIELDS = ("patches", "patchesStrategicMerge", "patchesJson6902")


def is_of_a_tool(name: str) -> bool:
    """Whether another tool owns the input, so that it passes as it is; standard input is nobody's."""
    return name != STDIN and (is_chart_template(name) or is_kustomize_patch(name))


def is_chart_template(path: str) -> bool:
    """Whether the file lies under the `templates` folder of a Helm chart."""
    parts = os.path.abspath(path).split(os.sep)[:-1]
    return any(
        part == "templates" and _exists(os.sep.join([*parts[:index], "Chart.yaml"])) for index, part in enumerate(parts)
    )


def is_kustomize_patch(path: str) -> bool:
    """Whether a kustomization beside the file or above it lists it as a patch.

    kustomize loads no file from outside its own folder, so only the folders above the file can name it.
    """
    whole = os.path.abspath(path)
    folder = os.path.dirname(whole)
    while True:
        if whole in _patches_of(folder):
            return True
        above = os.path.dirname(folder)
        if above == folder or os.path.isdir(os.path.join(folder, ".git")):
            return False
        folder = above


@cache
def _exists(path: str) -> bool:
    return os.path.isfile(path)


@cache
def _patches_of(folder: str) -> frozenset[str]:
    """The files that the kustomization in a folder names as patches; none where there is no readable kustomization."""
    for name in _KUSTOMIZATIONS:
        try:
            with open(os.path.join(folder, name), encoding="utf-8-sig") as file:
                kustomization = read(file.read())
        except (OSError, UnicodeDecodeError, YAMLProblem):
            continue  # a broken kustomization is kustomize's to complain about, the manifest beside it is still ours
        if isinstance(kustomization, dict):
            return frozenset(os.path.normpath(os.path.join(folder, patch)) for patch in _named(kustomization))
    return frozenset()


def _named(kustomization: dict[str, Any]) -> list[str]:
    entries = [entry for field in _PATCH_FIELDS for entry in _list(kustomization.get(field))]
    paths = [entry.get("path") if isinstance(entry, dict) else entry for entry in entries]
    return [path for path in paths if isinstance(path, str) and "\n" not in path]  # patchesStrategicMerge may be inline


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
