"""New updates meet at-once subscriptions: each once, history never, a flood cut short and counted."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.delivery import DeliveryState
from bot.domain.subscription import Cadence
from bot.domain.update import Kind, Links
from handlers.deps import Deps
from handlers.jobs.match import MOST_AT_ONCE, NEWS, match
from tests.factories import NOW, a_query, a_recipient, a_subscription, an_update
from tests.fakes import texts

BEFORE = NOW - timedelta(hours=1)


def wanting(deps: Deps, **changes: object) -> None:
    """Somebody wants FlashInfer on SM120 at once, since an hour."""
    made = replace(a_subscription(cadence=Cadence.AT_ONCE, created=BEFORE), **changes)  # type: ignore[arg-type]  # any field
    deps.store.subscriptions.add(made)


def came(deps: Deps, *numbers: int, **changes: object) -> None:
    """Updates about it that have just come in."""
    fields = {"tags": ("hardware:sm120",), "published": NOW - timedelta(minutes=5), "first_seen": NOW, **changes}
    deps.store.updates.save(
        [an_update(f"Repair thing {number}{'x' * number}", number=number, **fields) for number in numbers]  # type: ignore[arg-type]  # any field
    )


async def test_one_message_for_a_days_builds(deps: Deps) -> None:
    """llama.cpp tags several builds a day: who wants its releases hears of the first one, and of the next day's."""
    wanting(deps, query=a_query("project:llama.cpp", "kind:release"))
    told, clock = [], [NOW]
    deps = replace(deps, now=lambda: clock[-1])
    for hour in (1, 2, 3, 26):
        moment = NOW.replace(hour=0) + timedelta(hours=hour)
        build = an_update(
            f"b{12000 + hour}",
            key=f"ggml-org/llama.cpp:b{12000 + hour}",
            project="llama.cpp",
            kind=Kind.RELEASE,
            links=Links(tag=f"b{12000 + hour}"),
            tags=("project:llama.cpp", "kind:release"),
            published=moment,
            first_seen=moment,
        )
        clock.append(moment)
        deps.store.updates.save([build])
        told.append(await match(deps))
    assert told == [1, 0, 0, 1]


async def test_each_once(deps: Deps) -> None:
    """A new update makes one delivery for each subscription that wants it, however often the job runs."""
    wanting(deps)
    wanting(deps, recipient=a_recipient(id="b"))
    came(deps, 1)
    assert [await match(deps) for _ in range(3)] == [2, 0, 0]
    came(deps, 2)
    assert await match(deps) == 2


@pytest.mark.parametrize(
    ("subscription", "update"),
    [
        pytest.param({"query": a_query("project:vllm")}, {}, id="another project"),
        pytest.param({"cadence": Cadence.DAILY}, {}, id="not at once"),
        pytest.param({"paused": True}, {}, id="paused"),
        pytest.param({"created": NOW + timedelta(seconds=1)}, {}, id="made after it came"),
        pytest.param({}, {"tags": (), "mentions": ("hardware:sm120",)}, id="only mentioned"),
        pytest.param({}, {"noise": True}, id="noise"),
        pytest.param({}, {"published": NOW - NEWS - timedelta(seconds=1)}, id="history"),
    ],
)
async def test_not_told(subscription: dict[str, object], update: dict[str, object], deps: Deps) -> None:
    """What was not asked for, is not news, or came before somebody subscribed is not sent."""
    wanting(deps, **subscription)
    came(deps, 1, **update)
    assert await match(deps) == 0


async def test_news_reaches_a_week_back(deps: Deps) -> None:
    """What was published exactly a week ago and comes only now is still told."""
    wanting(deps)
    came(deps, 1, published=NOW - NEWS)
    assert await match(deps) == 1


@pytest.mark.parametrize("count", [MOST_AT_ONCE - 1, MOST_AT_ONCE, MOST_AT_ONCE + 1, 40])
async def test_a_flood_is_cut_and_counted(count: int, deps: Deps) -> None:
    """One run sends one message to a subscription, with three stories and the number of the others; all are told."""
    wanting(deps)
    came(deps, *range(1, count + 1))
    assert [await match(deps) for _ in range(2)] == [1, 0]
    seen = "\n".join(text for delivery in deps.store.deliveries.all() for text in texts(delivery.parts))
    more = f"and {count - MOST_AT_ONCE} more"
    assert (more in seen) == (count > MOST_AT_ONCE)
    assert seen.count("Repair thing") == min(count, MOST_AT_ONCE)


async def test_what_was_told_with_others_is_not_told_again(deps: Deps) -> None:
    """A story that came in beside those of an earlier run makes a message of its own."""
    wanting(deps)
    came(deps, 1, 2)
    assert await match(deps) == 1
    came(deps, 3)
    assert await match(deps) == 1
    *_, last = [delivery for delivery in deps.store.deliveries.all() if delivery.parts]
    (seen,) = texts(last.parts)
    assert seen.count("Repair thing") == 1
    assert deps.store.deliveries.numbers() == {DeliveryState.PENDING: 2, DeliveryState.SENT: 1}


@pytest.mark.parametrize(
    ("title", "links", "count"),
    [
        pytest.param("0.6.15", Links(tag="v0.6.15"), 1, id="stable"),
        pytest.param("0.6.15rc2", Links(tag="v0.6.15rc2"), 0, id="a candidate"),
        pytest.param("0.6.15 release", Links(pull=7), 0, id="a commit that prepares one"),
    ],
)
async def test_who_wants_releases_hears_of_stable_ones(title: str, links: Links, count: int, deps: Deps) -> None:
    """A subscription for releases brings what can be installed."""
    wanting(deps, query=a_query("project:flashinfer", "kind:release"))
    update = an_update(title, kind=Kind.RELEASE, links=links, published=NOW - timedelta(minutes=5), first_seen=NOW)
    deps.store.updates.save([update])
    assert await match(deps) == count


async def test_a_clock_that_is_set_back_loses_nothing(deps: Deps) -> None:
    """What comes in after the clock was set back is told, and what was told before is not told again."""
    wanting(deps)
    ahead = NOW + timedelta(hours=5)
    came(deps, 1, first_seen=ahead)
    assert await match(replace(deps, now=lambda: ahead)) == 1
    came(deps, 2)
    assert [await match(deps) for _ in range(2)] == [1, 0]
