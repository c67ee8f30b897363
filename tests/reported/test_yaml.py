"""Keys that are given twice, anchors, aliases and merge keys."""

import pytest

from tests.reported.runs import inject

ANCHORS = """apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: &l {app: web}}
  template: {metadata: {labels: *l}, spec: {containers: [&c {name: a, image: x}, {<<: *c, name: b}]}}
"""
BLOCK = """apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: &labels   # shared
    app: web
spec:
  selector:
    matchLabels: *labels
  template:
    metadata:
      labels: *labels   # the same
    spec:
      containers:
      - &base
        name: a
        image: x
        ports: [{name: http, containerPort: 80}]
        readinessProbe: &probe
          httpGet: {path: /, port: http}
      - <<: *base
        name: b
        livenessProbe: *probe
"""


class TestTwice:
    @pytest.mark.parametrize("kind", ["Pod", "Deployment"])
    def test_a_key_of_a_workload_is_an_error_with_both_lines(self, kind: str) -> None:
        spec = "containers:\n  - name: a\n    image: a\n    envFrom: []\n    args: []\n    envFrom: []\n"
        text = f"apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec:\n  {spec}"
        if kind == "Deployment":
            indented = "".join(f"    {line}\n" for line in f"spec:\n  {spec}".splitlines())
            text = f"apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: d}}\nspec:\n  template:\n{indented}"
        ran = inject(text)
        assert (ran.code, ran.text, ran.codes) == (3, "", ["MI103"])
        first = 8 if kind == "Pod" else 10
        assert ran.said.startswith(f"<stdin>:{first + 2}:")
        assert f"the key 'envFrom' is given twice; the first is on line {first}" in ran.said

    def test_elsewhere_it_passes_untouched(self) -> None:
        text = "apiVersion: v1\nkind: ConfigMap\ndata:\n  a: 1\n  a: 2\n"
        ran = inject(text)
        assert (ran.code, ran.text) == (0, text)

    def test_all_of_them_are_told(self) -> None:
        spec = "spec: {containers: [{name: a, image: a}]}\n"
        text = "apiVersion: v1\nkind: Pod\nkind: Pod\nmetadata: {name: p, name: q}\n" + spec
        assert inject(text).codes == ["MI103", "MI103"]


class TestAnchors:
    @pytest.mark.parametrize("text", [ANCHORS, BLOCK])
    @pytest.mark.parametrize("mode", ["true", "false"])
    def test_the_selector_never_gets_istios_labels(self, text: str, mode: str) -> None:
        ran = inject(text, f"--native-sidecars={mode}")
        (document,) = ran.documents
        assert document["spec"]["selector"]["matchLabels"] == {"app": "web"}
        assert ran.labels == {
            "app": "web",
            "security.istio.io/tlsMode": "istio",
            "service.istio.io/canonical-name": "web",
            "service.istio.io/canonical-revision": "latest",
        }

    def test_labels_of_the_workload_behind_the_same_anchor_stay(self) -> None:
        (document,) = inject(BLOCK).documents
        assert document["metadata"]["labels"] == {"app": "web"}

    def test_anchors_and_comments_stay(self) -> None:
        out = inject(BLOCK).text
        for kept in ("  labels: &labels   # shared\n", "    matchLabels: *labels\n", "      - &base\n", "# the same\n"):
            assert kept in out

    def test_a_second_run_changes_nothing(self) -> None:
        for text in (ANCHORS, BLOCK):
            first = inject(text).text
            assert inject(first).text == first

    def test_containers_from_a_merge_key_are_whole(self) -> None:
        ran = inject(ANCHORS)
        assert ran.container("b") == {"name": "b", "image": "x"}
        assert ran.env["ISTIO_META_APP_CONTAINERS"] == "a,b"

    def test_a_probe_behind_an_alias_is_rewritten_for_each_container(self) -> None:
        ran = inject(BLOCK)
        a, b = ran.container("a"), ran.container("b")
        assert a["readinessProbe"]["httpGet"] == {"path": "/app-health/a/readyz", "port": 15020}
        assert b["readinessProbe"]["httpGet"] == {"path": "/app-health/b/readyz", "port": 15020}
        assert b["livenessProbe"]["httpGet"] == {"path": "/app-health/b/livez", "port": 15020}
        assert "livenessProbe" not in a

    def test_a_template_behind_an_alias_is_changed_for_its_workload_only(self) -> None:
        text = (
            "apiVersion: v1\nkind: List\nitems:\n"
            "- {apiVersion: v1, kind: ConfigMap, data: &t {spec: {containers: [{name: a, image: a}]}}}\n"
            "- {apiVersion: apps/v1, kind: Deployment, metadata: {name: w}, spec: {template: *t}}\n"
        )
        (document,) = inject(text).documents
        assert document["items"][0]["data"] == {"spec": {"containers": [{"name": "a", "image": "a"}]}}
        assert len(document["items"][1]["spec"]["template"]["spec"]["initContainers"]) == 2
