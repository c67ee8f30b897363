from typing import Any

import pytest

from meshinject.kubernetes.podshape import Misfit, misfits


def container(**fields: Any) -> Any:
    return {"metadata": None, "spec": {"containers": [{"name": "a", **fields}]}}


@pytest.mark.parametrize(
    ("pod", "expected"),
    [
        pytest.param({"metadata": []}, (("metadata",), "a map", "a list"), id="a list for a map"),
        pytest.param({"spec": {"containers": {}}}, (("spec", "containers"), "a list", "a map"), id="a map for a list"),
        pytest.param(
            container(ports=[{"containerPort": "http"}]),
            (("spec", "containers", 0, "ports", 0, "containerPort"), "an integer of 32 bits", "'http'"),
            id="a text for a number",
        ),
        pytest.param(
            container(resources={"limits": {"cpu": "lots"}}),
            (("spec", "containers", 0, "resources", "limits", "cpu"), "a quantity", "'lots'"),
            id="no quantity",
        ),
        pytest.param(
            container(command="sh"), (("spec", "containers", 0, "command"), "a list", "'sh'"), id="a text for a list"
        ),
        pytest.param(
            container(readinessProbe={"httpGet": {"port": True}}),
            (("spec", "containers", 0, "readinessProbe", "httpGet", "port"), "a number or a string", "True"),
            id="a boolean for a port",
        ),
        pytest.param(
            {"metadata": {"labels": {"a": {}}}},
            (("metadata", "labels", "a"), "a string", "a map"),
            id="a map as a label",
        ),
    ],
)
def test_a_wrong_type_is_found_with_its_place(pod: Any, expected: Any) -> None:
    path, want, got = expected
    assert misfits(pod) == [Misfit(path, want, got, fatal=True)]


def test_a_boolean_in_quotes_is_not_fatal() -> None:
    assert misfits({"spec": {"hostNetwork": "true"}}) == [
        Misfit(("spec", "hostNetwork"), "true or false", "'true'", fatal=False)
    ]


@pytest.mark.parametrize(
    "pod",
    [
        pytest.param({}, id="nothing at all"),
        pytest.param({"metadata": {"labels": None}, "spec": {"containers": None}}, id="nulls"),
        pytest.param({"metadata": {"labels": {"a": True, "b": 1.5}}}, id="scalars where strings belong"),
        pytest.param(
            container(ports=[{"containerPort": 80.0}], unknown={"a": [1]}), id="a whole float, an unknown field"
        ),
        pytest.param(container(resources={"limits": {"cpu": 0.5, "memory": "1Gi"}}), id="quantities"),
    ],
)
def test_what_kubernetes_reads_fits(pod: Any) -> None:
    assert misfits(pod) == []


def test_a_rendered_template_must_have_strings() -> None:
    pod = {"metadata": {"annotations": {"a": True, "b": "true"}}}
    assert [misfit.path for misfit in misfits(pod, strict=True)] == [("metadata", "annotations", "a")]
