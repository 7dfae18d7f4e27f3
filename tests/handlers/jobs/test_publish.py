"""What is due goes into the outbox once: editions for their places, subscriptions for their owners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest

from bot.domain.editing.composing import compose_from
from bot.domain.query import Query
from bot.domain.subscription import Cadence, Subscription
from handlers.deps import Deps
from handlers.jobs import publish as job
from handlers.jobs.publish import Post, publish
from storage.updates import Found
from tests.editions import SYSTEMS_DAILY
from tests.factories import a_recipient, a_subscription, an_update
from tests.fakes import texts

WEDNESDAY = datetime(2026, 7, 8, 1, tzinfo=UTC)
"""09:00 in Shanghai on 8 July 2026."""
POSTS = [Post(SYSTEMS_DAILY, a_recipient(id="a")), Post(SYSTEMS_DAILY, a_recipient(id="b"))]


def at(deps: Deps, now: datetime) -> Deps:
    """The same, at another time."""
    return replace(deps, now=lambda: now)


def filled(deps: Deps, *hours_before: float) -> None:
    """Updates about FlashInfer on SM120, published so many hours before Wednesday 09:00."""
    deps.store.updates.save(
        [
            an_update(
                f"Repair thing {number}{'x' * number}",
                number=100 + number,
                tags=("hardware:sm120",),
                published=WEDNESDAY - timedelta(hours=hours),
            )
            for number, hours in enumerate(hours_before, start=1)
        ]
    )


def subscribed(deps: Deps, **changes: object) -> Subscription:
    """A subscription that was made long before."""
    made = replace(a_subscription(created=WEDNESDAY - timedelta(days=60)), **changes)  # type: ignore[arg-type]  # any field
    return deps.store.subscriptions.add(made)


def keys(deps: Deps) -> list[str]:
    """The keys of all deliveries."""
    return sorted(delivery.key for delivery in deps.store.deliveries.all())


async def test_an_issue_goes_to_each_place_once(deps: Deps) -> None:
    """Every place of an edition gets the issue; run again, by this or another process, nothing more is added."""
    filled(deps, 10)
    now = at(deps, WEDNESDAY)
    assert [await publish(POSTS, now) for _ in range(2)] == [2, 0]
    assert [key.rsplit("/", 1)[1] for key in keys(deps)] == ["a", "b"]


async def test_an_issue_is_composed_once_for_all_places(deps: Deps, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many places an edition has, and however often the job runs, an issue is composed once."""
    composed = list[str]()

    def counting(*arguments: object, **named: object) -> object:
        composed.append("once")
        return compose_from(*arguments, **named)  # type: ignore[arg-type]  # handed on as they come

    monkeypatch.setattr(job, "compose_from", counting)
    for _ in range(3):
        await publish(POSTS, at(deps, WEDNESDAY))
    assert composed == ["once"]


@pytest.mark.parametrize(
    ("now", "number"),
    [
        pytest.param("2026-07-07T23:59:59", "2026-07-07", id="window closed, hour not come"),
        pytest.param("2026-07-08T00:00:00", "2026-07-08", id="at its hour"),
    ],
)
async def test_an_issue_waits_for_its_hour(now: str, number: str, deps: Deps) -> None:
    """The window closes at 07:00 and the issue comes out at 08:00 (UTC+8); before that the one before is the latest."""
    await publish(POSTS[:1], at(deps, datetime.fromisoformat(now).replace(tzinfo=UTC)))
    assert [key.split("/")[2] for key in keys(deps)] == [number]


async def test_first_run_owes_no_messages(deps: Deps) -> None:
    """A new store does not send what was due before it was there."""
    filled(deps, 10)
    subscribed(deps)
    assert await publish([], at(deps, WEDNESDAY)) == 0


