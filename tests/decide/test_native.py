from typing import Any

import pytest
from packaging.version import Version

from meshinject.decide.native import ANNOTATION, Declared, NativeError, Rule, decide, disagreement, resolve, warnings


def declared(
    istio: Any = "1.28.1", kubernetes: Any = "1.33", mode: Any = None, values: Any = None, own: Any = False
) -> Any:
    return Declared(Version(istio), Version(kubernetes), mode, values or {}, own_control_plane=own)


@pytest.mark.parametrize(
    ("given", "native", "rule"),
    [
        pytest.param(declared(), True, Rule.VERSIONS_ALLOW, id="both are new enough"),
        pytest.param(declared("1.27.0", "1.29"), True, Rule.VERSIONS_ALLOW, id="the first versions that are"),
        pytest.param(declared("1.26.8", "1.33"), False, Rule.ISTIO_TOO_OLD, id="Istio is not"),
        pytest.param(declared("1.28.1", "1.28"), False, Rule.KUBERNETES_TOO_OLD, id="Kubernetes is not"),
        pytest.param(declared(kubernetes="1.32", mode="istiod"), False, Rule.KUBERNETES_TOO_OLD, id="istiod waits"),
        pytest.param(declared(kubernetes="1.33", mode="istiod"), True, Rule.VERSIONS_ALLOW, id="istiod need not wait"),
        pytest.param(declared(kubernetes="1.32", own=True), False, Rule.KUBERNETES_TOO_OLD, id="a given control plane"),
        pytest.param(declared("1.19.0", "1.29", "true"), True, Rule.MODE_TRUE, id="asked for"),
        pytest.param(declared(mode="false"), False, Rule.MODE_FALSE, id="turned off"),
        pytest.param(declared(values={"compatibilityVersion": "1.26"}), False, Rule.COMPATIBILITY, id="compatible"),
        pytest.param(declared(values={"compatibilityVersion": 1.25}), False, Rule.COMPATIBILITY, id="a number as one"),
        pytest.param(
            declared("1.27.9", values={"compatibilityVersion": "1.24"}), False, Rule.COMPATIBILITY, id="1.24 for 1.27"
        ),
        pytest.param(
            declared(values={"compatibilityVersion": "1.24"}), True, Rule.VERSIONS_ALLOW, id="1.28 has no file for 1.24"
        ),
        pytest.param(
            declared("1.26.8", values={"pilot": {"env": {"ENABLE_NATIVE_SIDECARS": "true"}}}),
            True,
            Rule.MODE_TRUE,
            id="the values ask for it",
        ),
        pytest.param(
            declared(values={"env": {"ENABLE_NATIVE_SIDECARS": False}}),
            False,
            Rule.MODE_FALSE,
            id="the values turn it off with a boolean",
        ),
        pytest.param(
            declared(kubernetes="1.32", values={"pilot": {"env": {"ENABLE_NATIVE_SIDECARS": "auto"}}}),
            False,
            Rule.KUBERNETES_TOO_OLD,
            id="auto of the values is istiod's",
        ),
        pytest.param(
            declared(values={"pilot": {"env": {"ENABLE_NATIVE_SIDECARS": "1"}}}),
            False,
            Rule.MODE_FALSE,
            id="any other text of the values is no",
        ),
        pytest.param(
            declared(mode="true", values={"pilot": {"env": {"ENABLE_NATIVE_SIDECARS": "false"}}}),
            True,
            Rule.MODE_TRUE,
            id="a flag beats the values",
        ),
    ],
)
def test_the_kind_of_sidecar_of_a_run(given: Any, native: Any, rule: Any) -> None:
    decision = decide(given)
    assert (decision.native, decision.rule) == (native, rule)
    assert decision.reason


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        pytest.param(declared("1.18.0", "1.29", "true"), "Istio has them since 1.19", id="Istio is too old"),
        pytest.param(declared("1.28.1", "1.28", "true"), "Kubernetes runs since 1.29", id="Kubernetes is too old"),
    ],
)
def test_asking_where_it_cannot_be_is_an_error(given: Any, reason: Any) -> None:
    with pytest.raises(NativeError, match=reason):
        decide(given)


