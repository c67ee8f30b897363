"""What the user says about a template's container wins over the template.

A pod may hold a container by the name of an injected one, with only the fields that shall differ; the image `auto`
there stands for the injected one. The template was merged over it, so it is merged over the result once more: set
fields win, keyed lists are united, other lists are the user's. The user's containers are kept in
`proxy.istio.io/overrides`, from which a later injection takes them, since by then they cannot be told from the
template's.
"""

from collections.abc import Iterator
from typing import Any

from meshinject.frozen import Frozen
from meshinject.injection import oneofs, parts, record
from meshinject.injection.errors import PodProblem
from meshinject.injection.names import AUTO, OVERRIDES, PROXY
from meshinject.kubernetes import gojson
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.strategicmerge import MergeError, merge
from meshinject.kubernetes.workload import maps, submap, without_key
from meshinject.reports.findings import Code


class Override(Frozen):
    """A user's container and the list in which the template has its namesake."""

    where: str
    container: dict[str, Any]


def reapply(pod: dict[str, Any], user: dict[str, Any], template: dict[str, Any]) -> dict[str, Any]:
    """The injected pod with the user's containers merged over the template's, and the annotation that keeps them.

    Raises:
        PodProblem: a user's container cannot be merged.
    """
    overrides = list(find(user, template))
    for override in overrides:
        name = as_text(override.container["name"])
        try:
            pod = merge(pod, {"spec": {override.where: [override.container]}})
        except MergeError as error:
            message = f"the container {name!r} cannot be merged with the injected one: {error.reason}"
            raise PodProblem(error.path, message, code=Code.WRONG_TYPE) from error
        pod = parts.with_container(pod, override.where, name, _only(override.container))
    return parts.with_annotation(pod, OVERRIDES, text(overrides)) if overrides else pod


def find(user: dict[str, Any], template: dict[str, Any]) -> Iterator[Override]:
    """The user's containers that the template has as well, as Go would decode them, without an image `auto`.

    A user may also write the annotation by hand; an entry there beats a container of the pod.
    """
    kept = record.overrides(user)
    for where in ("containers", "initContainers"):
        for injected in maps(submap(template, "spec"), where):
            name = as_text(injected.get("name"))
            by_hand = next((entry for entry in kept[where] if entry["name"] == name), None)
            own = by_hand or _own(user, where, name)
            if own is not None:
                container = gojson.given(own, "Container")
                yield Override(where, without_key(container, "image") if container.get("image") == AUTO else container)


def text(overrides: list[Override]) -> str:
    """The annotation's value."""
    lists = []
    for where in ("containers", "initContainers"):
        own = [gojson.encode(one.container, "Container", unknown=True) for one in overrides if one.where == where]
        if own:
            lists.append(f'"{where}":[{",".join(own)}]')
    return f"{{{','.join(lists)}}}"


def _only(own: dict[str, Any]) -> Any:
    return lambda merged: oneofs.container(merged, own)


def _own(user: dict[str, Any], where: str, name: str) -> dict[str, Any] | None:
    """The user's container of a name: init containers of a template also override by a container of the user.

    The user's istio-proxy counts in either list, since it moves to where the mode wants it; there it need not restart.
    """
    lists = ["containers"] if where == "containers" and name != PROXY else ["containers", "initContainers"]
    for each in lists:
        found = parts.find(user, each, name)
        if found is not None:
            return without_key(found, "restartPolicy") if (each, where) == ("initContainers", "containers") else found
    return None