async def test_a_daily_message_covers_a_day(deps: Deps) -> None:
    """At its hour a subscription brings what came since its last one: from 09:00 to 09:00, half open."""
    filled(deps, 0, 0.5, 23, 24, 24.5)
    subscribed(deps)
    await publish([], at(deps, WEDNESDAY - timedelta(minutes=5)))
    assert await publish([], at(deps, WEDNESDAY)) == 1
    (delivery,) = deps.store.deliveries.all()
    (seen,) = texts(delivery.parts)
    assert [number for number in range(1, 6) if f"#10{number}" in seen] == [2, 3, 4]


async def test_silence_sends_nothing(deps: Deps) -> None:
    """A subscription that found nothing sends no message."""
    subscribed(deps)
    await publish([], at(deps, WEDNESDAY - timedelta(minutes=5)))
    assert await publish([], at(deps, WEDNESDAY)) == 0


async def test_a_night_without_the_process_is_caught_up_once(deps: Deps) -> None:
    """After two days off, one message covers all that was missed, from Friday's on: not one for each day, not only the
    last."""
    filled(deps, 2, 26, 50, 130)
    subscribed(deps)
    await publish([], at(deps, WEDNESDAY - timedelta(days=2, minutes=5)))
    assert await publish([], at(deps, WEDNESDAY + timedelta(minutes=1))) == 1
    (delivery,) = deps.store.deliveries.all()
    (seen,) = texts(delivery.parts)
    assert [number for number in range(1, 5) if f"#10{number}" in seen] == [1, 2, 3]


async def test_one_message_for_all_of_a_recipients_subscriptions(deps: Deps) -> None:
    """What is due together for one person comes in one message; another person has their own."""
    filled(deps, 10)
    subscribed(deps)
    subscribed(deps, text="sm120")
    subscribed(deps, recipient=a_recipient(id="b"))
    await publish([], at(deps, WEDNESDAY - timedelta(minutes=5)))
    assert await publish([], at(deps, WEDNESDAY)) == 2


async def test_the_same_question_is_searched_once(deps: Deps, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred people with one question cost one search."""
    filled(deps, 10)
    for number in range(20):
        subscribed(deps, recipient=a_recipient(id=f"u{number}"))
    await publish([], at(deps, WEDNESDAY - timedelta(minutes=5)))
    searched, search = list[Query](), deps.store.updates.search

    def counting(_: object, query: Query, limit: int) -> Found:
        searched.append(query)
        return search(query, limit)

    monkeypatch.setattr(type(deps.store.updates), "search", counting)
    assert await publish([], at(deps, WEDNESDAY)) == 20
    assert len(searched) == 1


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"paused": True}, id="paused"),
        pytest.param({"cadence": Cadence.AT_ONCE}, id="at once"),
        pytest.param({"hour": time(10)}, id="another hour"),
        pytest.param({"days": frozenset({1})}, id="another day"),
        pytest.param({"created": WEDNESDAY}, id="made at this very instant"),
    ],
)
async def test_not_due(changes: dict[str, object], deps: Deps) -> None:
    """What is paused, told at once, due at another time or made only now sends nothing."""
    filled(deps, 10)
    subscribed(deps, **changes)
    await publish([], at(deps, WEDNESDAY - timedelta(minutes=5)))
    assert await publish([], at(deps, WEDNESDAY)) == 0


async def test_a_clock_that_goes_back_sends_nothing_again(deps: Deps) -> None:
    """A clock that is set back makes nothing due a second time."""
    filled(deps, 10)
    subscribed(deps)
    moments: Sequence[timedelta] = (timedelta(minutes=-5), timedelta(0), timedelta(hours=-3), timedelta(0))
    assert [await publish([], at(deps, WEDNESDAY + moment)) for moment in moments] == [0, 1, 0, 0]


async def test_a_run_in_a_wrong_year_silences_nobody(deps: Deps) -> None:
    """What is due after the clock was set right is sent, however far ahead it was."""
    filled(deps, 10)
    subscribed(deps)
    await publish([], at(deps, WEDNESDAY + timedelta(days=20_000)))
    assert [await publish([], at(deps, WEDNESDAY)) for _ in range(2)] == [1, 0]
