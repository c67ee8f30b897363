"""Pods read from YAML, and injections of them with the embedded settings of a release."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from packaging.version import Version

from meshinject.injection import pod as injection
from meshinject.injection.job import Job
from meshinject.istio import controlplane
from meshinject.istio.controlplane import ControlPlane
from meshinject.kubernetes import kinds, owners
from meshinject.kubernetes.workload import Workload
from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.stream import split

Pod = dict[str, Any]


@cache
def _control_plane(version: str) -> ControlPlane:
    return controlplane.embedded(version)


def _workload(text: str) -> Workload:
    """The only workload of a document; one without a kind is the pod template of a Deployment called web."""
    root = load(parse(split(text)[0]))
    if "kind" not in root:
        root = {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": {"template": root}}
    (found,) = kinds.find(root)
    return found


class Injector:
    """Injects pods of manifests and takes injections out again."""

    def __call__(  # noqa: PLR0913 - settings, each by name
        self,
        text: str,
        version: str = "1.28.1",
        *,
        native: bool = False,
        values: Mapping[str, Any] | None = None,
        mesh: Mapping[str, Any] | None = None,
        marks: bool = False,
        pod: Pod | None = None,
    ) -> Pod:
        """The injected pod of the workload in `text`, or of `pod` in its place."""
        control = _control_plane(version) if values is mesh is None else controlplane.embedded(version, values, mesh)
        job = Job(control, owners.owner(_workload(text), Version(version)), native, marks)
        given = _workload(text).pod if pod is None else pod
        assert given is not None
        return injection.inject(given, job).pod

    def out(self, text: str, pod: Pod, version: str = "1.28.1", values: Mapping[str, Any] | None = None) -> Pod:
        """`pod` without its injection."""
        control = controlplane.embedded(version, values)
        return injection.uninjected(pod, Job(control, owners.owner(_workload(text), Version(version)), native=False))

    def pod(self, text: str) -> Pod:
        """The pod of the workload in `text`."""
        found = _workload(text).pod
        assert found is not None
        return found


@pytest.fixture
def inject() -> Injector:
    return Injector()


@pytest.fixture
def container() -> Callable[[Pod, str], Pod]:
    """The container of a name in either list."""

    def find(pod: Pod, name: str) -> Pod:
        return next(each for each in _containers(pod) if each["name"] == name)

    return find


def _containers(pod: Pod) -> Iterator[Pod]:
    for where in ("initContainers", "containers"):
        yield from pod["spec"].get(where) or ()


@pytest.fixture
def names() -> Callable[[Pod, str], list[str]]:
    """The names in a list of a pod's spec."""
    return lambda pod, where: [item["name"] for item in pod["spec"].get(where) or ()]


@pytest.fixture
def env() -> Callable[[Pod], dict[str, Any]]:
    """The environment of a container by name."""
    return lambda container: {each["name"]: each.get("value", each.get("valueFrom")) for each in container["env"]}
