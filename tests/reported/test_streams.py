"""Streams of documents: separators, what is no workload, what comes out when something is wrong."""

from pathlib import Path

import pytest

from tests.inprocess import meshinject
from tests.reported.runs import deployment, inject

VERSIONS = ("--istio-version", "1.28.1", "--kubernetes-version", "1.33")
NAMESPACE = "apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n"
POD = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n  - name: c\n    image: c\n"


class TestSeparators:
    @pytest.mark.parametrize(
        "separator",
        [
            "---\n",
            "--- # second\n",
            "---\t\n",
            "---   \n",
            "...\n---\n",
            "---\r\n",
            "...\n",
            "...  # end\n--- # next\n",
        ],
    )
    def test_both_sides_are_documents(self, separator: str) -> None:
        for first, second in ((NAMESPACE, POD), (POD, NAMESPACE), (POD, POD)):
            ran = inject(first + separator + second)
            pods = (first, second).count(POD)
            assert ran.said == f"{pods} injected, 0 skipped, {2 - pods} passed through\n"
            assert ran.text.count("name: istio-proxy\n") == pods
            assert separator in ran.text

    def test_a_document_may_start_on_the_line_of_its_separator(self) -> None:
        text = (
            NAMESPACE
            + "--- {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: c}]}}\n"
        )
        ran = inject(text)
        assert ran.said == "1 injected, 0 skipped, 1 passed through\n"
        assert ran.text.startswith(NAMESPACE + "--- {apiVersion: v1, kind: Pod, metadata: {name: p, ")

    def test_one_inside_a_block_scalar_is_text(self) -> None:
        config = (
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  app.yaml: |\n    a: 1\n    ---\n    b: 2\n"
        )
        ran = inject(config + "---\n" + POD)
        assert ran.text.startswith(config + "---\n")
        assert ran.said == "1 injected, 0 skipped, 1 passed through\n"

    def test_one_inside_a_comment_is_none(self) -> None:
        text = POD.replace("spec:", "# ---\n#---\nspec:")
        ran = inject(text)
        assert ran.said == "1 injected, 0 skipped, 0 passed through\n"
        assert "# ---\n#---\nspec:" in ran.text

    def test_three_dashes_inside_a_line_are_none(self) -> None:
        assert inject(POD.replace("image: c", "image: a---b")).container("c")["image"] == "a---b"


class TestPassing:
    @pytest.mark.parametrize(
        "text",
        [
            "",
            "\n",
            "# nothing\n",
            "---\n",
            "---\n---\n",
            "---\n# Source: chart/templates/empty.yaml\n---\n# nothing\n---\napiVersion: v1\nkind: Service\n",
            "apiVersion: v1\nkind: Service",
            "\ufeffapiVersion: v1\r\nkind: Service\r\n",
            "%YAML 1.2\n---\napiVersion: v1\nkind: Service\n",
            "services:\n  web: {image: nginx}   # docker compose\n",
            "- just\n-   a list\n",
            "text",
            "null\n---\n~\n",
            "apiVersion: v1\nkind: Secret\ndata: !!binary |\n  aGk=\n",
            "!custom {a: b}\n",
        ],
    )
    def test_what_is_no_workload_is_the_same_bytes(self, text: str) -> None:
        ran = inject(text)
        assert (ran.code, ran.text) == (0, text)

    def test_around_a_workload_nothing_is_added_at_either_end(self) -> None:
        head, tail = "---\n# Source: chart/templates/pod.yaml\n", "---\n# Source: chart/templates/none.yaml\n"
        ran = inject(head + POD + tail)
        assert ran.text.startswith(head + "apiVersion: v1\n")
        assert ran.text.endswith("\n" + tail)
        assert not inject(POD).text.endswith("---\n")

    def test_a_compose_file_is_ignored_in_a_check(self, folder: Path) -> None:
        (folder / "docker-compose.yaml").write_text("services: {web: {image: nginx}}\n")
        result = meshinject("--check", "docker-compose.yaml", *VERSIONS)
        assert result == (0, b"", "0 would change, 0 up to date, 0 skipped, 1 passed through\n")


class TestAllOrNothing:
    BAD = deployment(annotations={"traffic.sidecar.istio.io/excludeInboundPorts": "'http'"}, name="bad")

    def test_a_fault_in_the_second_document_keeps_all_of_it_back(self) -> None:
        ran = inject(POD + "---\n" + self.BAD)
        assert (ran.code, ran.text) == (3, "")
        assert ran.codes == ["IST0125"]

    def test_faults_of_several_documents_are_told_together(self) -> None:
        broken = "apiVersion: v1\nkind: Pod\nspec: {containers: [\n"
        ran = inject(self.BAD + "---\n" + broken + "---\n" + self.BAD)
        assert (ran.code, ran.text) == (3, "")
        assert sorted(ran.codes) == ["IST0125", "IST0125", "MI101"]

    def test_words_never_mix_with_the_manifest(self) -> None:
        ran = inject(
            deployment(annotations={"sidecar.istio.io/proxyCPU": "1m"}) + "---\n" + deployment("hostNetwork: true"),
            "-v",
        )
        assert "MI508" in ran.said
        assert len(ran.documents) == 2
        assert "warning[" not in ran.text

    def test_the_output_may_be_the_input(self, folder: Path) -> None:
        (folder / "a.yaml").write_text(POD)
        assert meshinject("-f", "a.yaml", "-o", "a.yaml", *VERSIONS).code == 0
        assert (folder / "a.yaml").read_text() == inject(POD).text

    def test_an_output_file_stays_when_the_input_is_wrong(self, folder: Path) -> None:
        (folder / "in.yaml").write_text(self.BAD)
        (folder / "out.yaml").write_text("old")
        assert meshinject("-f", "in.yaml", "-o", "out.yaml", *VERSIONS).code == 3
        assert (folder / "out.yaml").read_text() == "old"


class TestDeclaredVersions:
    def test_a_newer_one_gets_the_newest_template_and_a_warning(self) -> None:
        ran = inject(POD, istio="1.99", kubernetes="1.35")
        assert ran.code == 0
        assert "warning[MI402]" in ran.said
        assert ran.proxy["image"].endswith("/proxyv2:1.99.0")

    @pytest.mark.parametrize("istio", ["1.9", "1.19.10", "latest", "0.8", "two"])
    def test_an_older_one_or_none_is_refused_with_the_range(self, istio: str) -> None:
        ran = inject(POD, istio=istio)
        assert (ran.code, ran.text) == (2, "")
        assert "1.20" in ran.said
        assert "1.31" in ran.said
