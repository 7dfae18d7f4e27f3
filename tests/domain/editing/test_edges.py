"""What came late stands in exactly one issue, by planned hours and not by a clock."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.editing.edges import late_among, unsure_among
from bot.domain.editing.groundwork import groundwork
from bot.domain.editing.material import EVIDENCE_WEEKS, LOOKED_BACK, Material
from bot.domain.update import Precision, Update
from bot.domain.window import Window
from tests.domain.editing.window import DAILY, INSIDE, KNOWN, OUT, OUT_BEFORE, WINDOW, issue, posted, remembering, told
from tests.factories import SHANGHAI, an_update, at

SECOND = timedelta(seconds=1)
NEXT = Window(at(7, hour=23), at(8, hour=23), SHANGHAI)


def _late(seen: datetime, **changes: Any) -> Update:
    return an_update("Fix a hang in prefill", number=2, published=at(6), first_seen=seen, **changes)


@pytest.mark.parametrize(
    ("seen", "this", "following"),
    [
        pytest.param(OUT_BEFORE - SECOND, False, False, id="the issue before had it"),
        pytest.param(OUT_BEFORE, True, False, id="when that went out"),
        pytest.param(OUT - SECOND, True, False, id="between close and issue"),
        pytest.param(OUT, False, True, id="when this one went out"),
    ],
)
def test_late_is_by_planned_hours(seen: datetime, this: bool, following: bool) -> None:
    """From the hour of the issue before up to that of this one; then it is the next one's."""
    update = _late(seen)
    assert [bool(late_among([update], DAILY, window)) for window in (WINDOW, NEXT)] == [this, following]


@given(st.integers(0, 11 * 24 * 60))
def test_nothing_falls_between_issues(minutes: int) -> None:
    """Whenever an update is first seen, one issue at most calls it late, and one does if none could have it."""
    update = _late(at(6) + timedelta(minutes=minutes))
    windows = [DAILY.window_ending(at(day, hour=23)) for day in (6, 7, 8, 9, 12, 13, 14, 15, 16)]
    calling = [window for window in windows if late_among([update], DAILY, window)]
    assert len(calling) == (DAILY.out_at(at(6, hour=23)) <= update.first_seen < DAILY.out_at(at(16, hour=23)))


@pytest.mark.parametrize(
    "update",
    [
        pytest.param(_late(INSIDE, history=True), id="history that was loaded"),
        pytest.param(_late(INSIDE, sample=True), id="the sample"),
        pytest.param(_late(INSIDE, precision=Precision.DAY), id="known to the day"),
        pytest.param(_late(datetime(2026, 11, 1, tzinfo=UTC)), id="the store was filled long after"),
    ],
)
def test_what_is_not_late(update: Update) -> None:
    """A first issue over imported history calls nothing late."""
    assert late_among([update], DAILY, WINDOW) == ()


def test_what_an_issue_behind_its_hour_told_is_not_told_again() -> None:
    """An issue that went out at ten has what came at nine."""
    update = _late(OUT_BEFORE + timedelta(hours=1))
    assert told(issue([], before=(update,))) == [update.key]
    assert told(issue([], before=(update,), memory=remembering(update))) == []
    other = replace(posted(update), edition="frameworks-weekly")
    assert late_among([update], DAILY, WINDOW, [other]) == (update,)


def test_late_ones_are_named_and_read() -> None:
    """They are told, counted as read and marked."""
    update = _late(INSIDE)
    digest = issue([], before=(update, _late(INSIDE, noise=True, key="x/y#3")))
    assert (digest.late, digest.read) == (frozenset({update.key}), 1)


def test_late_ones_do_not_count_as_usual() -> None:
    """What is told as late is no part of the weeks before."""
    ground = groundwork(DAILY, WINDOW, Material((), (_late(INSIDE),)), KNOWN)
    assert ground.earlier == ()
    assert len(ground.stories) == 1


@pytest.mark.parametrize(
    ("precision", "published", "unsure"),
    [
        pytest.param(Precision.SECOND, INSIDE, False, id="exact"),
        pytest.param(Precision.DAY, at(7, hour=0), True, id="a day that reaches over the end"),
        pytest.param(Precision.DAY, WINDOW.start, False, id="a day that is the window"),
        pytest.param(Precision.RANGE, INSIDE, True, id="a span"),
        pytest.param(Precision.NOT_BEFORE, INSIDE, True, id="a tag without a date"),
    ],
)
def test_what_may_lie_outside(precision: Precision, published: datetime, unsure: bool) -> None:
    """A date that is not exact is not proven to lie in the window."""
    update = an_update(precision=precision, published=published)
    assert bool(unsure_among([update], WINDOW)) is unsure


def test_an_issue_looks_back_over_the_weeks_of_its_evidence() -> None:
    """Three weeks, of which a weekly's own is one."""
    assert timedelta(weeks=EVIDENCE_WEEKS - 1) == LOOKED_BACK
