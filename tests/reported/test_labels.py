"""Labels and pod settings: canonical names, revisions, DNS, the ambient mesh, opting out."""

from collections.abc import Callable

import pytest

from tests.reported.runs import WEB, deployment, inject


class TestCanonicalName:
    @pytest.mark.parametrize("istio", ["1.20.8", "1.24.6", "1.28.1", "1.31.0"])
    @pytest.mark.parametrize(
        ("name", "label"),
        [
            ("a" * 62 + "-b", "a" * 62),
            ("a" * 62 + ".b", "a" * 62),
            ("a" * 61 + "--b", "a" * 61),
            ("a" * 70, "a" * 63),
        ],
    )
    def test_a_long_name_is_cut_to_a_valid_label_and_told(self, istio: str, name: str, label: str) -> None:
        ran = inject(deployment(name=name), istio=istio)
        assert ran.labels["service.istio.io/canonical-name"] == label
        assert ran.codes == ["MI509"]
        assert f"<stdin>:4:9: warning[MI509]: Deployment {name}: " in ran.said

    @pytest.mark.parametrize("template", ["gateway", "grpc-agent"])
    def test_in_every_template(self, template: str) -> None:
        ran = inject(deployment(name="a" * 70, annotations={"inject.istio.io/templates": template}))
        assert ran.labels["service.istio.io/canonical-name"] == "a" * 63

    @pytest.mark.parametrize(
        ("labels", "name"),
        [
            ({"app": "b"}, "b"),
            ({"app": "b", "app.kubernetes.io/name": "c"}, "c"),
            ({"app": "b", "service.istio.io/canonical-name": "d", "app.kubernetes.io/name": "c"}, "d"),
            ({}, "web"),
            ({"app": '""'}, "web"),
        ],
    )
    def test_the_first_of_the_labels_names_it(self, labels: dict[str, str], name: str) -> None:
        ran = inject(deployment(labels=labels))
        assert ran.labels["service.istio.io/canonical-name"] == name
        assert ran.codes == []

    def test_a_long_name_behind_a_label_is_not_told(self) -> None:
        assert inject(deployment(name="a" * 70, labels={"app": "web"})).codes == []

    def test_a_name_of_63_characters_fits(self) -> None:
        assert inject(deployment(name="a" * 63)).codes == []


