"""The table in meshinject/decide/namespaces.py, a test a row, and the policy that goes by it."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from packaging.version import Version

from meshinject.decide.inject import Reason, Rules, decide
from meshinject.decide.namespaces import Names, Namespaces, Wish, called, defined
from meshinject.decide.selectors import matches
from meshinject.kubernetes import kinds

INJECT, INJECTION, REVISION = "sidecar.istio.io/inject", "istio-injection", "istio.io/rev"
OURS, OTHERS = "canary", "stable"


def verdict(
    namespace: Any,
    labels: Any,
    annotations: Any = None,
    policy: str = "namespace",
    revisions: Any = ("default",),
    by_default: bool = False,
) -> Any:
    template = {
        "metadata": {"labels": labels, "annotations": annotations or {}},
        "spec": {"containers": [{"name": "a", "image": "a"}]},
    }
    (found,) = kinds.find({"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"template": template}})
    known = Namespaces({} if namespace is None else {"shop": namespace})
    rules = Rules(Version("1.28.1"), policy, namespaces=known, names=Names(revisions, by_default))
    return decide(found, "shop", rules)


@pytest.mark.parametrize(
    ("namespace", "pod", "revision"),
    [
        pytest.param({INJECTION: "enabled"}, {INJECT: "false"}, "", id="row 1: the pod opts out"),
        pytest.param({REVISION: OURS}, {INJECT: "false"}, "", id="row 1: whatever the namespace's revision"),
        pytest.param({}, {REVISION: OURS, INJECT: "false"}, "", id="row 1: whatever its own revision"),
        pytest.param({INJECTION: "enabled"}, {}, "default", id="row 2: enabled"),
        pytest.param({INJECTION: "enabled", REVISION: OURS}, {}, "default", id="row 2: whatever its revision"),
        pytest.param({INJECTION: "enabled"}, {REVISION: OURS}, "default", id="row 2: whatever the pod's revision"),
        pytest.param({INJECTION: "disabled"}, {INJECT: "true"}, "", id="row 3: disabled, whatever the pod says"),
        pytest.param({INJECTION: "true", REVISION: OURS}, {REVISION: OURS}, "", id="row 3: any other value"),
        pytest.param({INJECTION: ""}, {INJECT: "true"}, "", id="row 3: an empty one as well"),
        pytest.param({REVISION: OURS}, {}, OURS, id="row 4: the namespace names a revision"),
        pytest.param({REVISION: OURS}, {REVISION: OTHERS}, OURS, id="row 4: it beats the pod's"),
        pytest.param({REVISION: ""}, {REVISION: OURS, INJECT: "true"}, "", id="row 4: an empty one as well"),
        pytest.param({}, {REVISION: OURS}, OURS, id="row 5: the pod names a revision"),
        pytest.param({}, {REVISION: OURS, INJECT: "true"}, OURS, id="row 5: and asks"),
        pytest.param({}, {REVISION: "", INJECT: "true"}, "", id="row 5: an empty one as well"),
        pytest.param({}, {INJECT: "true"}, "default", id="row 6: the pod asks"),
        pytest.param({}, {}, "", id="row 7: nobody asks"),
        pytest.param({}, {INJECT: "yes"}, "", id="row 8: another word is no wish"),
    ],
)
def test_whom_the_labels_call(namespace: dict[str, str], pod: dict[str, str], revision: str) -> None:
    assert called(namespace, pod) == revision


@pytest.mark.parametrize(
    ("namespace", "pod", "revision"),
    [
        pytest.param({}, {}, "default", id="row 7: nobody asks"),
        pytest.param({}, {INJECT: "yes"}, "", id="row 8: another word takes the pod out"),
        pytest.param({INJECTION: "disabled"}, {}, "", id="row 3"),
        pytest.param({REVISION: OURS}, {}, OURS, id="row 4"),
    ],
)
def test_whom_they_call_where_namespaces_are_enabled_by_default(
    namespace: dict[str, str], pod: dict[str, str], revision: str
) -> None:
    assert called(namespace, pod, by_default=True) == revision


def _webhooks(names: Names) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The namespaceSelector and the objectSelector of each webhook that a control plane of these names installs."""

    def selector(**expressions: tuple[str, list[str]]) -> dict[str, Any]:
        keys = {"injection": INJECTION, "revision": REVISION, "inject": INJECT}
        listed = [{"key": keys[key], "operator": how, "values": of} for key, (how, of) in expressions.items()]
        return {"matchExpressions": listed}

    absent, not_out = ("DoesNotExist", list[str]()), ("NotIn", ["false"])
    for name in names.revisions:
        yield selector(revision=("In", [name]), injection=absent), selector(inject=not_out)
        yield selector(revision=absent, injection=absent), selector(inject=not_out, revision=("In", [name]))
    if "default" in names.revisions:
        yield selector(injection=("In", ["enabled"])), selector(inject=not_out)
        yield selector(injection=absent, revision=absent), selector(inject=("In", ["true"]), revision=absent)
        if names.by_default:
            yield selector(injection=absent, revision=absent), selector(inject=absent, revision=absent)


@pytest.mark.parametrize("by_default", [False, True], ids=["", "enabled by default"])
@pytest.mark.parametrize("revisions", [("default",), (OURS,), (OURS, "prod"), (OURS, "default")], ids=" ".join)
def test_the_table_says_what_the_selectors_of_the_webhooks_say(revisions: tuple[str, ...], by_default: bool) -> None:
    names = Names(revisions, by_default)
    some = [None, "", "default", OURS, OTHERS, "prod"]
    for injection, revision, own, inject in product(
        [None, "", "enabled", "disabled", "true"], some, some, [None, "", "true", "false", "yes"]
    ):
        given = {INJECTION: injection, REVISION: revision}
        namespace = {key: value for key, value in given.items() if value is not None}
        pod = {key: value for key, value in {REVISION: own, INJECT: inject}.items() if value is not None}
        fitting = [1 for of, to in _webhooks(names) if matches(of, namespace) and matches(to, pod)]
        assert len(fitting) <= 1
        assert (Namespaces({"shop": namespace}).wish("shop", names, pod) is Wish.ENABLED) is bool(fitting)


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


def test_a_pod_of_an_unlabelled_namespace_is_ours_where_the_values_enable_that() -> None:
    assert verdict({}, {}, by_default=True).reason is Reason.NAMESPACE_ENABLED
    assert verdict({}, {}, by_default=True, revisions=(OURS,)).reason is Reason.NAMESPACE_OTHER_REVISION


def test_namespaces_are_found_in_documents_and_lists() -> None:
    document = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "a", "labels": {"x": True}}}
    listed = {"apiVersion": "v1", "kind": "List", "items": [document, {"kind": "Service"}, None]}
    plain = {"apiVersion": "v1", "kind": "NamespaceList", "items": [{"metadata": {"name": "c"}}]}
    assert [*defined(listed)] == [(("items", 0), "a", {"x": "true"})]
    assert [*defined(plain)] == [(("items", 0), "c", {})]


@pytest.mark.parametrize(
    "document",
    [
        pytest.param({"apiVersion": "example.com/v1", "kind": "Namespace", "metadata": {"name": "b"}}, id="foreign"),
        pytest.param({"apiVersion": "v1", "kind": "Namespace", "$patch": "delete"}, id="a patch"),
        pytest.param(None, id="nothing"),
    ],
)
def test_what_is_no_namespace_defines_none(document: Any) -> None:
    assert not [*defined(document)]
