"""What a subscriber was sent and is wrong by now: edited in place, told once in a reply, as its reader wants it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.domain.delivery import RecipientKind, Thread
from bot.domain.language import Language
from bot.domain.subscription import Cadence
from bot.domain.update import Kind, Links, Update
from bot.domain.urgency import MOST_A_DAY
from bot.renderers.terminal import render
from handlers.commands.stop import resume, stop
from handlers.deps import Deps
from handlers.jobs.correct import correct
from handlers.jobs.deliver import deliver
from handlers.jobs.housekeeping import housekeep
from handlers.jobs.match import match
from handlers.jobs.messages import messages_due
from handlers.taking_back import end
from storage.people import Profile
from storage.personal import Person
from tests.factories import NOW, VLLM, a_command, a_query, a_recipient, a_subscription, an_actor, an_update
from tests.fakes import FakePlatform

READER, CHANNEL = a_recipient(), a_recipient(RecipientKind.CHANNEL, id="infra")
SOON = timedelta(minutes=30)
NAMES = ("", "attention", "sampling", "weights", "caching")


def at(deps: Deps, later: timedelta) -> Deps:
    """The same some time later."""
    now = deps.now() + later
    return replace(deps, now=lambda: now)


def came(deps: Deps, number: int, **changes: Any) -> Update:
    """A change of vLLM, an hour ago."""
    hour_ago = deps.now() - timedelta(hours=1)
    fields = {"repository": VLLM, "kind": Kind.FEATURE, "published": hour_ago, "first_seen": hour_ago, **changes}
    tags = fields.pop("tags", ("hardware:sm120",))
    title = f"[Kernel] Add a path of its own for {NAMES[number]} (#{number})"
    update = an_update(title, number=number, tags=("project:vllm", *tags), **fields)
    deps.store.updates.save([update])
    return update


def revert(deps: Deps, number: int) -> None:
    """The change is taken back by another."""
    changes: dict[str, Any] = {
        "kind": Kind.REVERT,
        "body": f"Reverts {VLLM}#{number}",
        "published": deps.now() - timedelta(minutes=5),
    }
    title = f'Revert "[Kernel] Add a path of its own for {NAMES[number]} (#{number})" (#{number + 900})'
    fields: dict[str, Any] = {
        "number": number + 900,
        "repository": VLLM,
        "first_seen": deps.now() - timedelta(minutes=5),
        **changes,
    }
    deps.store.updates.save([an_update(title, tags=("project:vllm",), **fields)])


async def sent(deps: Deps, platform: FakePlatform) -> None:
    """All that is due goes out."""
    while await deliver(deps, {"terminal": platform}):
        pass


async def told(deps: Deps, count: int = 1, **changes: Any) -> FakePlatform:
    """Somebody with an at-once subscription to vLLM was told of changes, in a message each."""
    fields = {"query": a_query("project:vllm"), "cadence": Cadence.AT_ONCE, "created": NOW - timedelta(days=7)}
    deps.store.subscriptions.add(a_subscription("vllm", **{**fields, **changes}))
    platform = FakePlatform()
    for number in range(1, count + 1):
        came(deps, number)
        await match(deps)
    await sent(deps, platform)
    assert len(platform.posted) == count
    return platform


async def test_a_revert_is_told_once(deps: Deps) -> None:
    """The message is edited where it told the change, one reply hangs on it, and a second run does nothing."""
    platform = await told(deps)
    later = at(deps, SOON)
    revert(later, 1)
    assert await correct(later) == 1
    assert await correct(later) == 0
    await sent(later, platform)
    ((sent_id, edited),) = platform.edited
    assert sent_id == "m1"
    assert "Reverted 22 Jul #901" in " ".join(render(edited).split())
    _, reply = platform.posted[1]
    assert render(reply).startswith("Corrected Message of 22 Jul: vLLM: ")
    thread = platform.threads[1]
    assert isinstance(thread, Thread)
    assert thread.first == "m1"
    assert await correct(at(later, timedelta(days=2))) == 0


async def test_what_the_daily_told(deps: Deps) -> None:
    """A line of the day's message is corrected as well; the others of it stay as they are, also at a second one."""
    daily = {"created": NOW - timedelta(days=7), "query": a_query("project:vllm")}
    deps.store.subscriptions.add(a_subscription("vllm", **daily))
    for number in (1, 2, 3):
        came(deps, number)
    deps.store.deliveries.enqueue(messages_due(NOW - timedelta(days=1), NOW, deps).deliveries)
    platform = FakePlatform()
    await sent(deps, platform)
    for hours, number in ((1, 1), (2, 2)):
        later = at(deps, timedelta(hours=hours))
        revert(later, number)
        assert await correct(later) == 1
        await sent(later, platform)
    lines = render(platform.edited[-1][1]).splitlines()
    assert [sum("Reverted" in line for line in lines), len(platform.posted)] == [2, 3]


def unsubscribed(deps: Deps) -> None:
    """The subscription is ended."""
    (one,) = deps.store.subscriptions.of(READER)
    end(one, deps)


def paused(deps: Deps) -> None:
    """Everything is paused."""
    deps.store.subscriptions.pause(READER)


def forgotten(deps: Deps) -> None:
    """All that is kept of the reader is removed."""
    deps.store.personal.forget(Person(an_actor(), READER))


def cleaned(deps: Deps) -> None:
    """What was told is too old to be corrected, and forgotten."""
    deps.store.told.forget(deps.now() + timedelta(days=1))


