"""The outbox is emptied part by part; nothing is lost, nothing is sent twice, one bad place stops nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.domain.delivery import DeliveryState, Later, Outcome, Recipient, Refused, Sent, Thread, Unknown
from bot.domain.document import Document
from bot.domain.errors import StoreError
from bot.domain.retrying import LONGEST_PAUSE, MOST_TRIES
from bot.platforms.base import Platform
from handlers.deps import Deps
from handlers.jobs import deliver as sending
from handlers.jobs import parts
from handlers.jobs.deliver import BATCH
from handlers.jobs.parts import EDIT_PAUSE, NONCE_TRIES, POSTING_LEASE
from handlers.jobs.send_limits import OwnLimits, Speed
from handlers.jobs.sending import LEASE, Means
from handlers.places import StoredPlaces
from tests.factories import NOW, a_delivery, a_document, a_recipient
from tests.fakes import FakePlatform, Killed
from tests.handlers.conftest import deps_over
from tests.stores import without_rows

SLOTS = BATCH + 10
HELD = timedelta(minutes=2)
THREE = (a_document("Part one."), a_document("Part two."), a_document("Part three."))


async def deliver(deps: Deps, platforms: Mapping[str, Platform], means: Means | None = None) -> int:
    """The outbox emptied, pauses exactly as long as they are meant and no time lost in them."""
    return await sending.deliver(deps, platforms, means or Means(OwnLimits(sleep=nothing), lambda: 0.0))


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


@pytest.mark.parametrize("count", [SLOTS - 1, SLOTS, SLOTS + 1])
async def test_runs_until_empty(count: int, deps: Deps) -> None:
    """One run sends all that is due, however much is under way at once."""
    platform = FakePlatform()
    deps.store.deliveries.enqueue(
        [a_delivery(f"d{number}", recipient=a_recipient(id=f"u{number}")) for number in range(count)]
    )
    means = Means(OwnLimits(sleep=nothing), lambda: 0.0, side_by_side=SLOTS)
    assert [await deliver(deps, {"terminal": platform}, means) for _ in range(2)] == [count, 0]
    assert len(platform.posted) == count


async def test_a_failing_place_backs_off_and_is_given_up(deps: Deps) -> None:
    """What fails again and again is tried ever more seldom, then parked with its reason; the others go on (B072)."""
    platform = FakePlatform()
    deps.store.deliveries.enqueue([a_delivery("bad", recipient=a_recipient(id="bad"))])
    waited: list[float] = []
    now, means = NOW, Means(jitter=lambda: 0.0)
    for _ in range(MOST_TRIES):
        platform.answers_with(Later(1, "unreachable"))
        assert await deliver(replace(deps, now=lambda now=now: now), {"terminal": platform}, means) == 1  # type: ignore[misc]
        row = deps.store.deliveries.get("bad")
        assert row is not None
        waited.append((row.due - now).total_seconds())
        now = row.due
    assert waited[:4] == [30, 60, 120, 240]
    assert max(waited) <= LONGEST_PAUSE
    assert state_of(deps, "bad") == (DeliveryState.PARKED, 0)


async def test_a_limit_is_no_failure(deps: Deps) -> None:
    """However often a platform asks for patience, the delivery is not given up, and waits as long as it was told."""
    platform = FakePlatform()
    deps.store.deliveries.enqueue([a_delivery("d")])
    now, means = NOW, Means(OwnLimits(sleep=nothing), lambda: 0.0)
    for _ in range(MOST_TRIES + 1):
        platform.answers_with(Later(7, "429", limited=True))
        await deliver(replace(deps, now=lambda now=now: now), {"terminal": platform}, means)  # type: ignore[misc]
        now += timedelta(seconds=7)
    await deliver(replace(deps, now=lambda: now), {"terminal": platform}, means)
    assert state_of(deps, "d") == (DeliveryState.SENT, 1)


async def test_a_nonce_settles_what_is_unknown(deps: Deps) -> None:
    """Where the platform gives the same message back, an unknown part is asked for again under its own name, a few
    times at once; what then is still unknown stays so (B014)."""
    platform = FakePlatform(repeats_for=HELD)
    platform.answers_with(Unknown("timeout"))
    deps.store.deliveries.enqueue([a_delivery("d"), a_delivery("e", recipient=a_recipient(id="other"))])
    means = Means(sleep=nothing)
    await deliver(deps, {"terminal": platform}, means)
    assert state_of(deps, "d") == (DeliveryState.SENT, 1)
    platform.answers_with(*[Unknown("timeout")] * NONCE_TRIES)
    deps.store.deliveries.enqueue([a_delivery("f")])
    await deliver(deps, {"terminal": platform}, means)
    assert state_of(deps, "f") == (DeliveryState.UNKNOWN, 0)


async def nothing(_: float) -> None:
    """No time passes."""


async def test_killed_while_posting_is_in_doubt(tmp_path: Path) -> None:
    """A process that dies between sending and marking cannot know: after the lease the delivery is in doubt, with the
    parts before it on record, and nothing is sent again (B007)."""
    path, platform = without_rows(tmp_path / "store.sqlite3"), FakePlatform()
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
    path, platform = without_rows(tmp_path / "store.sqlite3"), FakePlatform()
    before = deps_over(path)
    before.store.deliveries.enqueue([a_delivery("d", parts=THREE)])
    begin = before.store.deliveries.begin_part

    def killed_at_the_second(key: str, token: int, now: datetime, lease: timedelta) -> bool:
        if platform.posted:
            raise Killed
        return begin(key, token, now, lease)

    monkeypatch.setattr(type(before.store.deliveries), "begin_part", lambda _, *told: killed_at_the_second(*told))
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
    assert not deps.store.deliveries.begin_part(frozen.key, frozen.token, NOW, LEASE)
    assert platform.seen == ["Nothing new."]


async def test_the_first_part_opens_the_thread_of_the_others(deps: Deps) -> None:
    """With a thread the first part stands in the channel and each other one hangs on it, also after a pause."""
    platform = FakePlatform()
    platform.answers_with(Sent("m1"), Sent("m2"), Later(30, "rate limit"))
    deps.store.deliveries.enqueue([a_delivery("d", parts=THREE, thread=Thread("8 Jul", marks=("daily",)))])
    await deliver(deps, {"terminal": platform})
    await deliver(later(deps, timedelta(seconds=30)), {"terminal": platform})
    hung = Thread("8 Jul", "m1", ("daily",))
    assert platform.threads == [Thread("8 Jul", marks=("daily",)), hung, hung]


async def test_replies_to_what_is_out_already(deps: Deps) -> None:
    """A thread that has its first message takes every part, the first one too."""
    platform = FakePlatform()
    deps.store.deliveries.enqueue([a_delivery("d", parts=THREE, thread=Thread("8 Jul", "m9"))])
    await deliver(deps, {"terminal": platform})
    assert platform.threads == [Thread("8 Jul", "m9")] * 3


async def test_an_edit_takes_the_place_of_a_message(deps: Deps) -> None:
    """An edit posts nothing new, and is tried again until it is known to be done: twice is once."""
    platform = FakePlatform()
    platform.answers_with(Unknown("timeout"))
    deps.store.deliveries.enqueue([a_delivery("d", edits="m1")])
    await deliver(deps, {"terminal": platform})
    assert state_of(deps, "d") == (DeliveryState.PENDING, 0)
    assert await deliver(later(deps, timedelta(seconds=EDIT_PAUSE)), {"terminal": platform}) == 1
    assert (platform.seen, [sent_id for sent_id, _ in platform.edited]) == ([], ["m1"])
    assert state_of(deps, "d")[0] is DeliveryState.SENT


async def test_an_interrupted_edit_is_done_again(deps: Deps) -> None:
    """A process that is killed while it edits leaves nothing in doubt: the next one edits again."""
    platform = FakePlatform()
    platform.answers_with(Killed())
    deps.store.deliveries.enqueue([a_delivery("d", edits="m1")])
    with pytest.raises(Killed):
        await deliver(deps, {"terminal": platform})
    assert await deliver(later(deps, LEASE), {"terminal": platform}) == 1
    assert [sent_id for sent_id, _ in platform.edited] == ["m1"]


async def test_a_frozen_worker_doubles_nothing(deps: Deps) -> None:
    """A worker that freezes between its mark and its post, and wakes after its lease: the delivery is held for unknown
    meanwhile, nobody else sends it, and the worker's late send is written into the log and changes nothing (B007)."""
    platform, frozen = FakePlatform(), FakePlatform()
    asleep, awake = asyncio.Event(), asyncio.Event()

    async def after_a_sleep(
        recipient: Recipient, part: Document, part_id: str, thread: Thread | None = None
    ) -> Outcome:
        asleep.set()
        await awake.wait()
        return await FakePlatform.post(frozen, recipient, part, part_id, thread)

    frozen.post = after_a_sleep  # type: ignore[method-assign]  # the same platform, slower
    deps.store.deliveries.enqueue([a_delivery("d", parts=THREE)])
    worker = asyncio.create_task(deliver(deps, {"terminal": frozen}))
    await asleep.wait()
    much_later = later(deps, LEASE + timedelta(seconds=1))
    assert await deliver(much_later, {"terminal": platform}) == 0
    awake.set()
    with capture_logs() as told:
        await worker
    assert [(entry["event"], entry["part"]) for entry in told] == [("sent after the lease was lost", 1)]
    assert (frozen.seen, platform.seen) == (["Part one."], [])
    assert state_of(deps, "d") == (DeliveryState.UNKNOWN, 0)
    assert await deliver(later(deps, timedelta(days=1)), {"terminal": platform}) == 0


