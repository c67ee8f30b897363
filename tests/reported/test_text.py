"""The text of the user stays: every byte that need not change, in every style."""

import json
import re

import pytest
import yaml

from tests.conformance.normal import Loader
from tests.reported.runs import deployment, inject, uninject

ODD = """# top
apiVersion: apps/v1   # v1!
kind: Deployment

metadata:
    name:   "web"     # odd indent, quoted
spec:
    template:
        spec:
            containers:
            # before item
            -   name: web   # item
                image: 'nginx'
            # after last item
# foot
"""
POD = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n  - name: c\n    image: c\n"
JSON = '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{"containers":[{"name":"a","image":"a"}]}}'


def is_subsequence(lines: list[str], of: list[str]) -> bool:
    rest = iter(of)
    return all(line in rest for line in lines)


class TestComments:
    @pytest.mark.parametrize("mode", ["true", "false"])
    def test_taking_the_new_lines_out_gives_the_input(self, mode: str) -> None:
        ran = inject(ODD, f"--native-sidecars={mode}")
        assert is_subsequence(ODD.splitlines(), ran.text.splitlines())
        assert uninject(ran.text).text == ODD

    def test_a_comment_below_an_indented_list_stays_with_the_last_item_of_the_user(self) -> None:
        indented = POD.replace(
            "  - name: c\n    image: c\n", "    - name: c\n      image: c\n    # after c\n  # of the spec\n"
        )
        out = inject(indented, "--native-sidecars=false").text
        assert "    - name: c\n      image: c\n    # after c\n    - name: istio-proxy\n" in out
        assert uninject(out).text == indented

    def test_a_comment_at_the_dashes_of_a_compact_list_belongs_to_what_follows(self) -> None:
        lines = inject(ODD, "--native-sidecars=false").text.splitlines()
        at = lines.index("            # after last item")
        assert lines.index("            -   name: istio-proxy") < at
        assert lines.index("                image: 'nginx'") < at

    def test_a_comment_at_the_left_margin_stays_at_the_end(self) -> None:
        for mode in ("true", "false"):
            assert inject(ODD, f"--native-sidecars={mode}").text.endswith("\n# foot\n")

    def test_new_lines_take_the_indent_of_the_old_ones(self) -> None:
        text = inject(ODD).text
        assert "            -   name: istio-init\n                image: " in text
        assert "        metadata:\n            labels:\n                security.istio.io/tlsMode: istio\n" in text


class TestScalars:
    def test_a_long_line_is_not_folded(self) -> None:
        command = '[sh, -c, "echo ' + "a " * 300 + 'b"]'
        ran = inject(POD + f"    command: {command}\n")
        assert f"    command: {command}\n" in ran.text

    def test_folded_text_of_the_user_keeps_its_lines(self) -> None:
        folded = "    args:\n    - >-\n      one\n      two\n\n      three\n    - 'a\n      b'\n"
        assert folded in inject(POD + folded).text

    def test_what_is_written_is_not_folded_either(self) -> None:
        ran = inject(POD + "    readinessProbe: {httpGet: {path: /" + "x" * 200 + ", port: 80}}\n")
        (line,) = (line for line in ran.text.splitlines() if "app-health/c/readyz" in line and "value:" in line)
        assert len(line) > 200

    @pytest.mark.parametrize(
        "env",
        ["{name: A, value: 'no'}", '{name: B, value: "0123"}', '{name: C, value: "12:30"}', "{name: D, value: 1_0}"],
    )
    def test_scalars_of_the_user_keep_their_bytes(self, env: str) -> None:
        assert f"    env: [{env}]\n" in inject(POD + f"    env: [{env}]\n").text

    @pytest.mark.parametrize("number", ["0644", "0o644", "420", "0x1a4", "1e3"])
    def test_numbers_of_the_user_too(self, number: str) -> None:
        volume = f"- {{name: v, secret: {{secretName: s, defaultMode: {number}}}}}"
        spec = f"containers: [{{name: a, image: a}}]\nvolumes:\n{volume}"
        assert f"defaultMode: {number}}}" in inject(deployment(spec)).text

    @pytest.mark.parametrize(
        "name", ["y", "n", "yes", "on", "off", "no", "true", "null", "1_0", "0x1f", "0o17", "1e3", "0123", "1", "1.5"]
    )
    def test_what_is_written_is_a_string_in_every_yaml(self, name: str) -> None:
        ran = inject(deployment(f'containers: [{{name: "{name}", image: a}}]', labels={"version": f'"{name}"'}))
        assert ran.annotations["kubectl.kubernetes.io/default-container"] == name
        assert ran.labels["service.istio.io/canonical-revision"] == name
        for loader in (yaml.SafeLoader, Loader):
            document = yaml.load(ran.text, Loader=loader)  # noqa: S506 - both are safe
            meta = document["spec"]["template"]["metadata"]
            assert meta["annotations"]["kubectl.kubernetes.io/default-container"] == name
            assert meta["labels"]["service.istio.io/canonical-revision"] == name


