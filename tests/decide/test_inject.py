from typing import Any

import pytest
from packaging.version import Version

from meshinject.decide.inject import Reason, Rules, decide
from meshinject.decide.selectors import SelectorError
from meshinject.kubernetes import kinds

KEY = "sidecar.istio.io/inject"
OLD, NEW = Version("1.26.8"), Version("1.28.1")


def workload(labels: Any = None, annotations: Any = None, spec: Any = None, kind: Any = "Deployment") -> Any:
    spec = {"containers": [{"name": "a", "image": "a"}]} if spec is None else spec
    template = {"metadata": {"labels": labels, "annotations": annotations}, "spec": spec}
    (found,) = kinds.find({"apiVersion": "apps/v1", "kind": kind, "spec": {"template": template}})
    return found


def verdict(found: Any, rules: Any = None, namespace: Any = "shop") -> Any:
    return decide(found, namespace, rules or Rules(NEW))


@pytest.mark.parametrize(
    ("value", "before", "since"),
    [
        pytest.param("true", Reason.ASKED, Reason.ASKED, id="true"),
        pytest.param("false", Reason.OPTED_OUT, Reason.OPTED_OUT, id="false"),
        pytest.param("", Reason.DEFAULT, Reason.DEFAULT, id="empty"),
        pytest.param("Yes", Reason.ASKED, Reason.DEFAULT, id="a word for yes"),
        pytest.param("on", Reason.ASKED, Reason.DEFAULT, id="another one"),
        pytest.param("no", Reason.OPTED_OUT, Reason.DEFAULT, id="a word for no"),
        pytest.param("maybe", Reason.OPTED_OUT, Reason.DEFAULT, id="any other word"),
    ],
)
def test_what_a_value_says(value: Any, before: Any, since: Any) -> None:
    found = workload(annotations={KEY: value})
    assert verdict(found, Rules(OLD)).reason is before
    assert verdict(found, Rules(NEW)).reason is since
    assert bool(verdict(found, Rules(NEW)).warning) is (value not in ("true", "false", ""))


@pytest.mark.parametrize(
    ("labels", "annotations", "reason"),
    [
        pytest.param({KEY: "true"}, {KEY: "false"}, Reason.ASKED, id="the label beats the annotation"),
        pytest.param({KEY: ""}, {KEY: "false"}, Reason.DEFAULT, id="even an empty one"),
        pytest.param({KEY: False}, None, Reason.OPTED_OUT, id="an unquoted false is false"),
        pytest.param(None, None, Reason.DEFAULT, id="no metadata at all"),
    ],
)
def test_label_and_annotation(labels: Any, annotations: Any, reason: Any) -> None:
    assert verdict(workload(labels, annotations)).reason is reason


def test_what_was_injected_is_no_patch() -> None:
    spec = {"containers": [{"name": "istio-proxy"}]}
    assert verdict(workload(spec=spec)).reason is Reason.PATCH
    assert verdict(workload(annotations={"sidecar.istio.io/status": "{}"}, spec=spec)).reason is Reason.DEFAULT


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        pytest.param({"hostNetwork": True}, Reason.HOST_NETWORK, id="the host's network"),
        pytest.param({"hostNetwork": False}, Reason.DEFAULT, id="not the host's network"),
        pytest.param({"hostNetwork": "true"}, Reason.DEFAULT, id="a text is no boolean"),
        pytest.param({"containers": []}, Reason.NO_CONTAINERS, id="an empty list of containers"),
        pytest.param({"containers": None}, Reason.NO_CONTAINERS, id="no list of containers"),
        pytest.param({"containers": [{"name": "a"}]}, Reason.PATCH, id="no image"),
        pytest.param(
            {"containers": [{"name": "a"}, {"name": "istio-proxy", "image": "auto"}]}, Reason.PATCH, id="auto is none"
        ),
        pytest.param({"containers": [{"name": "istio-proxy", "image": "auto"}]}, Reason.DEFAULT, id="a gateway"),
        pytest.param(
            {"containers": [{"name": "a", "image": "a", "env": [{"name": "B", "$patch": "delete"}]}]},
            Reason.PATCH_DIRECTIVE,
            id="a directive somewhere",
        ),
    ],
)
def test_what_the_pod_itself_says(spec: Any, reason: Any) -> None:
    assert verdict(workload(spec={"containers": [{"name": "a", "image": "a"}], **spec})).reason is reason


