"""Where results go: --write, --check, --diff, --output, folders; and that nothing is half done."""

import os
import subprocess
from pathlib import Path

import pytest

from meshinject import pipeline
from tests.conftest import POD
from tests.inprocess import Result, meshinject

VERSIONS = ("--istio-version", "1.28.1", "--kubernetes-version", "1.33")
SERVICE = "apiVersion: v1\nkind: Service\nmetadata: {name: s}   # kept\n"
BROKEN = "apiVersion: v1\nkind: Pod\nmetadata: [\n"


def inject(*arguments: str, stdin: bytes = b"") -> Result:
    return meshinject(*arguments, *VERSIONS, stdin=stdin)


def injected(text: str = POD, *options: str) -> str:
    return inject("-q", *options, stdin=text.encode()).stdout.decode()


class TestWrite:
    def test_files_change_in_place_and_the_summary_counts_them(self, folder: Path) -> None:
        (folder / "a.yaml").write_text(POD)
        (folder / "b.yaml").write_text(SERVICE)
        result = inject("--write", "a.yaml", "b.yaml")
        assert result == (0, b"", "1 injected, 0 skipped, 1 passed through; 1 file changed\n")
        assert (folder / "a.yaml").read_text() == injected()
        assert (folder / "b.yaml").read_text() == SERVICE

    def test_a_second_run_touches_nothing(self, folder: Path) -> None:
        (folder / "a.yaml").write_text(injected())
        before = os.stat("a.yaml")
        result = inject("--write", "a.yaml")
        assert result.stderr == "1 injected, 0 skipped, 0 passed through; 0 files changed\n"
        assert os.stat("a.yaml") == before

    def test_nothing_is_written_when_another_file_is_wrong(self, folder: Path) -> None:
        (folder / "a.yaml").write_text(POD)
        (folder / "b.yaml").write_text(BROKEN)
        result = inject("--write", "a.yaml", "b.yaml")
        assert (result.code, result.stdout) == (3, b"")
        assert "b.yaml:4:1: error[MI101]" in result.stderr
        assert (folder / "a.yaml").read_text() == POD

    def test_a_file_that_changed_meanwhile_is_left_alone(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (folder / "a.yaml").write_text(POD)
        real = pipeline.inject

        def slow(text: str, path: str, target: object) -> object:
            (folder / "a.yaml").write_text(SERVICE)
            return real(text, path, target)  # type: ignore[arg-type]

        monkeypatch.setattr(pipeline, "inject", slow)
        result = inject("--write", "a.yaml")
        assert result.code == 2
        assert "a.yaml: error[MI001]: was changed by somebody else meanwhile; nothing is written\n" in result.stderr
        assert (folder / "a.yaml").read_text() == SERVICE

    def test_a_name_with_blanks_and_letters_of_any_language(self, folder: Path) -> None:
        (folder / "für alle.yaml").write_text(POD)
        assert inject("--write", "für alle.yaml").code == 0
        assert (folder / "für alle.yaml").read_text() == injected()

    def test_a_link_that_is_named_is_followed(self, folder: Path) -> None:
        (folder / "real.yaml").write_text(POD)
        (folder / "link.yaml").symlink_to("real.yaml")
        assert inject("--write", "link.yaml").code == 0
        assert (folder / "link.yaml").is_symlink()
        assert (folder / "real.yaml").read_text() == injected()

    def test_a_file_and_a_link_to_it_are_one_file(self, folder: Path) -> None:
        (folder / "a-link.yaml").symlink_to("real.yaml")
        (folder / "real.yaml").write_text(POD)
        result = inject("--write", ".")
        assert result == (0, b"", "1 injected, 0 skipped, 0 passed through; 1 file changed\n")
        assert (folder / "real.yaml").read_text() == injected()

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            pytest.param(["--write", "-"], "--write needs files; standard input cannot be written back", id="stdin"),
            pytest.param(
                ["--write", "--check", "a.yaml"],
                "--write changes files; --check and --diff only show what would change",
                id="with --check",
            ),
            pytest.param(
                ["--write", "-o", "b.yaml", "a.yaml"],
                "--output is for the manifests; it goes with none of --write, --check and --diff",
                id="with --output",
            ),
            pytest.param(["-", "-"], "- (standard input) is named twice; it can be read once", id="stdin twice"),
        ],
    )
    def test_impossible_combinations(self, options: list[str], message: str, folder: Path) -> None:
        (folder / "a.yaml").write_text(POD)
        result = inject(*options, stdin=POD.encode())
        assert result == (2, b"", f"meshinject: error[MI002]: {message}\n")
        assert (folder / "a.yaml").read_text() == POD


