"""All that is kept of a person can be seen and removed, and of nobody else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.command import Actor
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.tag_correction import TagCorrection
from handlers.deps import Deps
from handlers.router import dispatch
from storage.feedback import FeedbackState, Given
from storage.personal import Person
from storage.watches import Watch
from tests.factories import NOW, a_command, a_delivery, a_recipient, a_subscription, a_tag, an_actor
from tests.fakes import texts

CHANNEL = a_recipient(RecipientKind.CHANNEL, id="infra")


async def say(deps: Deps, text: str) -> str:
    """What the bot answers the reader."""
    (seen,) = texts([await dispatch(a_command(text), deps)])
    return seen


def fill(deps: Deps, actor: Actor, place: Recipient) -> None:
    """Something of every kind is kept of a person."""
    store, user = deps.store, actor.user
    store.people.looked(actor, NOW)
    store.stacks.set(place, "vllm==0.24.0", user, NOW)
    store.watches.add(Watch(place, "a/b#1", NOW))
    store.subscriptions.add(a_subscription(recipient=place, owner=user))
    store.deliveries.enqueue([a_delivery(f"at-once/{user}", recipient=place)])
    for tag, state in (("hardware:sm90", FeedbackState.OPEN), ("hardware:sm120", FeedbackState.ACCEPTED)):
        given = Given("a/b#1", TagCorrection(a_tag(tag), about=True), actor.platform, actor.workspace, user, NOW)
        store.feedback.decide(store.feedback.add(given), state, NOW)


async def test_forgotten(deps: Deps) -> None:
    """Nothing of the person is left, all of others is, and what holds for everybody stays without a name."""
    fill(deps, an_actor(), a_recipient())
    fill(deps, an_actor(user="other"), a_recipient(id="other"))
    deps.store.subscriptions.add(a_subscription("for all", recipient=CHANNEL))
    assert "Remove all that is kept of you?" in await say(deps, "forget me")
    assert deps.store.subscriptions.count(a_recipient()) == 1
    seen = await say(deps, "forget me now")
    assert "Nothing of you is kept." in seen
    assert deps.store.personal.export(Person(an_actor(), a_recipient())) == "{}"
    assert "Nothing is kept of you." in await say(deps, "export")
    other = deps.store.personal.export(Person(an_actor(user="other"), a_recipient(id="other")))
    assert all(word in other for word in ("vllm==0.24.0", "a/b#1", "flashinfer sm120", "at-once/other"))
    assert [one.owner for one in deps.store.subscriptions.of(CHANNEL)] == [""]
    assert len(deps.store.feedback.in_state(FeedbackState.ACCEPTED)) == 2
    assert "0 entries removed" in await say(deps, "forget me now")


async def test_exported(deps: Deps) -> None:
    """What is kept is shown as it stands."""
    fill(deps, an_actor(), a_recipient())
    seen = await say(deps, "export")
    assert all(word in seen for word in ("last_looked", "vllm==0.24.0", "hardware:sm120"))


@pytest.mark.parametrize("line", ["forget me", "忘记 我", "FORGET ME"])
async def test_asked_first(line: str, deps: Deps) -> None:
    """One line alone removes nothing."""
    deps.store.stacks.set(a_recipient(), "vllm", "reader", NOW)
    seen = await say(deps, line)
    assert "forget me now" in seen
    assert deps.store.stacks.of(a_recipient()) == "vllm"


def test_a_person_is_one_of_a_workspace(deps: Deps) -> None:
    """The same name elsewhere is somebody else (B092)."""
    fill(deps, an_actor(), a_recipient())
    elsewhere = Person(an_actor(workspace="w2"), replace(a_recipient(), workspace="w2"))
    assert deps.store.personal.forget(elsewhere) == 0
    assert deps.store.personal.export(elsewhere) == "{}"
