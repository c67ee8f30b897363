"""Native or legacy sidecar: decided from declared versions, for each pod, with the rule that decided.

A native sidecar is an init container with `restartPolicy: Always`; Istio can write one since 1.19 and does so by
default since 1.27, Kubernetes runs it since 1.29 (1.28 has it behind a gate that is off) and calls it stable since
1.33.

| mode | native when |
|---|---|
| auto | Istio >= 1.27 and Kubernetes >= 1.29: what the cluster can do |
| istiod | Istio >= 1.27 and Kubernetes >= 1.33: what an istiod left to itself would choose |
| true | always; Istio < 1.19 or Kubernetes < 1.29 is an error |
| false | never |

Without a flag the mode is `pilot.env.ENABLE_NATIVE_SIDECARS` of the given values (its `auto` is `istiod`), else
istiod for a given control plane and auto for the embedded one. A `compatibilityVersion` of 1.26 or older turns the
automatic modes off.

The annotation `sidecar.istio.io/nativeSidecar` decides for its pod since Istio 1.24. Up to 1.26 exactly "true" means
yes and any other text no; since 1.27 any text but "false" means yes, and an empty one nothing.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from packaging.version import Version

from meshinject.frozen import Frozen
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.workload import submap
from meshinject.versions import since

ANNOTATION = "sidecar.istio.io/nativeSidecar"
MODES = ("auto", "istiod", "true", "false")

_PREFIX = "sidecar.istio.io/"
_ENV = "ENABLE_NATIVE_SIDECARS"
_KUBERNETES_RUNS_THEM = "1.29"
_KUBERNETES_STABLE = "1.33"


class Rule(Enum):
    """What decided."""

    MODE_TRUE = "mode-true"
    MODE_FALSE = "mode-false"
    VERSIONS_ALLOW = "versions-allow"
    ISTIO_TOO_OLD = "istio-too-old"
    KUBERNETES_TOO_OLD = "kubernetes-too-old"
    COMPATIBILITY = "compatibility-version"
    ANNOTATION = "annotation"


class Decision(Frozen):
    """Native or not, the rule that decided, the reason as a sentence, and the mode behind it."""

    native: bool
    rule: Rule
    reason: str
    mode: str


class Warned(Frozen):
    """Something odd about an annotation: its key and a sentence."""

    key: str
    text: str


class Declared(Frozen):
    """What is declared for the whole run.

    Attributes:
        istio: the Istio release.
        kubernetes: the Kubernetes version that runs the pods.
        mode: one of `MODES`, None where no flag or setting gives one.
        values: the given injector or Helm values.
        own_control_plane: whether the configuration of a real control plane was given.
    """

    istio: Version
    kubernetes: Version
    mode: str | None = None
    values: Mapping[str, Any] = {}
    own_control_plane: bool = False


class NativeError(ValueError):
    """Native sidecars are asked for where they cannot be; `key` is the annotation that asks, "" for a setting."""

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


def decide(declared: Declared) -> Decision:
    """The kind of sidecar for pods that do not say otherwise.

    Raises:
        NativeError: the mode is `true` and a version is too old for it.
        ValueError: the mode is none of `MODES`.
    """
    mode, source = chosen_mode(declared)
    if mode not in MODES:
        raise ValueError(f"{mode!r} is no mode of native sidecars; {', '.join(MODES)} are")
    istio, kubernetes = declared.istio, declared.kubernetes
    if mode == "true":
        if not since(istio, "1.19"):
            raise NativeError(f"{source} asks for native sidecars; Istio has them since 1.19, this is {istio}")
        if not since(kubernetes, _KUBERNETES_RUNS_THEM):
            raise NativeError(_too_old(source, kubernetes))
        return Decision(native=True, rule=Rule.MODE_TRUE, reason=f"{source} asks for native sidecars", mode=mode)
    if mode == "false":
        reason = f"{source} turns native sidecars off"
        return Decision(native=False, rule=Rule.MODE_FALSE, reason=reason, mode=mode)
    return _automatic(declared, mode)


def disagreement(declared: Declared) -> str:
    """A sentence when meshinject's own choice and that of an istiod differ; else empty."""
    decision = decide(declared)
    if decision.mode not in ("auto", "istiod") or decision.rule is Rule.COMPATIBILITY:
        return ""
    auto, istiod = (_automatic(declared, mode).native for mode in ("auto", "istiod"))
    if auto == istiod:
        return ""
    chosen = "native" if decision.native else "legacy"
    return (
        f"sidecars are {chosen} (--native-sidecars={decision.mode}): Kubernetes {declared.kubernetes} runs native ones,"
        " but an istiod left to itself waits for 1.33; pin the choice with --native-sidecars=true, false or istiod"
    )


