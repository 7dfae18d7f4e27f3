"""Who runs the bot hears of a platform that is away or silent, once for each time."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.operation import DISCONNECTED_TOLD, INBOUND_SILENT
from handlers.deps import Deps
from handlers.jobs.connection_notices import tell_of_connections
from handlers.pulse import APART, Pulse, clock_steps
from tests.factories import NOW

OPS = Recipient("slack", "T1", RecipientKind.CHANNEL, "C1")
SECOND = timedelta(seconds=1)


def after(deps: Deps, wait: timedelta) -> Deps:
    """The same, with the clock moved on, and somebody who is told."""
    return replace(deps, now=lambda: NOW + wait, ops=OPS, platforms=("slack", "discord"))


@pytest.mark.parametrize(
    ("wait", "count"),
    [
        pytest.param(DISCONNECTED_TOLD, 0, id="at the limit"),
        pytest.param(DISCONNECTED_TOLD + SECOND, 1, id="away"),
    ],
)
async def test_a_platform_that_is_away_is_told_once(deps: Deps, wait: timedelta, count: int) -> None:
    """Connections that are made anew are nobody's affair; one that stays away is told once, however often it is looked
    at, and again when it was back meanwhile."""
    pulse = Pulse(after(deps, timedelta()))
    pulse.note_connected("slack")
    assert [await tell_of_connections(after(deps, wait)) for _ in range(2)] == [count, 0]
    Pulse(after(deps, wait)).note_connected("slack")
    assert await tell_of_connections(after(deps, 2 * wait)) == count


@pytest.mark.parametrize(
    ("wait", "count"),
    [pytest.param(INBOUND_SILENT - SECOND, 0, id="under a day"), pytest.param(INBOUND_SILENT, 1, id="a day")],
)
async def test_a_silent_platform_is_told_once(deps: Deps, wait: timedelta, count: int) -> None:
    """A connection that brings no command for a day is told once; the digests that go out hide it else (E03, B097)."""
    Pulse(after(deps, timedelta())).note("slack")
    assert [await tell_of_connections(after(deps, wait)) for _ in range(2)] == [count, 0]
    told = deps.store.deliveries.of(OPS)
    assert [one.key.rpartition("/")[0] for one in told] == ["platform/slack/silent"] * count


async def test_what_is_not_wanted_is_not_missed(deps: Deps) -> None:
    """A platform whose token was taken away is not told of, nor one where nobody would hear it."""
    Pulse(after(deps, timedelta())).note("slack")
    Pulse(after(deps, timedelta())).note_connected("slack")
    late = after(deps, 2 * INBOUND_SILENT)
    assert await tell_of_connections(replace(late, platforms=())) == 0
    assert await tell_of_connections(replace(late, ops=None)) == 0


async def test_clock_steps_of_all_processes_are_added_up(deps: Deps) -> None:
    """Each process adds what it has noticed itself, once."""
    one, other = Pulse(deps), Pulse(deps)
    for pulse, count in ((one, 1), (one, 1), (other, 2), (one, 2)):
        pulse.note_steps(count)
    assert clock_steps(deps) == 4


async def test_signs_are_written_seldom(deps: Deps) -> None:
    """A sign within the same half minute is not written again."""
    now = [NOW]
    pulse = Pulse(replace(deps, now=lambda: now[0]))
    for wait in (timedelta(), APART - SECOND, APART):
        now[0] = NOW + wait
        pulse.note_connected("slack")
    assert deps.store.meta.get("connected to slack") == (NOW + APART).isoformat()
