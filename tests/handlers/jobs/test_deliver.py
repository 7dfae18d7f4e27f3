"""The outbox is emptied part by part; nothing is lost, nothing is sent twice, one bad place stops nobody."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.domain.delivery import DeliveryState, Later, Sent, Unknown
from handlers.deps import Deps
from handlers.jobs.deliver import BATCH, LEASE, deliver
from tests.factories import NOW, a_delivery, a_document, a_recipient
from tests.fakes import FakePlatform, Killed
from tests.handlers.conftest import deps_over

THREE = (a_document("Part one."), a_document("Part two."), a_document("Part three."))


def state_of(deps: Deps, key: str) -> tuple[DeliveryState, int]:
    """A delivery's state and how many of its parts are out."""
    delivery = deps.store.deliveries.get(key)
    assert delivery is not None
    return delivery.state, len(delivery.sent_ids)


def later(deps: Deps, wait: timedelta) -> Deps:
    """The same, with the clock moved on."""
    return replace(deps, now=lambda: NOW + wait)


async def test_parts_go_out_in_order(deps: Deps) -> None:
    """All parts of a delivery are posted in order, once, and it is done."""
    platform = FakePlatform()
    deps.store.deliveries.enqueue([a_delivery("d", parts=THREE)])
    assert await deliver(deps, {"terminal": platform}) == 1
    assert await deliver(deps, {"terminal": platform}) == 0
    assert platform.seen == ["Part one.", "Part two.", "Part three."]
    assert state_of(deps, "d") == (DeliveryState.SENT, 3)


async def test_not_before_it_is_due(deps: Deps) -> None:
    """What is due in a second waits; at its instant it goes."""
    platform = FakePlatform()
    deps.store.deliveries.enqueue([a_delivery("d", due=NOW + timedelta(seconds=1))])
    assert await deliver(deps, {"terminal": platform}) == 0
    assert await deliver(later(deps, timedelta(seconds=1)), {"terminal": platform}) == 1


async def test_unknown_is_never_sent_again(deps: Deps) -> None:
    """A part that may have arrived stops the delivery in doubt; no later run touches it (B002)."""
    platform = FakePlatform()
    platform.answers_with(Unknown("timeout"))
    deps.store.deliveries.enqueue([a_delivery("d", parts=THREE)])
    await deliver(deps, {"terminal": platform})
    await deliver(later(deps, timedelta(days=1)), {"terminal": platform})
    assert platform.seen == []
    assert state_of(deps, "d") == (DeliveryState.UNKNOWN, 0)


async def test_raising_leaves_it_in_doubt(deps: Deps) -> None:
    """A platform that raises may have posted; that is as unknown as a lost reply."""
    platform = FakePlatform()
    platform.answers_with(RuntimeError("reset"))
    deps.store.deliveries.enqueue([a_delivery("d")])
    await deliver(deps, {"terminal": platform})
    assert state_of(deps, "d") == (DeliveryState.UNKNOWN, 0)


async def test_later_resumes_at_the_part(deps: Deps) -> None:
    """A rate limit in the middle waits as long as it was told, then goes on with the part that was not taken (B004)."""
    platform = FakePlatform()
    platform.answers_with(Sent("m1"), Later(30, "rate limit"))
    deps.store.deliveries.enqueue([a_delivery("d", parts=THREE)])
    await deliver(deps, {"terminal": platform})
    assert platform.seen == ["Part one."]
    assert await deliver(later(deps, timedelta(seconds=29)), {"terminal": platform}) == 0
    assert await deliver(later(deps, timedelta(seconds=30)), {"terminal": platform}) == 1
    assert platform.seen == ["Part one.", "Part two.", "Part three."]
    assert platform.part_ids == ["d/0", "d/1", "d/1", "d/2"]


