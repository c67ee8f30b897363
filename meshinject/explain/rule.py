"""Whether an injection takes a workload, told with the place of what decided and how to change it."""

from meshinject import problems
from meshinject.decide import inject as decision
from meshinject.decide.inject import Reason
from meshinject.decide.namespaces import INJECT
from meshinject.explain.records import Verdict
from meshinject.injection import parts
from meshinject.kubernetes.workload import Workload, submap
from meshinject.reports.findings import Place

_ASK = f'the label {INJECT}: "true" on the pod template asks for it'
_CHANGES = {
    Reason.KIND_SKIPPED: "leave its kind out of --skip-kinds",
    Reason.HOST_NETWORK: "nothing: Istio cannot redirect traffic on the host's network",
    Reason.IGNORED_NAMESPACE: "nothing but another namespace",
    Reason.NAMESPACE_DISABLED: "--policy all asks no namespace",
    Reason.NAMESPACE_OTHER_REVISION: "--revision or --revision-tag name the revision, --policy all asks no namespace",
    Reason.NAMESPACE_UNLABELLED: "label the namespace istio-injection: enabled, or --policy all",
    Reason.OPTED_OUT: 'remove it, or write "true"',
    Reason.NOT_ASKED: _ASK,
    Reason.NEVER_SELECTOR: _ASK,
}


def of(verdict: decision.Verdict, workload: Workload, path: str) -> Verdict:
    """The verdict on a workload of the input called `path`."""
    reason, detail = verdict.reason, verdict.detail
    sentence = f"{reason.sentence} ({detail})" if detail else reason.sentence
    return Verdict(verdict.inject, reason.id, sentence, _place(verdict, workload, path), _CHANGES.get(reason, ""))


def _place(verdict: decision.Verdict, workload: Workload, path: str) -> Place:
    """Where what decided is written, as far as that is in the manifest."""
    pod, reason = workload.pod or {}, verdict.reason
    if reason in (Reason.ASKED, Reason.OPTED_OUT):
        where = "labels" if INJECT in parts.labels(pod) else "annotations"
        return problems.place(pod, ("metadata", where, INJECT), path)
    if reason is Reason.HOST_NETWORK:
        return problems.place(pod, ("spec", "hostNetwork"), path)
    if reason is Reason.NO_CONTAINERS and "containers" in submap(pod, "spec"):
        return problems.place(pod, ("spec", "containers"), path)
    if reason is Reason.KIND_SKIPPED:
        return problems.kind_place(workload, path)
    of_namespace = reason.id.startswith(("namespace", "ignored-namespace"))
    if of_namespace and workload.namespace:
        return problems.place(workload.object, ("metadata", "namespace"), path)
    if of_namespace and submap(pod, "metadata").get("namespace"):
        return problems.place(pod, ("metadata", "namespace"), path)
    return Place(path)
