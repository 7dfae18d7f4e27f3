"""What a daily or weekly subscription tells: each change once, whatever becomes of its hour, its zone and the clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.domain.document import addresses
from bot.domain.serving import LATE_REACH, Mark
from bot.domain.subscription import Cadence, Subscription
from bot.wording.links import link_of
from handlers.deps import Deps
from handlers.jobs.intake import SEEN_UNTIL
from handlers.jobs.messages import messages_due
from handlers.jobs.publish import publish
from tests.factories import a_query, a_recipient, a_subscription, an_update

READER = a_recipient()
MONDAY = datetime(2026, 7, 6, 7, tzinfo=UTC)
"""09:00 in Berlin."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
DAILY = a_subscription(
    "flashinfer",
    query=a_query("project:flashinfer"),
    zone=ZoneInfo("Europe/Berlin"),
    days=frozenset(range(1, 8)),
    created=MONDAY - 30 * DAY,
)
WEEKLY = replace(DAILY, cadence=Cadence.WEEKLY, days=frozenset({1}))
CADENCES = [pytest.param(DAILY, DAY, id="daily"), pytest.param(WEEKLY, 7 * DAY, id="weekly")]


async def tick(deps: Deps, now: datetime) -> int:
    """One run of the clock; how many messages it made."""
    return await publish((), replace(deps, now=lambda: now))


async def run(deps: Deps, start: datetime, end: datetime) -> int:
    """The clock ticks every half an hour from `start` up to `end`; how many messages that made."""
    made, now = 0, start
    while now < end:
        made += await tick(deps, now)
        now += timedelta(minutes=30)
    return made


def came(deps: Deps, *instants: datetime) -> Mapping[str, int]:
    """Changes that came at these instants; their addresses with their numbers."""
    updates = [
        an_update(f"Repair thing {n}", number=n, tags=("project:flashinfer",), published=instant, first_seen=instant)
        for n, instant in enumerate(instants)
    ]
    deps.store.updates.save(updates)
    return {link_of(update).url: n for n, update in enumerate(updates)}


def every(span: timedelta, count: int, start: datetime = MONDAY) -> list[datetime]:
    """So many instants from `start` on."""
    return [start + span * n for n in range(count)]


def told(deps: Deps, numbers: Mapping[str, int]) -> list[list[int]]:
    """The numbers of the changes that each message told, in order."""
    parts = [delivery.parts for delivery in deps.store.deliveries.of(READER) if delivery.parts]
    return [sorted(numbers[url] for part in few for url in addresses(part) if url in numbers) for few in parts]


async def begun(deps: Deps, subscription: Subscription) -> Subscription:
    """The subscription stands and was served at its hour on MONDAY."""
    made = deps.store.subscriptions.add(subscription)
    await tick(deps, MONDAY - HOUR)
    await tick(deps, MONDAY)
    return made


@pytest.mark.parametrize(
    ("hour", "zone", "changed_at"),
    [
        pytest.param(time(10), "Europe/Berlin", -HOUR, id="later, before the hour"),
        pytest.param(time(10), "Europe/Berlin", HOUR / 2, id="later, between"),
        pytest.param(time(10), "Europe/Berlin", 2 * HOUR, id="later, after both"),
        pytest.param(time(8), "Europe/Berlin", -2 * HOUR, id="sooner, before both"),
        pytest.param(time(8), "Europe/Berlin", -HOUR / 2, id="sooner, between"),
        pytest.param(time(8), "Europe/Berlin", HOUR, id="sooner, after the hour"),
        pytest.param(time(9), "America/Los_Angeles", HOUR, id="other zone, west"),
        pytest.param(time(9), "Pacific/Auckland", -HOUR / 2, id="other zone, east, before the hour"),
        pytest.param(time(9), "Pacific/Auckland", HOUR, id="other zone, east, after it"),
    ],
)
@pytest.mark.parametrize(("subscription", "period"), CADENCES)
async def test_another_hour_or_zone_loses_and_doubles_nothing(
    subscription: Subscription, period: timedelta, hour: time, zone: str, changed_at: timedelta, deps: Deps
) -> None:
    """Whenever hour or zone are changed, all changes are told, each once and in order."""
    made = await begun(deps, subscription)
    change, end = MONDAY + period + changed_at, MONDAY + 2 * period + DAY
    spread = (HOUR / 2, period / 2, period - HOUR / 2, period + HOUR / 2, 3 * period / 2, 2 * period - HOUR / 2)
    numbers = came(deps, *(MONDAY + after for after in spread))
    for now in (change - HOUR / 2, change):
        await tick(deps, now)
    deps.store.subscriptions.change(replace(made, hour=hour, zone=ZoneInfo(zone)))
    await run(deps, change, change + 4 * HOUR)
    for _ in range(3):
        await run(deps, end - HOUR, end)
        end += period
    assert [number for message in told(deps, numbers) for number in message] == list(range(len(spread)))


