import pytest

from meshinject.injection.errors import PodProblem
from meshinject.injection.templates import choose

KNOWN = ["sidecar", "gateway", "a", "b"]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        pytest.param(None, ["sidecar"], id="the default"),
        pytest.param("gateway", ["gateway"], id="the one that is named"),
        pytest.param(" sidecar , a ", ["sidecar", "a"], id="several, in order, without blanks"),
        pytest.param("both", ["a", "b"], id="an alias"),
    ],
)
def test_templates_are_chosen_by_the_annotation(asked: str | None, expected: list[str]) -> None:
    annotations = {} if asked is None else {"inject.istio.io/templates": asked}
    assert choose(annotations, KNOWN, aliases={"both": ("a", "b")}) == expected


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param("", id="an empty text names an empty template"),
        pytest.param("sidecar,", id="an empty name"),
        pytest.param("spire", id="a name that is none"),
        pytest.param("nested", id="an alias does not nest"),
    ],
)
def test_a_template_that_does_not_exist_is_a_problem(asked: str) -> None:
    with pytest.raises(PodProblem, match="there is no template") as caught:
        choose({"inject.istio.io/templates": asked}, KNOWN, aliases={"nested": ("nested2",)})
    assert caught.value.help.endswith("templates are a, b, gateway, nested, sidecar")
