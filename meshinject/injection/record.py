"""What an injected pod tells about its own injection: the annotations and variables that the injection left for later.

All of it may have been edited or cut since, so anything that does not read as expected counts as not there.
"""

import json
from typing import Any

from meshinject.frozen import Frozen
from meshinject.injection import parts
from meshinject.injection.names import (
    INIT,
    OVERRIDES,
    PROBERS_ENV,
    PROMETHEUS_ENV,
    PROXY,
    PROXY_CONFIG_ENV,
    STATUS,
    VALIDATION,
)
from meshinject.injection.status import LISTED
from meshinject.kubernetes import gojson
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.workload import maps, sublist, submap

_DEFAULT_STATUS_PORT = 15020


class Record(Frozen):
    """The record of an injection.

    Attributes:
        listed: names of the templates' parts by list: containers, initContainers, volumes, imagePullSecrets.
        overrides: the user's containers that were merged into the templates', by the list of the template's.
        probers: the application's handlers by their path at the agent.
        scraped: the application's own prometheus annotations; empty where there were none.
        status_port: the agent's port.
        proxy: the injected istio-proxy, empty where it is gone.
        init: the injected init container that sets up or checks the redirection, empty where there is none.
    """

    listed: dict[str, list[str]]
    overrides: dict[str, list[dict[str, Any]]]
    probers: dict[str, Any]
    scraped: dict[str, Any]
    status_port: int
    proxy: dict[str, Any]
    init: dict[str, Any]


def read(pod: dict[str, Any]) -> Record | None:
    """The record of a pod's injection; None for a pod that carries none that reads as one."""
    annotations = parts.annotations(pod)
    status = _json(annotations.get(STATUS, ""))
    if not isinstance(status, dict):
        return None
    listed = {key: [as_text(name) for name in sublist(status, key)] for key in LISTED}
    proxy = _proxy(pod, listed)
    config = _json(parts.env(proxy, PROXY_CONFIG_ENV) or "")
    port = config.get("statusPort") if isinstance(config, dict) else None
    probers = _json(parts.env(proxy, PROBERS_ENV) or "")
    scraped = _json(parts.env(proxy, PROMETHEUS_ENV) or "")
    return Record(
        listed,
        overrides(pod),
        probers if isinstance(probers, dict) else {},
        scraped if isinstance(scraped, dict) else {},
        port if isinstance(port, int) else _DEFAULT_STATUS_PORT,
        proxy,
        parts.find(pod, "initContainers", VALIDATION) or parts.find(pod, "initContainers", INIT) or {},
    )


def overrides(pod: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The user's containers that an annotation keeps, by the list of the template's."""
    kept = _json(parts.annotations(pod).get(OVERRIDES, ""))
    return {
        where: [_user_container(item) for item in maps(kept, where) if as_text(item.get("name"))]
        for where in parts.LISTS
    }


def is_broken(pod: dict[str, Any]) -> bool:
    """Whether a pod has an annotation for the user's containers that does not read as one."""
    text = parts.annotations(pod).get(OVERRIDES)
    kept = {} if text is None else _json(text)
    return not isinstance(kept, dict) or not all(_is_list_of_maps(kept.get(where)) for where in parts.LISTS)


def is_injected(pod: dict[str, Any]) -> bool:
    """Whether a pod carries an injection that can be taken out."""
    return isinstance(_json(parts.annotations(pod).get(STATUS, "")), dict)


def is_gateway(found: Record) -> bool:
    """Whether the proxy is a gateway's."""
    return "router" in sublist(found.proxy, "args")[:2]


def is_proxyless(found: Record) -> bool:
    """Whether one of the gRPC templates was used, which keep the application's probes to themselves."""
    agent = parts.env(found.proxy, "ISTIO_META_GENERATOR") == "grpc"
    return agent or "grpc-bootstrap-init" in found.listed["initContainers"]


def targets(scraped: dict[str, Any]) -> list[tuple[str, str]]:
    """Port and path of each scrape target in a prometheus record."""
    return [(as_text(target.get("port")), as_text(target.get("path"))) for target in maps(scraped, "targets")]


def _is_list_of_maps(value: Any) -> bool:
    return value is None or (isinstance(value, list) and all(isinstance(item, dict) for item in value))


def _user_container(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry without what Go prints although the user did not write it: empty `resources`, a null `service`."""
    given: dict[str, Any] = gojson.given(
        {key: value for key, value in entry.items() if key != "resources" or value}, "Container"
    )
    return given


def _proxy(pod: dict[str, Any], listed: dict[str, list[str]]) -> dict[str, Any]:
    """The istio-proxy that the status lists, else any."""
    spec = submap(pod, "spec")
    for where in parts.LISTS:
        for container in maps(spec, where):
            if container.get("name") == PROXY and PROXY in listed[where]:
                return container
    found = parts.proxy(pod)
    return found[1] if found else {}


def _json(text: str) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        return None
