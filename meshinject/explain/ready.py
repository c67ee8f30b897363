"""The READY column of `kubectl get pod`, counted as kubectl's printer does.

The number behind the slash is that of the ordinary containers and of the init containers with `restartPolicy: Always`;
init containers that run to their end count nothing. In front is how many of them are ready: an ordinary container when
it is ready and running, a native sidecar when it is ready and started.
"""

from collections.abc import Iterator
from typing import Any

from meshinject.explain.records import Container, Kind, Ready, Runs
from meshinject.explain.seen import Seen
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.workload import maps, submap


def of(containers: tuple[Container, ...], status: dict[str, Any], seen: Seen) -> Ready | None:
    """The column for these containers, None where there is no pod; `status` is a live pod's, empty without one."""
    if not containers or seen.is_refused:
        return None
    best = 0 if seen.kind is Kind.STUCK else 1
    counted = [item for item in containers if item.runs is not Runs.INIT]
    waiting = [*_waiting(counted, status)] if status else []
    return Ready(
        f"{best * len(counted)}/{len(counted)}",
        tuple(item.name for item in counted),
        tuple(item.name for item in containers if item.runs is Runs.INIT),
        f"{len(counted) - len(waiting)}/{len(counted)}" if status else "",
        tuple(waiting),
    )


def _waiting(counted: list[Container], status: dict[str, Any]) -> Iterator[str]:
    """The containers that are not ready, each with what its state says."""
    for container in counted:
        key = "containerStatuses" if container.runs is Runs.CONTAINER else "initContainerStatuses"
        found = next((item for item in maps(status, key) if item.get("name") == container.name), {})
        state = submap(found, "state")
        up = "running" in state if container.runs is Runs.CONTAINER else found.get("started") is True
        if not (found.get("ready") is True and up):
            yield f"{container.name} ({_reason(state)})"


def _reason(state: dict[str, Any]) -> str:
    if "running" in state:
        return "running, not ready"
    for key in ("waiting", "terminated"):
        if key in state:
            return as_text(submap(state, key).get("reason")) or key
    return "not started"
