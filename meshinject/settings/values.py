"""Values from whatever holds them, and how several of them are laid over each other."""

from collections.abc import Mapping, Sequence
from typing import Any

from meshinject.frozen import Frozen
from meshinject.istio import values as istio_values
from meshinject.reports.findings import Code, Finding, Place
from meshinject.settings import assignments, configmap, operator, schema
from meshinject.settings.assignments import Assignment, AssignmentError
from meshinject.settings.configmap import ConfigMap
from meshinject.settings.document import Loaded, Text, documents, objects, plain, read

Values = dict[str, Any]

_SET = "--set"
_NOWHERE = Text("", "")
# The chart copies these keys below `pilot` into the injector's values, which have none of them at their top.
_BELOW_PILOT = ("cni", "env")


class Given(Frozen):
    """Values of one file.

    Attributes:
        values: the values, an operator's spec already turned into them.
        source: what they were read from.
        holder: the ConfigMap that they were in, if any.
    """

    values: Values
    source: Loaded
    holder: ConfigMap | None = None


def of_file(name: str, revision: str, findings: list[Finding]) -> Given | None:
    """The values in a file; None with a finding when there are none to be had from it."""
    text = read(name)
    if isinstance(text, Finding):
        findings.append(text)
        return None
    parts = list(documents(text))
    wrong = [part for part in parts if isinstance(part, Finding)]
    found = [each for part in parts if isinstance(part, Loaded) for each in (list(objects(part)) or [part])]
    if wrong:
        findings += wrong
        return None
    if not found:
        return Given({}, Loaded({}, text))
    maps = configmap.find([each for each in found if isinstance(each.value, dict)], configmap.INJECTOR, "values")
    if maps:
        chosen = configmap.choose(maps, revision) or maps[0]
        return of_configmap(chosen, findings)
    operators = [each for each in found if isinstance(each.value, dict) and each.value.get("kind") == operator.KIND]
    chosen_object = operators[0] if operators else found[0]
    if len(found) > 1 and not operators:
        findings.append(found[1].problem((), "a file of values holds one document"))
        return None
    return of_object(chosen_object, findings)


def of_object(loaded: Loaded, findings: list[Finding]) -> Given | None:
    """The values that a map is, or holds as an operator does."""
    value = loaded.value
    if isinstance(value, dict) and isinstance(value.get("values"), str):
        return of_text(loaded, ("values",), None, findings)
    if isinstance(value, dict) and value.get("kind") == operator.KIND:
        loaded = Loaded(value.get("spec") or {}, loaded.text)
    elif isinstance(value, dict) and value.get("kind") and value.get("apiVersion"):
        text = f"a {value['kind']} holds no values; the injector's ConfigMap, an IstioOperator and Helm values do"
        findings.append(loaded.problem(("kind",), text))
        return None
    if isinstance(loaded.value, dict) and operator.is_spec(loaded.value):
        inner = loaded.value.get("values")
        wrong = schema.check(Loaded(inner, loaded.text), "values") if inner is not None else []
        wrong += _checked_mesh(loaded, ("meshConfig",))
        wrong += _checked_mesh(loaded, ("values", "meshConfig"))
        values = operator.as_values(plain(loaded.value)) if not schema.failed(wrong) else {}
    else:
        wrong = schema.check(loaded, "values") + _checked_mesh(loaded, ("meshConfig",))
        is_operator = isinstance(value, dict) and value.get("kind") == operator.KIND
        values = {} if schema.failed(wrong) else plain(loaded.value) or {}
        values = operator.as_values(values) if is_operator else values
    findings += wrong
    return None if schema.failed(wrong) else Given(values, loaded)


def of_configmap(found: ConfigMap, findings: list[Finding]) -> Given | None:
    """The values that an injector's ConfigMap holds."""
    return of_text(found.source, ("data", "values"), found, findings)


def of_text(loaded: Loaded, path: tuple[str, ...], holder: ConfigMap | None, findings: list[Finding]) -> Given | None:
    """The values in the text at a key."""
    text = loaded.inner(path)
    for part in documents(text):
        if isinstance(part, Finding):
            findings.append(part)
            return None
        given = of_object(part, findings)
        return given._replace(holder=holder) if given else None
    return Given({}, Loaded({}, text), holder)


def over(base: Mapping[str, Any], overlay: Mapping[str, Any]) -> Values:
    """`overlay` over `base`; over values of an injector, the chart's shape is turned into theirs."""
    if istio_values.is_complete(base):
        moved = {key: overlay[key] for key in _BELOW_PILOT if isinstance(overlay.get(key), Mapping)}
        rest = {key: value for key, value in overlay.items() if key not in moved}
        return operator.merged(base, operator.merged({"pilot": moved} if moved else {}, rest))
    return operator.merged(base, overlay)


def with_assignments(values: Values, texts: Sequence[str], findings: list[Finding]) -> Values:
    """The values with each `--set` carried out on them, in order; what is wrong with one is a finding."""
    changed: Values = plain(values)
    complete = istio_values.is_complete(values)
    for text in texts:
        try:
            for assignment in assignments.parse(text):
                assignments.apply(changed, _placed(assignment, complete))
        except AssignmentError as error:
            help_ = "write KEY=VALUE, keys parted by dots: --set global.proxy.logLevel=debug"
            findings.append(Finding(Code.USAGE, f"{_SET}: {error}", help_))
    wrong = [] if schema.failed(findings) or not texts else _wrong(changed)
    findings += wrong
    return operator.as_values(changed) if operator.is_spec(changed) else changed


def _placed(assignment: Assignment, complete: bool) -> Assignment:
    """An assignment where it belongs: istioctl writes `values.global.hub` for what helm calls `global.hub`."""
    path = assignment.path
    if path[0] == "spec" and len(path) > 1:
        path = path[1:]
    if path[0] == "values" and len(path) > 1:
        path = path[1:]
    if complete and path[0] in _BELOW_PILOT:
        path = ("pilot", *path)
    return assignment._replace(path=path)


def _wrong(values: Values) -> list[Finding]:
    """What does not fit the schema after all; it has no line, and what files hold was checked before."""
    found = schema.check(Loaded(values, _NOWHERE), "values")
    return [finding._replace(place=Place(), text=f"{_SET}: {finding.text}") for finding in found]


def _checked_mesh(loaded: Loaded, path: tuple[str, ...]) -> list[Finding]:
    mesh = loaded.value
    for key in path:
        mesh = mesh.get(key) if isinstance(mesh, dict) else None
    return schema.check(Loaded(mesh, loaded.text), "mesh-config") if isinstance(mesh, dict) else []