async def test_refused_is_parked_and_stops_nobody(deps: Deps) -> None:
    """A place that refuses is parked with its reason; the others have theirs in the same run."""
    platform = FakePlatform(closed={"a"})
    one, two = a_recipient(id="a"), a_recipient(id="b")
    deps.store.deliveries.enqueue([a_delivery("bad", recipient=one), a_delivery("good", recipient=two)])
    await deliver(deps, {"terminal": platform})
    assert state_of(deps, "bad") == (DeliveryState.PARKED, 0)
    assert state_of(deps, "good") == (DeliveryState.SENT, 1)
    parked = deps.store.deliveries.get("bad")
    assert parked is not None
    assert parked.reason == "archived"


async def test_other_platforms_rows_are_left_alone(deps: Deps) -> None:
    """A process sends for the platforms that it runs; the rest waits for theirs."""
    deps.store.deliveries.enqueue([a_delivery("slack", recipient=a_recipient(platform="slack"))])
    assert await deliver(deps, {"terminal": FakePlatform()}) == 0
    assert state_of(deps, "slack") == (DeliveryState.PENDING, 0)


@pytest.mark.parametrize("count", [BATCH - 1, BATCH, BATCH + 1])
async def test_runs_until_empty(count: int, deps: Deps) -> None:
    """One run claims at most a batch; the next ones take the rest."""
    platform = FakePlatform()
    deps.store.deliveries.enqueue(
        [a_delivery(f"d{number}", recipient=a_recipient(id=f"u{number}")) for number in range(count)]
    )
    claimed = [await deliver(deps, {"terminal": platform}) for _ in range(3)]
    assert claimed == [min(count, BATCH), max(count - BATCH, 0), 0]
    assert len(platform.posted) == count


async def test_killed_while_posting_is_in_doubt(tmp_path: Path) -> None:
    """A process that dies between sending and marking cannot know: after the lease the delivery is in doubt, with the
    parts before it on record, and nothing is sent again (B007)."""
    path, platform = tmp_path / "store.sqlite3", FakePlatform()
    before = deps_over(path)
    before.store.deliveries.enqueue([a_delivery("d", parts=THREE)])
    platform.answers_with(Killed())
    with pytest.raises(Killed):
        await deliver(before, {"terminal": platform})
    before.store.close()
    after = deps_over(path)
    await deliver(later(after, LEASE + timedelta(seconds=1)), {"terminal": platform})
    assert platform.seen == []
    assert state_of(after, "d") == (DeliveryState.UNKNOWN, 0)
    after.store.close()


async def test_killed_between_parts_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that dies between two parts leaves a delivery that goes on with the second, once its lease is over."""
    path, platform = tmp_path / "store.sqlite3", FakePlatform()
    before = deps_over(path)
    before.store.deliveries.enqueue([a_delivery("d", parts=THREE)])
    begin = before.store.deliveries.begin_part

    def killed_at_the_second(key: str, token: int) -> bool:
        if platform.posted:
            raise Killed
        return begin(key, token)

    monkeypatch.setattr(
        type(before.store.deliveries), "begin_part", lambda _, key, token: killed_at_the_second(key, token)
    )
    with pytest.raises(Killed):
        await deliver(before, {"terminal": platform})
    monkeypatch.undo()
    before.store.close()
    after = deps_over(path)
    assert await deliver(later(after, LEASE - timedelta(seconds=1)), {"terminal": platform}) == 0
    assert await deliver(later(after, LEASE + timedelta(seconds=1)), {"terminal": platform}) == 1
    assert platform.seen == ["Part one.", "Part two.", "Part three."]
    assert state_of(after, "d") == (DeliveryState.SENT, 3)
    after.store.close()


async def test_lost_lease_posts_nothing(deps: Deps) -> None:
    """A worker that was frozen past its lease finds its token old and posts nothing more."""
    platform = FakePlatform()
    deps.store.deliveries.enqueue([a_delivery("d")])
    (frozen,) = deps.store.deliveries.claim(NOW, LEASE, 1, ("terminal",))
    await deliver(later(deps, LEASE + timedelta(seconds=1)), {"terminal": platform})
    assert not deps.store.deliveries.begin_part(frozen.key, frozen.token)
    assert platform.seen == ["Nothing new."]
