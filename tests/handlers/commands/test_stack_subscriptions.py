"""`subscribe my stack`: what somebody runs is a standing question, which follows what they say that they run."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.domain.command import Rights
from bot.domain.delivery import RecipientKind
from bot.domain.errors import UserError
from bot.domain.state import Stage, State
from bot.domain.subscription import Cadence, Subscription
from bot.domain.update import Kind, Update
from bot.domain.version import TaggedVersion
from handlers.deps import Deps
from handlers.jobs.match import match
from handlers.jobs.messages import messages_due
from handlers.router import dispatch
from tests.factories import NOW, VLLM, a_command, a_query, a_recipient, an_actor, an_update, at
from tests.fakes import texts

EARLY = NOW - timedelta(days=7)
READER, CHANNEL = a_recipient(), a_recipient(RecipientKind.CHANNEL, id="infra")
RUN = "stack vllm==0.24.0 flashinfer sm120"


async def say(deps: Deps, *lines: str, **changes: Any) -> str:
    """What the bot answers to the last line, as the shell draws it; all are typed a week ago."""
    seen = ""
    for line in lines:
        (seen,) = texts([await dispatch(replace(a_command(line, at=EARLY), **changes), deps)])
    return seen


def came(deps: Deps, number: int, *tags: str, **changes: Any) -> Update:
    """A change of vLLM, an hour ago."""
    moment = NOW - timedelta(hours=1)
    fields = {"repository": VLLM, "published": moment, "first_seen": moment, **changes}
    update = an_update(f"Repair thing {'x' * number}{number}", number=number, tags=("project:vllm", *tags), **fields)
    deps.store.updates.save([update])
    return update


def own(deps: Deps) -> Subscription:
    """The reader's one subscription."""
    (one,) = deps.store.subscriptions.of(READER)
    return one


def due(deps: Deps) -> str:
    """The message of today, as the shell draws it."""
    return "".join(
        text for one in messages_due(NOW - timedelta(days=1), NOW, deps).deliveries for text in texts(one.parts)
    )


@pytest.mark.parametrize("line", ["subscribe my stack", "subscribe stack weekly", "订阅 我的技术栈"])
async def test_confirmed(line: str, deps: Deps) -> None:
    """The confirmation says what is run; the same is not subscribed to twice, and Undo takes it back."""
    seen = await say(deps, RUN, line)
    assert own(deps).of_stack
    assert "FlashInfer, vLLM 0.24.0, SM120" in seen.replace("、", ", ")
    await say(deps, "subscribe my stack")
    await say(deps, f"undo subscribe {own(deps).id}")
    assert deps.store.subscriptions.of(READER) == ()


async def test_without_a_stack(deps: Deps) -> None:
    """Who never said what they run is asked for it, with an example."""
    with pytest.raises(UserError) as error:
        await say(deps, "subscribe my stack")
    assert [way.command for way in error.value.suggestions] == ["stack vllm==0.24.0 h200 nvfp4"]


async def test_the_daily_brings_what_touches_it(deps: Deps) -> None:
    """Its project, and no other card; a line that names no card says so."""
    await say(deps, RUN, "subscribe my stack")
    came(deps, 1, "hardware:sm120")
    came(deps, 2, "hardware:sm90")
    came(deps, 3)
    came(deps, 4, repository="sgl-project/sglang")
    seen = due(deps)
    assert "2 new" in seen
    assert "Your stack" in seen
    lines = {number: line for line in seen.splitlines() for number in (1, 2, 3, 4) if f"{'x' * number}{number}" in line}
    assert lines.keys() == {1, 3}
    assert "any setup" not in lines[1]
    assert "any setup" in lines[3]


async def test_it_follows_the_stack(deps: Deps) -> None:
    """What is run now counts, also for what is told at once; a forgotten stack brings nothing."""
    await say(deps, RUN, "subscribe my stack at-once", "stack sglang")
    came(deps, 1, "hardware:sm120")
    assert await match(deps) == 0
    await say(deps, "stack vllm sm90")
    came(deps, 2, "hardware:sm90")
    assert await match(deps) == 1
    await say(deps, "stack forget")
    came(deps, 3, "hardware:sm90")
    assert await match(deps) == 0
    assert due(deps) == ""


