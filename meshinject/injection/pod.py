"""What becomes of one pod: the order of the steps, each in a module of its own.

take an earlier injection out                        uninject
check the annotations, choose the templates          templates
render each template and merge it over the pod       render, placement, defaults
merge the user's own containers over the result      overrides, oneofs
let the init container follow the proxy's user       init_user
name cluster and network                             cluster_env
merge metrics, point probes at the agent             prometheus, probes
note what was injected                               status
put containers and keys in order                     order
check what the API server would refuse               kubernetes.podrules
"""

from typing import Any

from meshinject.frozen import Frozen
from meshinject.injection import (
    cluster_env,
    defaults,
    emptied,
    init_user,
    marks,
    oneofs,
    order,
    overrides,
    parts,
    placement,
    probes,
    prometheus,
    record,
    render,
    status,
    templates,
    uninject,
)
from meshinject.injection.errors import PodProblem, PodProblems
from meshinject.injection.job import Job
from meshinject.injection.names import OVERRIDES, REWRITE_PROBES, STATUS_PORT
from meshinject.istio import annotations as istio_annotations
from meshinject.istio import meshconfig, proxyconfig
from meshinject.istio.proto import ConfigError, Message
from meshinject.kubernetes import podrules, podshape
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.strategicmerge import MergeError, merge
from meshinject.kubernetes.workload import dotted, sublist, submap
from meshinject.reports.findings import Code

Pod = dict[str, Any]


class Injection(Frozen):
    """What became of a pod, and what led to it.

    Attributes:
        pod: the pod with Istio's parts in it.
        user: the pod without any injection.
        template: what the templates put over it.
        holds: whether the application's containers wait for the proxy.
    """

    pod: Pod
    user: Pod
    template: Pod
    holds: bool


def inject(pod: Pod, job: Job) -> Injection:
    """The pod with Istio's parts in it; what does not change stays the same object.

    Raises:
        PodProblems: the pod cannot be injected, with everything that is wrong with it.
    """
    _raise(wrong_types(pod))
    user = uninject.for_injection(pod, job.owner.names)
    _raise(refused_annotations(user, job))
    try:
        done = _overlaid(user, job)
    except PodProblem as problem:
        raise PodProblems([problem]) from problem
    _raise([PodProblem(rule.path, rule.text, result=done.pod) for rule in podrules.broken_by(user, done.pod)])
    original = uninjected(pod, job)
    result = emptied.as_in(order.keys(done.pod, pod, user), pod, original)
    if job.marks:
        result = marks.write(result, original, lambda injected: uninjected(injected, job))
    return done._replace(pod=result, user=original)


def uninjected(pod: Pod, job: Job) -> Pod:
    """The pod without an earlier injection; the pod itself where it carries none."""
    secrets = sublist(submap(job.control_plane.values, "global"), "imagePullSecrets")
    return uninject.uninject(pod, job.owner.names, [as_text(name) for name in secrets])


def wrong_types(pod: Pod) -> list[PodProblem]:
    """Fields that Kubernetes would refuse to read."""
    return [
        PodProblem(misfit.path, f"{dotted(misfit.path)} must be {misfit.want}, not {misfit.got}", code=Code.WRONG_TYPE)
        for misfit in podshape.misfits(pod)
        if misfit.fatal
    ]


def refused_annotations(pod: Pod, job: Job) -> list[PodProblem]:
    """Annotations that Istio would refuse."""
    found = istio_annotations.check(parts.annotations(pod), job.control_plane.version)
    broken = [
        PodProblem(
            ("metadata", "annotations", OVERRIDES),
            f"{OVERRIDES} is no JSON object with lists of containers",
            'it takes {"containers": [...], "initContainers": [...]}',
            Code.BAD_ANNOTATION,
        )
    ]
    return (broken if record.is_broken(pod) else []) + [
        PodProblem(
            ("metadata", "annotations", problem.key),
            f"{problem.key}: {problem.reason}",
            f"it takes {problem.grammar}",
            Code.BAD_PROXY_CONFIG if problem.key == proxyconfig.ANNOTATION else Code.BAD_ANNOTATION,
        )
        for problem in found
    ]


def refused_although_skipped(pod: Pod, job: Job) -> list[PodProblem]:
    """What Istio refuses even in a pod that opts out: a proxy configuration that cannot be read."""
    try:
        _proxy_config(pod, job)
    except PodProblem as problem:
        return [problem]
    return []


