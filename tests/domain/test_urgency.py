"""What is told at once, how often, and that nobody is woken."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.delivery import RecipientKind
from bot.domain.label import Label
from bot.domain.subscription import Cadence
from bot.domain.urgency import QUIET_FROM, QUIET_TO, day_of, let_through
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


@given(st.integers(0, 2 * 365 * 24 * 60), st.sampled_from([SHANGHAI, BERLIN]))
def test_never_at_night_and_never_late(minutes: int, zone: ZoneInfo) -> None:
    """Whenever it is, also on days of a clock change: within half a day and in no quiet hour."""
    now = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
    at = let_through(now, zone)
    assert timedelta() <= at - now <= timedelta(hours=11)
    assert QUIET_TO <= at.astimezone(zone).time() < QUIET_FROM
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
