"""Where a subscription's message begins, when it comes, and that a day has one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.serving import REACH, Turn, next_turn, turn_due
from bot.domain.subscription import Cadence, Subscription
from tests.factories import NOW, a_subscription

DAY, HOUR, SECOND = timedelta(days=1), timedelta(hours=1), timedelta(seconds=1)
STEP = timedelta(minutes=30)
MONDAY = datetime(2026, 7, 6, tzinfo=UTC)
EVERY_DAY = frozenset(range(1, 8))
DAILY = a_subscription(zone=ZoneInfo("UTC"), hour=time(9), days=EVERY_DAY, created=MONDAY - 30 * DAY)
WEEKLY = replace(DAILY, cadence=Cadence.WEEKLY, days=frozenset({3}))


@pytest.mark.parametrize(
    ("before", "start"),
    [
        pytest.param(REACH - SECOND, NOW - DAY - REACH + SECOND, id="one under"),
        pytest.param(REACH, NOW - DAY - REACH, id="at"),
        pytest.param(REACH + SECOND, NOW - DAY, id="one over"),
    ],
)
def test_how_far_back(before: timedelta, start: object) -> None:
    """A message begins where the subscription was served up to, if that is not too long ago."""
    served = NOW - DAY - before
    turn = turn_due(a_subscription(created=NOW - 100 * DAY, served=served), NOW - DAY, NOW)
    assert turn is not None
    assert (turn.window.start, turn.window.end) == (start, NOW)


@pytest.mark.parametrize(
    ("served", "is_due"),
    [pytest.param(NOW - DAY, True, id="before"), pytest.param(NOW, False, id="up to it")],
)
def test_never_empty(served: object, is_due: bool) -> None:
    """What was served up to an instant has no message of that instant, also where the clock was set back."""
    subscription = a_subscription(created=NOW - 100 * DAY, served=served)
    assert (turn_due(subscription, NOW - DAY, NOW) is not None) == is_due


Changes = Mapping[datetime, Subscription]


def served_through(begun: Subscription, changes: Changes, days: int) -> Sequence[tuple[datetime, Turn]]:
    """When it had a turn while the clock ticked from MONDAY on and it became others; its owner was told
    before when each turn comes."""
    now, current, turns = MONDAY, begun, list[tuple[datetime, Turn]]()
    expected = next_turn(current, now)
    while now < MONDAY + days * DAY:
        if now in changes:
            current = replace(changes[now], served=current.served, served_on=current.served_on)
            expected = next_turn(current, now)
        if turn := turn_due(current, now - STEP, now):
            assert now - STEP < expected <= now
            turns.append((now, turn))
            current = replace(current, served=turn.window.end, served_on=turn.day)
            expected = next_turn(current, now)
        now += STEP
    return turns


@given(st.dictionaries(st.integers(1, 5 * 48), st.integers(0, 47), max_size=5))
def test_another_hour_neither_skips_nor_doubles_a_day(hours: Mapping[int, int]) -> None:
    """However often and whenever the hour is changed, each local day has one message, they cover all, and the next one
    comes when it was said."""
    changes = {MONDAY + at * STEP: replace(DAILY, hour=time(half // 2, half % 2 * 30)) for at, half in hours.items()}
    turns = served_through(replace(DAILY, served=MONDAY - 15 * HOUR), changes, 8)
    assert [at.date() for at, _ in turns] == [date(2026, 7, 6) + n * DAY for n in range(8)]
    assert all(one.window.end == other.window.start for (_, one), (_, other) in pairwise(turns))


@given(st.dictionaries(st.integers(1, 21), st.tuples(st.integers(1, 7), st.integers(0, 23)), max_size=4))
def test_another_weekday_neither_skips_nor_doubles_a_week(hours: Mapping[int, tuple[int, int]]) -> None:
    """However often and whenever weekday and hour are changed, each ISO week has one message."""
    changes = {MONDAY + at * DAY: replace(WEEKLY, days=frozenset({d}), hour=time(h)) for at, (d, h) in hours.items()}
    turns = served_through(replace(WEEKLY, served=MONDAY - 5 * DAY + 9 * HOUR), changes, 35)
    assert [at.isocalendar().week for at, _ in turns] == [28, 29, 30, 31, 32]
    assert all(one.window.end == other.window.start for (_, one), (_, other) in pairwise(turns))


@pytest.mark.parametrize(
    ("zone", "changed_at", "comes"),
    [
        pytest.param("America/Los_Angeles", 10 * HOUR, DAY + 16 * HOUR, id="west, after the hour: it is still today"),
        pytest.param("America/Los_Angeles", 8 * HOUR, 16 * HOUR, id="west, before the hour"),
        pytest.param("Pacific/Auckland", 10 * HOUR, 21 * HOUR, id="east, after the hour: tomorrow is near"),
        pytest.param("Pacific/Auckland", 8 * HOUR, 8 * HOUR, id="east, before the hour: it is over there"),
        pytest.param("Pacific/Pago_Pago", 10 * HOUR, DAY + 20 * HOUR, id="back over the date line: it is still today"),
    ],
)
def test_another_zone(zone: str, changed_at: timedelta, comes: timedelta) -> None:
    """Where its reader is now a local day has one message, too: no message bears a day twice, and none is left out."""
    changes = {MONDAY + changed_at: replace(DAILY, zone=ZoneInfo(zone))}
    turns = served_through(replace(DAILY, served=MONDAY - 15 * HOUR), changes, 6)
    after = [at for at, _ in turns if at >= MONDAY + changed_at]
    assert after[0] == MONDAY + comes
    assert all(later.day - sooner.day == DAY for (_, sooner), (_, later) in pairwise(turns))


def test_a_gap_that_ends_on_the_next_day() -> None:
    """B055, B056: an hour that a clock change moves past midnight is the message of its own day, and the next day's
    comes."""
    zone = ZoneInfo("America/Scoresbysund")
    late = replace(DAILY, zone=zone, hour=time(23, 30), created=datetime(2026, 3, 1, tzinfo=UTC))
    moved = datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert moved.astimezone(zone) == datetime(2026, 3, 29, tzinfo=zone)
    turn = turn_due(replace(late, served=moved - DAY), moved - STEP, moved)
    assert turn is not None
    assert next_turn(replace(late, served=turn.window.end, served_on=turn.day), moved) == moved + DAY - HOUR / 2


def test_a_new_one_waits_for_its_hour() -> None:
    """What was subscribed to after today's hour comes tomorrow, and where it gets another hour still today."""
    created = MONDAY + 10 * HOUR
    new = replace(DAILY, created=created, served=created)
    assert next_turn(new, created + STEP) == MONDAY + DAY + 9 * HOUR
    assert next_turn(replace(new, hour=time(8)), created + STEP) == MONDAY + DAY + 8 * HOUR
    assert next_turn(replace(new, hour=time(11)), created + STEP) == MONDAY + 11 * HOUR