def test_an_unknown_mode_is_an_error() -> None:
    with pytest.raises(ValueError, match="no mode"):
        decide(declared(mode="maybe"))


@pytest.mark.parametrize(
    ("istio", "text", "expected"),
    [
        pytest.param("1.23.6", "true", False, id="before 1.24 nobody reads it"),
        pytest.param("1.24.6", "true", True, id="true"),
        pytest.param("1.24.6", "yes", False, id="up to 1.26 only true is true"),
        pytest.param("1.24.6", "", False, id="up to 1.26 an empty one is no"),
        pytest.param("1.27.9", "false", False, id="false"),
        pytest.param("1.27.9", "no", True, id="since 1.27 only false is false"),
        pytest.param("1.27.9", "", True, id="since 1.27 an empty one says nothing"),
    ],
)
def test_the_annotation_decides_for_its_pod(istio: Any, text: Any, expected: Any) -> None:
    decision = resolve(declared(istio, "1.33"), {ANNOTATION: text})
    assert decision.native is expected


def test_the_annotation_cannot_ask_kubernetes_for_what_it_lacks() -> None:
    with pytest.raises(NativeError, match=r"1\.28") as caught:
        resolve(declared(kubernetes="1.28"), {ANNOTATION: "true"})
    assert caught.value.key == ANNOTATION
    assert not resolve(declared(kubernetes="1.28"), {ANNOTATION: "false"}).native


def test_a_pod_without_the_annotation_follows_the_run() -> None:
    run = decide(declared())
    assert resolve(declared(), {}, run) is run


@pytest.mark.parametrize(
    ("istio", "annotations", "said"),
    [
        pytest.param("1.28.1", {ANNOTATION: "true"}, [], id="nothing is odd"),
        pytest.param("1.28.1", {ANNOTATION: "True"}, ["counts as true"], id="another text since 1.27"),
        pytest.param("1.26.8", {ANNOTATION: "True"}, ["counts as false"], id="another text before"),
        pytest.param("1.28.1", {ANNOTATION: ""}, ["is ignored"], id="an empty text"),
        pytest.param("1.23.0", {ANNOTATION: "true"}, ["since Istio 1.24"], id="too early"),
        pytest.param(
            "1.28.1", {"sidecar.istio.io/native-side": "false"}, ["not read by any Istio"], id="as in the notes"
        ),
        pytest.param("1.28.1", {"sidecar.istio.io/native-sidecar": "x"}, ["not read by any Istio"], id="with a dash"),
        pytest.param("1.28.1", {"example.com/native-sidecar": "x"}, [], id="somebody else's"),
    ],
)
def test_odd_annotations_are_noticed(istio: Any, annotations: Any, said: Any) -> None:
    found = warnings(Version(istio), annotations)
    assert len(found) == len(said)
    assert all(part in warned.text for warned, part in zip(found, said, strict=True))


@pytest.mark.parametrize(
    ("given", "disagree"),
    [
        pytest.param(declared(kubernetes="1.30"), True, id="between 1.29 and 1.32"),
        pytest.param(declared(kubernetes="1.30", mode="istiod"), True, id="the other way round"),
        pytest.param(declared(kubernetes="1.33"), False, id="both say native"),
        pytest.param(declared(kubernetes="1.28"), False, id="both say legacy"),
        pytest.param(declared(kubernetes="1.30", mode="true"), False, id="pinned"),
        pytest.param(declared("1.26.0", "1.30"), False, id="an old Istio"),
    ],
)
def test_a_disagreement_with_istiod_is_told(given: Any, disagree: Any) -> None:
    assert bool(disagreement(given)) is disagree
