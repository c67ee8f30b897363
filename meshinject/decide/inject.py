"""Whether a pod is injected, and why not.

One table, the first line that holds decides. "Label" and "annotation" are `sidecar.istio.io/inject` of the pod
template; a label that exists, even an empty one, hides the annotation.

| # | when | then |
|---|---|---|
| 1 | the kind is on the list of kinds to skip | skip |
| 2 | the document has `$patch`, or no container has an image but for a lone istio-proxy with `auto` | skip: a patch |
| 3 | there is no pod template, or it has no containers and asks for no template that brings them | skip |
| 4 | hostNetwork | skip |
| 5 | the namespace is one that Istio ignores | skip |
| 6 | namespace policy, no label of the pod opts out, and its namespace is known but does not call for us | skip |
| 7 | label or annotation says yes (below) | inject |
| 8 | label or annotation says no | skip |
| 9 | a neverInjectSelector fits the pod's labels | skip |
| 10 | an alwaysInjectSelector fits | inject |
| 11 | policy all, and namespace: inject; opt-in, disabled: skip | |

What a value of label or annotation says:

| value | up to 1.26 | since 1.27 |
|---|---|---|
| `true` | yes | yes |
| y, yes, true, on in any case | yes | nothing, with a warning |
| empty, or no such key | nothing | nothing |
| `false` | no | no |
| any other | no | nothing, with a warning |

What row 6 means by calling is the table in `namespaces`. The namespace is the workload's: Istio's webhook sees the
namespace of the real pod, while kube-inject looks at the pod template's own metadata and so injects a Deployment in
kube-system.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

from packaging.version import Version

from meshinject.decide.namespaces import DEFAULT, IGNORED, INJECT, Names, Namespaces, Wish
from meshinject.frozen import Frozen
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.text import string_map
from meshinject.kubernetes.workload import Workload, maps, submap
from meshinject.reports.findings import Code
from meshinject.versions import since

TEMPLATES = "inject.istio.io/templates"
STATUS = "sidecar.istio.io/status"
PROXY = "istio-proxy"
AUTO = "auto"
"""The image of a container that only stands for the injected one."""

POLICIES = ("all", "namespace", "opt-in")
"""What a user may declare; a configuration's `enabled` and `disabled` are all and opt-in."""

_NEED_CONTAINERS = {"", "sidecar", "grpc-agent", "grpc-simple"}
_DIRECTIVES = ("$patch", "$setElementOrder/", "$deleteFromPrimitiveList/", "$retainKeys")

_YES_BEFORE_1_27 = ("y", "yes", "true", "on")


class Reason(Enum):
    """Why a pod is injected or left alone: an own name, a sentence, and the code of the finding."""

    DEFAULT = "default", "nothing speaks against it", None
    ASKED = "asked", "the pod asks for it", None
    ALWAYS_SELECTOR = "always-selector", "an alwaysInjectSelector fits the pod's labels", None
    NAMESPACE_ENABLED = "namespace-enabled", "its namespace or its labels ask for it", None
    NAMESPACE_UNKNOWN = "namespace-unknown", "the input does not hold the namespace, so nothing speaks against it", None
    KIND_SKIPPED = "kind-skipped", "its kind is skipped by request", Code.POLICY
    PATCH = "patch", "it is a patch, not a workload: no container has an image", Code.PATCH
    PATCH_DIRECTIVE = "patch-directive", "it is a strategic merge patch, not a workload: it has $patch", Code.PATCH
    NO_TEMPLATE = "no-template", "it has no pod template", Code.NO_CONTAINERS
    NO_CONTAINERS = "no-containers", "its pod template has no containers", Code.NO_CONTAINERS
    HOST_NETWORK = "host-network", "the pod is on the host's network", Code.HOST_NETWORK
    IGNORED_NAMESPACE = "ignored-namespace", "Istio never injects its namespace", Code.IGNORED_NAMESPACE
    NAMESPACE_DISABLED = "namespace-disabled", "its namespace is taken out of injection", Code.POLICY
    NAMESPACE_OTHER_REVISION = "namespace-revision", "it belongs to another revision by its labels", Code.POLICY
    NAMESPACE_UNLABELLED = "namespace-unlabelled", "its namespace does not ask for injection", Code.POLICY
    OPTED_OUT = "opted-out", "the pod opts out", Code.OPTED_OUT
    NEVER_SELECTOR = "never-selector", "a neverInjectSelector fits the pod's labels", Code.POLICY
    NOT_ASKED = "not-asked", "the policy injects only pods that ask for it", Code.POLICY

    def __init__(self, name_: str, sentence: str, code: Code | None) -> None:
        self.id = name_
        self.sentence = sentence
        self.code = code


