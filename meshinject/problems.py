"""What the rooms below raise or return, turned into findings with path, line and column."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from meshinject.checks.subject import Remark
from meshinject.decide import namespaces, native
from meshinject.decide.inject import Reason, Verdict
from meshinject.decide.namespaces import INJECT
from meshinject.injection.errors import PodProblem
from meshinject.kubernetes import kinds
from meshinject.kubernetes.kinds import Kind, as_text
from meshinject.kubernetes.podrules import Violation
from meshinject.kubernetes.podshape import misfits
from meshinject.kubernetes.workload import Path, Workload, dotted, submap
from meshinject.reports.findings import BUG, Code, Finding, Place
from meshinject.target import Target
from meshinject.yamltext.nodes import List, Map, Tree, begin, where
from meshinject.yamltext.problems import ProofError, YAMLProblem
from meshinject.yamltext.stream import Document

# A template action where a value or a line starts; one inside quotes is text (Go templates in arguments are common).
_ACTION = r"(?m)^[^'\"#\n]*?(?:^|[\s:\-\[,])\{\{"
_KEPT_OUT_HERE = (Reason.KIND_SKIPPED, Reason.NOT_ASKED)
"""Reasons of this run alone, which no cluster knows."""
_KEPT_OUT = (Reason.HOST_NETWORK, Reason.IGNORED_NAMESPACE, Reason.NEVER_SELECTOR)
"""Reasons that hold in the cluster as well, and are not the pod's own wish."""
_WAY_OUT = f'label the pod {INJECT}: "false"'
_WAYS_IN = {Reason.NAMESPACE_OTHER_REVISION: "if that is this control plane, declare it: --revision or --revision-tag"}
_RENDER = "render it first: helm template . | meshinject"


def of_yaml(problem: YAMLProblem, document: Document, path: str) -> Finding:
    """A document that does not parse: as a Helm template, a tab as indentation, or plain bad YAML."""
    source = document.source
    action = re.search(_ACTION, source)
    if action:
        line = document.line + source.count("\n", 0, action.end())
        column = action.end() - 2 - (source.rfind("\n", 0, action.end()) + 1) + 1
        text = "this is a Helm template, not a manifest: {{ is left in it"
        return Finding(Code.HELM_TEMPLATE, text, _RENDER, Place(path, line, column))
    lines = source.splitlines()
    number = problem.line - document.line
    indent = re.match(r"[ \t]*", lines[number])[0] if 0 <= number < len(lines) else ""  # type: ignore[index]  # matches ""
    if "\t" in indent:
        place = Place(path, problem.line, indent.index("\t") + 1)
        return Finding(Code.TAB_INDENT, "a tab is used as indentation", "indent with blanks", place)
    mend = problem.help
    if not mend and source.lstrip().startswith("{") and "document start" in problem.message:
        mend = "put --- between two JSON documents"
    return Finding(Code.YAML_SYNTAX, problem.message, mend, Place(path, problem.line, problem.col))


def once_a_file(findings: Sequence[Finding]) -> list[Finding]:
    """All findings, but only the first that says that the file is a Helm template."""
    seen = False
    kept = []
    for finding in findings:
        if finding.code is Code.HELM_TEMPLATE and seen:
            continue
        seen = seen or finding.code is Code.HELM_TEMPLATE
        kept.append(finding)
    return kept


def of_duplicates(tree: Tree, path: str, code: Code = Code.DUPLICATE_KEY) -> list[Finding]:
    """Keys that a document gives twice, at the second with the line of the first."""
    return [
        Finding(
            code,
            f"the key {key!r} is given twice; the first is on line {first[0]}",
            "Kubernetes would silently keep the last; leave one",
            Place(path, *second),
        )
        for key, first, second in tree.duplicates
    ]


def of_directives(document: Document, path: str) -> Iterator[Finding]:
    """The first YAML directive before a document: it stays, but kubectl takes it for a document of its own."""
    for number, line in enumerate(document.source.removeprefix("\ufeff").splitlines()):
        if line.startswith("%"):
            text = f"kubectl refuses a YAML directive: {line.rstrip()}"
            yield Finding(Code.DIRECTIVE, text, "leave it out", Place(path, document.line + number, 1))
        if line.strip() and not line.startswith("#"):
            return


def place(pod: Any, keys: Path, path: str, *, value: bool = False) -> Place:
    """The place of a key below a pod, or of the nearest thing above it that the text holds."""
    found: tuple[int, int] | None = None
    for depth, key in enumerate(keys):
        if isinstance(pod, Map | List):
            found = where(pod, key, value and depth == len(keys) - 1) or found
        try:
            pod = pod[key]
        except (KeyError, IndexError, TypeError):
            break
    return Place(path, *found) if found else Place(path)


