"""Checksums of what an injected pod keeps of the user's, so that an edit of it is seen.

What an injection writes is written anew and compared; but from these texts the user's own comes back, edited or not:

| name | text |
|---|---|
| `containers` | the containers of the user's that were merged into Istio's: the overrides annotation |
| `probes` | the application's probes and hooks, as the agent reads them |
| `metrics` | the application's own prometheus annotations, as the agent reads them |
"""

from collections.abc import Iterator
from typing import Any

from meshinject.frozen import Frozen
from meshinject.injection import parts
from meshinject.injection.names import OVERRIDES, PROBERS_ENV, PROMETHEUS_ENV
from meshinject.kubernetes.listkeys import name_of
from meshinject.kubernetes.workload import maps

_ENVS = {"probes": PROBERS_ENV, "metrics": PROMETHEUS_ENV}
_LENGTH = 8


class Sum(Frozen):
    """The checksum of one text, its name, and the keys and indexes that lead to the text in the pod."""

    name: str
    text: str
    path: tuple[str | int, ...]


def of(pod: dict[str, Any]) -> list[Sum]:
    """The checksums of all that an injected pod keeps of the user's; none for most pods."""
    return [Sum(name, _sum(text), path) for name, text, path in _texts(pod)]


def _texts(pod: dict[str, Any]) -> Iterator[tuple[str, str, tuple[str | int, ...]]]:
    kept = parts.annotations(pod).get(OVERRIDES)
    if kept:
        yield "containers", kept, ("metadata", "annotations", OVERRIDES)
    found = parts.proxy(pod)
    if found is None:
        return
    where, proxy = found
    for name, variable in _ENVS.items():
        text = parts.env(proxy, variable)
        if text:
            at = [name_of(item, "name") for item in maps(pod["spec"], where)].index(proxy["name"])
            env = [name_of(item, "name") for item in maps(proxy, "env")]
            number = len(env) - 1 - env[::-1].index(variable)
            yield name, text, ("spec", where, at, "env", number, "value")


def _sum(text: str) -> str:
    from zlib import crc32  # noqa: PLC0415  (most pods keep nothing)

    return f"{crc32(text.encode('utf-8', 'surrogatepass')):0{_LENGTH}x}"
