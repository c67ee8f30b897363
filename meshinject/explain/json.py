"""An explanation as JSON, by schemas/explain.schema.json."""

import json
from collections.abc import Sequence
from typing import Any

from meshinject.explain.records import (
    Comparison,
    Container,
    Effect,
    Explained,
    Explanation,
    Finishes,
    Ready,
    Setting,
    Sidecar,
    Verdict,
)
from meshinject.reports.findings import Finding, Place


def render(explanation: Explanation) -> str:
    """The text, one object, its last line ended."""
    return json.dumps(plain(explanation), indent=2, ensure_ascii=False) + "\n"


def plain(explanation: Explanation) -> dict[str, Any]:
    """The explanation as maps, lists and scalars."""
    return {
        "settings": [_setting(setting) for setting in explanation.settings],
        "workloads": [_workload(told) for told in explanation.workloads],
    }


def _workload(told: Explained) -> dict[str, Any]:
    return {
        "kind": told.kind,
        "name": told.name,
        "namespace": {"value": told.namespace.value, "source": told.namespace.source},
        "place": _place(told.place),
        "state": told.state.value,
        "verdict": _verdict(told.verdict),
        "sidecar": _sidecar(told.sidecar) if told.sidecar else None,
        "declared": _comparison(told.comparison) if told.comparison else None,
        "containers": [_container(container) for container in told.containers],
        "ready": _ready(told.ready) if told.ready else None,
        "start": [*told.start],
        "stop": [*told.stop],
        "finishes": _finishes(told.finishes) if told.finishes else None,
        "effects": [_effect(effect) for effect in told.effects],
        "findings": [_finding(finding) for finding in told.findings],
    }


def _setting(setting: Setting) -> dict[str, str]:
    return {"name": setting.name, "value": setting.value, "source": setting.source}


def _place(place: Place) -> dict[str, Any]:
    return {"path": place.path, "line": place.line or None, "column": place.column or None}


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "inject": verdict.inject,
        "rule": verdict.rule,
        "reason": verdict.reason,
        "place": _place(verdict.place) if verdict.place.line else None,
        "change": verdict.change,
    }


def _sidecar(sidecar: Sidecar) -> dict[str, Any]:
    return {
        "kind": sidecar.kind.value,
        "rule": sidecar.rule,
        "reason": sidecar.reason,
        "place": _place(sidecar.place) if sidecar.place.line else None,
        "image": sidecar.image,
        "version": sidecar.version or None,
        "change": sidecar.change,
    }


def _comparison(comparison: Comparison) -> dict[str, Any]:
    return {
        "versions": comparison.declared or None,
        "kind": comparison.kind.value if comparison.kind else None,
        "reason": comparison.reason,
        "differences": [*comparison.differences],
    }


def _container(container: Container) -> dict[str, Any]:
    return {
        "name": container.name,
        "runs": container.runs.value,
        "istio": container.istio,
        "part": container.part,
    }


def _ready(ready: Ready) -> dict[str, Any]:
    return {
        "column": ready.column,
        "counted": _texts(ready.counted),
        "uncounted": _texts(ready.uncounted),
        "now": ready.now or None,
        "waiting": _texts(ready.waiting),
    }


def _texts(texts: Sequence[str]) -> list[str]:
    return [*texts]


def _finishes(finishes: Finishes) -> dict[str, Any]:
    return {"answer": finishes.answer, "reason": finishes.reason}


def _effect(effect: Effect) -> dict[str, Any]:
    return {
        "kind": effect.kind,
        "key": effect.key,
        "value": effect.value,
        "place": _place(effect.place),
        "changes": [*effect.changes],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code.code,
        "severity": finding.severity.value,
        "text": finding.text,
        "help": finding.help,
        "place": _place(finding.place),
    }