def resolve(declared: Declared, annotations: Mapping[str, str], run: Decision | None = None) -> Decision:
    """The kind of sidecar for one pod; `run` is the decision for the run, when it is known already.

    Raises:
        NativeError: as `decide`, or the annotation asks for a native sidecar where Kubernetes is too old; then `key`
        is set. ValueError: as `decide`.
    """
    run = run or decide(declared)
    text = annotations.get(ANNOTATION)
    wish = None if text is None else _wish(declared.istio, text)
    if wish is None:
        return run
    if wish and not since(declared.kubernetes, _KUBERNETES_RUNS_THEM):
        raise NativeError(_too_old(f"the annotation {ANNOTATION}: {text!r}", declared.kubernetes), ANNOTATION)
    asks = "asks for a native sidecar" if wish else "turns the native sidecar off"
    reason = f"the annotation {ANNOTATION}: {text!r} {asks}"
    return Decision(native=wish, rule=Rule.ANNOTATION, reason=reason, mode=run.mode)


def warnings(istio: Version, annotations: Mapping[str, str]) -> list[Warned]:
    """What is odd about a pod's annotations for native sidecars: misspelt, too early, or neither true nor false."""
    found = [
        Warned(key, f"{key} is not read by any Istio; the annotation is {ANNOTATION}")
        for key in annotations
        if key != ANNOTATION and is_misspelt(key)
    ]
    text = annotations.get(ANNOTATION)
    if text is None:
        return found
    if not since(istio, "1.24"):
        return [*found, Warned(ANNOTATION, f"{ANNOTATION} is read since Istio 1.24; {istio} ignores it")]
    if text not in ("true", "false"):
        wish = _wish(istio, text)
        means = "is ignored" if wish is None else f"counts as {'true' if wish else 'false'} in Istio {istio}"
        found.append(Warned(ANNOTATION, f"{ANNOTATION} is {text!r}, which {means}; write true or false"))
    return found


def chosen_mode(declared: Declared) -> tuple[str, str]:
    """The mode and what gave it, as a phrase."""
    if declared.mode is not None:
        return declared.mode, f"--native-sidecars={declared.mode}"
    given = _environment(declared.values)
    if given is not None:
        mode = {"auto": "istiod"}.get(given, given) if since(declared.istio, "1.27") else given
        return mode if mode in ("istiod", "true") else "false", f"the given values ({_ENV}: {given})"
    mode = "istiod" if declared.own_control_plane else "auto"
    return mode, f"--native-sidecars={mode}"


def _environment(values: Mapping[str, Any]) -> str | None:
    """ENABLE_NATIVE_SIDECARS of values: below `pilot.env`, or at the top as charts since 1.24 have it."""
    for env in (submap(submap(values, "pilot"), "env"), submap(values, "env")):
        if as_text(env.get(_ENV)):
            return as_text(env[_ENV])
    return None


def _automatic(declared: Declared, mode: str) -> Decision:
    istio, kubernetes = declared.istio, declared.kubernetes
    needed = _KUBERNETES_RUNS_THEM if mode == "auto" else _KUBERNETES_STABLE
    compatible = as_text(declared.values.get("compatibilityVersion"))
    if not since(istio, "1.27"):
        rule, reason = Rule.ISTIO_TOO_OLD, f"Istio makes sidecars native by default since 1.27; this is {istio}"
    elif compatible in ("1.25", "1.26") or (compatible == "1.24" and istio.release[:2] == (1, 27)):
        rule, reason = Rule.COMPATIBILITY, f"compatibilityVersion {compatible} turns native sidecars off"
    elif not since(kubernetes, needed):
        rule, reason = Rule.KUBERNETES_TOO_OLD, f"mode {mode} needs Kubernetes {needed}; this is {kubernetes}"
    else:
        reason = f"Istio {istio} makes sidecars native by default, and Kubernetes {kubernetes} is at least {needed}"
        return Decision(native=True, rule=Rule.VERSIONS_ALLOW, reason=reason, mode=mode)
    return Decision(native=False, rule=rule, reason=reason, mode=mode)


def _wish(istio: Version, text: str) -> bool | None:
    """What the annotation's text asks for; None when it says nothing."""
    if not since(istio, "1.24"):
        return None
    if not since(istio, "1.27"):
        return text == "true"
    return None if text == "" else text != "false"


def is_misspelt(key: str) -> bool:
    """Whether a key is one of the ways to misspell the annotation; release notes had `native-side`."""
    name = key.removeprefix(_PREFIX).lower().replace("-", "").replace("_", "").replace(".", "")
    return key.startswith(_PREFIX) and name in ("nativeside", "nativesidecar", "nativesidecars", "enablenativesidecars")


def _too_old(source: str, kubernetes: Version) -> str:
    return (
        f"{source} asks for native sidecars, which Kubernetes runs since {_KUBERNETES_RUNS_THEM}; this is {kubernetes}"
    )
