"""Which templates a pod gets: those it names in `inject.istio.io/templates`, else the configuration's defaults.

Names are separated by commas, blanks around them do not count, their order does. An alias of the configuration stands
for several templates; aliases do not nest.
"""

from collections.abc import Mapping, Sequence

from meshinject.injection.errors import PodProblem
from meshinject.injection.names import TEMPLATES
from meshinject.nearest import question
from meshinject.reports.findings import Code


def choose(
    annotations: Mapping[str, str],
    known: Sequence[str],
    defaults: Sequence[str] = ("sidecar",),
    aliases: Mapping[str, Sequence[str]] | None = None,
) -> list[str]:
    """The names of the templates for a pod, in order.

    Raises:
        PodProblem: a name is none of the known templates.
    """
    asked = annotations.get(TEMPLATES)
    names = list(defaults) if asked is None else [name.strip() for name in asked.split(",")]
    chosen = [template for name in names for template in (aliases or {}).get(name, [name])]
    for name in chosen:
        if name not in known:
            path = ("metadata", "annotations", TEMPLATES)
            names = sorted({*known, *(aliases or {})})
            help_ = " ".join(filter(None, (question(name, names), f"templates are {', '.join(names)}")))
            raise PodProblem(path, f"there is no template {name!r}", help_, Code.UNKNOWN_TEMPLATE)
    return chosen
