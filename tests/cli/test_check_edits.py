"""`--check` finds every edit of one line in an injected part, and names the line; edits of the user's parts pass."""

import re
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from tests.cli.edit_cases import CASES, NATIVE, edits
from tests.inprocess import Result, meshinject

SPREAD = 24
"""How many edits of a case the gate tries; `--all-cases` tries all."""
_UNREADABLE = re.compile(r"x.yaml:\d+:\d+: error\[MI10[136]\]")
"""YAML that does not parse, a key twice, a wrong type: bad input, which exits 3 whatever is injected."""


@pytest.fixture
def check(folder: Path) -> Callable[..., Result]:
    def run(text: str, *options: str) -> Result:
        (folder / "x.yaml").write_text(text)
        return meshinject("--check", *(options or NATIVE), "x.yaml")

    return run


def injected(text: str, *options: str) -> str:
    return meshinject("-q", *(options or NATIVE), stdin=text.encode()).stdout.decode()


def named(result: Result) -> list[int]:
    return [int(line) for line in re.findall(r"(?m)^x.yaml:(\d+):\d+: warning\[MI310\]", result.stdout.decode())]


@pytest.mark.parametrize("case", CASES)
def test_every_edit_of_a_line_is_found_at_that_line(
    case: str, check: Callable[..., Result], request: pytest.FixtureRequest
) -> None:
    text, options = CASES[case]
    good = injected(text, *options)
    assert check(good, *options).code == 0
    tried = [*edits(text, good)]
    step = 1 if request.config.getoption("--all-cases") else len(tried) // SPREAD
    wrong = []
    for edited in tried[:: max(1, step)]:
        result = check(edited.text, *options)
        if result.code == 3 and _UNREADABLE.search(result.stderr):
            continue
        lines = named(result)
        off = abs(lines[0] - edited.line) if result.code == 1 and len(lines) == 1 else 99
        if off > (edited.what == "deleted") and "proxy.istio.io/overrides is gone" not in result.stdout.decode():
            wrong.append((edited.line, edited.what, result))
    assert not wrong


@pytest.mark.parametrize(
    "key",
    [
        *("prometheus.io/port", "prometheus.io/path", "sidecar.istio.io/status", "istio.io/rev"),
        *("kubectl.kubernetes.io/default-container", "kubectl.kubernetes.io/default-logs-container"),
        *("security.istio.io/tlsMode", "service.istio.io/canonical-name", "service.istio.io/canonical-revision"),
    ],
)
@pytest.mark.parametrize("delete", [False, True], ids=["edited", "deleted"])
def test_every_label_and_annotation_of_an_injection_is_its_own(
    key: str, delete: bool, check: Callable[..., Result]
) -> None:
    good = injected(CASES["a CronJob with metrics"][0])
    lines = good.splitlines(keepends=True)
    number = next(number for number, each in enumerate(lines) if each.strip().startswith(f"{key}: "))
    at = lines[number].index(": ") + 4
    lines[number] = "" if delete else f"{lines[number][:at]}x{lines[number][at + 1 :]}"
    result = check("".join(lines))
    assert result.code == 1
    assert abs(named(result)[0] - number - 1) <= delete


LABEL = "service.istio.io/canonical-name: web"


def test_write_puts_back_what_was_edited_and_uninject_takes_it_out(check: Callable[..., Result], folder: Path) -> None:
    text = CASES["a Deployment"][0]
    good = injected(text)
    edited = good.replace(LABEL, "service.istio.io/canonical-name: other")
    result = check(edited)
    assert (
        "Deployment web is not as an injection makes it: edited by hand, or injected with other settings"
        in result.stdout.decode()
    )
    assert meshinject("uninject", "x.yaml").stdout.decode() == text
    assert meshinject("--write", *NATIVE, "x.yaml").code == 0
    assert (folder / "x.yaml").read_text() == good


