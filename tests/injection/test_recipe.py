import json
from typing import Any

import pytest

from meshinject.injection.recipe import follow, replaced, steps, write

POD: dict[str, Any] = {
    "metadata": {"labels": {"a": "1", "b": "2"}},
    "spec": {
        "containers": [{"name": "x", "args": ["1"], "env": [{"name": "E", "value": "1"}]}, {"name": "y"}],
        "volumes": [{"name": "v"}],
    },
}


def changed(**spec: Any) -> Any:
    return {"metadata": POD["metadata"], "spec": {**POD["spec"], **spec}}


@pytest.mark.parametrize(
    ("present", "recipe"),
    [
        pytest.param(POD, {}, id="nothing to do"),
        pytest.param(
            {"metadata": {"labels": {"a": "1"}}, "spec": POD["spec"]},
            {"set": [[["metadata", "labels", "b"], "2"]]},
            id="a key is missing",
        ),
        pytest.param(
            {"metadata": {"labels": {"b": "2", "a": "1"}}, "spec": POD["spec"]},
            {"keys": [[["metadata", "labels"], ["a", "b"]]]},
            id="keys are in another order",
        ),
        pytest.param(changed(extra=1), {"drop": [["spec", "extra"]]}, id="a key too many"),
        pytest.param(
            changed(containers=[*reversed(POD["spec"]["containers"])]),
            {"keys": [[["spec", "containers"], ["x", "y"]]]},
            id="items are in another order",
        ),
        pytest.param(
            changed(containers=[{"name": "x", "args": ["2"], "env": []}, {"name": "y"}]),
            {
                "set": [
                    [["spec", "containers", "x", "args"], ["1"]],
                    [["spec", "containers", "x", "env", "E"], {"name": "E", "value": "1"}],
                ]
            },
            id="lists without and with a key",
        ),
        pytest.param(
            changed(volumes=[{"name": "v"}, {"name": "v"}]),
            {"set": [[["spec", "volumes"], [{"name": "v"}]]]},
            id="items that cannot be told apart",
        ),
    ],
)
def test_a_recipe_makes_one_pod_of_another(present: Any, recipe: Any) -> None:
    assert write([*steps(POD, present)]) == recipe
    assert json.dumps(follow(recipe, present)) == json.dumps(POD)
    assert follow(recipe, POD) == POD


@pytest.mark.parametrize(
    "recipe",
    [
        pytest.param("text", id="no map"),
        pytest.param({"set": 1, "drop": [1], "keys": [[["spec"], 1]]}, id="no lists"),
        pytest.param({"set": [[["spec", "gone", "x"], 1]], "drop": [["spec", "containers", "z"]]}, id="no such place"),
        pytest.param({"drop": [["spec", "containers", "x", "args", "0"]]}, id="inside a list without a key"),
    ],
)
def test_what_does_not_fit_is_passed_over(recipe: Any) -> None:
    assert follow(recipe, POD) == POD


def test_keys_in_the_place_of_others() -> None:
    new = {"a": 1, "n1": 1, "b": 1, "n2": 1, "n3": 1}
    old = {"o0": 1, "a": 1, "o1": 1, "b": 1, "o2": 1}
    assert [*replaced(new, old)] == [("n1", "o1"), ("n2", "o2")]


@pytest.mark.parametrize(
    ("line", "since", "wanted"),
    [
        pytest.param(
            [["metadata", "labels"], {"a": "1"}],
            {"metadata": {"labels": {"team": "mine"}}},
            {"metadata": {"labels": {"a": "1", "team": "mine"}}},
            id="a map",
        ),
        pytest.param(
            [["spec", "initContainers"], [{"name": "a"}]],
            {"spec": {"initContainers": [{"name": "mine"}]}},
            {"spec": {"initContainers": [{"name": "a"}, {"name": "mine"}]}},
            id="a list with names",
        ),
        pytest.param(
            [["spec", "args"], ["a"]],
            {"spec": {"args": ["mine"]}},
            {"spec": {"args": ["a"]}},
            id="a list without names",
        ),
    ],
)
def test_what_was_written_since_where_something_comes_back_stays_beside_it(line: Any, since: Any, wanted: Any) -> None:
    assert follow({"set": [line]}, since) == wanted