class TestEncodings:
    @pytest.mark.parametrize("mode", ["true", "false"])
    def test_a_byte_order_mark_and_windows_line_ends_stay(self, mode: str) -> None:
        data = b"\xef\xbb\xbf" + POD.replace("\n", "\r\n").encode()
        text = inject(data, f"--native-sidecars={mode}").text.encode()
        assert text.startswith(b"\xef\xbb\xbfapiVersion: v1\r\n")
        assert text.count(b"\xef\xbb\xbf") == 1
        assert text.count(b"\r\n") == text.count(b"\n") > 100

    def test_mixed_line_ends_follow_their_neighbours(self) -> None:
        text = POD.replace("  - name: c\n    image: c\n", "  - name: c\r\n    image: c\r\n").replace(
            "name: p\n", "name: p\n"
        )
        out = inject(text, "--native-sidecars=false").text
        assert is_subsequence(text.splitlines(keepends=True), out.splitlines(keepends=True))
        assert "  - name: istio-proxy\r\n" in out

    @pytest.mark.parametrize("mode", ["true", "false"])
    def test_a_missing_last_line_end(self, mode: str) -> None:
        ran = inject(POD.rstrip("\n"), f"--native-sidecars={mode}")
        assert ran.containers[0] == "c"
        assert "\n\n" not in ran.text

    @pytest.mark.parametrize(("head", "line"), [("", 1), ("# head\n\n", 3), ("\ufeff", 1)])
    def test_a_directive_stays_and_is_told_since_kubectl_refuses_it(self, head: str, line: int) -> None:
        ran = inject(f"{head}%YAML 1.1\n%TAG ! tag:example.com,2026:\n---\n" + POD)
        assert ran.text.startswith(f"{head}%YAML 1.1\n%TAG ! tag:example.com,2026:\n---\napiVersion: v1\n")
        assert ran.inits == ["istio-init", "istio-proxy"]
        assert ran.codes == ["MI108"]
        assert ran.said.startswith(f"<stdin>:{line}:1: warning[MI108]: kubectl refuses a YAML directive: %YAML 1.1\n")

    def test_a_per_cent_sign_elsewhere_is_none(self) -> None:
        assert inject(POD + "    args: ['%YAML']\n").codes == []

    def test_a_tab_as_indentation_is_an_error_at_its_place(self) -> None:
        ran = inject("apiVersion: v1\nkind: Pod\nmetadata:\n\tname: p\n")
        assert (ran.code, ran.text) == (3, "")
        assert ran.said.startswith("<stdin>:4:1: error[MI102]: a tab is used as indentation\n")

    def test_a_tab_elsewhere_is_fine(self) -> None:
        ran = inject(POD.replace("image: c\n", "image:\tc\t# tabs\n"))
        assert "    image:\tc\t# tabs\n" in ran.text

    @pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
    def test_another_encoding_is_an_error(self, encoding: str) -> None:
        ran = inject(POD.encode(encoding))
        assert (ran.code, ran.text, ran.codes) == (3, "", ["MI104"])


class TestStyles:
    def test_json_on_one_line_stays_json_on_one_line(self) -> None:
        ran = inject(JSON)
        assert "\n" not in ran.text
        document = json.loads(ran.text)
        assert [each["name"] for each in document["spec"]["initContainers"]] == ["istio-init", "istio-proxy"]
        assert document["spec"]["containers"] == [{"name": "a", "image": "a"}]

    @pytest.mark.parametrize("indent", [1, 2, 4])
    def test_indented_json_keeps_its_indent(self, indent: int) -> None:
        text = json.dumps(json.loads(JSON), indent=indent)
        ran = inject(text)
        assert json.dumps(json.loads(ran.text), indent=indent) == ran.text
        assert is_subsequence(text.splitlines()[:4], ran.text.splitlines())

    def test_a_manifest_in_flow_style_is_filled_where_it_is(self) -> None:
        text = "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a, image: a}]}}   # all\n"
        ran = inject(text)
        assert ran.inits == ["istio-init", "istio-proxy"]
        assert ran.text.startswith("{apiVersion: v1, kind: Pod, metadata: {name: p, ")
        assert ran.text.endswith("}   # all\n")

    def test_flow_inside_a_block(self) -> None:
        ran = inject("apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: a, image: a}]} # c\n")
        assert ran.inits == ["istio-init", "istio-proxy"]
        assert ran.text.startswith("apiVersion: v1\nkind: Pod\nmetadata: {name: p")
        assert "# c\n" in ran.text

    @pytest.mark.parametrize(
        ("items", "new"),
        [
            ("  containers:\n  - name: c\n    image: c\n", "  - name: istio-proxy\n    image: "),
            ("  containers:\n    - name: c\n      image: c\n", "    - name: istio-proxy\n      image: "),
            ("  containers:\n  -   name: c\n      image: c\n", "  -   name: istio-proxy\n      image: "),
            ("  containers:\n  -\n    name: c\n    image: c\n", "name: istio-proxy\n    image: "),
        ],
    )
    def test_a_new_item_looks_like_its_neighbours(self, items: str, new: str) -> None:
        text = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n" + items
        out = inject(text, "--native-sidecars=false").text
        assert items in out
        assert new in out

    def test_an_injected_container_starts_with_name_and_image(self) -> None:
        for name in ("istio-proxy", "istio-init"):
            assert re.search(rf"\n  - name: {name}\n    image: docker.io/istio/proxyv2:1.28.1\n", inject(POD).text)


class TestUnknownFields:
    SPEC = """
resources: {limits: {cpu: 1}}
containers:
- name: web
  image: nginx
  futureField: {a: 1}
  resizePolicy: [{resourceName: cpu, restartPolicy: NotRequired}]
  lifecycle: {preStop: {sleep: {seconds: 5}}}
  imagePullPolcy: Never
"""

    @pytest.mark.parametrize("mode", ["true", "false"])
    def test_fields_of_a_newer_kubernetes_and_misspelt_ones_stay(self, mode: str) -> None:
        text = deployment(self.SPEC)
        out = inject(text, f"--native-sidecars={mode}").text
        assert is_subsequence(text.splitlines(), out.splitlines())

    def test_no_empty_defaults_are_added(self) -> None:
        out = inject(deployment()).text
        for noise in ("creationTimestamp", "status: {}", "strategy: {}", "resources: {}", "metadata: {}", "null\n"):
            assert noise not in out
