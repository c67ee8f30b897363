"""The laws over random workloads in random styles, for random pairs of settings.

MESHINJECT_EXAMPLES sets how many examples each property gets; some thousand make a long night's run.
"""

import os
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from meshinject.yamltext import events
from tests.laws.laws import (
    MODES,
    VERSIONS,
    Settings,
    broken,
    has_room,
    inject,
    lost_lines,
    uninject,
    unlike_values,
    values,
)
from tests.laws.pods import document, stream
from tests.yamltext.manifests import Writer

EXAMPLES = int(os.environ.get("MESHINJECT_EXAMPLES", "60"))

randoms = st.randoms(use_true_random=True)
targets = st.builds(
    Settings, st.sampled_from(VERSIONS), st.sampled_from(MODES), st.sampled_from(["", "canary"]), st.just(True)
)
examples = settings(  # a smaller seed makes no smaller document: shrinking would be for nothing
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)


@examples
@given(randoms, targets, targets)
def test_every_law_holds_byte_for_byte_where_comments_have_room(random: Random, one: Settings, other: Settings) -> None:
    text = stream(random)
    if inject(text, one).failed or not has_room(text):
        return
    found = [*broken(text, one, other)]
    assert not found, f"{one}, then {other}: {found[0]}\n{text}"


@examples
@given(randoms, targets)
def test_an_injected_text_is_injected_and_stays_so_in_any_style(random: Random, one: Settings) -> None:
    text = stream(random)
    injected = inject(text, one)
    if injected.failed:
        return
    assert inject(injected.text, one).text == injected.text
    assert uninject(uninject(injected.text).text).text == uninject(injected.text).text
    assert len(values(injected.text)) == len(values(text))


@examples
@given(randoms, targets)
def test_the_style_of_a_text_does_not_change_what_is_injected(random: Random, one: Settings) -> None:
    value = document(random)
    first, second = (inject(Writer(random).document(value), one) for _ in range(2))
    assert first.failed == second.failed
    if not first.failed:
        assert not unlike_values(first.text, second.text)


@examples
@given(randoms, targets)
def test_every_line_that_had_no_reason_to_change_stands(random: Random, one: Settings) -> None:
    text = stream(random).replace("\t", " ")  # PyYAML, which tells the lines, knows no tabs
    outcome = inject(text, one)
    assert outcome.failed or not lost_lines(text, outcome.text), text


@settings(examples, max_examples=EXAMPLES // 6 + 1)
@given(randoms, targets, targets)
def test_the_laws_hold_with_either_parser(random: Random, one: Settings, other: Settings) -> None:
    text = stream(random)
    with_binding = inject(text, one)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(events, "binding", None)
        assert inject(text, one).text == with_binding.text
        if not with_binding.failed and has_room(text):
            assert not [*broken(text, one, other)]