@pytest.mark.parametrize(
    ("hour", "changed_at", "came_at"),
    [
        pytest.param(time(10), HOUR / 2, [DAY, 2 * DAY + HOUR], id="later, after today's: none again today"),
        pytest.param(time(8), -HOUR / 2, [DAY - HOUR / 2, 2 * DAY - HOUR], id="sooner, over today: today's at once"),
    ],
)
async def test_a_day_has_one_message(hour: time, changed_at: timedelta, came_at: list[timedelta], deps: Deps) -> None:
    """Another hour neither skips nor doubles a day."""
    made = await begun(deps, DAILY)
    came(deps, *every(HOUR / 2, 3 * 48))
    change = MONDAY + DAY + changed_at
    await run(deps, MONDAY + HOUR, change)
    deps.store.subscriptions.change(replace(made, hour=hour))
    await run(deps, change, MONDAY + 2 * DAY + 2 * HOUR)
    assert [one.due - MONDAY for one in deps.store.deliveries.of(READER)] == came_at


async def test_todays_message_at_a_moved_hour_is_another(deps: Deps) -> None:
    """What two subscriptions bring that are moved to an hour whose message is out comes in one message of its own, and
    where another process told one of them in it meanwhile, the other one's comes after it."""
    early = await begun(deps, replace(DAILY, text="early", query=a_query("project:vllm"), hour=time(8)))
    late = [deps.store.subscriptions.add(replace(DAILY, text=name, hour=time(18))) for name in ("one", "two")]
    for one in late:
        deps.store.subscriptions.serve({one.id: Mark(MONDAY, MONDAY.date(), MONDAY)})
    await tick(deps, MONDAY + HOUR)
    numbers = came(deps, MONDAY + DAY - 2 * HOUR)
    news = MONDAY + DAY - 2 * HOUR
    deps.store.updates.save([an_update(number=9, tags=("project:vllm",), published=news, first_seen=news)])
    assert await tick(deps, MONDAY + DAY - HOUR) == 1
    for one in late:
        deps.store.subscriptions.change(replace(one, hour=early.hour))
    other = messages_due(MONDAY + DAY, MONDAY + DAY, replace(deps, now=lambda: MONDAY + DAY))
    (slot,) = other.told
    assert other.served_by(()) == {}
    assert other.served_by((slot.key,)) == {
        one.id: Mark(MONDAY + DAY - HOUR, (MONDAY + DAY).date(), MONDAY + DAY) for one in late
    }
    assert [await tick(deps, MONDAY + DAY + HOUR / 2), await tick(deps, MONDAY + DAY + HOUR)] == [1, 0]
    assert told(deps, numbers) == [[], [0]]


SECOND = timedelta(seconds=1)
HOUR_OF_NEXT = MONDAY + DAY
"""When the message goes out that the changes below were too late for."""


@pytest.mark.parametrize(
    ("published", "first_seen", "is_told"),
    [
        pytest.param(HOUR_OF_NEXT - SECOND, HOUR_OF_NEXT + SECOND, True, id="read just after it"),
        pytest.param(HOUR_OF_NEXT - SECOND, HOUR_OF_NEXT, False, id="read just before it"),
        pytest.param(HOUR_OF_NEXT - LATE_REACH, HOUR_OF_NEXT + HOUR, True, id="old, at the limit"),
        pytest.param(HOUR_OF_NEXT - LATE_REACH - SECOND, HOUR_OF_NEXT + HOUR, False, id="older"),
    ],
)
@pytest.mark.parametrize("of_stack", [False, True])
async def test_what_came_late(
    of_stack: bool, published: datetime, first_seen: datetime, is_told: bool, deps: Deps
) -> None:
    """What was merged before a message and read after it stands in the next one, once; what that message had, and
    history, does not."""
    deps.store.stacks.set(READER, "flashinfer", READER.id, MONDAY)
    await begun(deps, replace(DAILY, of_stack=of_stack))
    late = an_update(number=1, tags=("project:flashinfer",), published=published, first_seen=first_seen)
    other = an_update(number=2, repository="vllm-project/vllm", published=published, first_seen=first_seen)
    loaded = an_update(number=3, tags=("project:flashinfer",), published=published, first_seen=first_seen, history=True)
    if first_seen <= HOUR_OF_NEXT:
        deps.store.updates.save([late])
    await tick(deps, HOUR_OF_NEXT)
    deps.store.updates.save([late, other, loaded])
    await tick(deps, HOUR_OF_NEXT + DAY)
    await tick(deps, HOUR_OF_NEXT + 2 * DAY)
    numbers = {link_of(one).url: one.links.pull or 0 for one in (late, other, loaded)}
    messages = told(deps, numbers)
    assert messages == ([[1]] if is_told or first_seen <= HOUR_OF_NEXT else [])
    assert [one.due for one in deps.store.deliveries.of(READER)] == [HOUR_OF_NEXT + DAY * is_told] * len(messages)


