"""The injector's configuration: templates and policy, as its ConfigMap holds them below `config`, or a bare template.

A text that is no map of the configuration's keys is a template: kube-inject takes it for the one called `sidecar`. Here
the release's other templates stay beside it. A configuration with `templates` stands for itself, as for Istio.
"""

import re
from collections.abc import Mapping
from typing import Any

from packaging.version import Version

from meshinject.frozen import Frozen
from meshinject.gotemplate.errors import TemplateError
from meshinject.istio import templates
from meshinject.istio.controlplane import ControlPlane
from meshinject.kubernetes.text import string_map
from meshinject.reports.findings import Code, Finding
from meshinject.settings import schema
from meshinject.settings.document import Loaded, Text, documents, plain

KEYS = frozenset(
    (
        *("policy", "defaultTemplates", "templates", "template", "aliases", "injectedAnnotations"),
        *("alwaysInjectSelector", "neverInjectSelector"),
    )
)
SIDECAR = "sidecar"
# Templates of the controller that deploys gateways, which pods cannot use.
_OF_GATEWAYS = frozenset({"waypoint", "kube-gateway", "agentgateway", "agentgateway-waypoint"})
_LOOKS_LIKE_CONFIG = re.compile(
    rf"^\s*\{{\s*\"|^(?:apiVersion|kind|data|config|{'|'.join(sorted(KEYS))})[ \t]*:", re.MULTILINE
)


class Injector(Frozen):
    """What was given of an injector's configuration; None is not given."""

    templates: Mapping[str, Text]
    alone: bool
    """Whether there are no templates but these."""
    config: Mapping[str, Any]
    """The other keys of the configuration."""

    def over(self, control: ControlPlane) -> ControlPlane:
        """The control plane with this configuration in place of its own."""
        given = {name: text.text for name, text in self.templates.items()}
        known = given if self.alone else {**control.templates, **given}
        config = self.config
        annotations = config.get("injectedAnnotations")
        return control._replace(
            templates=known,
            default_templates=tuple(config.get("defaultTemplates") or control.default_templates),
            aliases={name: tuple(names or ()) for name, names in (config.get("aliases") or {}).items()},
            policy=config.get("policy") or control.policy,
            always_inject=_selectors(config, "alwaysInjectSelector", control.always_inject),
            never_inject=_selectors(config, "neverInjectSelector", control.never_inject),
            injected_annotations=control.injected_annotations if annotations is None else string_map(annotations),
        )

    def problems(self, version: Version) -> list[Finding]:
        """The templates that do not parse with the functions of a release, at their lines."""
        found = []
        for name, text in self.templates.items():
            if name in _OF_GATEWAYS:
                continue
            try:
                templates.compiled(name, text.text, version)
            except TemplateError as error:
                place = text.place(error.line, (error.col or 0) + 1)
                found.append(
                    Finding(Code.SETTINGS, f"the injection template {name!r} does not parse: {error}", "", place)
                )
        return found


def read(text: Text, findings: list[Finding]) -> Injector | None:
    """The configuration in a text; None with a finding when there is something wrong with it."""
    if not text.text.strip():
        findings.append(text.problem(1, 1, "there is no injector configuration: the text is empty"))
        return None
    read_documents = list(documents(text))
    problems = [each for each in read_documents if isinstance(each, Finding)]
    loaded = [each for each in read_documents if isinstance(each, Loaded)]
    if not problems and len(loaded) == 1 and isinstance(loaded[0].value, dict) and KEYS & loaded[0].value.keys():
        return of_config(loaded[0], findings)
    if problems and _LOOKS_LIKE_CONFIG.search(text.text):
        findings += problems
        return None
    if not problems and len(loaded) == 1 and "{{" not in text.text and not _is_pod(loaded[0].value):
        help_text = "Helm values go to --values-file, a mesh config to --mesh-config-file"
        message = "this is neither an injector configuration nor a template: it has no metadata and no spec"
        findings.append(text.problem(1, 1, message)._replace(help=help_text))
        return None
    return Injector({SIDECAR: text}, alone=False, config={})


def _is_pod(value: Any) -> bool:
    """Whether a template without any action could be laid over a pod."""
    return isinstance(value, dict) and bool(value.keys() & {"metadata", "spec"})


def of_config(loaded: Loaded, findings: list[Finding]) -> Injector | None:
    """The configuration that a map holds; None when it does not fit its schema."""
    wrong = schema.check(loaded, "injector-config")
    findings += wrong
    if schema.failed(wrong):
        return None
    config = loaded.value
    given = {name: loaded.inner(("templates", name)) for name in config.get("templates") or {}}
    rest = {key: plain(value) for key, value in config.items() if key not in ("templates", "template")}
    return Injector(given, alone=bool(given), config=rest)


def _selectors(
    config: Mapping[str, Any], key: str, present: tuple[Mapping[str, Any], ...]
) -> tuple[Mapping[str, Any], ...]:
    return tuple(config[key]) if config.get(key) is not None else present
