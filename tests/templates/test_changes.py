"""templates/README.md lists what changed when: the gates of all template files, sorted by release."""

from collections import defaultdict
from pathlib import Path

from meshinject.istio.templates import directive

TEMPLATES = Path(__file__).parents[2] / "templates"


def changes() -> dict[tuple[int, ...], set[tuple[str, str, str]]]:
    """Minor release -> (releases, what changed, file) of every gate that names the minor."""
    found: dict[tuple[int, ...], set[tuple[str, str, str]]] = defaultdict(set)
    for path in sorted(TEMPLATES.glob("*.yaml")):
        for line in path.read_text(encoding="utf-8").splitlines():
            kind, gate = directive(line)
            if kind != "gate":
                continue
            why = line.partition(": ")[2].strip()
            since, _, before = gate.partition("before")
            for releases, what in ((since.removeprefix("since"), why), (before, f"gone: {why}")):
                for release in releases.split():
                    minor = tuple(int(number) for number in release.split(".")[:2])
                    found[minor].add((" ".join(releases.split()), what, path.name))
    return found


def index() -> str:
    lines = []
    for minor, entries in sorted(changes().items()):
        lines += [f"### {minor[0]}.{minor[1]}", "", "| since | what | file |", "|---|---|---|"]
        lines += [f"| {releases} | {what} | {file} |" for releases, what, file in sorted(entries)]
        lines.append("")
    return "\n".join(lines)


def test_the_readme_lists_every_gate_by_release() -> None:
    readme = (TEMPLATES / "README.md").read_text(encoding="utf-8")
    marker = "<!-- what changed when: made from the gates, see tests/templates/test_changes.py -->\n\n"
    assert readme.partition(marker)[2] == index()


def test_every_gate_says_why() -> None:
    assert all(what.strip() != "gone:" and what for entries in changes().values() for _, what, _ in entries)