@pytest.mark.parametrize(
    ("case", "old", "new"),
    [
        pytest.param("a Deployment", "image: nginx:1.27", "image: nginx:1.28", id="the application's image"),
        pytest.param("a Deployment", "replicas: 2   # one per zone", "replicas: 3   # three", id="the workload itself"),
        pytest.param("a Deployment", "app: web\n", "app: web\n        team: shop\n", id="another label"),
        pytest.param("a Deployment", "# The front end itself.", "# The front end.", id="a comment"),
        pytest.param("a Deployment", "  - proxy\n", "  - proxy  # by hand\n", id="a comment in an injected part"),
        pytest.param("a Deployment", LABEL, LABEL.replace("web", '"web"'), id="quotes"),
        pytest.param(
            "a proxy of the user's", "canonical-name: front", "canonical-name: back", id="a label that was the user's"
        ),
        pytest.param("a proxy of the user's", "sizeLimit: 5Mi", "sizeLimit: 6Mi", id="the user's part of a volume"),
        pytest.param("a CronJob with metrics", "restartPolicy: Never", "restartPolicy: OnFailure", id="the pod"),
    ],
)
def test_what_is_the_users_may_be_edited(case: str, old: str, new: str, check: Callable[..., Result]) -> None:
    good = injected(CASES[case][0])
    edited = good.replace(old, new)
    assert edited != good
    assert check(edited).code == 0


@pytest.mark.parametrize(
    ("case", "old", "new"),
    [
        pytest.param("probes, and the application waits", '"path":"/live"', '"path":"/alive"', id="a probe"),
        pytest.param("a CronJob with metrics", '"port":"9102"', '"port":"9103"', id="the port of metrics"),
        pytest.param("a proxy of the user's", '"memory":"512Mi"', '"memory":"600Mi"', id="a container"),
    ],
)
def test_what_an_injection_keeps_of_the_users_is_told_and_taken_over(
    case: str, old: str, new: str, check: Callable[..., Result], folder: Path
) -> None:
    edited = injected(CASES[case][0]).replace(old, new)
    result = check(edited)
    assert named(result) == [edited[: edited.index(new)].count("\n") + 1]
    assert "was edited by hand, in what its injection keeps of its own" in result.stdout.decode()
    assert meshinject("--write", *NATIVE, "x.yaml").code == 0
    assert check((folder / "x.yaml").read_text()).code == 0
    assert new.partition(":")[2].strip('"') in meshinject("uninject", "x.yaml").stdout.decode()


def test_another_probe_in_place_of_the_agents_is_the_users(check: Callable[..., Result]) -> None:
    good = injected(CASES["probes, and the application waits"][0])
    old = "            path: /app-health/probed/livez\n            port: 15020\n"
    assert old in good
    assert check(good.replace(old, "            path: /new\n            port: 8080\n")).code == 1
    assert meshinject("--write", *NATIVE, "x.yaml").code == 0
    assert "path: /new\n" in meshinject("uninject", "x.yaml").stdout.decode()


@pytest.mark.parametrize("options", [("--no-marks",), ()], ids=["--no-marks", "without its notes"])
def test_without_notes_a_value_that_istio_would_keep_counts_as_the_users(
    options: tuple[str, ...], check: Callable[..., Result], folder: Path
) -> None:
    good = injected(CASES["a Deployment"][0], *NATIVE, "--no-marks")
    check(good.replace(LABEL, "service.istio.io/canonical-name: other"))
    assert meshinject("--write", *NATIVE, *options, "x.yaml").code == 0
    assert "service.istio.io/canonical-name: other" in (folder / "x.yaml").read_text()
    assert check((folder / "x.yaml").read_text(), *NATIVE, *options).code == 0


def test_each_workload_of_a_document_has_a_place_of_its_own(check: Callable[..., Result]) -> None:
    text, options = CASES["several workloads in a list"]
    edited = injected(text, *options).replace("--proxyLogLevel=warning", "--proxyLogLevel=debug")
    lines = [number for number, line in enumerate(edited.splitlines(), 1) if "--proxyLogLevel=debug" in line]
    result = check(edited, *options)
    assert named(result) == lines
    assert [re.findall(r"\b(?:web|nightly)\b", line) for line in result.stdout.decode().splitlines()[:2]] == [
        ["web"],
        ["nightly"],
    ]


def test_a_note_that_is_gone_is_told(check: Callable[..., Result]) -> None:
    good = injected(CASES["a Deployment"][0])
    result = check(good.replace("  # meshinject: keeps {}", ""))
    number = next(number for number, line in enumerate(good.splitlines(), 1) if "istio.io/status" in line)
    assert named(result) == [number]
    assert "lacks the notes of an injection" in result.stdout.decode()


def test_a_document_in_json_has_no_notes_and_passes(check: Callable[..., Result]) -> None:
    text = dedent("""\
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"},
         "spec": {"containers": [{"name": "a", "image": "a"}]}}
        """)
    assert check(injected(text)).code == 0