class TestOptOut:
    @pytest.mark.parametrize(
        ("labels", "annotations", "injected"),
        [
            ({"sidecar.istio.io/inject": '"false"'}, {}, False),
            ({}, {"sidecar.istio.io/inject": '"false"'}, False),
            ({"sidecar.istio.io/inject": '"true"'}, {"sidecar.istio.io/inject": '"false"'}, True),
            ({"sidecar.istio.io/inject": '"false"'}, {"sidecar.istio.io/inject": '"true"'}, False),
            ({}, {}, True),
        ],
    )
    def test_the_label_beats_the_annotation(
        self, labels: dict[str, str], annotations: dict[str, str], injected: bool
    ) -> None:
        text = deployment(labels=labels, annotations=annotations)
        ran = inject(text)
        assert (ran.text != text) is injected
        assert ran.codes == (["IST0135"] if annotations and injected else [] if injected else ["MI302"])

    @pytest.mark.parametrize(
        ("istio", "value", "injected"),
        [
            ("1.28.1", "no", True),
            ("1.28.1", "False", True),
            ("1.26.8", "no", False),
            ("1.26.8", "yes", True),
            ("1.20.8", "enabled", False),
        ],
    )
    def test_another_value_is_told_and_read_as_the_release_does(self, istio: str, value: str, injected: bool) -> None:
        text = deployment(labels={"sidecar.istio.io/inject": f'"{value}"'})
        ran = inject(text, istio=istio)
        assert (ran.text != text) is injected
        assert ran.codes[0] == "MI502"

    @pytest.mark.parametrize("kind", ["labels", "annotations"])
    def test_a_boolean_without_quotes_counts_and_is_told(self, kind: str) -> None:
        values = {"sidecar.istio.io/inject": "false"}
        text = deployment(labels=values) if kind == "labels" else deployment(annotations=values)
        ran = inject(text)
        assert (ran.code, ran.text, ran.codes) == (0, text, ["MI501", "MI302"])
        assert 'help: quote it: sidecar.istio.io/inject: "false"' in ran.said

    @pytest.mark.parametrize("kind", ["labels", "annotations"])
    def test_on_the_workload_itself_it_does_not_count_and_is_told(self, kind: str) -> None:
        text = deployment().replace("name: web\n", f'name: web\n  {kind}: {{sidecar.istio.io/inject: "false"}}\n', 1)
        ran = inject(text)
        assert ran.inits == ["istio-init", "istio-proxy"]
        assert ran.codes == ["IST0107"]
        assert f"is in metadata.{kind} of the Deployment" in ran.said
        assert f"help: move it to spec.template.metadata.{kind}\n" in ran.said

    def test_it_is_told_where_the_pod_is_left_out_for_want_of_it(self, settings: Callable[[str], str]) -> None:
        values = settings("sidecarInjectorWebhook: {neverInjectSelector: [{matchLabels: {app: a}}]}")
        text = deployment(labels={"app": "a"}).replace("web\n", "web\n  labels: {sidecar.istio.io/inject: 'true'}\n", 1)
        ran = inject(text, values)
        assert (ran.text, ran.codes) == (text, ["MI305", "IST0107"])

    def test_it_is_told_at_its_place_inside_a_list(self) -> None:
        text = (
            "apiVersion: v1\nkind: List\nitems:\n- apiVersion: apps/v1\n  kind: Deployment\n"
            "  metadata: {name: a, labels: {sidecar.istio.io/inject: 'false'}}\n"
            f"  spec: {{template: {{spec: {{{WEB}}}}}}}\n"
        )
        assert inject(text).said.startswith("<stdin>:6:57: warning[IST0107]: Deployment a: the label ")

    def test_the_same_on_workload_and_pod_is_not_told(self) -> None:
        text = deployment(labels={"sidecar.istio.io/inject": '"true"'})
        both = text.replace("name: web\n", 'name: web\n  labels: {sidecar.istio.io/inject: "true"}\n', 1)
        assert inject(both).codes == []

    def test_on_a_bare_pod_it_is_in_its_place(self) -> None:
        meta = '{name: p, labels: {sidecar.istio.io/inject: "true"}}'
        text = f"apiVersion: v1\nkind: Pod\nmetadata: {meta}\nspec: {{{WEB}}}\n"
        assert inject(text).codes == []

    @pytest.mark.parametrize("where", ["  podAnnotations:", "    podAnnotations:", "      podAnnotations:"])
    def test_pod_annotations_of_a_chart_are_no_field(self, where: str) -> None:
        text = deployment(annotations={"a/b": "c"}) if len(where) > 20 else deployment()
        at = {2: "  template:\n", 4: "    spec:\n", 6: "      containers:"}[len(where) - len(where.lstrip())]
        ran = inject(text.replace(at, f'{where} {{sidecar.istio.io/inject: "false"}}\n{at}', 1))
        assert ran.codes == ["IST0107"]
        assert ran.inits == ["istio-init", "istio-proxy"]

    def test_foreign_keys_of_the_workload_are_none_of_ours(self) -> None:
        keys = "{app: web, argocd.argoproj.io/sync-wave: '1', istio-injection: enabled}"
        text = deployment().replace("name: web\n", f"name: web\n  labels: {keys}\n  annotations: {keys}\n", 1)
        assert inject(text).codes == []


