from typing import Any

import pytest

from meshinject.kubernetes import gojson


@pytest.mark.parametrize(
    ("value", "type_name", "expected"),
    [
        pytest.param(
            {"containerPort": 80, "name": "http"},
            "ContainerPort",
            '{"name":"http","containerPort":80}',
            id="keys follow the declaration, not the manifest",
        ),
        pytest.param(
            {"hostIP": "1.2.3.4", "protocol": "TCP", "containerPort": 55, "hostPort": 1},
            "ContainerPort",
            '{"hostPort":1,"containerPort":55,"protocol":"TCP","hostIP":"1.2.3.4"}',
            id="every field of a port has its place",
        ),
        pytest.param(
            {"name": "a", "stdin": False, "image": "", "args": [], "lifecycle": None},
            "Container",
            '{"name":"a","resources":{}}',
            id="empty values are left out but for a struct",
        ),
        pytest.param(
            {"name": "a", "securityContext": {"privileged": False, "runAsUser": 0}},
            "Container",
            '{"name":"a","resources":{},"securityContext":{"privileged":false,"runAsUser":0}}',
            id="a zero behind a pointer is printed",
        ),
        pytest.param(
            {"name": "a", "resources": {"limits": {"memory": "1Gi", "cpu": 0.5}}},
            "Container",
            '{"name":"a","resources":{"limits":{"cpu":"0.5","memory":"1Gi"}}}',
            id="quantities keep their text and maps are sorted",
        ),
        pytest.param({"port": 5000}, "GRPCAction", '{"port":5000,"service":null}', id="grpc prints a service it lacks"),
        pytest.param(
            {"port": "http", "path": "/a?b=<c>&d"},
            "HTTPGetAction",
            '{"path":"/a?b=\\u003cc\\u003e\\u0026d","port":"http"}',
            id="angle brackets and ampersands are escaped",
        ),
        pytest.param(
            {"name": "n", "configMap": {"optional": True, "name": "cm"}},
            "Volume",
            '{"name":"n","configMap":{"name":"cm","optional":true}}',
            id="fields of embedded structs are fields of the outer one",
        ),
    ],
)
def test_a_typed_value_is_written_as_go_writes_it(value: Any, type_name: Any, expected: Any) -> None:
    assert gojson.encode(value, type_name) == expected


def test_unknown_keys_are_dropped_or_follow_the_known_ones() -> None:
    value = {"future": {"b": 1, "a": 2}, "name": "a"}
    assert gojson.encode(value, "Container") == '{"name":"a","resources":{}}'
    assert gojson.encode(value, "Container", unknown=True) == '{"name":"a","resources":{},"future":{"a":2,"b":1}}'


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param({"b": 1, "a": [1.0, 2.5]}, '{"a":[1,2.5],"b":1}', id="keys are sorted and whole floats are whole"),
        pytest.param("ä\u2028", '"ä\\u2028"', id="only separators of lines are escaped beyond ASCII"),
    ],
)
def test_an_untyped_value_is_written_with_sorted_keys(value: Any, expected: Any) -> None:
    assert gojson.compact(value) == expected


def test_what_a_typed_decode_keeps_shares_what_it_does_not_change() -> None:
    env = [{"name": "A", "value": "1"}]
    kept = gojson.given({"name": "a", "env": env, "tty": False, "command": None, "odd": 0}, "Container")
    assert kept == {"name": "a", "env": env, "odd": 0}
    assert kept["env"] is env