def place_of_result(wanted: Any, keys: Path, path: str) -> Place:
    """The place of a key in a new object, a part of which is in the text; its lists have other indexes than there."""
    found: tuple[int, int] | None = None
    for key in keys:
        if isinstance(wanted, Map):
            found = where(wanted, key) or found
        try:
            wanted = wanted[key]
        except (KeyError, IndexError, TypeError):
            break
        if isinstance(key, int):
            found = (begin(wanted) if isinstance(wanted, Map | List) else None) or found
    return Place(path, *found) if found else Place(path)


def name(workload: Workload) -> str:
    """A workload as people call it: `Deployment shop/web`."""
    named = f"{workload.namespace}/{workload.name}" if workload.namespace else workload.name
    return f"{workload.kind} {named}" if named else workload.kind


def of_shape(workload: Workload, path: str) -> Iterator[Finding]:
    """A pod template that is missing where Kubernetes needs one, and fields whose type Kubernetes refuses."""
    if workload.pod is None:
        if workload.required:
            text = f"{name(workload)} has no pod template at spec.template"
            yield Finding(Code.NO_POD_TEMPLATE, text, "", kind_place(workload, path), name(workload))
        return
    for misfit in misfits(workload.pod):
        at = place(workload.pod, misfit.path, path, value=True)
        shown = dotted(misfit.path)
        if misfit.fatal:
            text = f"{name(workload)}: {shown} is {misfit.got}, but Kubernetes wants {misfit.want}"
            yield Finding(Code.WRONG_TYPE, text, "", at, name(workload))
        else:
            text = f"{name(workload)}: {shown} is {misfit.got}, which the API server refuses"
            yield Finding(Code.UNQUOTED, text, "write it without quotes", at, name(workload))


def of_metadata(workload: Workload, path: str) -> Iterator[Finding]:
    """Labels and annotations that are booleans or numbers: read as kube-inject does, refused by the API server."""
    meta = submap(workload.pod, "metadata")
    for kind in ("labels", "annotations"):
        for key, value in submap(meta, kind).items():
            if isinstance(value, bool | int | float):
                text = f"{name(workload)}: the {kind[:-1]} {key} is no string"
                at = place(workload.pod, ("metadata", kind, key), path, value=True)
                yield Finding(Code.UNQUOTED, text, f"quote it: {key}: {json_text(value)}", at, name(workload))


def json_text(value: object) -> str:
    """A scalar as the quoted string that its text would be."""
    shown = str(value).lower() if isinstance(value, bool) else str(value)
    return f'"{shown}"'


def of_verdict(verdict: Verdict, workload: Workload, path: str) -> Iterator[Finding]:
    """Why a workload is skipped, and an odd value of sidecar.istio.io/inject."""
    if verdict.warning:
        at = place(workload.pod, ("metadata", verdict.warned_key, INJECT), path, value=True)
        yield Finding(Code.INJECT_VALUE, f"{name(workload)}: {verdict.warning}", "", at, name(workload))
    detail = f" ({verdict.detail})" if verdict.detail else ""
    if not verdict.inject and verdict.reason.code:
        text = f"{name(workload)} is skipped: {verdict.reason.sentence}{detail}"
        help_ = _WAYS_IN.get(verdict.reason, "")
        yield Finding(verdict.reason.code, text, help_, kind_place(workload, path), name(workload))
    if verdict.called and verdict.reason in (*_KEPT_OUT_HERE, *_KEPT_OUT):
        here = verdict.reason in _KEPT_OUT_HERE
        why = "a webhook would add one" if here else verdict.reason.sentence
        text = f"{name(workload)} gets no proxy, although its namespace asks for injection: {why}"
        help_ = f"{_WAY_OUT} {'to keep it out there too' if here else 'if that is meant'}"
        host = place(workload.pod, ("spec", "hostNetwork"), path)
        at = host if verdict.reason is Reason.HOST_NETWORK else kind_place(workload, path)
        yield Finding(Code.NO_PROXY, text, help_, at, name(workload))


def of_namespaces(root: Any, path: str) -> Iterator[Finding]:
    """What is odd about the labels of the namespaces that a document defines."""
    for at, namespace in namespaces.located(root):
        from meshinject.checks import namespace_labels  # noqa: PLC0415  (few documents define a namespace)

        named = f"Namespace {as_text(submap(namespace, 'metadata').get('name'))}"
        for remark in namespace_labels.check(namespace):
            where_ = place(root, (*at, *remark.path), path)
            yield Finding(remark.code, f"{named}: {remark.message}", remark.help, where_, named)