class TestNamespaces:
    @pytest.mark.parametrize("namespace", ["kube-system", "kube-public", "kube-node-lease", "local-path-storage"])
    def test_ignored_ones_are_skipped_by_the_workloads_namespace(self, namespace: str) -> None:
        text = deployment().replace("Deployment", "DaemonSet").replace("web\n", f"web\n  namespace: {namespace}\n", 1)
        ran = inject(text)
        assert (ran.code, ran.text, ran.codes) == (0, text, ["MI303"])

    def test_the_given_namespace_counts_where_the_manifest_names_none(self) -> None:
        assert inject(deployment(), "-n", "kube-system").codes == ["MI303"]

    def test_other_system_namespaces_are_injected(self) -> None:
        text = deployment().replace("name: web\n", "name: web\n  namespace: istio-system\n", 1)
        assert inject(text).codes == []


class TestHostNetwork:
    def test_is_never_injected(self) -> None:
        text = deployment("hostNetwork: true   # on purpose\n" + WEB)
        ran = inject(text)
        assert (ran.code, ran.text, ran.codes) == (0, text, ["MI301"])

    def test_false_does_not_count(self) -> None:
        assert inject(deployment("hostNetwork: false\n" + WEB)).inits == ["istio-init", "istio-proxy"]

    def test_a_string_does_not_skip_and_is_told(self) -> None:
        ran = inject(deployment('hostNetwork: "true"\n' + WEB))
        assert ran.inits == ["istio-init", "istio-proxy"]
        assert ran.codes == ["MI501"]


class TestRevision:
    def test_it_is_in_the_annotation_the_status_and_the_addresses(self) -> None:
        ran = inject(deployment(labels={"app": "a"}), "--revision", "1-28-0")
        assert ran.annotations["istio.io/rev"] == "1-28-0"
        assert '"revision":"1-28-0"' in ran.annotations["sidecar.istio.io/status"]
        assert ran.env["CA_ADDR"] == "istiod-1-28-0.istio-system.svc:15012"
        assert "istiod-1-28-0.istio-system.svc:15012" in ran.env["PROXY_CONFIG"]

    def test_default_is_none(self) -> None:
        assert inject(deployment(), "--revision", "default").text == inject(deployment()).text

    def test_a_tag_in_a_label_stays_and_is_told(self) -> None:
        ran = inject(deployment(labels={"istio.io/rev": "prod-stable"}), "--revision", "1-28-0")
        assert ran.labels["istio.io/rev"] == "prod-stable"
        assert ran.annotations["istio.io/rev"] == "1-28-0"
        assert ran.codes == ["MI515"]
        assert "the pod asks for the revision 'prod-stable'; it is injected for '1-28-0'" in ran.said

    @pytest.mark.parametrize(("label", "options"), [("1-28-0", ["--revision", "1-28-0"]), ("default", [])])
    def test_the_same_revision_is_not_told(self, label: str, options: list[str]) -> None:
        assert inject(deployment(labels={"istio.io/rev": label}), *options).codes == []


class TestNetwork:
    @pytest.mark.parametrize("policy", ["None", "Default", "ClusterFirstWithHostNet"])
    def test_another_dns_policy_is_told(self, policy: str) -> None:
        ran = inject(deployment(f"dnsPolicy: {policy}\n{WEB}"))
        assert ran.codes == ["MI512"]
        assert ran.said.startswith("<stdin>:8:18: warning[MI512]: Deployment web: dnsPolicy is " + policy)
        assert ran.pod["spec"]["dnsPolicy"] == policy

    @pytest.mark.parametrize("line", ["dnsPolicy: ClusterFirst\n", "dnsPolicy:\n", ""])
    def test_the_clusters_dns_is_not_told(self, line: str) -> None:
        assert inject(deployment(line + WEB)).codes == []

    def test_a_pod_for_the_ambient_mesh_is_told(self) -> None:
        ran = inject(deployment(labels={"istio.io/dataplane-mode": "ambient"}))
        assert ran.codes == ["MI514"]
        assert ran.inits == ["istio-init", "istio-proxy"]

    @pytest.mark.parametrize("labels", [{"istio.io/dataplane-mode": "none"}, {"istio.io/use-waypoint": "w"}])
    def test_other_labels_of_ambient_are_not(self, labels: dict[str, str]) -> None:
        assert inject(deployment(labels=labels)).codes == []
