from typing import Any

import pytest

from meshinject.kubernetes.podrules import broken_by, violations


def pod(containers: Any = ({"name": "app"},), init: Any = (), volumes: Any = (), labels: Any = None) -> Any:
    spec = {"containers": [*containers], "initContainers": [*init], "volumes": [*volumes]}
    return {"metadata": {"labels": labels or {}}, "spec": spec}


HTTP = {"httpGet": {"port": 80}}


@pytest.mark.parametrize(
    ("broken", "text"),
    [
        pytest.param(
            pod([{"name": "a"}], [{"name": "a"}]), "container name 'a' is given twice", id="a name in both lists"
        ),
        pytest.param(pod(volumes=[{"name": "v"}, {"name": "v"}]), "volume name 'v' is given twice", id="two volumes"),
        pytest.param(
            pod(init=[{"name": "a", "readinessProbe": HTTP}]),
            "needs restartPolicy: Always",
            id="a probe of an init container",
        ),
        pytest.param(
            pod(init=[{"name": "a", "lifecycle": {"preStop": HTTP}}]), "needs restartPolicy: Always", id="a hook of one"
        ),
        pytest.param(
            pod([{"name": "a", "livenessProbe": {**HTTP, "exec": {}}}]), "has exec and httpGet", id="two handlers"
        ),
        pytest.param(pod([{"name": "a", "livenessProbe": {"periodSeconds": 1}}]), "has no handler", id="no handler"),
        pytest.param(
            pod([{"name": "a", "lifecycle": {"preStop": {"sleep": {"seconds": 1}, **HTTP}}}]),
            "has httpGet and sleep",
            id="two handlers of a hook",
        ),
        pytest.param(pod([{"name": "a", "livenessProbe": {"grpc": {"port": 0}}}]), "goes to port 0", id="port zero"),
        pytest.param(
            pod([{"name": "a", "volumeMounts": [{"name": "v", "mountPath": "/"}]}]),
            "'v', which does not exist",
            id="no volume",
        ),
        pytest.param(
            pod(
                [{"name": "a", "volumeMounts": [{"name": "v", "mountPath": "/m"}, {"name": "v", "mountPath": "/m"}]}],
                volumes=[{"name": "v"}],
            ),
            "mounts two volumes at '/m'",
            id="one path twice",
        ),
        pytest.param(
            pod(volumes=[{"name": "v", "emptyDir": {}, "csi": {}}]),
            "more than one source: emptyDir and csi",
            id="two sources",
        ),
        pytest.param(
            pod([{"name": "a", "ports": [{"name": "p"}, {"name": "p"}]}]),
            "'p' is given twice",
            id="two ports of one name",
        ),
        pytest.param(pod([]), "no container", id="no container"),
        pytest.param(pod(labels={"k": "a" * 64}), "is no label value", id="a long label"),
        pytest.param(pod(labels={"k": "a-"}), "is no label value", id="a label that ends in a dash"),
        pytest.param(pod(labels={"k": "a b"}), "is no label value", id="a label with a blank"),
    ],
)
def test_what_the_api_server_refuses(broken: Any, text: Any) -> None:
    (found,) = violations(broken)
    assert text in found.text


def test_a_sound_pod_breaks_no_rule() -> None:
    sound = pod(
        [{"name": "a", "livenessProbe": HTTP, "volumeMounts": [{"name": "v", "mountPath": "/m"}], "ports": [{}, {}]}],
        [{"name": "b", "restartPolicy": "Always", "startupProbe": HTTP}],
        [{"name": "v", "emptyDir": {}}],
        {"k": "", "n": 1},
    )
    assert violations(sound) == []


def test_only_what_the_result_breaks_counts() -> None:
    before = pod([{"name": "a"}, {"name": "a"}])
    after = pod([{"name": "a"}, {"name": "a"}, {"name": "b"}], [{"name": "b"}])
    assert [violation.text for violation in broken_by(before, after)] == ["the container name 'b' is given twice"]
    assert broken_by(before, before) == []
