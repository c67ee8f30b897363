"""Which objects are injected, and where in them."""

import json

import pytest

from tests.reported.runs import WEB, Ran, cron_job, deployment, inject

TEMPLATE = f"template: {{spec: {{{WEB}}}}}"


def workload(api_version: str, kind: str, spec: str = TEMPLATE, meta: str = "name: w") -> str:
    return f"apiVersion: {api_version}\nkind: {kind}\nmetadata: {{{meta}}}\nspec: {{{spec}}}\n"


class TestCronJob:
    def test_the_pod_template_decides_not_the_job_template(self) -> None:
        text = cron_job(labels={"sidecar.istio.io/inject": '"false"'})
        ran = inject(text)
        assert (ran.code, ran.text, ran.codes) == (0, text, ["MI302"])

    def test_an_annotation_of_the_job_template_does_not_opt_out_and_is_told(self) -> None:
        ran = inject(cron_job(job='{annotations: {sidecar.istio.io/inject: "false"}}'))
        assert ran.inits == ["istio-init", "istio-proxy"]
        assert ran.said.startswith(
            "<stdin>:8:55: warning[IST0107]: CronJob tick: the annotation sidecar.istio.io/inject is in "
            "spec.jobTemplate.metadata.annotations of the CronJob, where Istio does not read it\n"
            "help: move it to spec.jobTemplate.spec.template.metadata.annotations\n"
        )

    def test_what_an_injection_writes_is_in_the_pod_template_alone(self) -> None:
        ran = inject(cron_job())
        (document,) = ran.documents
        assert "metadata" not in document["spec"]["jobTemplate"]
        assert {"sidecar.istio.io/status", "istio.io/rev", "prometheus.io/scrape"} <= set(ran.annotations)
        assert ran.labels == {
            "security.istio.io/tlsMode": "istio",
            "service.istio.io/canonical-name": "tick",
            "service.istio.io/canonical-revision": "latest",
        }

    @pytest.mark.parametrize("istio", ["1.20.8", "1.24.6", "1.31.0"])
    def test_every_annotation_of_the_pod_template_is_read(self, istio: str) -> None:
        annotations = {
            "proxy.istio.io/config": "'{concurrency: 7}'",
            "traffic.sidecar.istio.io/excludeOutboundPorts": '"5432"',
        }
        ran = inject(cron_job(annotations=annotations), "--native-sidecars=true", istio=istio)
        assert json.loads(ran.env["PROXY_CONFIG"]) == {"concurrency": 7}
        args = ran.container("istio-init")["args"]
        assert args[args.index("-o") + 1] == "5432"

    def test_the_annotation_for_native_sidecars_is_read_there(self) -> None:
        ran = inject(cron_job(annotations={"sidecar.istio.io/nativeSidecar": '"false"'}))
        assert ran.containers == ["c", "istio-proxy"]

    @pytest.mark.parametrize("namespace", ["", "shop"])
    def test_the_owner_is_the_cron_job(self, namespace: str) -> None:
        text = cron_job().replace("name: tick", f"name: tick\n  namespace: {namespace}" if namespace else "name: tick")
        owner = f"kubernetes://apis/batch/v1/namespaces/{namespace or 'default'}/cronjobs/tick"
        assert inject(text).env["ISTIO_META_OWNER"] == owner


class TestJobs:
    @pytest.mark.parametrize("kind", ["Job", "CronJob"])
    def test_a_legacy_sidecar_keeps_a_job_from_completing_which_is_told(self, kind: str) -> None:
        text = cron_job() if kind == "CronJob" else workload("batch/v1", "Job")
        ran = inject(text, kubernetes="1.27")
        assert ran.containers[-1] == "istio-proxy"
        assert ran.codes == ["MI511"]
        for way in ("--native-sidecars=true", 'sidecar.istio.io/inject: "false"', "quitquitquit"):
            assert way in ran.said

    def test_a_native_sidecar_ends_with_the_job(self) -> None:
        assert inject(workload("batch/v1", "Job")).said == "1 injected, 0 skipped, 0 passed through\n"

    def test_a_job_that_stops_the_agent_is_left_in_peace_and_as_it_is(self) -> None:
        spec = """
            restartPolicy: Never
            containers: [{name: c, image: b, command: [sh, -c, "work; curl -XPOST localhost:15020/quitquitquit"]}]
            """
        text = cron_job("\n".join(line.strip() for line in spec.strip().splitlines()))
        ran = inject(text, kubernetes="1.30", istio="1.26.8")
        assert ran.said == "1 injected, 0 skipped, 0 passed through\n"
        assert 'command: [sh, -c, "work; curl -XPOST localhost:15020/quitquitquit"]' in ran.text

    def test_other_workloads_may_have_legacy_sidecars(self) -> None:
        assert "MI511" not in inject(deployment(), "--native-sidecars=false").codes