_NOT_CALLED = {
    Wish.DISABLED: Reason.NAMESPACE_DISABLED,
    Wish.OTHER_REVISION: Reason.NAMESPACE_OTHER_REVISION,
    Wish.UNLABELLED: Reason.NAMESPACE_UNLABELLED,
}


class Verdict(Frozen):
    """The decision for one pod.

    Attributes:
        inject: whether the pod is injected.
        reason: the line of the table that decided.
        detail: what exactly decided, such as `label sidecar.istio.io/inject: "false"`; may be empty.
        warning: a sentence about an odd value of the label or annotation; may be empty.
        warned_key: where that value is: `labels` or `annotations`.
        called: whether the labels of a known namespace and of the pod call for the control plane.
        namespace: the namespace whose labels, or lack of them, decided; "" when something else did.
    """

    inject: bool
    reason: Reason
    detail: str = ""
    warning: str = ""
    warned_key: str = ""
    called: bool = False
    namespace: str = ""


class Rules(Frozen):
    """What is declared for the whole run.

    Attributes:
        version: the Istio release. policy: `all`, `namespace` or `opt-in`; `enabled` and `disabled` of an injector's
        configuration are all and opt-in. never: the configuration's neverInjectSelector. always: its
        alwaysInjectSelector. skip_kinds: kinds that are left alone. namespaces: what the input says of namespaces.
        names: what the control plane goes by.
    """

    version: Version
    policy: str = "all"
    never: Sequence[Any] = ()
    always: Sequence[Any] = ()
    skip_kinds: Sequence[str] = ()
    namespaces: Namespaces = Namespaces({})
    names: Names = Names()


def decide(workload: Workload, namespace: str, rules: Rules) -> Verdict:
    """The decision for one workload's pods; `namespace` is theirs (`owners.namespace`).

    Raises:
        SelectorError: a selector of the configuration is malformed.
    """
    labels = string_map(submap(submap(workload.pod, "metadata"), "labels"))
    wish = rules.namespaces.wish(namespace, rules.names, labels)
    return _decided(workload, namespace, rules, wish)._replace(called=wish is Wish.ENABLED)


def _decided(workload: Workload, namespace: str, rules: Rules, wish: Wish) -> Verdict:
    pod = workload.pod
    obstacle = _obstacle(workload, rules)
    if obstacle is not None:
        return Verdict(inject=False, reason=obstacle)
    if submap(pod, "spec").get("hostNetwork") is True:
        return Verdict(inject=False, reason=Reason.HOST_NETWORK)
    if namespace in IGNORED:
        return Verdict(inject=False, reason=Reason.IGNORED_NAMESPACE, detail=f"namespace {namespace}")
    meta = submap(pod, "metadata")
    labels = string_map(meta.get("labels"))
    if rules.policy == "namespace" and wish in _NOT_CALLED:
        detail = rules.namespaces.shown(namespace, rules.names, labels)
        return Verdict(inject=False, reason=_NOT_CALLED[wish], detail=detail, namespace=namespace or DEFAULT)
    where, value = _given(labels, string_map(meta.get("annotations")))
    said, warning = _says(value, rules.version)
    verdict = _by_value(said, where, value) or _by_selectors(labels, rules) or _by_policy(rules.policy, wish, namespace)
    return verdict._replace(warning=warning, warned_key=where if warning else "")


