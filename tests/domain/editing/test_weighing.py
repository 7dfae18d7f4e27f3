"""What a story weighs, and that its reasons say all of it."""

from __future__ import annotations

import math

import pytest

from bot.domain.clustering import stories
from bot.domain.editing.weighing import BY_DESCRIPTION, IMPORTANCE, USUAL, urgency, weighed
from bot.domain.picking.habits import habits_of
from bot.domain.picking.signal import Signal
from bot.domain.picking.weights import Weights
from bot.domain.update import Kind, Update
from tests.domain.editing.window import INSIDE, made
from tests.factories import an_update

WEIGHTS = Weights({Signal.FEATURE: 2.0, Signal.FIX: -1.5, Signal.BREAKING: 0.5}, ordinary=0.1, company=0.3, again=0.4)
UPDATES = (
    *made(12),
    an_update("[BREAKING] Move the plan API", number=80, kind=Kind.FEATURE, published=INSIDE),
    an_update("Fix a crash in the loader", number=81, published=INSIDE),
)


def test_reasons_sum_to_the_weight() -> None:
    """In standard deviations of the window, the strongest reason first, and none that says nothing."""
    found = weighed(stories(UPDATES), habits_of(UPDATES), WEIGHTS)
    assert len(found) == len(UPDATES)
    for one in found:
        assert math.fsum(reason.weight for reason in one.reasons) == pytest.approx(one.weight)
        sizes = [abs(reason.weight) for reason in one.reasons]
        assert sizes == sorted(sizes, reverse=True)
        assert all(sizes)
    assert {IMPORTANCE, USUAL, Signal.FEATURE} <= {reason.signal for one in found for reason in one.reasons}
    assert [one.weight for one in found] == sorted((one.weight for one in found), reverse=True)


def test_one_story_weighs_nothing_against_itself() -> None:
    """Where there is no spread, there is no reason either; the story is there."""
    (one,) = weighed(stories(UPDATES[:1]), habits_of(UPDATES[:1]), WEIGHTS)
    assert (one.weight, one.reasons) == (0.0, ())
    assert weighed((), habits_of(()), WEIGHTS) == ()


@pytest.mark.parametrize(
    ("update", "urgent"),
    [
        pytest.param(an_update("Fix wrong results of FP8 attention"), 1.0, id="wrong results by the title"),
        pytest.param(an_update("Fix the loader", body="It hangs on Hopper."), BY_DESCRIPTION, id="a hang in the text"),
        pytest.param(
            an_update("Add a drain loop", body="Fixes #3578: FP8 prefill deadlocks on Hopper."), 1.0, id="the symptom"
        ),
        pytest.param(an_update("Fix the name of a metric"), 0.0, id="an everyday fix"),
        pytest.param(an_update("[BREAKING] Move the plan API", kind=Kind.BREAKING), 1.0, id="a break"),
        pytest.param(an_update("Add a kernel", kind=Kind.FEATURE), 0.0, id="something new"),
    ],
)
def test_what_may_hit_somebody_is_urgent(update: Update, urgent: float) -> None:
    """Release notes name what is new; what was wrong has to be put beside it by rule."""
    (story,) = stories([update])
    assert urgency(story) == urgent


def test_a_fix_of_wrong_results_is_told_before_features() -> None:
    """Also where the learnt weights would have it last."""
    wrong = an_update("Fix wrong results of FP8 attention", number=90, published=INSIDE)
    updates = (*made(12), wrong)
    assert weighed(stories(updates), habits_of(updates), WEIGHTS)[0].story.lead == wrong
