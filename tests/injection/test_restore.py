from typing import Any

import pytest

from meshinject.injection.restore import cut_down


@pytest.mark.parametrize(
    ("present", "wanted", "expected"),
    [
        pytest.param(
            {"name": "p", "image": "i", "args": ["x"]},
            {"name": "p", "image": "auto"},
            {"name": "p", "image": "auto"},
            id="less",
        ),
        pytest.param(
            {"env": [{"name": "T"}, {"name": "U", "value": "1"}], "name": "p"},
            {"name": "p", "env": [{"name": "U", "value": "1"}]},
            {"env": [{"name": "U", "value": "1"}], "name": "p"},
            id="the present order of keys",
        ),
        pytest.param({"name": "p"}, {"name": "p", "tty": True}, {"name": "p", "tty": True}, id="what is missing"),
        pytest.param({"name": "p", "stdin": False}, {"name": "p"}, {"name": "p", "stdin": False}, id="an empty value"),
        pytest.param(
            {"resources": {"requests": {"cpu": 1, "memory": "1Gi"}}},
            {"resources": {"requests": {"cpu": "1"}}},
            {"resources": {"requests": {"cpu": 1}}},
            id="the same quantity in another spelling",
        ),
        pytest.param({"args": ["a"]}, {"args": ["b"]}, {"args": ["b"]}, id="a list without a key"),
    ],
)
def test_a_container_is_cut_down_to_what_is_wanted(present: Any, wanted: Any, expected: Any) -> None:
    assert list(cut_down(present, wanted).items()) == list(expected.items())


def test_what_is_equal_stays_the_same_object() -> None:
    env = {"name": "U", "value": "1"}
    present = {"name": "p", "env": [{"name": "T"}, env], "args": ["a"]}
    done = cut_down(present, {"name": "p", "env": [{"name": "U", "value": "1"}], "args": ["a"]})
    assert done["env"][0] is env
    assert done["args"] is present["args"]
