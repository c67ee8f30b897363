"""The table in meshinject/decide/namespaces.py, a test a row, and the policy that goes by it."""

from typing import Any

import pytest
from packaging.version import Version

from meshinject.decide.inject import Reason, Rules, decide
from meshinject.decide.namespaces import Namespaces, called, collect
from meshinject.kubernetes import kinds

INJECT, INJECTION, REVISION = "sidecar.istio.io/inject", "istio-injection", "istio.io/rev"
OURS, OTHERS = "canary", "stable"


def verdict(
    namespace: Any, labels: Any, annotations: Any = None, policy: str = "namespace", revisions: Any = ("default",)
) -> Any:
    template = {
        "metadata": {"labels": labels, "annotations": annotations or {}},
        "spec": {"containers": [{"name": "a", "image": "a"}]},
    }
    (found,) = kinds.find({"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"template": template}})
    known = Namespaces({} if namespace is None else {"shop": namespace})
    return decide(found, "shop", Rules(Version("1.28.1"), policy, namespaces=known, revisions=revisions))


@pytest.mark.parametrize(
    ("namespace", "pod", "revision"),
    [
        pytest.param({INJECTION: "enabled"}, {}, "default", id="row 1: enabled"),
        pytest.param({INJECTION: "enabled", REVISION: OURS}, {}, "default", id="row 1: whatever its revision"),
        pytest.param({INJECTION: "enabled"}, {REVISION: OURS}, "default", id="row 1: whatever the pod's revision"),
        pytest.param({INJECTION: "disabled"}, {INJECT: "true"}, "", id="row 2: disabled, whatever the pod says"),
        pytest.param({INJECTION: "true", REVISION: OURS}, {REVISION: OURS}, "", id="row 2: any other value"),
        pytest.param({REVISION: OURS}, {}, OURS, id="row 3: the namespace names a revision"),
        pytest.param({REVISION: OURS}, {REVISION: OTHERS}, OURS, id="row 3: it beats the pod's"),
        pytest.param({}, {REVISION: OURS}, OURS, id="row 4: the pod names a revision"),
        pytest.param({}, {REVISION: OURS, INJECT: "true"}, OURS, id="row 4: and asks"),
        pytest.param({}, {INJECT: "true"}, "default", id="row 5: the pod asks"),
        pytest.param({}, {}, "", id="row 6: nobody asks"),
        pytest.param({}, {INJECT: "yes"}, "", id="row 6: another word is no wish"),
    ],
)
def test_whom_the_labels_call(namespace: dict[str, str], pod: dict[str, str], revision: str) -> None:
    assert called(namespace, pod) == revision


@pytest.mark.parametrize(
    ("namespace", "labels", "reason"),
    [
        pytest.param({INJECTION: "enabled"}, {}, Reason.NAMESPACE_ENABLED, id="enabled"),
        pytest.param({INJECTION: "enabled"}, {INJECT: "true"}, Reason.ASKED, id="enabled, and the pod asks"),
        pytest.param({INJECTION: "enabled"}, {INJECT: "false"}, Reason.OPTED_OUT, id="enabled, the pod opts out"),
        pytest.param({INJECTION: "disabled"}, {}, Reason.NAMESPACE_DISABLED, id="disabled"),
        pytest.param({INJECTION: "disabled"}, {INJECT: "true"}, Reason.NAMESPACE_DISABLED, id="whatever pods say"),
        pytest.param({INJECTION: "Enabled"}, {}, Reason.NAMESPACE_DISABLED, id="a word that is not enabled"),
        pytest.param({REVISION: "default"}, {}, Reason.NAMESPACE_ENABLED, id="our revision"),
        pytest.param({REVISION: OTHERS}, {}, Reason.NAMESPACE_OTHER_REVISION, id="another revision"),
        pytest.param({REVISION: OTHERS}, {INJECT: "true"}, Reason.NAMESPACE_OTHER_REVISION, id="the pod asks another"),
        pytest.param({}, {}, Reason.NAMESPACE_UNLABELLED, id="no label"),
        pytest.param({}, {INJECT: "false"}, Reason.OPTED_OUT, id="no label, and the pod opts out"),
        pytest.param({}, {INJECT: "true"}, Reason.ASKED, id="no label, but the pod asks"),
        pytest.param({}, {REVISION: "default"}, Reason.NAMESPACE_ENABLED, id="no label, the pod names us"),
        pytest.param({}, {REVISION: OTHERS}, Reason.NAMESPACE_OTHER_REVISION, id="no label, the pod names another"),
        pytest.param(None, {}, Reason.NAMESPACE_UNKNOWN, id="not in the input"),
        pytest.param(None, {INJECT: "false"}, Reason.OPTED_OUT, id="not in the input, the pod opts out"),
    ],
)
def test_the_namespace_policy(namespace: Any, labels: Any, reason: Any) -> None:
    assert verdict(namespace, labels).reason is reason


@pytest.mark.parametrize(
    ("policy", "labels", "inject"),
    [
        pytest.param("all", {}, True, id="all"),
        pytest.param("all", {INJECT: "false"}, False, id="all, but the pod opts out"),
        pytest.param("opt-in", {}, False, id="opt-in"),
        pytest.param("opt-in", {INJECT: "true"}, True, id="opt-in, and the pod asks"),
    ],
)
@pytest.mark.parametrize("namespace", [{}, {INJECTION: "enabled"}, {INJECTION: "disabled"}, None], ids=str)
def test_no_other_policy_goes_by_the_namespace(namespace: Any, policy: str, labels: Any, inject: bool) -> None:
    assert verdict(namespace, labels, policy=policy).inject is inject


def test_an_annotation_is_read_only_where_a_webhook_is_called() -> None:
    assert verdict({}, {}, {INJECT: "true"}).reason is Reason.NAMESPACE_UNLABELLED
    assert verdict({INJECTION: "enabled"}, {}, {INJECT: "false"}).reason is Reason.OPTED_OUT


def test_a_control_plane_goes_by_its_revision_and_its_tags() -> None:
    assert verdict({REVISION: OURS}, {}, revisions=(OURS, "prod")).inject
    assert verdict({REVISION: "prod"}, {}, revisions=(OURS, "prod")).inject
    assert not verdict({INJECTION: "enabled"}, {}, revisions=(OURS,)).inject
    assert verdict({INJECTION: "enabled"}, {}, revisions=(OURS, "default")).inject


def test_namespaces_are_collected_from_documents_and_lists() -> None:
    document = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "a", "labels": {"x": True}}}
    listed = {"apiVersion": "v1", "kind": "List", "items": [document, {"kind": "Service"}, None]}
    plain = {"apiVersion": "v1", "kind": "NamespaceList", "items": [{"metadata": {"name": "c"}}]}
    foreign = {"apiVersion": "example.com/v1", "kind": "Namespace", "metadata": {"name": "b"}}
    assert collect([listed, foreign, plain, None]).labels == {"a": {"x": "true"}, "c": {}}