async def test_parts_that_are_out_are_not_sent_again(deps: Deps) -> None:
    """Where the second of three parts fails, the first stays as it is: a later run sends the second and the third, each
    part being out once (B003)."""
    platform = FakePlatform()
    platform.answers_with(Sent("m1"), Later(1, "500"))
    deps.store.deliveries.enqueue([a_delivery("d", parts=THREE)])
    await deliver(deps, {"terminal": platform})
    await deliver(later(deps, timedelta(minutes=1)), {"terminal": platform})
    assert platform.part_ids == ["d/0", "d/1", "d/1", "d/2"]
    assert platform.seen == ["Part one.", "Part two.", "Part three."]


async def test_a_restart_sends_nothing_again(deps: Deps) -> None:
    """What is out stays out when the same period is owed once more after a restart (B006, B010)."""
    platform = FakePlatform()
    for _ in range(2):
        deps.store.deliveries.enqueue([a_delivery("edition/daily/2026-07-22/here", parts=THREE)])
        await deliver(deps, {"terminal": platform})
    assert platform.seen == ["Part one.", "Part two.", "Part three."]


async def test_what_fails_after_posting_posts_nothing_again(deps: Deps, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the store fails once all parts are out, the next run only writes that down (B015)."""
    platform = FakePlatform()
    deps.store.deliveries.enqueue([a_delivery("d", parts=THREE)])

    def failing(*_: object) -> bool:
        raise StoreError("The disk is full.")

    monkeypatch.setattr(type(deps.store.deliveries), "finish", failing)
    with pytest.raises(StoreError):
        await deliver(deps, {"terminal": platform})
    monkeypatch.undo()
    assert await deliver(later(deps, LEASE), {"terminal": platform}) == 1
    assert platform.seen == ["Part one.", "Part two.", "Part three."]
    assert state_of(deps, "d") == (DeliveryState.SENT, 3)


async def test_a_stop_finishes_what_is_posted_and_gives_the_rest_back(deps: Deps) -> None:
    """Who cancels the sending and waits finds nothing claimed: the part on its way is written down, and what waits for
    its turn is due as before, for another process."""
    platform, resting = FakePlatform(), asyncio.Event()

    async def long(_: float) -> None:
        resting.set()
        await asyncio.sleep(3600)

    limits = OwnLimits({"terminal": Speed(place=1.0)}, lambda: 0.0, long)
    deps.store.deliveries.enqueue([a_delivery("d", parts=THREE)])
    sending_ = asyncio.create_task(deliver(deps, {"terminal": platform}, Means(limits)))
    await resting.wait()
    sending_.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending_
    assert state_of(deps, "d") == (DeliveryState.PENDING, 1)
    assert await deliver(deps, {"terminal": platform}) == 1
    assert platform.seen == ["Part one.", "Part two.", "Part three."]


async def test_a_slow_platform_keeps_no_other_waiting(deps: Deps) -> None:
    """While a platform hangs, whatever is due elsewhere goes out (B072)."""
    hanging, platform = FakePlatform("slack"), FakePlatform()
    arrived = asyncio.Event()

    async def hangs(recipient: Recipient, part: Document, part_id: str, thread: Thread | None = None) -> Outcome:
        await arrived.wait()
        return Unknown("timeout")

    async def arrives(recipient: Recipient, part: Document, part_id: str, thread: Thread | None = None) -> Outcome:
        arrived.set()
        return Sent("m1")

    hanging.post = hangs  # type: ignore[method-assign]  # the same platform, slower
    platform.post = arrives  # type: ignore[method-assign]  # the same platform, telling that it was asked
    deps.store.deliveries.enqueue([a_delivery("slow", recipient=a_recipient(platform="slack")), a_delivery("d")])
    assert await deliver(deps, {"slack": hanging, "terminal": platform}) == 2


async def test_what_becomes_due_while_others_are_under_way_is_sent(deps: Deps) -> None:
    """A run that waits for a slow place also takes what is put into the outbox meanwhile."""
    platform, goes_on = FakePlatform(), asyncio.Event()

    async def hangs(recipient: Recipient, part: Document, part_id: str, thread: Thread | None = None) -> Outcome:
        if recipient.id == "slow":
            deps.store.deliveries.enqueue([a_delivery("late", recipient=a_recipient(id="late"))])
            await goes_on.wait()
        else:
            goes_on.set()
        return await FakePlatform.post(platform, recipient, part, part_id, thread)

    taking = replace(platform)
    taking.post = hangs  # type: ignore[method-assign]  # the same platform, slower
    deps.store.deliveries.enqueue([a_delivery("slow", recipient=a_recipient(id="slow"))])
    assert await deliver(deps, {"terminal": taking}) == 2


async def killed_while_posting(deps: Deps, platform: FakePlatform) -> None:
    """A process dies after the platform took the first part and before that was written down."""
    deps.store.deliveries.enqueue([a_delivery("d", parts=THREE)])
    platform.answers_with(Killed())
    with pytest.raises(Killed):
        await deliver(deps, {"terminal": platform})


async def test_who_takes_over_asks_while_the_platform_remembers(deps: Deps) -> None:
    """Where posting again gives the same message back, a killed worker's part is asked for under its own name as soon
    as its short lease is over, and the delivery goes on (B014)."""
    platform = FakePlatform(repeats_for=HELD)
    await killed_while_posting(deps, platform)
    soon = POSTING_LEASE + timedelta(seconds=1)
    assert soon + timedelta(seconds=30) < HELD
    await deliver(later(deps, soon), {"terminal": platform})
    assert platform.part_ids == ["d/0", "d/0", "d/1", "d/2"]
    assert state_of(deps, "d") == (DeliveryState.SENT, 3)


@pytest.mark.parametrize("is_readable", [True, False])
async def test_what_the_platform_forgot_is_looked_for(deps: Deps, is_readable: bool) -> None:
    """Later than the platform remembers nothing is posted again: the part is found where it can be read back, else it
    is in doubt (B014)."""
    platform = FakePlatform(repeats_for=HELD, readable={"d/0": "m9"} if is_readable else {})
    await killed_while_posting(deps, platform)
    await deliver(later(deps, HELD + timedelta(seconds=1)), {"terminal": platform})
    assert platform.part_ids == (["d/0", "d/1", "d/2"] if is_readable else ["d/0"])
    assert state_of(deps, "d") == ((DeliveryState.SENT, 3) if is_readable else (DeliveryState.UNKNOWN, 0))


async def test_an_unknown_part_that_can_be_read_back_is_out(deps: Deps) -> None:
    """A lost reply is no doubt where the message itself is found (B002)."""
    platform = FakePlatform(readable={"d/0": "m9"})
    platform.answers_with(Unknown("timeout"))
    deps.store.deliveries.enqueue([a_delivery("d")])
    await deliver(deps, {"terminal": platform})
    sent = deps.store.deliveries.get("d")
    assert sent is not None
    assert (sent.state, sent.sent_ids) == (DeliveryState.SENT, ("m9",))


@pytest.mark.parametrize("is_readable", [True, False])
async def test_what_somebody_says_arrived_has_its_replies_in_one_thread(deps: Deps, is_readable: bool) -> None:
    """The replies to a first part of which nobody knows the id hang on it where it can be read back, else on one line
    with the issue's name: the channel gets no reply that stands by itself."""
    platform = FakePlatform()
    platform.answers_with(Unknown("timeout"))
    deps.store.deliveries.enqueue([a_delivery("d", parts=THREE, thread=Thread("8 Jul systems daily"))])
    await deliver(deps, {"terminal": platform})
    assert deps.store.deliveries.settle("d", arrived=True)
    if is_readable:
        platform.readable["d/0"] = "m9"
    await deliver(deps, {"terminal": platform})
    heads = [] if is_readable else ["8 Jul systems daily"]
    assert [text.replace("*", "") for text in platform.seen] == [*heads, "Part two.", "Part three."]
    hung = "m9" if is_readable else "m1"
    assert [one.first for one in platform.threads[len(heads) :] if one] == [hung, hung]
    assert state_of(deps, "d") == (DeliveryState.SENT, 3)


async def test_a_slow_part_keeps_its_lease(deps: Deps, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a platform takes its time over a part its short lease is renewed."""
    platform, renewed, loop = FakePlatform(repeats_for=HELD), asyncio.Event(), asyncio.get_running_loop()
    renew, untils = deps.store.deliveries.renew, list[datetime]()

    def noted(_: object, key: str, token: int, until: datetime) -> bool:
        untils.append(until)
        loop.call_soon_threadsafe(renewed.set)
        return renew(key, token, until)

    async def slow(recipient: Recipient, part: Document, part_id: str, thread: Thread | None = None) -> Outcome:
        await renewed.wait()
        return Sent("m1")

    monkeypatch.setattr(parts, "RENEW_SECONDS", 0.0)
    monkeypatch.setattr(type(deps.store.deliveries), "renew", noted)
    platform.post = slow  # type: ignore[method-assign]  # the same platform, slower
    deps.store.deliveries.enqueue([a_delivery("d")])
    await deliver(deps, {"terminal": platform})
    assert untils[0] == NOW + POSTING_LEASE
    assert state_of(deps, "d") == (DeliveryState.SENT, 1)


async def test_a_workspace_that_took_the_bot_away(deps: Deps) -> None:
    """One dead token is one attempt: nothing else is tried in that workspace until the bot is back, nothing is lost,
    and other workspaces have theirs (B080, B081)."""
    platform = FakePlatform()
    gone, other = a_recipient(workspace="T1", id="a"), a_recipient(workspace="T2", id="b")
    deps.store.deliveries.enqueue([a_delivery("a", recipient=gone)])
    platform.answers_with(Refused("The app was removed from the workspace.", uninstalled=True))
    await deliver(deps, {"terminal": platform})
    waiting = a_delivery("c", recipient=replace(gone, id="c"))
    deps.store.deliveries.enqueue([waiting, a_delivery("b", recipient=other)])
    for hours in (0, 1, 2):
        await deliver(later(deps, timedelta(hours=hours)), {"terminal": platform})
    assert platform.part_ids == ["a/0", "b/0"]
    await StoredPlaces(deps).back("terminal", "T1")
    await deliver(later(deps, timedelta(hours=3)), {"terminal": platform})
    assert sorted(platform.part_ids) == ["a/0", "a/0", "b/0", "c/0"]
    assert deps.store.deliveries.numbers() == {DeliveryState.SENT: 3}


@pytest.mark.parametrize(
    "answer",
    [pytest.param(Later(7, "429", limited=True), id="limited"), pytest.param(Refused("archived"), id="refused")],
)
async def test_a_limit_says_nothing_of_the_attempt_before(deps: Deps, answer: Outcome) -> None:
    """What a killed worker may have posted stays in doubt where asking again meets a limit or a closed place: it is not
    posted anew once the platform has forgotten it (B014)."""
    platform = FakePlatform(repeats_for=HELD)
    await killed_while_posting(deps, platform)
    platform.answers_with(answer)
    await deliver(later(deps, POSTING_LEASE), {"terminal": platform})
    deps.store.deliveries.unpark(a_recipient())
    await deliver(later(deps, HELD + timedelta(minutes=1)), {"terminal": platform})
    assert platform.part_ids == ["d/0", "d/0"]
    assert state_of(deps, "d") == (DeliveryState.UNKNOWN, 0)


async def test_a_limit_after_a_lost_reply_is_no_answer(deps: Deps) -> None:
    """Where the first attempt is unknown and the second meets a limit, nobody knows more than before."""
    platform = FakePlatform(repeats_for=HELD)
    platform.answers_with(Unknown("timeout"), *[Later(7, "429", limited=True)] * (NONCE_TRIES - 1))
    deps.store.deliveries.enqueue([a_delivery("d")])
    await deliver(deps, {"terminal": platform}, Means(sleep=nothing))
    assert state_of(deps, "d") == (DeliveryState.UNKNOWN, 0)