def rewrites_probes(pod: Pod, job: Job) -> bool:
    """Whether the pod's probes shall go through the agent."""
    own = prometheus.boolean(parts.annotations(pod).get(REWRITE_PROBES, ""))
    webhook = submap(job.control_plane.values, "sidecarInjectorWebhook")
    return webhook.get("rewriteAppHTTPProbe") is True if own is None else own


def _overlaid(user: Pod, job: Job) -> Injection:
    control = job.control_plane
    config = _proxy_config(user, job)
    template, result = _with_templates(user, config, job)
    result = overrides.reapply(result, user, template)
    result = placement.settled(result, template, native=job.native)
    result = oneofs.volumes(result, user)
    result = init_user.follow(result, user, proxyconfig.interception_mode(config), control.version)
    network = cluster_env.network(user, control.values)
    result = cluster_env.apply(result, control.values, network)
    result = _with_metrics_and_probes(result, config, job)
    result = status.write(result, template, network, control.revision)
    for key, value in sorted(control.injected_annotations.items()):
        result = parts.with_annotation(result, key, value)
    result = defaults.with_sources(result, template)
    holds = _holds(config, job)
    return Injection(order.containers(result, hold=holds), user, template, holds)


def _with_templates(user: Pod, config: Message, job: Job) -> tuple[Pod, Pod]:
    """What the pod's templates render, merged with each other, and that merged over the pod."""
    control = job.control_plane
    names = templates.choose(
        parts.annotations(user), list(control.templates), control.default_templates, control.aliases
    )
    seen = render.view(control, user, job.owner, config, native=job.native)
    template: Pod = {}
    result = user
    for name in names:
        rendered = render.render(name, control, seen)
        # Istio merges over a whole pod, takes its metadata and spec and drops whatever else a template says.
        rendered = {key: rendered[key] for key in ("metadata", "spec") if key in rendered}
        rendered = defaults.with_valid_canonical_name(placement.keeps_init_containers(rendered))
        try:
            template, result = _merged(template, result, rendered, native=job.native)
        except MergeError as error:
            message = f"injection template {name!r} cannot be merged: {error}"
            raise PodProblem((), message, code=Code.TEMPLATE_FAILED) from error
        for misfit in podshape.misfits(template, strict=True):
            message = f"injection template {name!r}: {dotted(misfit.path)} must be {misfit.want}, not {misfit.got}"
            raise PodProblem((), message, code=Code.TEMPLATE_FAILED)
    return template, result


def _merged(template: Pod, result: Pod, rendered: Pod, *, native: bool) -> tuple[Pod, Pod]:
    """One more template over the earlier ones and over the pod, with all istio-proxies in one list."""
    where = placement.target(template, rendered, native=native)
    if where is not None:
        template, result, rendered = (placement.gathered(each, where) for each in (template, result, rendered))
    return merge(template, rendered), merge(result, rendered)


def _with_metrics_and_probes(pod: Pod, config: Message, job: Job) -> Pod:
    control = job.control_plane
    version, status_port = control.version, proxyconfig.status_port(config)
    merges = meshconfig.prometheus_merge(control.mesh)
    pod = prometheus.merge(pod, status_port, version, mesh_merges=merges)
    pod = prometheus.secure_port(pod, version)
    agent_port = _agent_port(pod, status_port)
    if not agent_port or not rewrites_probes(pod, job):
        return pod
    return probes.rewrite(pod, status_port, agent_port, version)


def _agent_port(pod: Pod, status_port: int) -> int:
    """The port to point probes at; 0 when the pod turns the agent's port off, so that nothing would answer."""
    own = parts.annotations(pod).get(STATUS_PORT, "").strip()
    return int(own) if own.isascii() and own.isdigit() else status_port


def _holds(config: Message, job: Job) -> bool:
    """Whether the application's containers wait for the proxy; the annotation cannot turn the values' wish off."""
    proxy = submap(submap(job.control_plane.values, "global"), "proxy")
    return proxyconfig.holds_application(config) or proxy.get("holdApplicationUntilProxyStarts") is True


def _proxy_config(pod: Pod, job: Job) -> Message:
    try:
        return proxyconfig.effective(job.control_plane.mesh, parts.annotations(pod), job.control_plane.version)
    except ConfigError as error:
        message = f"{proxyconfig.ANNOTATION}: {error}"
        path = ("metadata", "annotations", proxyconfig.ANNOTATION)
        raise PodProblem(path, message, code=Code.BAD_PROXY_CONFIG) from error


def _raise(problems: list[PodProblem]) -> None:
    if problems:
        raise PodProblems(problems)
