"""What an explanation says, as data; the renderers add nothing to it."""

from enum import Enum

from meshinject.frozen import Frozen
from meshinject.reports.findings import Finding, Place


class State(Enum):
    """What the manifest is before anything is done with it."""

    TO_INJECT = "to-inject"
    INJECTED = "injected"
    LEFT_ALONE = "left-alone"


class Kind(Enum):
    """What kind of sidecar a pod has, by where istio-proxy is and what it runs."""

    NATIVE = "native"
    """An init container with `restartPolicy: Always`, which this Kubernetes runs as a sidecar."""
    LEGACY = "legacy"
    """An ordinary container."""
    GATEWAY = "gateway"
    """An ordinary container that is the application: `proxy router`."""
    AGENT = "grpc-agent"
    """An ordinary container that runs no Envoy, for proxyless gRPC."""
    STUCK = "stuck"
    """An init container that has to end before the next one starts, which a proxy never does; most are refused."""
    NONE = "none"
    """No istio-proxy at all, as with the template `grpc-simple`."""


class Runs(Enum):
    """How Kubernetes runs a container."""

    INIT = "init"
    """An init container that runs to its end before the next one starts."""
    SIDECAR = "sidecar"
    """A restartable init container: starts among them and goes on beside the application."""
    CONTAINER = "container"
    """An ordinary container."""


class Setting(Frozen):
    """A setting, its value, and where that came from."""

    name: str
    value: str
    source: str


class Verdict(Frozen):
    """Whether an injection injects the workload, the rule that decided, and how to change that.

    Attributes:
        inject: the answer.
        rule: the name of the rule.
        reason: a sentence, with what exactly decided.
        place: where what decided is written; without a line when it is no part of the manifest.
        change: what to do about it; empty where there is nothing to say.
    """

    inject: bool
    rule: str
    reason: str
    place: Place
    change: str


class Sidecar(Frozen):
    """The proxy of a pod.

    Attributes:
        kind: what kind it is.
        rule: the name of the rule that decided; `present` where it was there already.
        reason: a sentence.
        place: the annotation that decided, without a line when it was none.
        image: its image, empty without a proxy.
        version: the Istio release that the image's tag names, empty where it names none.
        change: how to get the other kind.
    """

    kind: Kind
    rule: str
    reason: str
    place: Place
    image: str
    version: str
    change: str


class Comparison(Frozen):
    """What is present held against what the declared versions give.

    Attributes:
        declared: the versions, as a phrase; empty when none are declared, so that nothing was compared.
        kind: the kind of sidecar that an injection gives, None where it leaves the workload alone.
        reason: why that kind, or why none.
        differences: what an injection would change in Istio's parts.
    """

    declared: str
    kind: Kind | None = None
    reason: str = ""
    differences: tuple[str, ...] = ()


class Container(Frozen):
    """One container of a pod in the order of their start.

    Attributes:
        name: its name.
        runs: how Kubernetes runs it.
        istio: whether it is Istio's.
        part: what it is there for, as a phrase; empty for the user's own.
    """

    name: str
    runs: Runs
    istio: bool
    part: str


class Ready(Frozen):
    """The READY column of `kubectl get pod`.

    Attributes:
        column: as it shows at best.
        counted: the containers that count.
        uncounted: init containers that run to their end and do not.
        now: as the manifest's own status says it, empty without one.
        waiting: the counted containers that are not ready by that status, each with its reason.
    """

    column: str
    counted: tuple[str, ...]
    uncounted: tuple[str, ...]
    now: str
    waiting: tuple[str, ...]


class Finishes(Frozen):
    """Whether a job finishes, and why."""

    answer: bool
    reason: str


class Effect(Frozen):
    """An annotation or label of the pod that changes something about the injection, and what."""

    kind: str
    key: str
    value: str
    place: Place
    changes: tuple[str, ...]


class Explained(Frozen):
    """Everything there is to say about one workload; None and empty where it does not apply."""

    kind: str
    namespace: Setting
    name: str
    place: Place
    state: State
    verdict: Verdict
    sidecar: Sidecar | None = None
    comparison: Comparison | None = None
    containers: tuple[Container, ...] = ()
    ready: Ready | None = None
    start: tuple[str, ...] = ()
    stop: tuple[str, ...] = ()
    finishes: Finishes | None = None
    effects: tuple[Effect, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def title(self) -> str:
        """The workload as people call it: `Deployment shop/web`."""
        named = "/".join(filter(None, (self.namespace.value, self.name)))
        return f"{self.kind} {named}" if named else self.kind


class Explanation(Frozen):
    """What a run says: the settings of all, and each workload."""

    settings: tuple[Setting, ...]
    workloads: tuple[Explained, ...]