async def test_at_once(deps: Deps) -> None:
    """A message at once says what of the stack it is about and which version is run, and offers to wait for the release
    and to say why (WORDING.md 4)."""
    await say(deps, RUN, "subscribe my stack")
    came(deps, 1, kind=Kind.SECURITY, state=State(Stage.UNRELEASED, "0.24.0"))
    assert await match(deps) == 1
    (made,) = [one for one in deps.store.deliveries.all() if one.parts]
    (seen,) = texts(made.parts)
    assert "Your stack: vLLM. You run 0.24.0." in seen
    for button in ("watch vllm-project/vllm#1", "why vllm-project/vllm#1", f"subscriptions {own(deps).id} daily"):
        assert button in seen


async def test_at_once_asks_once_for_a_pin(deps: Deps) -> None:
    """Who hears all at once is asked once whether the release past their pin is what they use now."""
    await say(deps, RUN, "subscribe my stack at-once")
    deps.store.versions.save([TaggedVersion("vllm", "", "0.25.0", "v0.25.0", False, at(17), "")])
    for number in (1, 2):
        came(deps, number)
        await match(deps)
    first, second = ["".join(texts(one.parts)) for one in deps.store.deliveries.all() if one.parts]
    assert "vLLM 0.25.0 came out on 17 Jul. You run 0.24.0." in first
    assert "stack now vllm==0.25.0" in first
    assert "came out" not in second


async def test_a_channel_too(deps: Deps) -> None:
    """A channel's subscription asks for the channel's stack, which its managers set."""
    manager = an_actor(rights=Rights(manager=True))
    await say(deps, "stack here flashinfer", "subscribe here my stack at-once", place=CHANNEL, actor=manager)
    (made,) = deps.store.subscriptions.of(CHANNEL)
    assert made.query == a_query("project:flashinfer")
    await say(
        deps, "setup daily 08:00 utc yes line en managers about: everything first: vllm", place=CHANNEL, actor=manager
    )
    came(deps, 1)
    assert await match(deps) == 1


async def test_why_not(deps: Deps) -> None:
    """`why` says which of what is run the change is not about."""
    await say(deps, RUN, "subscribe my stack")
    came(deps, 1, "hardware:sm90")
    assert "is about SM90. Asked for was SM120." in await say(deps, "why vllm#1")


@pytest.mark.parametrize("here", ["", "here "])
async def test_of_a_forgotten_stack(here: str, deps: Deps) -> None:
    """The answer to forget says that the subscription to it stays and brings nothing, with what ends it; without a
    subscription it says nothing of one."""
    place, actor = (CHANNEL, an_actor(rights=Rights(manager=True))) if here else (READER, an_actor())
    forgotten = await say(deps, f"stack {here}vllm", f"stack {here}forget", place=place, actor=actor)
    assert "subscription" not in forgotten
    await say(deps, f"stack {here}vllm", f"subscribe {here}my stack at-once", place=place, actor=actor)
    (made,) = deps.store.subscriptions.of(place)
    seen = await say(deps, f"stack {here}forget", place=place, actor=actor)
    assert "The subscription to it stays, and brings nothing until there is a stack." in seen
    assert f"unsubscribe {made.id}" in seen
    await say(deps, f"unsubscribe {made.id}", place=place, actor=actor)
    assert deps.store.subscriptions.of(place) == ()


async def test_why_not_without_a_stack(deps: Deps) -> None:
    """`why` says that there is none, unless another subscription came nearer."""
    await say(deps, RUN, "subscribe my stack", "stack forget")
    came(deps, 1, "hardware:sm90")
    seen = await say(deps, "why vllm#1")
    assert "There is no stack, and the subscription to it brings nothing until there is one." in seen
    assert "stack edit" in seen
    await say(deps, "subscribe vllm")
    assert "There is no stack" not in await say(deps, "why vllm#1")


async def test_the_form_keeps_it(deps: Deps) -> None:
    """Editing when it comes keeps the question; another question is another subscription, and the other way round."""
    await say(deps, RUN, "subscribe my stack")
    number = own(deps).id
    await say(deps, f"edit {number} weekly 08:30 Europe/Berlin no my stack")
    assert (own(deps).of_stack, own(deps).cadence, own(deps).zone.key) == (True, Cadence.WEEKLY, "Europe/Berlin")
    await say(deps, f"edit {number} weekly 08:30 no flashinfer")
    assert not own(deps).of_stack
    assert "Your stack" not in due(deps)
    assert "stack" in await say(deps, f"edit {number} daily 08:30 no stack")
    assert own(deps).of_stack
