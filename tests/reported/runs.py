"""What the tests of reports share: a manifest from a few words, a run over it, and the pods that came out."""

from typing import Any, NamedTuple

import yaml

from tests.conformance.normal import Loader, workloads
from tests.inprocess import meshinject

WEB = "containers: [{name: web, image: nginx}]"


class Ran(NamedTuple):
    """What a run left behind."""

    code: int
    text: str
    said: str

    @property
    def documents(self) -> list[Any]:
        """All documents, empty ones left out."""
        return [each for each in yaml.load_all(self.text, Loader=Loader) if each is not None]

    @property
    def pods(self) -> list[dict[str, Any]]:
        """What holds metadata and spec of every pod."""
        return [pod for document in self.documents for _, _, pod in workloads(document)]

    @property
    def pod(self) -> dict[str, Any]:
        """The only pod."""
        assert self.code == 0, self.said
        (pod,) = self.pods
        return pod

    @property
    def codes(self) -> list[str]:
        """The codes of all that was said about the manifest, in order."""
        lines = [line for line in self.said.splitlines() if line.startswith("<stdin>:")]
        return [line.partition("[")[2].partition("]")[0] for line in lines]

    def container(self, name: str) -> dict[str, Any]:
        """The one container of a name, in either list."""
        found = [each for each in self.all_containers if each["name"] == name]
        assert len(found) == 1, [each["name"] for each in self.all_containers]
        return dict(found[0])

    @property
    def all_containers(self) -> list[dict[str, Any]]:
        """Init containers, then containers."""
        spec = self.pod["spec"]
        return [*spec.get("initContainers", []), *spec["containers"]]

    @property
    def proxy(self) -> dict[str, Any]:
        """istio-proxy."""
        return self.container("istio-proxy")

    @property
    def inits(self) -> list[str]:
        """The names of the init containers."""
        return [each["name"] for each in self.pod["spec"].get("initContainers", [])]

    @property
    def containers(self) -> list[str]:
        """The names of the containers."""
        return [each["name"] for each in self.pod["spec"]["containers"]]

    @property
    def env(self) -> dict[str, str]:
        """istio-proxy's plain environment."""
        return {each["name"]: each["value"] for each in self.proxy["env"] if "value" in each}

    @property
    def annotations(self) -> dict[str, str]:
        """The pod's annotations."""
        return dict(self.pod["metadata"]["annotations"])

    @property
    def labels(self) -> dict[str, str]:
        """The pod's labels."""
        return dict(self.pod["metadata"]["labels"])


def inject(text: str | bytes, *options: str, istio: str = "1.28.1", kubernetes: str = "1.33") -> Ran:
    """Pipe a manifest through meshinject for these versions."""
    data = text.encode() if isinstance(text, str) else text
    result = meshinject("--istio-version", istio, "--kubernetes-version", kubernetes, *options, stdin=data)
    return Ran(result.code, result.stdout.decode(), result.stderr)


def uninject(text: str) -> Ran:
    """Take the injection out again."""
    result = meshinject("uninject", "-", stdin=text.encode())
    return Ran(result.code, result.stdout.decode(), result.stderr)


def deployment(
    spec: str = WEB, annotations: dict[str, str] | None = None, labels: dict[str, str] | None = None, name: str = "web"
) -> str:
    """A Deployment: its pod's spec as YAML lines, its pod's annotations and labels with values as YAML."""
    return f"apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {name}\nspec:\n  template:\n" + _template(
        spec, annotations, labels, "    "
    )


def cron_job(
    spec: str = "restartPolicy: Never\ncontainers: [{name: c, image: busybox}]",
    annotations: dict[str, str] | None = None,
    labels: dict[str, str] | None = None,
    job: str = "",
) -> str:
    """A CronJob; `job` is YAML for its jobTemplate's metadata."""
    outer = f"    metadata: {job}\n" if job else ""
    return (
        "apiVersion: batch/v1\nkind: CronJob\nmetadata:\n  name: tick\nspec:\n  schedule: '*/5 * * * *'\n"
        f"  jobTemplate:\n{outer}    spec:\n      template:\n" + _template(spec, annotations, labels, "        ")
    )


def _template(spec: str, annotations: dict[str, str] | None, labels: dict[str, str] | None, indent: str) -> str:
    lines = ["metadata:"] if annotations or labels else []
    for kind, values in (("labels", labels), ("annotations", annotations)):
        lines += [f"  {kind}:", *(f"    {key}: {value}" for key, value in values.items())] if values else []
    lines += ["spec:", *(f"  {line}" if line else "" for line in spec.strip("\n").split("\n"))]
    return "".join(f"{indent}{line}\n" if line else "\n" for line in lines)
