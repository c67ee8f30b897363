"""Takes an injection out of a pod again: the law of the house is inject(x) = overlay(uninject(x)).

Two depths. Before another injection only what that one would not replace is taken out: what it writes again anyway
stays, for what only other settings wrote cannot be told from the user's. `uninject` takes out all that an injection
can have written.

| part | before an injection | uninject |
|---|---|---|
| containers and init containers that the status names | out, the user's own back | same |
| the templates' share of volumes | out | same |
| prometheus annotations, probes, hooks | the user's back | same |
| status and overrides annotations, the derived canonical name | out | same |
| `rewriteAppHTTPProbers: "false"` of the gRPC templates | out | same |
| pull secrets that the settings add | | out |
| revision, default containers, TLS mode, tunnel, canonical revision, as an injection derives them | | out |
| the network's label, annotations for the CNI, the gateway's sysctl, as this pod's settings give them | | out |

What the pod itself cannot tell is taken from the notes beside it (`marks`), for both depths.

A pod without a status that reads as JSON has no injection to take out.
"""

from collections.abc import Collection, Iterable
from typing import Any

from meshinject.injection import (
    emptied,
    keeps,
    leftovers,
    marks,
    ownership,
    parts,
    probes,
    prometheus,
    record,
    volumes,
)
from meshinject.injection.keeps import Path
from meshinject.injection.names import (
    AUTO,
    CANONICAL_NAME,
    OVERRIDES,
    PROXY,
    REWRITE_PROBES,
    SCRAPE_TARGETS,
    SECURE_PORT,
    SECURE_PORT_ENV,
    STATUS_PORT,
)
from meshinject.injection.record import Record
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.workload import rebuilt, relisted, sublist, submap, without_key


def for_injection(pod: dict[str, Any], names: Collection[str]) -> dict[str, Any]:
    """The pod as another injection has to see it; the pod itself when it carries no injection.

    Maps and lists that are empty now stay, so that the next injection fills them where they are.

    `names` are what any release would call the owner, from which the canonical name may be derived.
    """
    found = record.read(pod)
    return pod if found is None else marks.apply(_without(pod, found, names), pod, for_injection=True)


def uninject(pod: dict[str, Any], names: Collection[str], pull_secrets: Iterable[str] = ()) -> dict[str, Any]:
    """The pod as it was before its injection; the pod itself when it carries none.

    `names` as above; `pull_secrets` are the names that the settings add to every pod (`global.imagePullSecrets`).
    """
    found = record.read(pod)
    if found is None:
        return pod
    out = _without(pod, found, names)
    if ownership.own(pod) is None:
        out = leftovers.without(out, found)
    out = leftovers.without_settings(out, found, {*pull_secrets})
    return emptied.dropped(marks.apply(out, pod), out, pod)


def _without(pod: dict[str, Any], found: Record, names: Collection[str]) -> dict[str, Any]:
    """What both depths take out."""
    own = ownership.own(pod)
    own_volumes = None if own is None else {path[-1] for path in own if path[:-1] == ("spec", "volumes")}
    pod = volumes.without(pod, found.listed["volumes"], own_volumes)
    pod = _without_metrics(pod, found, own)
    pod = _without_own_keys(pod, found, names) if own is None else ownership.without(pod, found, own)
    pod = _with_handlers(pod, found, None if own is None else _agent_port(pod, found))
    pod = _without_containers(pod, found)
    pod = parts.without_annotation(pod, OVERRIDES)
    return keeps.without_status(pod)


def _without_own_keys(pod: dict[str, Any], found: Record, names: Collection[str]) -> dict[str, Any]:
    """The pod without what an injection would keep as the user's if it found it, where that is as it is derived."""
    port = parts.env(found.proxy, SECURE_PORT_ENV)
    if port and parts.annotations(pod).get(SECURE_PORT) == port:
        pod = parts.without_annotation(pod, SECURE_PORT)
    if record.is_proxyless(found) and parts.annotations(pod).get(REWRITE_PROBES) == "false":
        pod = parts.without_annotation(pod, REWRITE_PROBES)
    labels = parts.labels(pod)
    if labels.get(CANONICAL_NAME) in leftovers.canonical_names(labels, names):
        pod = parts.with_meta(pod, "labels", lambda old: without_key(old, CANONICAL_NAME))
    return pod