def of_native(
    decision: native.Decision, annotations: dict[str, str], workload: Workload, path: str, target: Target
) -> Iterator[Finding]:
    """Which kind of sidecar a workload gets and why, and what is odd about its annotations for that."""
    kind = "native" if decision.native else "legacy"
    text = f"{name(workload)} takes a {kind} sidecar: {decision.reason}"
    yield Finding(Code.INJECTED, text, "", kind_place(workload, path), name(workload))
    for warned in native.warnings(target.control_plane.version, annotations):
        at = place(workload.pod, ("metadata", "annotations", warned.key), path)
        yield Finding(Code.NATIVE_VALUE, f"{name(workload)}: {warned.text}", "", at, name(workload))


def of_native_error(error: native.NativeError, workload: Workload, path: str) -> Finding:
    """A native sidecar that the declared versions cannot run."""
    at = place(workload.pod, ("metadata", "annotations", error.key), path)
    return Finding(Code.NATIVE_UNSUPPORTED, f"{name(workload)}: {error}", "", at, name(workload))


def of_pod(found: Sequence[PodProblem], workload: Workload, path: str) -> Iterator[Finding]:
    """Everything that stands against the injection of a pod."""
    for problem in found:
        at = place(workload.pod, problem.path, path, value=True)
        if problem.result is not None:
            at = place_of_result(problem.result, problem.path, path)
        at = at if at.line else kind_place(workload, path)
        text = f"{name(workload)}: {problem.message}"
        yield Finding(problem.code, text, problem.help, at, name(workload))


def of_checks(found: Iterable[Remark], workload: Workload, path: str) -> Iterator[Finding]:
    """What looks wrong about a workload or its injection."""
    for remark in found:
        at = place(workload.object, remark.path, path, value=True)
        at = at if at.line else kind_place(workload, path)
        yield Finding(remark.code, f"{name(workload)}: {remark.message}", remark.help, at, name(workload))


def of_violations(found: Iterable[Violation], wanted: Any, workload: Workload, path: str) -> Iterator[Finding]:
    """What `--validate` finds in a workload's new object, at its place or that of what holds it."""
    for violation in found:
        at = place_of_result(wanted, violation.path, path)
        at = at if at.line else kind_place(workload, path)
        text = f"{name(workload)}: {dotted(violation.path)}: {violation.text}"
        yield Finding(Code.REFUSED, text, violation.help, at, name(workload))


def of_uninjection(workload: Workload, path: str, *, done: bool) -> Finding:
    """What taking the injection out makes of a workload."""
    code, what = (Code.TAKEN_OUT, "its injection") if done else (Code.NOT_INJECTED, "nothing; it carries no injection")
    return Finding(code, f"{name(workload)}: uninject takes out {what}", "", kind_place(workload, path), name(workload))


def of_uninjected(workload: Workload, path: str) -> Finding:
    """A workload that is left alone and carried an injection, which was taken out."""
    text = f"{name(workload)} carries an injection, which is taken out"
    return Finding(Code.UNINJECTED, text, "", kind_place(workload, path), name(workload))


def of_other_kind(root: dict[str, Any], path: str) -> Finding | None:
    """An object of a kind that meshinject does not know, although it has a pod template."""
    at = kinds.untouched_template(root)
    if at is None or not root.get("kind"):
        return None
    kind, version = root["kind"], root.get("apiVersion")
    text = f"{kind} ({version}) is no kind that meshinject knows; its pod template at {dotted(at)} stays as it is"
    return Finding(Code.NOT_A_WORKLOAD, text, "", place(root, ("kind",), path))


def of_document(root: Any, path: str, added: tuple[Kind, ...]) -> Iterator[Finding]:
    """What looks wrong about a document beside its workloads."""
    yield from of_namespaces(root, path)
    yield from of_misspelt(root, path, added)


def of_misspelt(root: Any, path: str, added: tuple[Kind, ...]) -> Iterator[Finding]:
    """Objects whose kind does not exist, but one like it: Kubernetes refuses them, and nothing is injected."""
    for keys, kind, near in kinds.misspelt(root, added):
        text = f"there is no kind {kind} in its API group, so nothing is injected"
        yield Finding(Code.MISSPELT_KIND, text, f"did you mean {near}?", place(root, keys, path, value=True))


def of_proof(error: ProofError, document: Document, path: str) -> Finding:
    """An edited document that does not read as it should."""
    text = f"the edited document does not read as wanted: {error}"
    return Finding(Code.INTERNAL, text, BUG, Place(path, document.line, 1))


def kind_place(workload: Workload, path: str) -> Place:
    """The place of a workload as a whole: its `kind`, or its start where a typed list says that (`DeploymentList`)."""
    at = place(workload.object, ("kind",), path)
    if at.line or not isinstance(workload.object, Map):
        return at
    return Place(path, *(begin(workload.object) or (0, 0)))
