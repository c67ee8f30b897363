"""A Job with a legacy sidecar never completes: istio-proxy goes on when the job is done.

Kubernetes ends native sidecars by itself. Where that is not possible, the job can tell the agent to stop. The same goes
for a bare pod that Helm or Argo CD runs as a hook and waits for.
"""

from collections.abc import Iterator
from typing import Any

from meshinject.checks.subject import Remark, Subject
from meshinject.injection import parts
from meshinject.injection.names import PROXY
from meshinject.kubernetes.workload import maps, submap
from meshinject.reports.findings import Code

KINDS = ("Job", "CronJob", "BroadcastJob", "AdvancedCronJob")
"""The kinds whose pods have to end."""
_HOOKS = (("helm.sh/hook", "Helm"), ("argocd.argoproj.io/hook", "Argo CD"))
QUIT = "quitquitquit"
"""The path at which pilot-agent is told to end."""
_HELP = (
    "make the sidecar native (Kubernetes 1.29: --native-sidecars=true), leave the pod out with the label "
    f'sidecar.istio.io/inject: "false", or let the job end with curl -X POST localhost:15020/{QUIT}'
)


def check(subject: Subject) -> Iterator[Remark]:
    """A job whose proxy is an ordinary container and that does not tell it to stop."""
    proxy = parts.proxy(subject.done.pod)
    if proxy is None or proxy[0] != "containers":
        return
    who = _who_ends(subject)
    own = [item for item in maps(submap(subject.done.user, "spec"), "containers") if item.get("name") != PROXY]
    if who and not tells_to_quit(own):
        text = f"{who}: its sidecar is legacy and goes on when the job is done"
        yield Remark((), text, _HELP, Code.JOB_NEVER_ENDS)


def _who_ends(subject: Subject) -> str:
    """That the workload never completes, where somebody waits for that; else empty."""
    kind = subject.workload.kind
    if kind == "Pod":
        hooks = [(key, tool) for key, tool in _HOOKS if key in subject.annotations]
        return f"{hooks[0][1]} waits for this hook, which never completes" if hooks else ""
    return f"the {kind} never completes" if kind in KINDS else ""


def tells_to_quit(value: Any) -> bool:
    """Whether something of the containers tells the agent to end."""
    if isinstance(value, dict):
        return any(tells_to_quit(item) for item in value.values())
    if isinstance(value, list):
        return any(tells_to_quit(item) for item in value)
    return isinstance(value, str) and QUIT in value
