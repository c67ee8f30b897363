from typing import Any

import pytest

from meshinject.kubernetes.listkeys import is_set, listkey


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param(("spec", "containers"), "name", id="containers of a pod"),
        pytest.param(("spec", "template", "spec", "volumes"), "name", id="volumes of a template"),
        pytest.param(("items", "spec", "template", "spec", "initContainers", "env"), "name", id="the environment"),
        pytest.param(("spec", "containers", "ports"), "containerPort", id="ports of a container"),
        pytest.param(("spec", "containers", "volumeMounts"), "mountPath", id="mounts"),
        pytest.param(("spec", "hostAliases"), "ip", id="host aliases"),
        pytest.param(("spec", "ports"), None, id="ports of a Service have no key here"),
        pytest.param(("spec", "tolerations"), None, id="tolerations are replaced"),
        pytest.param(("spec", "containers", "args"), None, id="arguments are replaced"),
        pytest.param(("items",), None, id="a list at the root"),
    ],
)
def test_the_merge_key_of_a_list(path: Any, expected: Any) -> None:
    assert listkey(path) == expected


def test_only_finalizers_are_a_set() -> None:
    assert is_set(("spec", "template", "metadata", "finalizers"))
    assert not is_set(("metadata", "labels"))
