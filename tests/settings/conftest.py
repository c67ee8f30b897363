"""A control plane's objects as they are exported, and a run with them."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.version import Version

from meshinject.istio import templates, values
from tests.conftest import POD

VERSION = "1.28.1"


class Exported:
    """What kubectl and helm print of a control plane; `config` and `values` may be changed before it is printed."""

    def __init__(self, version: str = VERSION, revision: str = "") -> None:
        self.version = version
        self.revision = revision
        release = Version(version)
        self.config: dict[str, Any] = {
            "policy": "enabled",
            "defaultTemplates": ["sidecar"],
            "alwaysInjectSelector": [],
            "neverInjectSelector": [],
            "template": "{{ Template_Version_And_Istio_Version_Mismatched }}",
            "templates": {name: templates.text(name, release) for name in templates.NAMES},
        }
        self.values: dict[str, Any] = values.defaults(release, version) | {"revision": revision}
        self.mesh: dict[str, Any] = {
            "trustDomain": "exported.example",
            "defaultConfig": {"discoveryAddress": f"istiod{'-' + revision if revision else ''}.istio-system.svc:15012"},
        }

    def injector(self) -> dict[str, Any]:
        """The injector's ConfigMap."""
        data = {"config": yaml.safe_dump(self.config), "values": json.dumps(self.values, indent=2)}
        return self._config_map("istio-sidecar-injector", data)

    def mesh_map(self) -> dict[str, Any]:
        """The mesh's ConfigMap."""
        return self._config_map("istio", {"mesh": yaml.safe_dump(self.mesh), "meshNetworks": "networks: {}"})

    def istiod(self, **environment: str) -> dict[str, Any]:
        """The Deployment of istiod."""
        env: list[dict[str, Any]] = [{"name": name, "value": value} for name, value in environment.items()]
        env.append({"name": "POD_NAME", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}})
        return {
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": {"name": "istiod", "labels": {"app": "istiod", "istio.io/rev": self.revision or "default"}},
            "spec": {"template": {"spec": {"containers": [{"name": "discovery", "image": "pilot", "env": env}]}}},
        }

    def _config_map(self, name: str, data: dict[str, str]) -> dict[str, Any]:
        labels = {"istio.io/rev": self.revision or "default"}
        if Version(self.version) >= Version("1.24"):
            labels |= {"app.kubernetes.io/version": self.version, "helm.sh/chart": f"istiod-{self.version}"}
        name = f"{name}-{self.revision}" if self.revision else name
        return {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": name, "namespace": "istio-system", "labels": labels},
            "data": data,
        }


class _Literal(yaml.SafeDumper):
    """Writes texts of several lines as block literals, as kubectl does."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Literal.add_representer(str, _text)


def as_yaml(*objects: Any) -> str:
    """A stream of objects as kubectl prints them."""
    return "---\n".join(yaml.dump(each, Dumper=_Literal, sort_keys=False) for each in objects)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a pod in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pod.yaml").write_text(POD)
    return tmp_path
