from typing import Any

import pytest

from meshinject.kubernetes.strategicmerge import MergeError, merge


def named(*names: Any) -> Any:
    return [{"name": name} for name in names]


def names_after(original: Any, patch: Any, where: Any = "containers") -> Any:
    merged = merge({"spec": {where: named(*original)}}, {"spec": {where: named(*patch)}})
    return [item["name"] for item in merged["spec"][where]]


@pytest.mark.parametrize(
    ("original", "patch", "expected"),
    [
        pytest.param(["a", "x"], ["n"], ["n", "a", "x"], id="a new item comes first"),
        pytest.param(["a", "p", "b", "c"], ["p", "n"], ["a", "p", "n", "b", "c"], id="a common item keeps its place"),
        pytest.param(["s1", "s2", "s3"], ["zz", "s2"], ["zz", "s1", "s2", "s3"], id="new before, common in place"),
        pytest.param(["a", "b"], ["b", "a"], ["b", "a"], id="the patch's order wins among its own"),
        pytest.param(["a", "b"], [], ["a", "b"], id="an empty list changes nothing"),
        pytest.param([], ["n", "m"], ["n", "m"], id="into an empty list"),
    ],
)
def test_the_order_of_keyed_items(original: Any, patch: Any, expected: Any) -> None:
    assert names_after(original, patch) == expected


def test_the_environment_is_merged_by_name() -> None:
    original = {
        "spec": {"containers": [{"name": "x", "env": [{"name": "U1"}, {"name": "U2", "value": "u"}, {"name": "U3"}]}]}
    }
    patch = {
        "spec": {"containers": [{"name": "x", "env": [{"name": "N1"}, {"name": "U2", "value": "n"}, {"name": "N2"}]}]}
    }
    env = merge(original, patch)["spec"]["containers"][0]["env"]
    assert [item["name"] for item in env] == ["N1", "U1", "U2", "N2", "U3"]
    assert env[2] == {"name": "U2", "value": "n"}


@pytest.mark.parametrize(
    ("original", "patch", "expected"),
    [
        pytest.param({"a": 1}, {"b": 2}, {"a": 1, "b": 2}, id="a new key"),
        pytest.param({"a": 1, "b": 2}, {"a": None}, {"b": 2}, id="null takes a key out"),
        pytest.param({"a": 1}, {"b": None}, {"a": 1}, id="null for a missing key is nothing"),
        pytest.param({}, {"a": {"b": None, "c": 1}}, {"a": {"c": 1}}, id="nulls of a new map are dropped"),
        pytest.param({}, {"a": {"b": {"$patch": "delete"}}}, {"a": {}}, id="a deleted map of a new one is dropped"),
        pytest.param({"a": [1]}, {"a": {"b": 1}}, {"a": {"b": 1}}, id="another type replaces"),
        pytest.param({"args": [1, 2]}, {"args": [3]}, {"args": [3]}, id="a list without a key is replaced"),
        pytest.param({"a": {"x": 1}}, {"a": {"$patch": "replace", "y": 2}}, {"a": {"y": 2}}, id="a map replaced"),
        pytest.param({"a": {"x": 1}}, {"a": {"$patch": "delete"}}, {"a": {}}, id="a map emptied"),
        pytest.param(
            {"a": {"x": 1, "y": 2}}, {"a": {"$retainKeys": ["y", "z"], "z": 3}}, {"a": {"y": 2, "z": 3}}, id="kept keys"
        ),
        pytest.param(
            {"metadata": {"finalizers": ["a", "b"]}},
            {"metadata": {"finalizers": ["c", "a"]}},
            {"metadata": {"finalizers": ["c", "a", "b"]}},
            id="finalizers are united",
        ),
        pytest.param(
            {"metadata": {"finalizers": ["a", "b"]}},
            {"metadata": {"$deleteFromPrimitiveList/finalizers": ["a"]}},
            {"metadata": {"finalizers": ["b"]}},
            id="scalars are deleted from a list",
        ),
        pytest.param(
            {"spec": {"volumes": named("a", "b")}},
            {"spec": {"volumes": [{"name": "a", "$patch": "delete"}]}},
            {"spec": {"volumes": named("b")}},
            id="an item is deleted",
        ),
        pytest.param(
            {"spec": {"volumes": named("a", "b")}},
            {"spec": {"volumes": [{"$patch": "replace"}, {"name": "c"}]}},
            {"spec": {"volumes": named("c")}},
            id="a list is replaced",
        ),
        pytest.param(
            {"spec": {"volumes": named("a", "b")}},
            {"spec": {"$setElementOrder/volumes": named("b", "a")}},
            {"spec": {"volumes": named("b", "a")}},
            id="a list is reordered",
        ),
        pytest.param(
            {"spec": {"containers": [{"name": "c", "ports": [{"containerPort": 53, "protocol": "UDP"}]}]}},
            {"spec": {"containers": [{"name": "c", "ports": [{"containerPort": 53.0, "protocol": "TCP"}]}]}},
            {"spec": {"containers": [{"name": "c", "ports": [{"containerPort": 53.0, "protocol": "TCP"}]}]}},
            id="ports go by their number alone",
        ),
    ],
)
def test_a_patch_is_merged(original: Any, patch: Any, expected: Any) -> None:
    assert merge(original, patch) == expected


def test_what_a_patch_does_not_change_stays_the_same_object() -> None:
    container = {"name": "a", "env": named("E")}
    pod: dict[str, Any] = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [container]}}
    assert merge(pod, {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": []}}) is pod
    merged = merge(pod, {"spec": {"containers": named("n")}})
    assert merged["metadata"] is pod["metadata"]
    assert merged["spec"]["containers"][1] is container
    assert pod["spec"]["containers"] == [container]


@pytest.mark.parametrize(
    ("patch", "reason"),
    [
        pytest.param(
            {"spec": {"containers": [{"image": "a"}]}}, "does not contain declared merge key: name", id="no key"
        ),
        pytest.param({"spec": {"containers": ["a"]}}, "is no map", id="no map"),
        pytest.param({"spec": {"$patch": "remove"}}, "unknown directive", id="a directive on a map"),
        pytest.param({"spec": {"volumes": [{"name": "a", "$patch": "x"}]}}, "unknown directive", id="one on an item"),
        pytest.param({"spec": {"$retainKeys": ["b"], "c": 1}}, "does not list", id="a key that is not retained"),
        pytest.param({"spec": {"$retainKeys": "b"}}, "must be a list", id="retained keys that are no list"),
    ],
)
def test_a_malformed_patch_is_refused(patch: Any, reason: Any) -> None:
    with pytest.raises(MergeError, match=reason):
        merge({"spec": {"containers": named("a"), "volumes": named("a")}}, patch)
