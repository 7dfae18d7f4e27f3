"""What is told at once, how often, and that nobody is woken."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.delivery import RecipientKind
from bot.domain.label import Label
from bot.domain.subscription import Cadence
from bot.domain.urgency import NIGHT, NO_QUIET_HOURS, QuietHours, day_of, let_through
from tests.factories import SHANGHAI, a_query, a_recipient, a_story, a_subscription

BERLIN = ZoneInfo("Europe/Berlin")


def local(text: str, zone: ZoneInfo = SHANGHAI) -> datetime:
    """A local time of July 2026 as a UTC instant."""
    return datetime.fromisoformat(f"2026-07-{text}").replace(tzinfo=zone).astimezone(UTC)


@pytest.mark.parametrize(
    ("now", "goes_out"),
    [
        pytest.param("08T08:00", "08T08:00", id="as the night ends"),
        pytest.param("08T21:59:59", "08T21:59:59", id="just before the night"),
        pytest.param("08T22:00", "09T08:00", id="as the night begins"),
        pytest.param("08T23:59", "09T08:00", id="before midnight"),
        pytest.param("09T00:00", "09T08:00", id="after midnight"),
        pytest.param("09T07:59:59", "09T08:00", id="just before the morning"),
    ],
)
def test_held_at_night(now: str, goes_out: str) -> None:
    """Between 22:00 and 08:00 of the reader's zone it waits for the morning."""
    assert let_through(local(now), SHANGHAI) == local(goes_out)


@pytest.mark.parametrize(
    ("now", "quiet", "goes_out"),
    [
        pytest.param("08T20:59", QuietHours(time(21), time(9)), "08T20:59", id="just before the chosen evening"),
        pytest.param("08T21:00", QuietHours(time(21), time(9)), "09T09:00", id="in the chosen evening"),
        pytest.param("08T12:30", QuietHours(time(12), time(14)), "08T14:00", id="over noon"),
        pytest.param("08T14:00", QuietHours(time(12), time(14)), "08T14:00", id="as noon is over"),
        pytest.param("08T23:00", QuietHours(time(12), time(14)), "08T23:00", id="at night, for who chose noon"),
        pytest.param("08T23:00", NO_QUIET_HOURS, "08T23:00", id="at night, for who has none"),
        pytest.param("08T00:00", NO_QUIET_HOURS, "08T00:00", id="at midnight, for who has none"),
    ],
)
def test_held_when_it_was_chosen(now: str, quiet: QuietHours, goes_out: str) -> None:
    """Between the hours that a reader chose it waits for their end, and at no others."""
    assert let_through(local(now), SHANGHAI, quiet) == local(goes_out)


_HOURS = st.integers(0, 95).map(lambda quarter: time(quarter // 4, quarter % 4 * 15))


@given(st.integers(0, 2 * 365 * 24 * 60), st.sampled_from([SHANGHAI, BERLIN]), st.builds(QuietHours, _HOURS, _HOURS))
def test_never_in_quiet_hours_and_never_late(minutes: int, zone: ZoneInfo, quiet: QuietHours) -> None:
    """Whenever it is, also on days of a clock change: within a day, and in no quiet hour but the one that a clock
    change has twice."""
    now = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
    for hours in (quiet, NIGHT):
        at = let_through(now, zone, hours)
        assert timedelta() <= at - now <= timedelta(hours=25)
        assert not hours.hold(at.astimezone(zone).time()) or at.astimezone(zone).fold
        assert day_of(at, zone).holds(at)


@pytest.mark.parametrize(
    ("label", "cadence", "kind", "query", "is_told"),
    [
        pytest.param(Label.BREAKING, Cadence.DAILY, RecipientKind.USER, "project:vllm", True, id="proven"),
        pytest.param(Label.SECURITY, Cadence.WEEKLY, RecipientKind.USER, "project:vllm", True, id="security, weekly"),
        pytest.param(Label.WITHDRAWN, Cadence.DAILY, RecipientKind.USER, "project:vllm", True, id="withdrawn"),
        pytest.param(Label.MAY_BREAK, Cadence.DAILY, RecipientKind.USER, "project:vllm", False, id="may break, never"),
        pytest.param(Label.FIX, Cadence.DAILY, RecipientKind.USER, "project:vllm", False, id="a fix waits"),
        pytest.param(Label.BREAKING, Cadence.DAILY, RecipientKind.CHANNEL, "project:vllm", False, id="a channel"),
        pytest.param(Label.FIX, Cadence.AT_ONCE, RecipientKind.USER, "project:vllm", True, id="all at once"),
        pytest.param(Label.MAY_BREAK, Cadence.AT_ONCE, RecipientKind.USER, "kind:breaking", False, id="only proven"),
    ],
)
def test_told_at_once(label: Label, cadence: Cadence, kind: RecipientKind, query: str, is_told: bool) -> None:
    """What is urgent of every subscription of a person, and all of what was asked for at once."""
    subscription = a_subscription(cadence=cadence, recipient=a_recipient(kind), query=a_query(query))
    assert subscription.tells_at_once(a_story(label=label)) is is_told
