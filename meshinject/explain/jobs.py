"""Whether a job finishes: Kubernetes ends native sidecars when the ordinary containers have ended, and nothing else.

A pod with a legacy sidecar goes on when the job's own containers are done. What becomes of that is told by what kind of
job it is.
"""

from meshinject.checks.job_ends import KINDS, QUIT, tells_to_quit
from meshinject.checks.subject import listed
from meshinject.explain.records import Finishes, Kind
from meshinject.explain.seen import Seen, is_proxy
from meshinject.injection.names import PROXY
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.workload import Workload, submap

_AGAIN = {
    "Forbid": "and concurrencyPolicy Forbid then starts no other run",
    "Replace": "until the next run replaces it (concurrencyPolicy Replace)",
}
_EVERY = "and so does that of every run"


def of(workload: Workload, owner_kind: str, seen: Seen) -> Finishes | None:
    """Whether the job finishes; None where the pods belong to nothing that ends."""
    kind = workload.kind if workload.kind in KINDS else owner_kind
    if kind not in KINDS or not seen.containers:
        return None
    left = 1 + sum(map(seen.goes_on, seen.inits))
    count = len(seen.containers) + left - 1
    those = listed(seen.applications)
    have = "has" if len(seen.applications) == 1 else "have"
    if seen.kind is Kind.NONE:
        return Finishes(answer=True, reason="there is no istio-proxy that would keep its pod")
    if seen.kind is Kind.NATIVE:
        reason = f"Kubernetes ends {PROXY} when {those} {have} ended; the pod then shows 0/{count} Completed"
        return Finishes(answer=True, reason=reason)
    if seen.kind is Kind.STUCK:
        return Finishes(answer=False, reason="it never starts")
    if tells_to_quit([item for item in seen.containers if not is_proxy(item)]):
        reason = f"{those} {'tells' if have == 'has' else 'tell'} {PROXY} to end (/{QUIT}); nothing else would"
        return Finishes(answer=True, reason=reason)
    calls = "calls" if have == "has" else "call"
    return Finishes(
        answer=False,
        reason=f"{PROXY} goes on when {those} {have} ended, unless {those} {calls} pilot-agent's /{QUIT}; "
        f"the pod stays at {left}/{count} NotReady{_afterwards(workload, kind)}",
    )


def _afterwards(workload: Workload, kind: str) -> str:
    """What ends the pod after all, or what comes of it."""
    spec = submap(workload.object, "spec")
    job = submap(submap(spec, "jobTemplate"), "spec") if kind == "CronJob" else spec
    deadline = job.get("activeDeadlineSeconds")
    if deadline is not None:
        return f", until activeDeadlineSeconds ({deadline}) fails the job"
    if kind != "CronJob" or workload.kind != kind:
        return ""
    return f", {_AGAIN.get(as_text(spec.get('concurrencyPolicy')), _EVERY)}"
