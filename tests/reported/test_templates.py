"""Templates: several, unknown ones, aliases and defaults of the settings, selectors."""

from collections.abc import Callable

import pytest

from tests.reported.runs import deployment, inject

Settings = Callable[[str], str]
NAMES = "inject.istio.io/templates"
OWN = """
sidecarInjectorWebhook:
  templates:
    spire: |
      metadata:
        labels:
          spiffe: "on"
      spec:
        volumes:
        - name: workload-socket
          csi: {driver: csi.spiffe.io, readOnly: true}
    note: |
      metadata:
        annotations:
          note: "{{ .ObjectMeta.Name }}{{ index .ObjectMeta.Labels "app" }}"
"""


class TestNames:
    @pytest.mark.parametrize("istio", ["1.20.8", "1.28.1", "1.31.0"])
    def test_an_unknown_one_is_an_error_that_lists_the_known_ones_in_order(self, istio: str) -> None:
        ran = inject(deployment(annotations={NAMES: '"sidecar,spire"'}), istio=istio)
        assert (ran.code, ran.text, ran.codes) == (3, "", ["MI203"])
        assert "<stdin>:9:36: error[MI203]: Deployment web: there is no template 'spire'\n" in ran.said
        listed = ran.said.partition("templates are ")[2].partition("\n")[0].split(", ")
        assert {"gateway", "grpc-agent", "grpc-simple", "sidecar"} <= set(listed)
        assert listed == sorted(listed)

    @pytest.mark.parametrize("value", ['""', '"sidecar,"', '","'])
    def test_an_empty_name_is_unknown_too(self, value: str) -> None:
        assert inject(deployment(annotations={NAMES: value})).codes == ["MI203"]

    @pytest.mark.parametrize("value", ["sidecar,spire", " sidecar ,  spire ", "spire,sidecar"])
    def test_blanks_do_not_count(self, value: str, settings: Settings) -> None:
        ran = inject(deployment(annotations={NAMES: f'"{value}"'}), settings(OWN))
        assert ran.inits == ["istio-init", "istio-proxy"]
        assert ran.labels["spiffe"] == "on"

    def test_the_source_of_a_later_template_wins_over_an_earlier_null(self, settings: Settings) -> None:
        ran = inject(deployment(annotations={NAMES: '"sidecar,spire"'}), settings(OWN))
        (socket,) = (each for each in ran.pod["spec"]["volumes"] if each["name"] == "workload-socket")
        assert socket == {"name": "workload-socket", "csi": {"driver": "csi.spiffe.io", "readOnly": True}}

    def test_a_template_sees_the_pod(self, settings: Settings) -> None:
        ran = inject(deployment(annotations={NAMES: "note"}, labels={"app": "shop"}), settings(OWN))
        assert ran.annotations["note"] == "shop"


class TestSettings:
    def test_default_templates_count_where_the_pod_names_none(self, settings: Settings) -> None:
        values = settings(OWN + "  defaultTemplates: [sidecar, spire]\n")
        assert inject(deployment(), values).labels["spiffe"] == "on"
        assert "spiffe" not in inject(deployment(annotations={NAMES: "sidecar"}), values).labels

    def test_a_default_template_that_does_not_exist_is_an_error(self, settings: Settings) -> None:
        ran = inject(deployment(), settings("sidecarInjectorWebhook: {defaultTemplates: [nobody]}"))
        assert (ran.code, ran.text, ran.codes) == (3, "", ["MI203"])

    def test_injected_annotations_are_written(self, settings: Settings) -> None:
        ran = inject(deployment(), settings("sidecarInjectorWebhook: {injectedAnnotations: {a/b: 'yes'}}"))
        assert ran.annotations["a/b"] == "yes"

    @pytest.mark.parametrize("istio", ["1.20.8", "1.31.0"])
    def test_a_never_selector_skips(self, istio: str, settings: Settings) -> None:
        values = settings("sidecarInjectorWebhook: {neverInjectSelector: [{matchLabels: {batch: 'yes'}}]}")
        text = deployment(labels={"batch": '"yes"'})
        ran = inject(text, values, istio=istio)
        assert (ran.code, ran.text, ran.codes) == (0, text, ["MI305"])
        assert inject(deployment(), values, istio=istio).codes == []

    def test_an_own_label_beats_a_selector(self, settings: Settings) -> None:
        values = settings(
            "sidecarInjectorWebhook: {neverInjectSelector: [{matchExpressions: [{key: app, operator: Exists}]}]}"
        )
        text = deployment(labels={"app": "a", "sidecar.istio.io/inject": '"true"'})
        assert inject(text, values).inits == ["istio-init", "istio-proxy"]


class TestMerge:
    def merged(self, template: str, settings: Settings, spec: str) -> dict[str, object]:
        body = "\n".join(f"      {line}" for line in template.strip().splitlines())
        values = settings(f"sidecarInjectorWebhook:\n  templates:\n    own: |\n{body}\n")
        return dict(inject(deployment(spec, annotations={NAMES: "own"}), values).pod["spec"])

    def test_null_deletes(self, settings: Settings) -> None:
        spec = self.merged(
            "spec: {dnsPolicy: null}", settings, "dnsPolicy: ClusterFirst\ncontainers: [{name: a, image: a}]"
        )
        assert "dnsPolicy" not in spec

    def test_a_patch_directive_deletes_an_item(self, settings: Settings) -> None:
        template = "spec:\n  containers:\n  - name: b\n    $patch: delete"
        spec = self.merged(template, settings, "containers: [{name: a, image: a}, {name: b, image: b}]")
        assert spec["containers"] == [{"name": "a", "image": "a"}]

    def test_a_patch_directive_replaces_a_list(self, settings: Settings) -> None:
        template = "spec:\n  volumes:\n  - $patch: replace\n  - {name: b, emptyDir: {}}"
        spec = self.merged(template, settings, "containers: [{name: a, image: a}]\nvolumes: [{name: a, emptyDir: {}}]")
        assert spec["volumes"] == [{"name": "b", "emptyDir": {}}]

    @pytest.mark.parametrize(
        ("key", "user", "template", "result"),
        [
            (
                "volumeMounts",
                "[{name: v, mountPath: /x}]",
                "[{name: v, mountPath: /x, readOnly: true}]",
                [{"name": "v", "mountPath": "/x", "readOnly": True}],
            ),
            (
                "ports",
                "[{containerPort: 80}]",
                "[{containerPort: 80, name: http}]",
                [{"containerPort": 80, "name": "http"}],
            ),
            ("env", "[{name: A, value: a}]", "[{name: A, value: b}]", [{"name": "A", "value": "a"}]),
            ("args", "[a, b]", "[c]", ["a", "b"]),
        ],
    )
    def test_lists_merge_by_their_keys_and_the_users_item_wins(
        self, key: str, user: str, template: str, result: list[object], settings: Settings
    ) -> None:
        own = f"spec:\n  containers:\n  - {{name: a, {key}: {template}}}"
        spec = self.merged(own, settings, f"containers: [{{name: a, image: a, {key}: {user}}}]\nvolumes: [{{name: v}}]")
        assert spec["containers"] == [{"name": "a", "image": "a", key: result}]

    def test_a_template_with_a_fault_is_an_error_with_its_place(self, settings: Settings) -> None:
        values = settings("sidecarInjectorWebhook: {templates: {own: 'spec: {{ .Nobody.Knows }}'}}")
        ran = inject(deployment(annotations={NAMES: "own"}), values)
        assert (ran.code, ran.text) == (3, "")
        assert "error[MI204]" in ran.said
        assert "own" in ran.said