class TestCheck:
    def test_a_fresh_injection_passes(self, folder: Path) -> None:
        (folder / "a.yaml").write_text(injected())
        assert inject("--check", "a.yaml") == (0, b"", "0 would change, 1 up to date, 0 skipped, 0 passed through\n")

    def test_a_workload_that_is_not_injected_is_named(self, folder: Path) -> None:
        (folder / "a.yaml").write_text(SERVICE + "---\n" + POD)
        result = inject("--check", "a.yaml")
        assert (result.code, result.stdout) == (1, b"a.yaml:6:1: warning[MI310]: Pod p is not injected\n")

    def test_another_version_is_named(self, folder: Path) -> None:
        (folder / "a.yaml").write_text(
            meshinject(
                "-q", "--istio-version", "1.27.1", "--kubernetes-version", "1.33", stdin=POD.encode()
            ).stdout.decode()
        )
        result = inject("--check", "a.yaml")
        assert result.code == 1
        assert b"has the proxy docker.io/istio/proxyv2:1.27.1, not docker.io/istio/proxyv2:1.28.1" in result.stdout

    def test_another_mode_is_named(self, folder: Path) -> None:
        (folder / "a.yaml").write_text(injected(POD, "--native-sidecars", "false"))
        result = inject("--check", "a.yaml")
        assert result.code == 1
        assert b"has a legacy sidecar, not a native one" in result.stdout

    def test_a_hand_edit_is_found_with_line_and_column(self, folder: Path) -> None:
        block = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n  - name: a\n    image: a\n"
        text = injected(block)
        line = text[: text.index("--proxyLogLevel=warning")].count("\n") + 1
        (folder / "a.yaml").write_text(text.replace("--proxyLogLevel=warning", "--proxyLogLevel=debug"))
        result = inject("--check", "a.yaml")
        assert result.code == 1
        assert f"a.yaml:{line}:23: warning[MI310]: Pod p is not as an injection makes it" in result.stdout.decode()

    def test_files_that_are_not_ours_pass_in_silence(self, folder: Path) -> None:
        (folder / "values.yaml").write_text("replicas: {{ .Values.replicas }}\n")
        (folder / "ci.yml").write_text("steps:\n  - run: |\n      make\n\tall\n")
        (folder / "notes.yaml").write_text("a: [\n")
        assert inject("--check", "values.yaml", "ci.yml", "notes.yaml") == (
            0,
            b"",
            "0 would change, 0 up to date, 0 skipped, 3 passed through\n",
        )

    def test_a_broken_manifest_does_not_pass(self, folder: Path) -> None:
        (folder / "a.yaml").write_text(BROKEN)
        assert inject("--check", "a.yaml").code == 3


class TestDiff:
    def test_alone_it_shows_and_succeeds(self, folder: Path) -> None:
        (folder / "a.yaml").write_text(POD)
        result = inject("--diff", "a.yaml")
        assert result.code == 0
        assert result.stdout.startswith(b"--- a/a.yaml\n+++ b/a.yaml\n@@ -1,4 +1,4 @@\n apiVersion: v1\n")
        assert (folder / "a.yaml").read_text() == POD

    def test_with_check_it_also_fails_and_the_report_is_on_stderr(self, folder: Path) -> None:
        (folder / "a.yaml").write_text(POD)
        result = inject("--check", "--diff", "a.yaml")
        assert result.code == 1
        assert result.stdout.startswith(b"--- a/a.yaml")
        assert "a.yaml:2:1: warning[MI310]: Pod p is not injected\n" in result.stderr

    def test_nothing_to_change_prints_nothing(self, folder: Path) -> None:
        (folder / "a.yaml").write_text(injected())
        said = "0 would change, 1 up to date, 0 skipped, 0 passed through\n"
        assert inject("--check", "--diff", "a.yaml") == (0, b"", said)

    @pytest.mark.parametrize("name", ["a.yaml", "./a.yaml", "."])
    def test_git_takes_it(self, name: str, folder: Path) -> None:
        (folder / "a.yaml").write_text(POD.removesuffix("\n"))
        diff = inject("--diff", name).stdout
        subprocess.run(["git", "init", "-q"], check=True)
        subprocess.run(["git", "apply", "-"], input=diff, check=True)
        assert (folder / "a.yaml").read_text() == injected(POD.removesuffix("\n"))