class TestTable:
    @pytest.mark.parametrize(
        ("api_version", "kind"),
        [
            ("apps/v1", "Deployment"),
            ("apps/v1beta2", "StatefulSet"),
            ("extensions/v1beta1", "DaemonSet"),
            ("apps/v1", "ReplicaSet"),
            ("v1", "ReplicationController"),
            ("batch/v1", "Job"),
            ("apps.openshift.io/v1", "DeploymentConfig"),
            ("v1", "DeploymentConfig"),
            ("argoproj.io/v1alpha1", "Rollout"),
            ("apps.kruise.io/v1alpha1", "CloneSet"),
            ("apps.kruise.io/v1beta1", "StatefulSet"),
        ],
    )
    def test_a_workload_with_a_pod_template_is_injected(self, api_version: str, kind: str) -> None:
        (document,) = inject(workload(api_version, kind)).documents
        assert [each["name"] for each in document["spec"]["template"]["spec"]["initContainers"]] == [
            "istio-init",
            "istio-proxy",
        ]

    @pytest.mark.parametrize(
        ("api_version", "kind"),
        [
            ("batch.volcano.sh/v1alpha1", "Job"),
            ("example.com/v1", "Deployment"),
            ("serving.knative.dev/v1", "Service"),
            ("apps", "Deployment"),
        ],
    )
    def test_an_object_of_another_group_passes_and_only_verbose_names_it(self, api_version: str, kind: str) -> None:
        text = workload(api_version, kind, f"foreign: 1, {TEMPLATE}")
        ran = inject(text)
        assert (ran.code, ran.text) == (0, text)
        assert ran.said == "0 injected, 0 skipped, 1 passed through\n"
        assert "info[MI308]" in inject(text, "-v").said

    def test_a_rollout_that_refers_to_a_deployment_passes(self) -> None:
        text = workload("argoproj.io/v1alpha1", "Rollout", "workloadRef: {kind: Deployment, name: w}")
        assert inject(text).text == text

    def test_a_rollout_owns_its_pods(self) -> None:
        text = workload("argoproj.io/v1alpha1", "Rollout").replace("{spec", "{metadata: {}, spec")
        (document,) = inject(text).documents
        (proxy,) = (
            each for each in document["spec"]["template"]["spec"]["initContainers"] if each["name"] == "istio-proxy"
        )
        env = {each["name"]: each.get("value") for each in proxy["env"]}
        assert env["ISTIO_META_OWNER"] == "kubernetes://apis/argoproj.io/v1alpha1/namespaces/default/rollouts/w"

    def test_items_of_any_list_are_injected(self) -> None:
        text = (
            "apiVersion: apps/v1\nkind: DeploymentList\nitems:\n"
            f"- {{metadata: {{name: a}}, spec: {{{TEMPLATE}}}}}\n- {{metadata: {{name: b}}, spec: {{{TEMPLATE}}}}}\n"
        )
        ran = inject(text)
        assert ran.text.count("name: istio-proxy, image:") == 2
        assert ran.said == "2 injected, 0 skipped, 0 passed through\n"

    def test_an_item_of_a_list_that_is_no_workload_stays(self) -> None:
        text = (
            "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Secret, metadata: {name: s}}   # kept\n"
            f"- {{apiVersion: apps/v1, kind: Deployment, metadata: {{name: a}}, spec: {{{TEMPLATE}}}}}\n"
        )
        ran = inject(text)
        assert "- {apiVersion: v1, kind: Secret, metadata: {name: s}}   # kept\n" in ran.text
        assert ran.said == "1 injected, 0 skipped, 1 passed through\n"