async def test_what_comes_in_while_messages_are_made(deps: Deps) -> None:
    """What is saved after a run began stands in the next message, and in that alone."""
    await begun(deps, DAILY)
    instants = [HOUR_OF_NEXT - HOUR, HOUR_OF_NEXT - HOUR]
    numbers = came(deps, *instants)
    deps.store.meta.set(SEEN_UNTIL, (HOUR_OF_NEXT - 2 * HOUR).isoformat())
    await tick(deps, HOUR_OF_NEXT)
    assert told(deps, numbers) == []
    deps.store.meta.set(SEEN_UNTIL, HOUR_OF_NEXT.isoformat())
    await tick(deps, HOUR_OF_NEXT + DAY)
    await tick(deps, HOUR_OF_NEXT + 2 * DAY)
    assert told(deps, numbers) == [[0, 1]]


@pytest.mark.parametrize(("subscription", "period"), CADENCES)
async def test_an_outage_is_one_message(subscription: Subscription, period: timedelta, deps: Deps) -> None:
    """After periods without the process there is one message of all of them, and the next one begins where it ended."""
    await begun(deps, subscription)
    numbers = came(deps, *every(period / 2, 8))
    back = MONDAY + 3 * period + HOUR
    assert [await tick(deps, back), await tick(deps, back + HOUR)] == [1, 0]
    assert await run(deps, MONDAY + 4 * period - HOUR, MONDAY + 4 * period + HOUR) == 1
    assert told(deps, numbers) == [[0, 1, 2, 3, 4, 5], [6, 7]]


@pytest.mark.parametrize(
    ("paused", "resumed", "brought"),
    [
        pytest.param(DAY / 4, DAY / 2, [[0, 1], [2, 3]], id="between two hours"),
        pytest.param(3 * DAY / 4, 5 * DAY / 4, [[2, 3]], id="over an hour"),
        pytest.param(DAY / 4, 21.5 * DAY, [[42, 43]], id="for weeks"),
    ],
)
async def test_a_pause(paused: timedelta, resumed: timedelta, brought: list[list[int]], deps: Deps) -> None:
    """A pause within a day takes nothing from the day; what a message during a pause would have told is not brought
    after it, and of weeks no more than the last day."""
    await begun(deps, DAILY)
    numbers = came(deps, *every(DAY / 2, 44))
    deps.store.subscriptions.pause(READER)
    for days in range(1, 22):
        if paused < days * DAY < resumed:
            await tick(deps, MONDAY + days * DAY)
    deps.store.subscriptions.resume(READER)
    first = resumed // DAY + 1
    for days in (first, first + 1)[: len(brought)]:
        await tick(deps, MONDAY + days * DAY)
    assert told(deps, numbers) == brought


async def test_given_back_after_weeks(deps: Deps) -> None:
    """What was ended and is given back weeks later brings its last day."""
    made = await begun(deps, DAILY)
    deps.store.subscriptions.remove(made.id)
    numbers = came(deps, *every(DAY / 2, 44))
    await tick(deps, MONDAY + 21 * DAY)
    deps.store.subscriptions.restore(made.id)
    await tick(deps, MONDAY + 22 * DAY)
    assert told(deps, numbers) == [[42, 43]]


async def test_another_rhythm_doubles_nothing(deps: Deps) -> None:
    """Who turns from daily to weekly in the middle of a week is told the rest of it."""
    made = await begun(deps, DAILY)
    numbers = came(deps, *every(DAY, 7))
    await tick(deps, MONDAY + 3 * DAY)
    deps.store.subscriptions.rewrite(replace(made, cadence=Cadence.WEEKLY, days=frozenset({1})))
    await tick(deps, MONDAY + 7 * DAY)
    assert told(deps, numbers) == [[0, 1, 2], [3, 4, 5, 6]]


@pytest.mark.parametrize("mark", [None, MONDAY + 1000 * DAY])
async def test_a_mark_that_is_missing_or_ahead(mark: datetime | None, deps: Deps) -> None:
    """Of a subscription from before there were marks, and of one that a wrong clock served, the last day is told."""
    made = await begun(deps, DAILY)
    until: Any = mark
    deps.store.subscriptions.serve({made.id: Mark(until, MONDAY.date(), MONDAY)})
    numbers = came(deps, *every(DAY / 2, 4, MONDAY - DAY))
    await tick(deps, MONDAY + DAY)
    assert told(deps, numbers) == [[2, 3]]
    (now,) = deps.store.subscriptions.of(READER)
    assert now.served == MONDAY + DAY