def _obstacle(workload: Workload, rules: Rules) -> Reason | None:
    """What makes the object no pod to inject, whatever its labels say."""
    if workload.kind in rules.skip_kinds:
        return Reason.KIND_SKIPPED
    if workload.pod is None:
        return Reason.NO_TEMPLATE
    if _has_directive(workload.object):
        return Reason.PATCH_DIRECTIVE
    spec = submap(workload.pod, "spec")
    containers = maps(spec, "containers")
    if not containers:
        return None if _template_fills(workload.pod) else Reason.NO_CONTAINERS
    if [(container.get("name"), container.get("image")) for container in containers] == [(PROXY, AUTO)]:
        return None
    if STATUS in _annotations(workload.pod):
        return None  # injected once, so no patch: a gateway's only image may have been deleted by hand
    images = [as_text(container.get("image")) for container in containers + maps(spec, "initContainers")]
    return None if any(image and image != AUTO for image in images) else Reason.PATCH


def _template_fills(pod: Mapping[str, Any]) -> bool:
    """Whether the pod asks for a template that brings the containers, as a gateway's does."""
    asked = _annotations(pod).get(TEMPLATES, "")
    return bool({name.strip() for name in asked.split(",")} - _NEED_CONTAINERS)


def _annotations(pod: Mapping[str, Any]) -> dict[str, str]:
    return string_map(submap(pod, "metadata").get("annotations"))


def _has_directive(value: Any) -> bool:
    if isinstance(value, dict):
        return any(key.startswith(_DIRECTIVES) or _has_directive(item) for key, item in value.items())
    return isinstance(value, list) and any(_has_directive(item) for item in value)


def _given(labels: Mapping[str, str], annotations: Mapping[str, str]) -> tuple[str, str]:
    if INJECT in labels:
        return "labels", labels[INJECT]
    return ("annotations", annotations[INJECT]) if INJECT in annotations else ("", "")


def _says(value: str, version: Version) -> tuple[bool | None, str]:
    """Yes, no or nothing, and a warning for an odd value."""
    if value in ("", "true", "false"):
        return {"": None, "true": True, "false": False}[value], ""
    if since(version, "1.27"):
        return None, f"{INJECT} is {value!r}; only true and false count, so the policy decides"
    yes = value.lower() in _YES_BEFORE_1_27
    means = "true" if yes else "false"
    return yes, f"{INJECT} is {value!r}, which counts as {means} before Istio 1.27 and as nothing since; write {means}"


def _by_value(said: bool | None, where: str, value: str) -> Verdict | None:
    if said is None:
        return None
    detail = f"{where.removesuffix('s')} {INJECT}: {value}"
    return Verdict(inject=said, reason=Reason.ASKED if said else Reason.OPTED_OUT, detail=detail)


def _by_selectors(labels: dict[str, str], rules: Rules) -> Verdict | None:
    if not (rules.never or rules.always):
        return None
    from meshinject.decide.selectors import matches  # noqa: PLC0415  (few configurations have selectors)

    if any(matches(selector, labels) for selector in rules.never):
        return Verdict(inject=False, reason=Reason.NEVER_SELECTOR)
    if any(matches(selector, labels) for selector in rules.always):
        return Verdict(inject=True, reason=Reason.ALWAYS_SELECTOR)
    return None


def _by_policy(policy: str, wish: Wish, namespace: str) -> Verdict:
    if policy == "namespace":
        namespace = namespace or DEFAULT
        reason = Reason.NAMESPACE_ENABLED if wish is Wish.ENABLED else Reason.NAMESPACE_UNKNOWN
        return Verdict(inject=True, reason=reason, detail=f"namespace {namespace}", namespace=namespace)
    if policy in ("all", "enabled"):
        return Verdict(inject=True, reason=Reason.DEFAULT)
    return Verdict(inject=False, reason=Reason.NOT_ASKED)
