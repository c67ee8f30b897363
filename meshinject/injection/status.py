"""What an injection notes on the pod: the network's label, and which parts came from the templates.

The status annotation is how a later injection, Istio's webhook and `uninject` know what to take out again. It lists
the names of the templates' parts in the templates' order, null where there are none.
"""

from typing import Any

from meshinject.injection import parts
from meshinject.injection.names import NETWORK_LABEL, STATUS
from meshinject.kubernetes import gojson
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.workload import maps, submap

LISTED = ("initContainers", "containers", "volumes", "imagePullSecrets")


def write(pod: dict[str, Any], template: dict[str, Any], network: str, revision: str) -> dict[str, Any]:
    """The pod with its network label and status annotation; `template` is what all its templates rendered, merged."""
    if network:
        pod = parts.with_label(pod, NETWORK_LABEL, network)
    return parts.with_annotation(pod, STATUS, text(template, revision))


def text(template: dict[str, Any], revision: str) -> str:
    """The status annotation's value."""
    spec = submap(template, "spec")
    lists = [(key, [as_text(item.get("name")) for item in maps(spec, key)]) for key in LISTED]
    fields = [f"{gojson.string(key)}:{gojson.compact(names) if names else 'null'}" for key, names in lists]
    return f'{{{",".join(fields)},"revision":{gojson.string(revision or "default")}}}'