def test_a_template_may_bring_the_containers() -> None:
    assert verdict(workload(annotations={"inject.istio.io/templates": "gateway"}, spec={})).inject
    assert not verdict(workload(annotations={"inject.istio.io/templates": "grpc-agent"}, spec={})).inject


def test_a_workload_without_a_template_has_nothing_to_inject() -> None:
    (found,) = kinds.find({"apiVersion": "apps/v1", "kind": "Deployment", "spec": {}})
    assert verdict(found).reason is Reason.NO_TEMPLATE


def test_kinds_may_be_skipped() -> None:
    assert verdict(workload(), Rules(NEW, skip_kinds=("Deployment",))).reason is Reason.KIND_SKIPPED
    assert verdict(workload(), Rules(NEW, skip_kinds=("Job",))).inject


@pytest.mark.parametrize("namespace", ["kube-system", "kube-public", "kube-node-lease", "local-path-storage"])
def test_some_namespaces_are_never_injected(namespace: Any) -> None:
    assert verdict(workload({KEY: "true"}), namespace=namespace).reason is Reason.IGNORED_NAMESPACE


@pytest.mark.parametrize(
    ("rules", "labels", "reason"),
    [
        pytest.param(Rules(NEW, "opt-in"), {}, Reason.NOT_ASKED, id="opt-in and silent"),
        pytest.param(Rules(NEW, "opt-in"), {KEY: "true"}, Reason.ASKED, id="opt-in and asked"),
        pytest.param(Rules(NEW, "disabled"), {}, Reason.NOT_ASKED, id="a disabled configuration"),
        pytest.param(Rules(NEW, "enabled"), {}, Reason.DEFAULT, id="an enabled one"),
        pytest.param(
            Rules(NEW, never=[{"matchLabels": {"app": "a"}}]), {"app": "a"}, Reason.NEVER_SELECTOR, id="never fits"
        ),
        pytest.param(
            Rules(NEW, never=[{"matchLabels": {"app": "a"}}]),
            {"app": "a", KEY: "true"},
            Reason.ASKED,
            id="the pod's own wish beats never",
        ),
        pytest.param(
            Rules(NEW, "disabled", always=[{"matchLabels": {"app": "a"}}]),
            {"app": "a"},
            Reason.ALWAYS_SELECTOR,
            id="always fits",
        ),
        pytest.param(
            Rules(NEW, never=[{"matchLabels": {"app": "a"}}], always=[{"matchLabels": {"app": "a"}}]),
            {"app": "a"},
            Reason.NEVER_SELECTOR,
            id="never beats always",
        ),
        pytest.param(Rules(NEW, never=[{}]), {"app": "a"}, Reason.DEFAULT, id="an empty selector fits nothing"),
        pytest.param(
            Rules(NEW, never=[{"matchExpressions": [{"key": "app", "operator": "NotIn", "values": ["b"]}]}]),
            {"app": "a"},
            Reason.NEVER_SELECTOR,
            id="an expression",
        ),
        pytest.param(
            Rules(NEW, never=[{"matchExpressions": [{"key": "x", "operator": "Exists"}]}]),
            {"app": "a"},
            Reason.DEFAULT,
            id="a label that is not there",
        ),
        pytest.param(
            Rules(NEW, never=[{"matchExpressions": [{"key": "x", "operator": "DoesNotExist"}]}]),
            {"app": "a"},
            Reason.NEVER_SELECTOR,
            id="a label that must not be there",
        ),
        pytest.param(
            Rules(NEW, never=[{"matchExpressions": [{"key": "app", "operator": "In", "values": ["a"]}]}]),
            {"app": "b"},
            Reason.DEFAULT,
            id="another value",
        ),
    ],
)
def test_policy_and_selectors(rules: Any, labels: Any, reason: Any) -> None:
    assert verdict(workload(labels), rules).reason is reason


@pytest.mark.parametrize(
    "expression",
    [
        pytest.param({"key": "a", "operator": "Like"}, id="an unknown operator"),
        pytest.param({"key": "a", "operator": "In"}, id="no values"),
    ],
)
def test_a_malformed_selector_is_an_error(expression: Any) -> None:
    with pytest.raises(SelectorError, match="operator"):
        verdict(workload({"a": "b"}), Rules(NEW, never=[{"matchExpressions": [expression]}]))


def test_an_image_that_reads_as_a_boolean_is_an_image() -> None:
    assert verdict(workload(spec={"containers": [{"name": "a", "image": False}]})).inject
