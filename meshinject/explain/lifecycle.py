"""What Kubernetes does when a pod starts and when it is deleted, in sentences, by what the pod itself holds.

Start: an init container starts when the one before it has ended; behind a native sidecar, when that one has started,
which is when its startup probe passed and its postStart hook ended. Ordinary containers start in the order of their
list; only a postStart hook holds the next one back.

End: the preStop hooks of all containers run at once. Each ordinary container gets SIGTERM when its own hook has ended;
native sidecars get it when all ordinary ones have ended, the last of them first. What still runs when the grace period
is over is killed.
"""

import json
from collections.abc import Iterator
from typing import Any

from meshinject.checks.subject import listed
from meshinject.explain.records import Kind
from meshinject.explain.seen import KUBERNETES_RUNS_SIDECARS, Seen, hook, is_proxy, name, waits
from meshinject.injection import parts
from meshinject.injection.names import INIT, PROXY, PROXY_CONFIG_ENV, VALIDATION
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.workload import submap

_GRACE = 30
"""Kubernetes' terminationGracePeriodSeconds where a pod says nothing."""
_DRAIN = "5s"
"""Istio's terminationDrainDuration where the proxy's config says nothing."""
_HOLD = "holdApplicationUntilProxyStarts"


def start(seen: Seen, *, asks_to_hold: bool) -> tuple[str, ...]:
    """What happens when the pod starts; `asks_to_hold` says that its settings want the application to wait."""
    kind = seen.kind
    sentences = [*_early(seen)]
    if kind is Kind.STUCK:
        sentences += _stuck(seen)
    elif kind is Kind.NATIVE:
        sentences += _native_start(seen)
        if asks_to_hold and not waits(seen.proxy):
            sentences.append(f"{_HOLD} adds nothing: a native sidecar starts before the application anyway.")
    elif kind in (Kind.LEGACY, Kind.AGENT) and seen.applications:
        sentences.append(_legacy_start(seen))
    if kind is not Kind.STUCK and seen.applications and "readinessProbe" in seen.proxy:
        sentences.append(f"The pod is Ready only while {PROXY} is, too.")
    return tuple(sentences)


def stop(seen: Seen) -> tuple[str, ...]:
    """What happens when the pod is deleted."""
    if seen.kind is Kind.NATIVE:
        return (*_hook(seen), _native_stop(seen), _grace(seen))
    if seen.kind in (Kind.LEGACY, Kind.AGENT, Kind.GATEWAY):
        return (*_hook(seen), *_legacy_stop(seen), _grace(seen))
    return ()


def _early(seen: Seen) -> Iterator[str]:
    """The user's init containers before the proxy.

    Redirected traffic has nobody to take it yet; the rest goes past the mesh. Native sidecars live to see the proxy.
    """
    if seen.kind not in (Kind.NATIVE, Kind.LEGACY):
        return
    past: list[str] = []
    caught: list[str] = []
    staying: list[str] = []
    redirected = any(name(item) == VALIDATION for item in seen.inits)
    for item in seen.inits:
        if is_proxy(item):
            break
        redirected = redirected or name(item) == INIT
        if not seen.is_istio(item):
            (staying if seen.goes_on(item) else caught if redirected else past).append(name(item))
    if past:
        those = f"{listed(past)} {_verb(past, 'runs', 'run')}"
        yield f"{those} before {PROXY}: past the mesh, without mutual TLS."
    if caught:
        those = f"{listed(caught)} {_verb(caught, 'has', 'have')}"
        yield (
            f"{those} no network: the traffic is redirected already and {PROXY} is not there yet "
            "(user 1337 and excluded addresses get through)."
        )
    if staying:
        those = f"{listed(staying)} {_verb(staying, 'starts', 'start')}"
        yield f"{those} before {PROXY} and {_verb(staying, 'has', 'have')} the mesh only when that is ready."


