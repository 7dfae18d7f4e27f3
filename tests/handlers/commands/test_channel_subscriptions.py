"""What a channel is subscribed to: listed, paused and ended there by name, by those who may, and by nobody else."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.command import Actor, Command, Rights
from bot.domain.delivery import RecipientKind
from bot.domain.errors import UserError
from bot.domain.serving import Mark
from bot.domain.subscription import Subscription
from handlers.deps import Deps
from handlers.jobs.messages import messages_due
from handlers.router import dispatch
from tests.factories import NOW, a_command, a_delivery, a_query, a_recipient, a_subscription, an_actor, an_update
from tests.fakes import texts
from tests.wording.test_subscriptions import commands

CHANNEL = a_recipient(RecipientKind.CHANNEL, id="infra")
OWNER = an_actor(user="owner", rights=Rights(manager=True))
MANAGER = an_actor(user="deputy", rights=Rights(manager=True))
FORMER = an_actor(user="owner")
"""Who set them up and manages the channel no longer."""
HOUR = timedelta(hours=1)
GUEST = an_actor(user="guest")
WHO_MAY = "Only who set it up, or somebody who manages this channel, can change that"


def line_of(text: str, actor: Actor = OWNER) -> Command:
    """A line that somebody typed in the channel."""
    return a_command(text, actor=actor, place=CHANNEL)


async def say(deps: Deps, text: str, actor: Actor = OWNER) -> str:
    """What the bot answers to a line in the channel, as the shell draws it."""
    (seen,) = texts([await dispatch(line_of(text, actor), deps)])
    return " ".join(seen.split())


def channels(deps: Deps) -> tuple[Subscription, ...]:
    """What the channel is subscribed to."""
    return deps.store.subscriptions.of(CHANNEL)


def own(deps: Deps, actor: Actor) -> tuple[Subscription, ...]:
    """What somebody is subscribed to."""
    return deps.store.subscriptions.of(a_recipient(id=actor.user))


async def test_listed(deps: Deps) -> None:
    """In the channel everybody sees its list behind their own, and buttons only where they may change it."""
    await say(deps, "subscribe here flashinfer")
    await say(deps, "subscribe vllm", GUEST)
    for line in ("subscriptions here", "subscriptions"):
        seen = await say(deps, line, GUEST)
        assert "This channel's subscriptions (1)" in seen
        assert "Who set one up" in seen
        assert "unsubscribe 1" not in seen
        assert "unsubscribe 1" in await say(deps, line)
    assert seen.startswith("Subscriptions (1) • vllm")


async def test_an_empty_channel(deps: Deps) -> None:
    """A channel without subscriptions has nothing to show behind one's own, and says how to begin where it is asked."""
    assert "channel" not in await say(deps, "subscriptions")
    assert "subscribe here flashinfer sm120" in await say(deps, "subscriptions here")
    for line in ("pause here a week", "resume here", "unsubscribe here"):
        with pytest.raises(UserError, match="This channel has no subscription"):
            await dispatch(line_of(line), deps)


@pytest.mark.parametrize(
    "line", ["unsubscribe here flashinfer", "unsubscribe flashinfer here", "取消订阅 本频道 flashinfer"]
)
@pytest.mark.parametrize("actor", [OWNER, MANAGER, FORMER], ids=["owner", "manager", "set it up"])
async def test_ended_by_name(line: str, actor: Actor, deps: Deps) -> None:
    """Its own is ended and not the one of whoever says so; Undo brings it back and shows the channel's list."""
    await say(deps, "subscribe here flashinfer")
    await say(deps, "subscribe flashinfer", actor)
    before = channels(deps)
    assert f"undo unsubscribe {before[0].id}" in await say(deps, line, actor)
    assert channels(deps) == ()
    assert len(own(deps, actor)) == 1
    assert "(1)" in await say(deps, f"undo unsubscribe {before[0].id}", actor)
    assert channels(deps) == before


async def test_undo_shows_the_channels_list(deps: Deps) -> None:
    """Who takes a change of the channel back sees what the channel gets, in a direct message by the channel's name."""
    await say(deps, "subscribe here flashinfer")
    await say(deps, "unsubscribe here flashinfer")
    assert (await say(deps, "undo unsubscribe 1")).startswith("This channel's subscriptions (1)")
    alone = replace(line_of("undo subscribe 1"), place=a_recipient(id="owner"))
    (seen,) = texts([await dispatch(alone, deps)])
    assert seen.startswith("Subscriptions of channel infra (0)")


async def test_ended_without_saying_here(deps: Deps) -> None:
    """What only the channel has is meant; what both have is the asker's own; all of it is never the channel's."""
    await say(deps, "subscribe here flashinfer")
    await say(deps, "subscribe here vllm")
    await say(deps, "subscribe vllm")
    await say(deps, "unsubscribe vllm")
    assert (own(deps, OWNER), len(channels(deps))) == ((), 2)
    with pytest.raises(UserError, match="You have no subscription"):
        await dispatch(line_of("unsubscribe all"), deps)
    assert "no longer gets flashinfer" in await say(deps, "unsubscribe flashinfer")
    assert [one.text for one in channels(deps)] == ["vllm"]
    await say(deps, "unsubscribe here all")
    assert channels(deps) == ()


