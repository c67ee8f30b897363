"""The ConfigMaps of a control plane: which of several is meant, and which Istio release wrote it.

The chart names them `istio-sidecar-injector` and `istio`, with `-REVISION` behind when the control plane has one, and
labels them with `istio.io/rev`. Since 1.24 it labels them with its version as well.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from meshinject import versions
from meshinject.frozen import Frozen
from meshinject.kubernetes.text import string_map
from meshinject.settings.document import Loaded

INJECTOR, MESH = "istio-sidecar-injector", "istio"
_REVISION = "istio.io/rev"
_VERSION, _CHART = "app.kubernetes.io/version", "helm.sh/chart"
DEFAULT = "default"


class ConfigMap(Frozen):
    """One ConfigMap.

    Attributes:
        source: the object and its text.
        name: its name.
        revision: the revision of Istio that it belongs to, `default` for none.
        version: the version of Istio that its labels name, or empty.
    """

    source: Loaded
    name: str
    revision: str
    version: str

    def has(self, *keys: str) -> bool:
        """Whether one of the keys holds a text."""
        data = self.source.value.get("data")
        return isinstance(data, dict) and any(isinstance(data.get(key), str) for key in keys)


def find(objects: Iterable[Loaded], name: str, *keys: str) -> list[ConfigMap]:
    """The ConfigMaps with one of these keys: those with the chart's name for them, or else all."""
    found = [_read(each, name) for each in objects if each.value.get("kind") == "ConfigMap"]
    holding = [each for each in found if each.has(*keys)]
    return [each for each in holding if each.name == name or each.name.startswith(name + "-")] or holding


def choose(found: Sequence[ConfigMap], revision: str) -> ConfigMap | None:
    """The one of a revision; without a revision the only one, or that of the default revision. None when none fits."""
    if len(found) == 1 and not revision:
        return found[0]
    wanted = revision or DEFAULT
    return next((each for each in found if each.revision == wanted), None)


def _read(source: Loaded, base: str) -> ConfigMap:
    meta = source.value.get("metadata")
    meta = meta if isinstance(meta, dict) else {}
    labels = string_map(meta.get("labels"))
    name = str(meta.get("name") or "")
    suffix = name.removeprefix(base + "-") if name.startswith(base + "-") else ""
    return ConfigMap(source, name, labels.get(_REVISION) or suffix or DEFAULT, _version(labels))


def _version(labels: dict[str, Any]) -> str:
    """The version that the chart wrote into its labels: by itself, or behind the chart's name."""
    chart = labels.get(_CHART, "").rpartition("-")[2] if labels.get(_CHART, "").count("-") == 1 else ""
    chart = chart or labels.get(_CHART, "").removeprefix("istiod-")
    return next((text for text in (labels.get(_VERSION, ""), chart) if versions.parse(text)), "")