def _native_start(seen: Seen) -> Iterator[str]:
    at = next(index for index, item in enumerate(seen.inits) if is_proxy(item))
    those = [name(item) for item in seen.inits[at + 1 :] if not seen.is_istio(item)] + seen.applications
    if not those:
        return
    if "startupProbe" in seen.proxy:
        has = _verb(those, "it has", "they have")
        gate = f"has passed its startup probe, so {has} the mesh from the first request"
    elif waits(seen.proxy):
        gate = "is ready (postStart: pilot-agent wait)"
    else:
        gate = "runs, ready or not: it has no startup probe"
    yield f"{listed(those)} {_verb(those, 'starts', 'start')} when {PROXY} {gate}."


def _legacy_start(seen: Seen) -> str:
    those = seen.applications
    if seen.holds:
        does = _verb(those, "waits", "wait")
        return f"{listed(those)} {does}: {PROXY} is first, and its hook (pilot-agent wait) ends when it is ready."
    lost = "requests before that fail" if _redirects(seen) else "it may not be there for the first requests"
    does = _verb(those, "does", "do")
    sentence = f"{listed(those)} {does} not wait for {PROXY} to be ready: {lost}"
    if seen.kind is Kind.AGENT:
        return f"{sentence}."
    return f"{sentence}; {_HOLD}: true in proxy.istio.io/config makes {_verb(those, 'it', 'them')} wait."


def _redirects(seen: Seen) -> bool:
    return any(name(item) in (INIT, VALIDATION) for item in seen.inits)


def _stuck(seen: Seen) -> Iterator[str]:
    if seen.is_refused:
        yield f"The API server refuses it: {PROXY} has probes or hooks, which are for init containers that go on."
    else:
        yield f"The pod hangs in Init: it waits for {PROXY} to end, which it never does."
    if seen.proxy.get("restartPolicy") == "Always":
        yield f"Kubernetes before {KUBERNETES_RUNS_SIDECARS} drops restartPolicy: Always from init containers."
    else:
        yield "It lacks restartPolicy: Always, which would make it a native sidecar."


def _hook(seen: Seen) -> Iterator[str]:
    command = hook(seen.proxy, "preStop")
    if command[-1:] == ["drain"]:
        yield f"{PROXY} begins to drain its connections at once (preStop: drain)."
    elif command:
        yield f"{PROXY} first runs its preStop hook: {' '.join(command)}."


def _native_stop(seen: Seen) -> str:
    sidecars = [name(item) for item in reversed(seen.inits) if seen.goes_on(item)]
    then = f"{PROXY} gets it" if len(sidecars) == 1 else f"{listed(sidecars)} get it in this order"
    those = seen.applications
    has = _verb(those, "that has", "those have")
    return f"SIGTERM goes to {listed(those)} first; {then} when {has} ended: the mesh is there to the last request."


def _legacy_stop(seen: Seen) -> Iterator[str]:
    those = seen.applications
    if those:
        hooked = any("preStop" in submap(item, "lifecycle") for item in seen.containers)
        when = "after the preStop hook of each" if hooked else "at the same time"
        yield f"{listed(those)} and {PROXY} get SIGTERM {when}."
    if seen.kind is not Kind.AGENT:
        rest = f", whether {listed(those)} {_verb(those, 'has', 'have')} ended or not" if those else ""
        rest += "; requests after that fail" if rest and _redirects(seen) else ""
        yield f"{PROXY} drains {_drains(seen.proxy)} and ends{rest}."


def _drains(proxy: dict[str, Any]) -> str:
    if parts.env(proxy, "EXIT_ON_ZERO_ACTIVE_CONNECTIONS") == "true":
        return "until no connection is left (EXIT_ON_ZERO_ACTIVE_CONNECTIONS)"
    try:
        config = json.loads(parts.env(proxy, PROXY_CONFIG_ENV) or "{}")
    except ValueError:  # somebody else wrote it
        config = {}
    own = as_text(config.get("terminationDrainDuration")) if isinstance(config, dict) else ""
    return f"for {own or _DRAIN} (terminationDrainDuration)"


def _grace(seen: Seen) -> str:
    seconds = as_text(seen.spec.get("terminationGracePeriodSeconds")) or _GRACE
    return f"What still runs after {seconds}s (terminationGracePeriodSeconds) is killed."


def _verb(names: list[str], one: str, many: str) -> str:
    return one if len(names) == 1 else many
