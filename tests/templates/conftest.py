"""Rendering a template for a small pod."""

from collections.abc import Callable
from typing import Any

import pytest

from meshinject.injection import render
from meshinject.istio import controlplane, proxyconfig
from meshinject.kubernetes.owners import Owner
from meshinject.kubernetes.text import string_map

Overlay = Callable[..., dict[str, Any]]


@pytest.fixture
def overlay() -> Overlay:
    """What a template gives for a pod with one container `app`, by version, settings and pod metadata."""

    def rendered(  # noqa: PLR0913 - each says one thing about the pod or its mesh
        version: str = "1.28.1",
        template: str = "sidecar",
        *,
        values: dict[str, Any] | None = None,
        mesh: dict[str, Any] | None = None,
        annotations: dict[str, str] | None = None,
        labels: dict[str, str] | None = None,
        spec: dict[str, Any] | None = None,
        native: bool = False,
        owner: Owner | None = None,
    ) -> dict[str, Any]:
        control = controlplane.embedded(version, values, mesh)
        pod = {
            "metadata": {"annotations": annotations or {}, "labels": labels or {}},
            "spec": {"containers": [{"name": "app", "image": "a:1"}]} | (spec or {}),
        }
        config = proxyconfig.effective(control.mesh, string_map(annotations), control.version)
        seen = render.view(
            control,
            pod,
            owner or Owner("reviews", "shop", "Deployment", "apps/v1", {}, frozenset()),
            config,
            native=native,
        )
        return render.render(template, control, seen)

    return rendered


@pytest.fixture
def container() -> Callable[[dict[str, Any], str], dict[str, Any]]:
    """A container of a rendered pod by name, wherever it is; empty when there is none."""

    def find(pod: dict[str, Any], name: str) -> dict[str, Any]:
        lists = (pod["spec"].get("initContainers") or [], pod["spec"].get("containers") or [])
        return next((item for items in lists for item in items if item["name"] == name), {})

    return find
