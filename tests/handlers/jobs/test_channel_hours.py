"""A channel's digest comes at the channel's own hour: once a period, none skipped, whatever happens between."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.cli.owing import postings
from bot.domain.delivery import Delivery, Recipient, RecipientKind
from bot.domain.language import Language
from bot.domain.schedule import EVERY_DAY, JITTER, WORK_DAYS, jitter
from handlers.deps import Deps
from handlers.jobs.publish import Post, publish, publish_now
from storage.channels import Posting, WhenEmpty
from tests.editions import SYSTEMS_DAILY
from tests.factories import an_update
from tests.fakes import texts
from tests.handlers.conftest import deps_over
from tests.stores import without_rows

PLACE = Recipient("slack", "T1", RecipientKind.CHANNEL, "C1")
BERLIN = ZoneInfo("Europe/Berlin")
MONDAY = datetime(2026, 7, 6, 7, tzinfo=UTC)
"""09:00 in Berlin."""
STEP = timedelta(hours=1)
DAILY = Posting(PLACE, SYSTEMS_DAILY.key, time(9), BERLIN, WORK_DAYS, "U1")


async def tick(deps: Deps, now: datetime) -> int:
    """One run of the clock; how many deliveries it made."""
    seen = replace(deps, now=lambda: now)
    return await publish(await asyncio.to_thread(postings, seen), seen)


async def run(deps: Deps, start: datetime, end: datetime, step: timedelta = STEP) -> list[datetime]:
    """When deliveries were made while the clock ticked from `start` up to `end`."""
    made, now = list[datetime](), start
    while now < end:
        made += [now] * await tick(deps, now)
        now += step
    return made


def numbers(deps: Deps) -> list[str]:
    """The numbers of the issues that the place got, in the order in which they were made."""
    return [delivery.key.split("/")[2] for delivery in issues(deps)]


def issues(deps: Deps) -> Sequence[Delivery]:
    """What the place got."""
    return deps.store.deliveries.of(PLACE)


async def begun(deps: Deps, posting: Posting = DAILY) -> None:
    """The posting is set up and its first issue is out, on the Friday before."""
    deps.store.channels.set(posting)
    assert await tick(deps, MONDAY - timedelta(days=2, hours=20)) == 1


async def test_the_hour_is_the_channels(deps: Deps) -> None:
    """An edition that is out at 08:00 in Shanghai comes at 09:00 in Berlin where that was asked for, and its window
    stays the edition's."""
    await begun(deps)
    made = await run(deps, MONDAY - timedelta(days=1), MONDAY + timedelta(days=4, hours=12))
    assert [(at - MONDAY).days for at in made] == [0, 1, 2, 3, 4]
    assert all(timedelta() <= at - MONDAY - timedelta(days=(at - MONDAY).days) <= JITTER + STEP for at in made)
    assert numbers(deps)[1:] == ["2026-07-06", "2026-07-07", "2026-07-08", "2026-07-09", "2026-07-10"]
    assert "next: Mon 13 Jul 09:00" in " ".join(texts(issues(deps)[-1].parts)[0].split())


async def test_no_sooner_than_its_turn(deps: Deps) -> None:
    """B071: a channel has its turn some seconds after its hour, always the same."""
    await begun(deps)
    due = MONDAY + jitter(str(PLACE))
    assert [await tick(deps, due - timedelta(seconds=1)), await tick(deps, due)] == [0, 1]


@pytest.mark.parametrize(
    ("hour", "changed_at"),
    [
        pytest.param(time(15), timedelta(minutes=-30), id="later, before the hour"),
        pytest.param(time(15), timedelta(hours=1), id="later, after the hour"),
        pytest.param(time(7), timedelta(hours=-3), id="sooner, before both"),
        pytest.param(time(7), timedelta(hours=-1), id="sooner, between"),
        pytest.param(time(7), timedelta(hours=1), id="sooner, after both"),
    ],
)
@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/Los_Angeles", "Pacific/Auckland"])
async def test_another_hour_neither_skips_nor_doubles_a_day(
    hour: time, changed_at: timedelta, zone: str, deps: Deps
) -> None:
    """Whenever hour and zone are changed, each number comes once and in order, and windows abut."""
    await begun(deps)
    change = MONDAY + timedelta(days=1) + changed_at
    await run(deps, MONDAY - timedelta(hours=1), change)
    deps.store.channels.set(replace(DAILY, hour=hour, zone=ZoneInfo(zone), days=EVERY_DAY))
    await run(deps, change, MONDAY + timedelta(days=4, hours=23))
    assert numbers(deps)[1:] == ["2026-07-06", "2026-07-07", "2026-07-08", "2026-07-09", "2026-07-10"]


async def test_an_outage_is_caught_up_in_one_issue(deps: Deps) -> None:
    """B060, B062: after three days without the process the channel gets one issue, which says what it covers."""
    await begun(deps)
    await run(deps, MONDAY, MONDAY + timedelta(hours=2))
    wednesday = MONDAY + timedelta(days=2)
    deps.store.updates.save([an_update(published=wednesday - timedelta(days=1))])
    made = await run(deps, wednesday + timedelta(days=1, hours=1), wednesday + timedelta(days=1, hours=12))
    assert len(made) == 1
    (seen,) = texts(issues(deps)[-1].parts[:1])
    assert "6 Jul 07:00 to 9 Jul 07:00 (UTC+8)" in seen
    assert "covers three days" in seen