class TestUninject:
    def test_it_gives_the_file_back(self, folder: Path) -> None:
        (folder / "a.yaml").write_text(injected())
        result = meshinject("uninject", "--write", "a.yaml")
        assert result == (0, b"", "1 uninjected, 0 skipped, 0 passed through; 1 file changed\n")
        assert (folder / "a.yaml").read_text() == POD

    def test_check_says_what_carries_an_injection(self, folder: Path) -> None:
        (folder / "a.yaml").write_text(injected())
        result = meshinject("uninject", "--check", "a.yaml")
        assert result.code == 1
        assert b"Pod p carries an injection\n" in result.stdout

    def test_what_is_not_injected_stays(self, folder: Path) -> None:
        (folder / "a.yaml").write_text(POD + "---\n" + SERVICE)
        result = meshinject("uninject", "a.yaml")
        assert result == (0, (POD + "---\n" + SERVICE).encode(), "0 uninjected, 1 skipped, 1 passed through\n")


class TestFolders:
    @pytest.fixture
    def tree(self, folder: Path) -> Path:
        for name in ("b.yaml", "a.yml", "sub/c.json", ".hidden/d.yaml", "sub/.e.yaml", "notes.txt", "charts/x.yaml"):
            file = folder / "tree" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(POD.replace("name: p", f"name: {file.stem}"))
        return folder

    @pytest.mark.parametrize(
        ("arguments", "names"),
        [
            pytest.param(["tree"], ["a", "b"], id="a folder means its own files, sorted"),
            pytest.param(["-R", "tree"], ["a", "b", "x", "c"], id="recursive: those below as well, hidden ones not"),
            pytest.param(["-R", "tree", "--exclude", "charts"], ["a", "b", "c"], id="an excluded folder"),
            pytest.param(
                ["-R", "tree", "--exclude", "*.yml", "--exclude", "sub/*"], ["b", "x"], id="excluded patterns"
            ),
            pytest.param(["tree/notes.txt"], ["notes"], id="a file that is named is read whatever its ending"),
            pytest.param(["tree/*.yaml"], ["b"], id="a pattern that no shell expanded"),
            pytest.param(["tree/b.yaml", "tree"], ["b", "a"], id="a file is read once"),
        ],
    )
    @pytest.mark.usefixtures("tree")
    def test_which_files_are_read(self, arguments: list[str], names: list[str]) -> None:
        result = inject("-v", *arguments)
        assert result.code == 0, result.stderr
        told = [line.split(" takes a native")[0].rpartition("Pod ")[2] for line in result.stderr.splitlines()[:-1]]
        assert told == [{"notes": "notes"}.get(name, name) for name in names]
        assert result.stdout.count(b"\n---\n") == len(names) - 1

    def test_an_empty_folder_is_a_warning(self, folder: Path) -> None:
        (folder / "empty").mkdir()
        result = inject("empty")
        assert (result.code, result.stdout) == (0, b"")
        assert "empty: warning[MI003]: holds no *.yaml, *.yml, *.json\n" in result.stderr

    @pytest.mark.usefixtures("folder")
    def test_a_missing_file_is_named(self) -> None:
        result = inject("none.yaml")
        assert result == (2, b"", "none.yaml: error[MI001]: cannot be read: No such file or directory\n")


class TestRepositories:
    def test_only_workloads_change_in_a_tree_of_everything(self, folder: Path) -> None:
        files = {
            "base/kustomization.yaml": "resources: [web.yaml]\npatches:\n- path: patch.yaml\n",
            "base/web.yaml": POD,
            "base/patch.yaml": POD.replace("image: a", "image: b"),
            "base/inline.yaml": "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: a}]}\n",
            "chart/Chart.yaml": "apiVersion: v2\nname: chart\n",
            "chart/values.yaml": "image: {tag: 1}\n",
            "chart/templates/web.yaml": "apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Release.Name }}\n",
            "ci.yml": "on: push\njobs: {test: {steps: [{run: make}]}}\n",
            "compose.yaml": "services:\n  web:\n    image: nginx\n",
        }
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        result = inject("--write", "-R", ".")
        assert result.code == 0, result.stderr
        changed = [name for name, text in files.items() if (folder / name).read_text() != text]
        assert changed == ["base/web.yaml"]
        assert "chart/templates/web.yaml: note[MI309]" in result.stderr
        assert "base/patch.yaml: note[MI306]" in result.stderr


class TestDeclaredVersions:
    @pytest.mark.parametrize(
        ("options", "warns"),
        [
            pytest.param(["--check"], True, id="a check by undeclared versions"),
            pytest.param(["--write"], True, id="files written by undeclared versions"),
            pytest.param(["--check", "--istio-version", "1.28"], True, id="a bare minor"),
            pytest.param(["--check", *VERSIONS], False, id="declared in full"),
            pytest.param([], False, id="printing keeps nothing"),
        ],
    )
    def test_what_is_kept_should_not_drift(self, options: list[str], warns: bool, folder: Path) -> None:
        (folder / "a.yaml").write_text(SERVICE)
        result = meshinject(*options, "a.yaml")
        assert result.code == 0
        assert ("warning[MI409]" in result.stdout.decode() + result.stderr) is warns
