"""A subscription that would drown its owner is drained; there are limits, pauses with an end, and what waits is taken
back with what it waits for."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.delivery import DeliveryState
from bot.domain.errors import UserError
from bot.domain.flood import FLOOD
from bot.domain.subscription import Subscription
from handlers.commands.subscribe import SUBSCRIPTIONS_PER_PLACE
from handlers.deps import Deps
from handlers.router import dispatch
from tests.factories import NOW, VLLM, a_command, a_delivery, a_recipient, a_subscription, an_update
from tests.fakes import texts


async def say(deps: Deps, text: str) -> str:
    """What the bot answers to a line, as the shell draws it, on one line."""
    (seen,) = texts([await dispatch(a_command(text), deps)])
    return " ".join(seen.split())


def own(deps: Deps) -> tuple[Subscription, ...]:
    """The reader's subscriptions."""
    return deps.store.subscriptions.of(a_recipient())


def busy(deps: Deps, count: int) -> None:
    """vLLM had so many updates in the last 30 days."""
    deps.store.updates.save(
        [
            an_update(f"Repair {number}", number=number, repository=VLLM, published=NOW - timedelta(minutes=number))
            for number in range(1, count + 1)
        ]
    )


FEW, MANY = FLOOD * 30 // 7, (FLOOD + 1) * 30 // 7 + 1


@pytest.mark.parametrize(
    ("line", "count", "matters"),
    [
        pytest.param("subscribe vllm", MANY, True, id="a flood"),
        pytest.param("subscribe vllm", FEW, False, id="no flood"),
        pytest.param("subscribe vllm everything", MANY, False, id="all of it was asked for"),
        pytest.param("subscribe vllm weekly", MANY, False, id="weekly"),
        pytest.param("subscribe vllm releases", MANY, False, id="releases"),
    ],
)
async def test_a_flood(line: str, count: int, matters: bool, deps: Deps) -> None:
    """WORDING.md 4: look-outs, releases and the most important of a day, unless everything is asked for."""
    busy(deps, count)
    seen = await say(deps, line)
    assert [one.matters for one in own(deps)] == [matters]
    assert ("Subscribed: vLLM, look-outs and releases" in seen) is matters
    assert ("You get what breaks, security, defaults, releases and the 5 most important a day." in seen) is matters


async def test_everything_after_all(deps: Deps) -> None:
    """The button brings all of it, weekly; who runs a card is offered that card alone."""
    busy(deps, MANY)
    await say(deps, "stack vllm sm90")
    seen = await say(deps, "subscribe vllm")
    (made,) = own(deps)
    assert f"edit {made.id} daily 09:00 no vllm sm90" in seen
    assert f"subscriptions {made.id} everything weekly" in seen
    await say(deps, f"subscriptions {made.id} everything weekly")
    assert [one.matters for one in own(deps)] == [False]


async def test_narrowed_it_is_no_flood(deps: Deps) -> None:
    """Another question is looked at anew."""
    busy(deps, MANY)
    await say(deps, "subscribe vllm")
    (made,) = own(deps)
    await say(deps, f"edit {made.id} daily 09:00 no vllm sm90")
    assert [(one.text, one.matters) for one in own(deps)] == [("vllm sm90", False)]


@pytest.mark.parametrize("count", [SUBSCRIPTIONS_PER_PLACE - 1, SUBSCRIPTIONS_PER_PLACE])
async def test_limit(count: int, deps: Deps) -> None:
    """One more than a person may have is refused with a sentence; one that is there already is no more."""
    for number in range(count):
        deps.store.subscriptions.add(a_subscription(f"t{number}"))
    if count < SUBSCRIPTIONS_PER_PLACE:
        await say(deps, "subscribe vllm")
        assert "Already subscribed" in await say(deps, "subscribe vllm")
        return
    with pytest.raises(UserError, match="There are 50 subscriptions already"):
        await dispatch(a_command("subscribe vllm"), deps)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        pytest.param("subscribe", "Say what to subscribe to", id="nothing"),
        pytest.param("subscribe everything", "Say what to subscribe to", id="everything there is"),
        pytest.param("subscribe this week", "Say what to subscribe to", id="a window alone"),
        pytest.param("subscribe flashinfer#3838", "waited for, not subscribed to", id="one change"),
    ],
)
async def test_not_everything(line: str, sentence: str, deps: Deps) -> None:
    """What asks for nothing in particular would match everything (Bad input of issue 6)."""
    with pytest.raises(UserError, match=sentence):
        await dispatch(a_command(line), deps)
    assert own(deps) == ()


async def test_pause_a_week(deps: Deps) -> None:
    """Everything falls silent until the same hour next week, and says so in the list."""
    await say(deps, "subscribe flashinfer")
    assert "Everything is paused until Wed 29 Jul 09:00" in await say(deps, "pause a week")
    assert [one.paused_until for one in own(deps)] == [NOW + timedelta(weeks=1)]
    assert "paused until Wed 29 Jul 09:00" in await say(deps, "subscriptions")
    assert deps.store.subscriptions.wake(NOW + timedelta(days=6)) == 0
    assert deps.store.subscriptions.wake(NOW + timedelta(weeks=1)) == 1
    assert [(one.paused, one.paused_until) for one in own(deps)] == [(False, None)]


@pytest.mark.parametrize(
    ("line", "left"),
    [
        pytest.param("unsubscribe flashinfer", {"at-once/2/b", "subscriptions/daily/x", "sent", "digest"}, id="one"),
        pytest.param("unsubscribe all", {"sent", "digest"}, id="all"),
        pytest.param("stop", {"sent", "digest"}, id="a pause"),
    ],
)
async def test_what_waits_is_taken_back(line: str, left: set[str], deps: Deps) -> None:
    """Ending or pausing takes back what waits in the outbox for it, and nothing else (issue 6, Outbox)."""
    for text in ("flashinfer", "vllm"):
        deps.store.subscriptions.add(replace(a_subscription(text), id=0))
    keys = ("at-once/1/a", "urgent/1/a", "at-once/2/b", "subscriptions/daily/x", "digest")
    deps.store.deliveries.enqueue([a_delivery(key) for key in keys])
    deps.store.deliveries.enqueue([a_delivery("sent", state=DeliveryState.SENT)])
    await say(deps, line)
    assert {one.key for one in deps.store.deliveries.all()} == left