@pytest.mark.parametrize(
    "line",
    [
        "unsubscribe here flashinfer",
        "unsubscribe flashinfer",
        "unsubscribe here all",
        "unsubscribe here",
        "unsubscribe 1",
        "subscriptions 1 weekly",
        "edit 1",
        "try 1",
        "pause here a week",
        "stop here",
        "resume here",
        "undo subscribe 1",
    ],
)
async def test_others_are_told_who_may(line: str, deps: Deps) -> None:
    """Who may not change what the channel gets is told who may, and nothing changes."""
    await say(deps, "subscribe here flashinfer")
    before = channels(deps)
    with pytest.raises(UserError, match=WHO_MAY):
        await dispatch(line_of(line, GUEST), deps)
    assert channels(deps) == before


async def test_a_name_that_the_channel_has_not(deps: Deps) -> None:
    """It is said of whom there is no such subscription."""
    with pytest.raises(UserError, match='This channel has no subscription "verl"'):
        await dispatch(line_of("unsubscribe here verl"), deps)
    with pytest.raises(UserError, match='You have no subscription "verl"'):
        await dispatch(line_of("unsubscribe verl"), deps)


@pytest.mark.parametrize("line", ["pause here a week", "pause a week here", "stop here", "暂停 本频道 一周"])
async def test_paused_and_resumed(line: str, deps: Deps) -> None:
    """The channel's fall silent and speak again, whoever's own do not; what waits for them is taken back."""
    await say(deps, "subscribe here flashinfer")
    await say(deps, "subscribe flashinfer")
    await say(deps, "digest daily here")
    deps.store.deliveries.enqueue(
        [a_delivery("at-once/1/x", recipient=CHANNEL), a_delivery("edition/daily/1", recipient=CHANNEL)]
    )
    await say(deps, line)
    assert [one.paused for one in (*channels(deps), *own(deps, OWNER))] == [True, False]
    assert [one.key for one in deps.store.deliveries.of(CHANNEL)] == ["edition/daily/1"]
    assert [one.paused for one in deps.store.channels.of(CHANNEL)] == [False]
    await say(deps, "resume here")
    assert not any(one.paused or one.paused_until for one in channels(deps))


async def test_a_pause_of_ones_own_leaves_the_channel_alone(deps: Deps) -> None:
    """`stop` in a channel is about whoever says it."""
    await say(deps, "subscribe here flashinfer")
    await say(deps, "subscribe flashinfer")
    await say(deps, "stop")
    assert [one.paused for one in (*channels(deps), *own(deps, OWNER))] == [False, True]


async def test_only_what_is_theirs_is_paused(deps: Deps) -> None:
    """Who set up one of several pauses that one, and is told that the others go on."""
    await say(deps, "subscribe here flashinfer")
    await say(deps, "subscribe here vllm", MANAGER)
    assert "1 goes on" in await say(deps, "stop here", FORMER)
    assert [one.paused for one in channels(deps)] == [True, False]
    assert "goes on" not in (await say(deps, "stop here")).partition("[")[0]
    assert [one.paused for one in channels(deps)] == [True, True]


async def test_what_waits_is_told_with_its_reason(deps: Deps) -> None:
    """A channel that took nothing is tried again when somebody is there, and its list says why it was silent (B086)."""
    await say(deps, "subscribe here flashinfer")
    deps.store.deliveries.enqueue([a_delivery("at-once/1/x", recipient=CHANNEL)])
    (one,) = deps.store.deliveries.claim(NOW, timedelta(minutes=5), 1)
    deps.store.deliveries.park(one.key, one.token, "is_archived", doubtful=False)
    assert "A message waits: is_archived." in await say(deps, "subscriptions")


def message_buttons(deps: Deps) -> list[str]:
    """The command lines of the day's message that the channel gets."""
    (made,) = messages_due(NOW - timedelta(days=1), NOW, deps).deliveries
    assert made.recipient == CHANNEL
    (seen,) = texts(made.parts)
    assert seen.startswith("For this channel, Wed 22 Jul · 1 new since yesterday 09:00")
    return commands(*made.parts)


async def test_the_buttons_of_its_message(deps: Deps) -> None:
    """Whoever presses them leaves their own alone: a guest is told who may, a manager pauses the channel's."""
    deps.store.updates.save([an_update(published=NOW - HOUR, first_seen=NOW - HOUR, tags=("project:flashinfer",))])
    made = deps.store.subscriptions.add(
        a_subscription(recipient=CHANNEL, query=a_query("project:flashinfer"), created=NOW - timedelta(7))
    )
    deps.store.subscriptions.serve({made.id: Mark(NOW - timedelta(days=1), NOW.date() - timedelta(days=1), None)})
    await say(deps, "subscribe vllm", GUEST)
    edit, pause = message_buttons(deps)
    assert "This channel's subscriptions (1)" in await say(deps, edit, GUEST)
    with pytest.raises(UserError, match=WHO_MAY):
        await dispatch(line_of(pause, GUEST), deps)
    assert "paused until Wed 29 Jul 09:00" in await say(deps, pause, MANAGER)
    assert [one.paused for one in (*channels(deps), *own(deps, GUEST))] == [True, False]


async def test_a_trial_of_the_channels(deps: Deps) -> None:
    """What is sent ahead of its hour says for whom it is as well."""
    await say(deps, "subscribe here flashinfer")
    await say(deps, "try 1")
    (sent,) = deps.store.deliveries.of(CHANNEL)
    assert texts(sent.parts)[0].startswith("For this channel, Wed 22 Jul")


async def test_here_in_direct_messages(deps: Deps) -> None:
    """There both are the same."""
    await dispatch(a_command("subscribe flashinfer"), deps)
    for line in ("subscriptions here", "stop here", "resume here", "unsubscribe here flashinfer"):
        (seen,) = texts([await dispatch(a_command(line), deps)])
        assert "channel" not in seen
    assert deps.store.subscriptions.of(a_recipient()) == ()