async def test_one_channels_outage_is_no_other_channels(deps: Deps) -> None:
    """What one channel missed while it was paused, it alone catches up."""
    other = replace(DAILY, recipient=replace(PLACE, id="C2"))
    await begun(deps)
    deps.store.channels.set(other)
    await run(deps, MONDAY, MONDAY + timedelta(hours=2))
    deps.store.channels.set(replace(DAILY, paused=True))
    await run(deps, MONDAY + timedelta(hours=2), MONDAY + timedelta(days=2))
    deps.store.channels.set(DAILY)
    await run(deps, MONDAY + timedelta(days=2), MONDAY + timedelta(days=2, hours=2))
    drawn = texts([issues(deps)[-1].parts[0], deps.store.deliveries.of(other.recipient)[-1].parts[0]])
    assert ["6 Jul 07:00 to 8 Jul 07:00" in seen for seen in drawn] == [True, False]


async def test_a_suspended_machine_is_late_once(deps: Deps) -> None:
    """B059, B061, B063: a tick that comes eight hours late sends what was due, once, and the next window begins where
    this one ended."""
    await begun(deps)
    made = await run(deps, MONDAY + timedelta(hours=8), MONDAY + timedelta(days=1, hours=2))
    assert made == [MONDAY + timedelta(hours=8), made[1]]
    assert numbers(deps)[1:] == ["2026-07-06", "2026-07-07"]


@pytest.mark.parametrize(
    ("zone", "day", "hour"),
    [
        pytest.param("America/New_York", "2026-03-09", time(0, 30), id="B053 day after the change"),
        pytest.param("America/New_York", "2026-11-02", time(9), id="B057 same local hour after it"),
        pytest.param("Europe/Berlin", "2026-10-26", time(9), id="B057 Berlin"),
        pytest.param("America/New_York", "2026-07-08", time(9), id="B065 summer"),
        pytest.param("America/New_York", "2026-01-08", time(9), id="B065 winter"),
    ],
)
async def test_local_hours_stay(zone: str, day: str, hour: time, deps: Deps) -> None:
    """The local hour is kept through changes of the clock, and a day after one is not left out."""
    where, start = ZoneInfo(zone), datetime.fromisoformat(day).replace(tzinfo=ZoneInfo(zone))
    deps.store.channels.set(replace(DAILY, hour=hour, zone=where))
    await run(deps, start - timedelta(days=3), start, timedelta(hours=1))
    step = timedelta(minutes=5)
    (made,) = await run(deps, start, start + timedelta(hours=23), step)
    assert timedelta() <= made - datetime.combine(start.date(), hour, where) - jitter(str(PLACE)) < step


@pytest.mark.parametrize(
    ("when_empty", "made"),
    [pytest.param(WhenEmpty.LINE, 2, id="one line"), pytest.param(WhenEmpty.NOTHING, 0, id="B070 nothing")],
)
async def test_an_empty_day(when_empty: WhenEmpty, made: int, deps: Deps, monkeypatch: pytest.MonkeyPatch) -> None:
    """A channel that wants nothing on an empty day gets nothing, and the day is not composed again at every tick."""
    deps.store.channels.set(replace(DAILY, when_empty=when_empty))
    assert await tick(deps, MONDAY - timedelta(days=3)) + await tick(deps, MONDAY + JITTER) == made
    monkeypatch.setattr("handlers.jobs.publish.ground_of", None)
    assert await tick(deps, MONDAY + JITTER + STEP) == 0


async def test_what_and_how_it_is_posted(deps: Deps) -> None:
    """A channel gets its own scope in its own language; what it did not ask for is not in it."""
    deps.store.updates.save(
        [
            an_update(number=1, tags=["hardware:sm120"], published=MONDAY - timedelta(hours=12)),
            an_update("Something else", number=2, tags=["hardware:sm90"], published=MONDAY - timedelta(hours=12)),
        ]
    )
    deps.store.channels.set(replace(DAILY, about="sm120", language=Language.CHINESE))
    await tick(deps, MONDAY + JITTER)
    (delivery,) = issues(deps)
    seen = "\n".join(texts(delivery.parts))
    assert "系统日报" in seen
    assert "#1" in seen
    assert "Something else" not in seen


async def test_posted_now_is_not_posted_again(deps: Deps) -> None:
    """`digest daily now` before the hour takes the hour's place; doing it twice does nothing."""
    await begun(deps)
    early = replace(deps, now=lambda: MONDAY - timedelta(hours=1))
    post = Post(SYSTEMS_DAILY, PLACE, schedule=DAILY.schedule)
    assert [publish_now(post, early) for _ in range(2)] == [True, False]
    assert await run(deps, MONDAY, MONDAY + timedelta(hours=12)) == []
    assert numbers(deps)[-1] == "2026-07-06"


async def test_two_schedulers_on_one_store(tmp_path: Path) -> None:
    """Two processes whose clocks tick together send each of a hundred due issues once."""
    file = without_rows(tmp_path / "store.sqlite3")
    houses = [deps_over(file) for _ in range(2)]
    places = [replace(PLACE, id=f"C{number}") for number in range(100)]
    for place in places:
        houses[0].store.channels.set(replace(DAILY, recipient=place))
    made = sum(await asyncio.gather(*(tick(house, MONDAY + JITTER) for house in houses)))
    assert made == 100
    assert sorted(delivery.recipient for delivery in houses[0].store.deliveries.all()) == sorted(places)
    for house in houses:
        house.store.close()
