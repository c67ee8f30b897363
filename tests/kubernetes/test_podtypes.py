from typing import Any

import pytest

from meshinject.kubernetes.podtypes import TYPES, Field, is_struct


def test_fields_are_in_the_order_of_the_declaration() -> None:
    assert [field.json for field in TYPES["ContainerPort"]] == [
        "name",
        "hostPort",
        "containerPort",
        "protocol",
        "hostIP",
    ]
    assert TYPES["Container"][0] == Field("name", "Name", "string", always=True)


def test_an_embedded_struct_has_no_key() -> None:
    assert TYPES["Volume"][1] == Field("", "VolumeSource", "VolumeSource", always=True)


def test_go_names_are_not_always_the_keys_capitalised() -> None:
    names = {field.json: field.go for field in TYPES["PodSpec"]}
    assert names["dnsPolicy"] == "DNSPolicy"
    assert names["serviceAccount"] == "DeprecatedServiceAccount"
    assert names["hostNetwork"] == "HostNetwork"


@pytest.mark.parametrize("name", ["ObjectMeta", "PodSpec", "EphemeralContainer", "PersistentVolumeClaimSpec"])
def test_every_type_that_a_field_names_exists(name: Any) -> None:
    plain = {"string", "bool", "int32", "int64", "Quantity", "IntOrString", "Time", "any"}
    for field in TYPES[name]:
        base = field.type.removeprefix("*").removeprefix("[]").removeprefix("map[string]").removeprefix("*")
        assert base in plain or is_struct(base)


def test_no_other_name_is_a_type() -> None:
    assert not is_struct("string")
    with pytest.raises(KeyError):
        TYPES["Nothing"]