def _without_containers(pod: dict[str, Any], found: Record) -> dict[str, Any]:
    """The pod without the injected containers, with the user's in their place.

    A user's istio-proxy comes back as the last of `containers`, whatever list the template had it in and wherever it
    was put: a native sidecar's is kept under initContainers, where a later legacy one would not find it.
    """
    own = {where: {as_text(item["name"]): item for item in found.overrides[where]} for where in parts.LISTS}
    proxy = own["containers"].get(PROXY) or own["initContainers"].pop(PROXY, None)
    returning: dict[str, Any] | None = None
    for where in parts.LISTS:
        items = []
        for container in sublist(submap(pod, "spec"), where):
            name = as_text(container.get("name")) if isinstance(container, dict) else ""
            if name not in found.listed[where]:
                items.append(container)
            elif name == PROXY and proxy is not None:
                returning = _cut_down(container, _with_image(proxy))
            elif name in own[where]:
                items.append(_cut_down(container, _with_image(own[where].pop(name))))
        pod = parts.with_items(pod, where, relisted(sublist(submap(pod, "spec"), where), items))
    if proxy is not None and parts.find(pod, "containers", PROXY) is None:
        back = _with_image(proxy) if returning is None else returning
        pod = parts.with_items(pod, "containers", [*sublist(submap(pod, "spec"), "containers"), back])
    return pod


def _cut_down(present: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    from meshinject.injection import restore  # noqa: PLC0415  (few pods have a container of Istio's own)

    return restore.cut_down(present, wanted)


def _with_image(container: dict[str, Any]) -> dict[str, Any]:
    """The entry with the image that it had; the annotation leaves `auto` out."""
    if container.get("image"):
        return container
    rest = {key: value for key, value in container.items() if key not in ("name", "image")}
    return {"name": container["name"], "image": AUTO, **rest}


def _without_metrics(pod: dict[str, Any], found: Record, own: set[Path] | None) -> dict[str, Any]:
    """The pod with its own prometheus annotations, where those that it has are the injection's."""
    if not ownership.has_merged_metrics(pod, found, own):
        return pod
    back = {key: (key, as_text(found.scraped.get(name))) for name, key in prometheus.KEYS.items()}
    scrape = prometheus.KEYS["scrape"]
    if back[scrape][1] == "true":  # as an injection writes it, so this line was never changed
        back[scrape] = (scrape, parts.annotations(pod).get(scrape, "true"))
    if targets := record.targets(found.scraped):
        plain = prometheus.DEFAULT_TARGET_PATH
        text = ", ".join(port if path == plain else f"{port}:{path}" for port, path in targets)
        back |= {prometheus.KEYS["port"]: (SCRAPE_TARGETS, text), prometheus.KEYS["path"]: ("", "")}

    def change(old: dict[str, Any]) -> dict[str, Any]:
        items = [back.get(key, (key, value)) for key, value in old.items() if back.get(key, ("", " "))[1]]
        deleted = [pair for key, pair in back.items() if key not in old and pair[1]] if own is not None else []
        return rebuilt(old, dict(items + deleted))

    return parts.with_meta(pod, "annotations", change)


def _with_handlers(pod: dict[str, Any], found: Record, agent_port: int | None) -> dict[str, Any]:
    """The pod with the application's own probes and hooks, where they still point at the agent.

    By their path; where an injection took notes also by the agent's port, which no application has.
    """
    if not found.probers:
        return pod
    for where in parts.LISTS:
        old = sublist(submap(pod, "spec"), where)
        new = [_restored(item, found.probers, agent_port) if isinstance(item, dict) else item for item in old]
        pod = parts.with_items(pod, where, new)
    return pod


def _agent_port(pod: dict[str, Any], found: Record) -> int:
    """The port at which the probes point: the pod's own annotation, else the agent's port of the settings."""
    own = parts.annotations(pod).get(STATUS_PORT, "").strip()
    return int(own) if own.isascii() and own.isdigit() else found.status_port


def _restored(container: dict[str, Any], probers: dict[str, Any], agent_port: int | None) -> dict[str, Any]:
    for handler in probes.handlers(container, None):
        kept = probers.get(handler.url)
        action = submap(handler.value, "httpGet")
        points_there = action.get("path") == handler.url or (
            agent_port is not None and action.get("port") == agent_port
        )
        if isinstance(kept, dict) and points_there:
            container = probes.with_handler(container, handler.keys, _own_handler(handler.value, action, kept))
    return container


def _own_handler(value: dict[str, Any], action: dict[str, Any], kept: dict[str, Any]) -> dict[str, Any]:
    kind = next((kind for kind in probes.KINDS if isinstance(kept.get(kind), dict)), None)
    if kind is None:
        return value
    own = {key: item for key, item in kept[kind].items() if not (key == "service" and item is None)}
    own = rebuilt(action, {**{key: own[key] for key in action if key in own}, **own})
    items = [(kind, own) if key == "httpGet" else (key, item) for key, item in value.items()]
    return rebuilt(value, dict(items))