class TestMissingParts:
    def test_metadata_labels_and_annotations_are_made_when_missing(self) -> None:
        ran = inject(deployment())
        assert set(ran.labels) == {
            "security.istio.io/tlsMode",
            "service.istio.io/canonical-name",
            "service.istio.io/canonical-revision",
        }
        assert ran.annotations["istio.io/rev"] == "default"

    @pytest.mark.parametrize("empty", ["labels:", "labels: {}", "labels: null", "labels: ~"])
    @pytest.mark.parametrize("also", ["annotations:", "annotations: {}", ""])
    def test_empty_labels_and_annotations_are_filled(self, empty: str, also: str) -> None:
        text = deployment().replace("    spec:\n", f"    metadata:\n      {empty}\n      {also}\n    spec:\n")
        ran = inject(text)
        assert ran.labels["service.istio.io/canonical-name"] == "web"
        assert ran.annotations["istio.io/rev"] == "default"

    @pytest.mark.parametrize("spec", ["containers: []", "containers:", "volumes: []", "containers: null"])
    def test_a_pod_without_containers_is_skipped_and_told(self, spec: str) -> None:
        text = deployment(spec)
        ran = inject(text)
        assert (ran.code, ran.text, ran.codes) == (0, text, ["MI304"])

    def test_a_replication_controller_without_a_template_is_an_error(self) -> None:
        ran = inject(workload("v1", "ReplicationController", "replicas: 1"))
        assert (ran.code, ran.text, ran.codes) == (3, "", ["MI107"])

    @pytest.mark.parametrize("kind", ["Deployment", "StatefulSet"])
    def test_another_workload_without_a_template_passes(self, kind: str) -> None:
        text = workload("apps/v1", kind, "replicas: 1")
        ran = inject(text)
        assert (ran.code, ran.text) == (0, text)

    def test_a_pod_with_a_generated_name_goes_by_that(self) -> None:
        text = f"apiVersion: v1\nkind: Pod\nmetadata: {{generateName: job-}}\nspec: {{{WEB}}}\n"
        ran = inject(text, "-v")
        assert "Pod job- takes a native sidecar" in ran.said
        assert ran.inits == ["istio-init", "istio-proxy"]


class TestOwners:
    def owner(self, ran: Ran) -> tuple[str, str]:
        return ran.env["ISTIO_META_OWNER"], ran.env["ISTIO_META_WORKLOAD_NAME"]

    @pytest.mark.parametrize("istio", ["1.20.8", "1.28.1"])
    def test_a_bare_pod_owns_itself(self, istio: str) -> None:
        text = f"apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec: {{{WEB}}}\n"
        assert self.owner(inject(text, istio=istio)) == ("kubernetes://apis/v1/namespaces/default/pods/p", "p")

    def test_a_replica_set_is_not_traced_to_a_deployment(self) -> None:
        text = workload("apps/v1", "ReplicaSet", meta="name: web-5d4")
        assert self.owner(inject(text)) == (
            "kubernetes://apis/apps/v1/namespaces/default/replicasets/web-5d4",
            "web-5d4",
        )

    @pytest.mark.parametrize(
        ("label", "owner"),
        [
            ("pod-template-hash", "kubernetes://apis/apps/v1/namespaces/default/deployments/web"),
            ("rollouts-pod-template-hash", "kubernetes://apis/v1alpha1/namespaces/default/rollouts/web"),
        ],
    )
    def test_a_pod_of_a_replica_set_is_traced_by_its_hash(self, label: str, owner: str) -> None:
        text = (
            "apiVersion: v1\nkind: Pod\nmetadata:\n  name: web-5d4-x\n  generateName: web-5d4-\n"
            f"  labels: {{{label}: 5d4}}\n"
            "  ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-5d4, controller: true, uid: u}]\n"
            f"spec: {{{WEB}}}\n"
        )
        assert self.owner(inject(text)) == (owner, "web")

    def test_a_label_names_the_workload_but_not_the_owner(self) -> None:
        ran = inject(deployment(labels={"service.istio.io/workload-name": "front"}))
        assert self.owner(ran) == ("kubernetes://apis/apps/v1/namespaces/default/deployments/web", "front")

    def test_a_given_namespace_fills_a_missing_one_only(self) -> None:
        named = deployment().replace("name: web\n", "name: web\n  namespace: shop\n", 1)
        assert "/namespaces/late/deployments/web" in self.owner(inject(deployment(), "-n", "late"))[0]
        assert "/namespaces/shop/deployments/web" in self.owner(inject(named, "-n", "late"))[0]
