"""The annotation by which Multus attaches further networks to a pod: a comma list of names, or a JSON list of objects.

Istio's CNI plugin runs as one of those networks. A list that cannot be read is left as it is. Istio writes an empty
JSON list as `[, {...}]`; here the new entry stands alone.
"""

import json
from typing import Any

from packaging.version import Version

from meshinject.istio.gates import applies

_WITH_NAMESPACE = "since 1.23.6 1.24.4 1.25.1"


def append(existing: str, network: str, version: Version) -> str:
    """`existing` with `network` (`namespace/name`) added, unless it is there already."""
    if not existing:
        return network
    if "]" in existing:
        return _append_json(existing, network, version)
    if network in (name.strip() for name in existing.split(",")):
        return existing
    return f"{existing}, {network}"


def _append_json(existing: str, network: str, version: Version) -> str:
    try:
        entries: Any = json.loads(existing)
    except ValueError:
        return existing
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        return existing
    added = {"name": network}
    if applies(_WITH_NAMESPACE, version):
        namespace, _, name = network.rpartition("/")
        added = {"name": name, "namespace": namespace}
    if any(all(entry.get(key, "") == value for key, value in added.items()) for entry in entries):
        return existing
    at = existing.rindex("]")
    return f"{existing[:at]}{', ' if entries else ''}{json.dumps(added)}{existing[at:]}"
