"""IstioOperator, istioctl's own form of settings: what of it reaches the injector, as values of the chart.

`istioctl` writes the fields of the operator's spec over `spec.values` before it renders the chart. A file may also
hold the spec alone.
"""

from collections.abc import Mapping
from typing import Any

from meshinject.istio.values import lookup

Values = dict[str, Any]

KIND = "IstioOperator"

_FIELDS = {
    "hub": "global.hub",
    "tag": "global.tag",
    "namespace": "global.istioNamespace",
    "revision": "revision",
    "profile": "profile",
    "compatibilityVersion": "compatibilityVersion",
    "meshConfig": "meshConfig",
    "components.cni.enabled": "pilot.cni.enabled",
}
_ALSO_BEFORE_1_24 = {"components.cni.enabled": "istio_cni.enabled"}


def is_spec(value: Mapping[str, Any]) -> bool:
    """Whether a map is an operator's spec: the chart has neither `values` nor `components`."""
    return isinstance(value.get("values"), Mapping) or isinstance(value.get("components"), Mapping)


def as_values(spec: Mapping[str, Any]) -> Values:
    """The chart's values that a spec means; keys of the chart itself that stand beside the spec's stay."""
    own = spec.get("values")
    values = merged(
        {key: value for key, value in spec.items() if key not in ("values", "components", *_FIELDS)},
        own if isinstance(own, Mapping) else {},
    )
    for source, target in (*_FIELDS.items(), *_ALSO_BEFORE_1_24.items()):
        value = lookup(spec, source)
        if value is not None:
            values = merged(values, _nested(target, value))
    listed = lookup(spec, "components.pilot.k8s.env")
    env = environment(listed)
    return merged(values, {"pilot": {"env": env}}) if env else values


def environment(listed: Any) -> dict[str, str]:
    """The variables of a container that are written out, as `env` of a pod lists them."""
    items = [item for item in listed if isinstance(item, Mapping)] if isinstance(listed, list) else []
    return {
        str(item["name"]): str(item["value"]) for item in items if item.get("name") and item.get("value") is not None
    }


def merged(base: Mapping[str, Any], overlay: Mapping[str, Any]) -> Values:
    """`overlay` over `base`, map by map; a null stays, since it takes away what the chart has."""
    result = dict(base)
    for key, value in overlay.items():
        below = result.get(key)
        result[key] = merged(below, value) if isinstance(below, Mapping) and isinstance(value, Mapping) else value
    return result


def _nested(path: str, value: Any) -> Values:
    for key in reversed(path.split(".")):
        value = {key: value}
    return value  # type: ignore[no-any-return]  # a path has at least one key