@pytest.mark.parametrize("happens", [unsubscribed, paused, forgotten, cleaned])
async def test_nobody_hears_who_does_not_want_to(happens: Callable[[Deps], None], deps: Deps) -> None:
    """Who ended or paused the subscription hears of nothing; after a pause it is told."""
    await told(deps)
    later = at(deps, SOON)
    happens(later)
    revert(later, 1)
    assert await correct(later) == 0
    deps.store.subscriptions.resume(READER)
    assert await correct(at(later, SOON)) == (happens is paused)


async def test_held_at_night_and_taken_back(deps: Deps) -> None:
    """A person hears of it in the morning; what waits is taken back with the subscription."""
    await told(deps)
    night = at(deps, timedelta(hours=15))
    revert(night, 1)
    assert await correct(night) == 1
    waiting = [one.due for one in deps.store.deliveries.all()][1:]
    assert waiting == [NOW + timedelta(hours=23)] * 2
    unsubscribed(night)
    assert len(deps.store.deliveries.all()) == 1


async def test_what_waits_for_the_morning_outlasts_a_pause(deps: Deps) -> None:
    """A correction that waits while its reader pauses everything is not sent in the pause and told once after it."""
    platform = await told(deps, 2)
    night = at(deps, timedelta(hours=15))
    revert(night, 1)
    assert await correct(night) == 1
    await stop(a_command("stop"), night)
    morning = at(deps, timedelta(days=1))
    assert await correct(morning) == 0
    await sent(morning, platform)
    assert [len(platform.edited), len(platform.posted)] == [0, 2]
    await resume(a_command("resume"), morning)
    assert [await correct(morning), await correct(morning)] == [1, 0]
    await sent(morning, platform)
    assert [len(platform.edited), len(platform.posted)] == [1, 3]


async def test_what_was_told_before_a_pause_is_not_told_again(deps: Deps) -> None:
    """A pause brings back the corrections that it took back, and none that went out."""
    platform = await told(deps, 2)
    later, night = at(deps, SOON), at(deps, timedelta(hours=15))
    revert(later, 1)
    assert await correct(later) == 1
    await sent(later, platform)
    revert(night, 2)
    assert await correct(night) == 1
    await stop(a_command("stop"), night)
    await resume(a_command("resume"), night)
    assert await correct(night) == 1
    await sent(at(night, timedelta(hours=9)), platform)
    assert [len(platform.edited), len(platform.posted)] == [2, 4]


async def test_a_channel_hears_at_once(deps: Deps) -> None:
    """Nobody is woken by a channel's message."""
    await told(deps, recipient=CHANNEL)
    night = at(deps, timedelta(hours=15))
    revert(night, 1)
    assert await correct(night) == 1
    assert {one.due for one in deps.store.deliveries.all()} == {NOW, night.now()}


async def test_so_many_a_day(deps: Deps) -> None:
    """Beyond the messages of a day a correction waits for the next one."""
    await told(deps, MOST_A_DAY + 1)
    later = at(deps, SOON)
    for number in range(1, MOST_A_DAY + 2):
        revert(later, number)
    assert await correct(later) == MOST_A_DAY
    assert await correct(later) == 0
    assert await correct(at(later, timedelta(days=1))) == 1


async def test_who_was_sent_the_revert_is_not_told_again(deps: Deps) -> None:
    """The message is edited, and there is no second message about it."""
    platform = await told(deps)
    later = at(deps, SOON)
    revert(later, 1)
    await match(later)
    await sent(later, platform)
    assert await correct(later) == 1
    await sent(later, platform)
    assert [len(platform.edited), len(platform.posted)] == [1, 2]


async def test_another_tag_and_another_language(deps: Deps) -> None:
    """What is tagged otherwise now is a correction too, in the language of its reader."""
    platform = await told(deps)
    deps.store.people.set_profile(READER, Profile(language=Language.CHINESE))
    (held,) = deps.store.updates.of_keys([f"{VLLM}#1"])
    deps.store.updates.save([replace(held, tags=an_update(tags=("project:vllm",)).tags)])
    later = at(deps, SOON)
    assert await correct(later) == 1
    await sent(later, platform)
    assert "更正" in render(platform.posted[-1][1])


async def test_a_withdrawn_release(deps: Deps) -> None:
    """A release that was told and is withdrawn is corrected."""
    hour_ago = NOW - timedelta(hours=1)
    ever: dict[str, Any] = {"query": a_query("project:vllm"), "cadence": Cadence.AT_ONCE}
    deps.store.subscriptions.add(a_subscription("vllm", created=NOW - timedelta(days=7), **ever))
    fields: dict[str, Any] = {
        "repository": VLLM,
        "tags": ("project:vllm",),
        "links": Links(tag="v0.25.0"),
        "kind": Kind.RELEASE,
    }
    release = an_update("v0.25.0", published=hour_ago, first_seen=hour_ago, **fields)
    deps.store.updates.save([release])
    await match(deps)
    await sent(deps, FakePlatform())
    later = at(deps, SOON)
    gone = replace(
        release, key=f"{release.key}-gone", title="v0.25.0 is withdrawn", published=later.now() - timedelta(minutes=5)
    )
    deps.store.updates.save([gone])
    assert await correct(later) == 1


async def test_housekeeping_forgets(deps: Deps) -> None:
    """What is too old to be corrected is not kept."""
    await told(deps)
    await housekeep(at(deps, timedelta(days=200)))
    assert deps.store.told.by(deps.store.deliveries.all()[0].key) == ()
