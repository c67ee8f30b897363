"""The proxy's cluster and network, as the values and the pod's own network label name them.

The two variables are taken out of their place and appended in the order of their names, as Istio does with what its
webhook's URL says.
"""

from typing import Any

from meshinject.injection import parts
from meshinject.injection.names import CLUSTER_ENV, NETWORK_ENV, NETWORK_LABEL
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.workload import relisted, sublist, submap, with_key


def network(pod: dict[str, Any], values: Any) -> str:
    """The pod's network: its own label where it has one, even an empty one, else the values'."""
    own = parts.labels(pod).get(NETWORK_LABEL)
    return as_text(submap(values, "global").get("network")) if own is None else own


def apply(pod: dict[str, Any], values: Any, pod_network: str) -> dict[str, Any]:
    """The pod with cluster and network in istio-proxy's environment, where they are known."""
    cluster = as_text(submap(submap(values, "global"), "multiCluster").get("clusterName"))
    given = {name: value for name, value in ((CLUSTER_ENV, cluster), (NETWORK_ENV, pod_network)) if value}
    found = parts.proxy(pod)
    if not given or found is None:
        return pod

    def change(container: dict[str, Any]) -> dict[str, Any]:
        old = sublist(container, "env")
        kept = [item for item in old if not (isinstance(item, dict) and item.get("name") in given)]
        added = [{"name": name, "value": value} for name, value in sorted(given.items())]
        return with_key(container, "env", relisted(old, [*kept, *added]))

    return parts.with_container(pod, found[0], found[1]["name"], change)
