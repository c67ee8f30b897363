"""Injects a manifest and hands what came of it to one check."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from packaging.version import Version

from meshinject.checks.subject import Remark, Subject
from meshinject.injection import pod
from meshinject.injection.job import Job
from meshinject.istio import controlplane
from meshinject.kubernetes import kinds, owners
from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.stream import split

Check = Callable[[Subject], Iterator[Remark]]
Look = Callable[..., list[Remark]]


@pytest.fixture
def look() -> Look:
    """What a check says about the injection of a manifest's only workload."""

    def remarks(  # noqa: PLR0913 - each is one thing that a test may declare
        check: Check,
        text: str,
        *,
        native: bool = True,
        istio: str = "1.28.1",
        values: Mapping[str, Any] | None = None,
        revision: str = "",
        namespace: Mapping[str, str] | None = None,
    ) -> list[Remark]:
        (document,) = split(text)
        (workload,) = kinds.find(load(parse(document)))
        assert workload.pod is not None
        control = controlplane.embedded(istio, values, None, revision)
        job = Job(control, owners.owner(workload, Version(istio)), native=native)
        done = pod.inject(workload.pod, job)
        return list(check(Subject(workload, done, job, (revision or "default",), namespace or {})))

    return remarks


@pytest.fixture
def manifest() -> Callable[..., str]:
    """A workload of a kind: its pod's metadata and spec in flow style."""

    def text(spec: str = "", meta: str = "", kind: str = "Deployment", name: str = "web", own: str = "") -> str:
        api_version = {"Job": "batch/v1", "Pod": "v1"}.get(kind, "apps/v1")
        spec = spec or "containers: [{name: web, image: nginx}]"
        if kind == "Pod":
            return f"apiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, {meta}}}\nspec: {{{spec}}}\n"
        template = f"metadata: {{{meta}}}, spec: {{{spec}}}"
        return (
            f"apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: {name}, {own}}}\n"
            f"spec: {{template: {{{template}}}}}\n"
        )

    return text
