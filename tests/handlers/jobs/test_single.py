"""Single deliveries, as a queue hands them out: sent once however often they come, and given up in order at a stop."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.domain.delivery import DeliveryState, Outcome, Recipient, Sent, Thread
from bot.domain.document import Document
from handlers.deps import Deps
from handlers.jobs import under_way
from handlers.jobs.send_limits import OwnLimits, Speed
from handlers.jobs.sending import BROKEN_OFF, STOPPED, Means
from handlers.jobs.single import SingleDeliveries
from handlers.pausing import pause
from tests.factories import NOW, a_delivery, a_document
from tests.fakes import FakePlatform

TWO = (a_document("Part one."), a_document("Part two."))


class Hanging(FakePlatform):
    """A platform that takes a part and never says so."""

    def __init__(self, repeats_for: timedelta = timedelta()) -> None:
        super().__init__(repeats_for=repeats_for)
        self.asked = asyncio.Event()

    async def post(self, recipient: Recipient, part: Document, part_id: str, thread: Thread | None = None) -> Outcome:
        """Nothing."""
        return await self._never()

    async def edit(self, recipient: Recipient, sent_id: str, part: Document) -> Outcome:
        """Nothing."""
        return await self._never()

    async def _never(self) -> Outcome:
        self.asked.set()
        await asyncio.Event().wait()
        return Sent("never")


def row(deps: Deps) -> tuple[DeliveryState, int, str | None]:
    """The state of "d", how many of its parts are out, and why it is not sent."""
    delivery = deps.store.deliveries.get("d")
    assert delivery is not None
    return delivery.state, len(delivery.sent_ids), delivery.reason


async def test_one_that_comes_twice_is_sent_once(deps: Deps) -> None:
    """The outbox has the last word: another job for the same delivery does nothing, at once or later."""
    platform = FakePlatform()
    deps.store.deliveries.enqueue([a_delivery("d", parts=TWO), a_delivery("other", due=NOW + timedelta(seconds=1))])
    single = SingleDeliveries(deps, platform, Means())
    await asyncio.gather(single.deliver("d"), single.deliver("d"))
    for key in ("d", "other", "nobody's"):
        await single.deliver(key)
    assert platform.seen == ["Part one.", "Part two."]
    assert row(deps) == (DeliveryState.SENT, 2, None)


async def test_a_place_takes_one_after_the_other(deps: Deps) -> None:
    """A job for a later delivery of a place finds it held back while an earlier one is not out."""
    platform = FakePlatform()
    first, second = a_delivery("d"), a_delivery("second", due=NOW)
    deps.store.deliveries.enqueue([first, second])
    single = SingleDeliveries(deps, platform, Means())
    await single.deliver("second")
    assert platform.posted == []
    await single.deliver("d")
    await single.deliver("second")
    assert len(platform.posted) == 2


async def test_nothing_while_everything_is_paused(deps: Deps) -> None:
    """A job that was put in before everything was paused sends nothing."""
    platform = FakePlatform()
    deps.store.deliveries.enqueue([a_delivery("d")])
    pause(deps, "slack:T/U")
    await SingleDeliveries(deps, platform, Means()).deliver("d")
    assert row(deps) == (DeliveryState.PENDING, 0, None)


@pytest.mark.parametrize(
    ("edits", "held", "state", "reason"),
    [
        pytest.param("", 0, DeliveryState.UNKNOWN, "interrupted while part 1 was being sent", id="message"),
        pytest.param("", 60, DeliveryState.PENDING, BROKEN_OFF, id="message that can be asked for"),
        pytest.param("m1", 0, DeliveryState.PENDING, BROKEN_OFF, id="edit"),
    ],
)
async def test_a_stop_breaks_off_what_hangs(
    deps: Deps, monkeypatch: pytest.MonkeyPatch, edits: str, held: int, state: DeliveryState, reason: str
) -> None:
    """What a platform says nothing of is in doubt as soon as the process stops, an edit is due again, and so is
    what can be asked for, with the instant at which it was begun; no claim is left."""
    monkeypatch.setattr(under_way, "SETTLE_SECONDS", 0.01)
    platform = Hanging(timedelta(seconds=held))
    deps.store.deliveries.enqueue([a_delivery("d", edits=edits)])
    single = SingleDeliveries(deps, platform, Means())
    job = asyncio.create_task(single.deliver("d"))
    await platform.asked.wait()
    await single.settle()
    await job
    assert row(deps) == (state, 0, reason)
    left = deps.store.deliveries.get("d")
    assert left is not None
    assert left.posting_since == (NOW if held else None)


async def test_a_stop_gives_back_what_waits_for_its_turn(deps: Deps) -> None:
    """What was claimed and not begun is due again at once; what comes after the stop is left alone."""
    waiting = asyncio.Event()

    async def long(_: float) -> None:
        waiting.set()
        await asyncio.Event().wait()

    platform = FakePlatform()
    limits = OwnLimits({"terminal": Speed(place=1.0)}, lambda: 0.0, long)
    deps.store.deliveries.enqueue([a_delivery("d", parts=TWO)])
    single = SingleDeliveries(deps, platform, Means(limits))
    job = asyncio.create_task(single.deliver("d"))
    await waiting.wait()
    await single.settle()
    await job
    assert row(deps) == (DeliveryState.PENDING, 1, STOPPED)
    await single.deliver("d")
    assert platform.seen == ["Part one."]
