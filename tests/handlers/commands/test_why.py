"""Sent or not, by which subscription and when: told from the outbox and from the asker's own subscriptions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.domain.answer import Story
from bot.domain.clustering import stories
from bot.domain.delivery import DeliveryState, Recipient, RecipientKind, Told
from bot.domain.errors import UserError
from bot.domain.label import Label
from bot.domain.posted import Posted
from bot.domain.schedule import latest
from bot.domain.serving import Mark
from bot.domain.state import UNKNOWN
from bot.domain.subscription import Cadence, Subscription
from bot.domain.update import Update
from bot.domain.window import Window
from bot.wording.message import Match, daily_document
from handlers.asking import facts_about
from handlers.commands.why import why
from handlers.deps import Deps
from handlers.jobs.match import key_of
from handlers.refusals import standing_query
from handlers.router import dispatch
from storage.digests import Issue
from tests.factories import NOW, SHANGHAI, a_command, a_delivery, a_query, a_recipient, a_subscription, an_update, at
from tests.fakes import texts

ABOUT = ("project:flashinfer", "hardware:sm120")
OLD = at(1, month=6)


async def told(deps: Deps, line: str = "why flashinfer#3822") -> str:
    """What the bot says of FlashInfer's #3822."""
    (seen,) = texts([await dispatch(a_command(line), deps)])
    return seen


def came(deps: Deps, **changes: Any) -> Update:
    """The change, as the store has it: merged on the 20th at noon, about SM120 unless said otherwise."""
    fields = {"tags": ABOUT, "published": at(20), "first_seen": at(20), **changes}
    update = an_update("Optimize FP4 V-scale dequant", number=3822, **fields)
    deps.store.updates.save([update])
    return update


def subscribed(deps: Deps, **changes: Any) -> Subscription:
    """The asker's subscription to FlashInfer on SM120, since June, which had its turn at its last hour."""
    made = deps.store.subscriptions.add(a_subscription(**{"created": OLD, **changes}))
    served = max(made.created, latest(made.schedule, NOW))
    deps.store.subscriptions.serve({made.id: Mark(served, served.date(), NOW)})
    return made


def message_with(story: Story, deps: Deps, key: str, state: DeliveryState, **changes: Any) -> None:
    """A message in which a story stands is in the outbox."""
    facts = facts_about([story], NOW, SHANGHAI, deps)
    document = daily_document([Match("flashinfer", (story,), 1, 0, standing_query(a_query()))], facts)
    deps.store.deliveries.enqueue([a_delivery(key, parts=(document,), state=state, due=at(21, hour=1), **changes)])


@pytest.mark.parametrize(
    ("update", "subscription", "reason"),
    [
        pytest.param(
            {"tags": ("project:flashinfer", "hardware:sm86"), "mentions": ("hardware:sm120",)},
            {},
            "FlashInfer #3822 is about SM86. It only mentions SM120.",
            id="WORDING.md 4",
        ),
        pytest.param({"tags": ("project:flashinfer", "hardware:sm90")}, {}, "Asked for was SM120.", id="another card"),
        pytest.param({"tags": ("project:flashinfer",)}, {}, "names nothing of that kind", id="no card"),
        pytest.param({}, {"query": a_query("project:vllm")}, "is of another project. Asked for was vLLM", id="project"),
        pytest.param(
            {"tags": ("project:flashinfer", "hardware:sm90")},
            {"query": a_query("project:vllm", "hardware:sm120")},
            "Asked for was SM120 and vLLM.",
            id="another project and card",
        ),
        pytest.param(
            {},
            {"query": a_query("project:vllm", "project:trl")},
            "Asked for was trl or vLLM.",
            id="one of two projects",
        ),
        pytest.param({"noise": True}, {}, "docs, tests or builds, which are left out", id="noise"),
        pytest.param({}, {"created": at(21)}, "came before you subscribed on Tue 21 Jul 12:00", id="before"),
        pytest.param({}, {"paused": True}, "which is paused", id="paused"),
        pytest.param({"published": at(22, hour=1), "first_seen": NOW}, {}, "waits until Thu 23 Jul 09:00", id="waits"),
        pytest.param({}, {}, "when nothing was sent to you", id="missed"),
        pytest.param({"history": True}, {"cadence": Cadence.AT_ONCE}, "loaded as history", id="history"),
        pytest.param({}, {"cadence": Cadence.AT_ONCE}, "has just come in", id="at once, in a moment"),
        pytest.param({}, {"query": a_query(excluded_words=("dequant",))}, "a word that you left out", id="a word"),
    ],
)
async def test_not_sent(update: dict[str, Any], subscription: dict[str, Any], reason: str, deps: Deps) -> None:
    """One sentence says what kept it."""
    came(deps, **update)
    subscribed(deps, **subscription)
    seen = await told(deps)
    assert "Not sent to you." in seen
    assert reason in seen


async def test_our_reading_can_be_wrong(deps: Deps) -> None:
    """What a tag kept away has the button that says that it is about it."""
    came(deps, tags=("project:flashinfer", "hardware:sm86"), mentions=("hardware:sm120",))
    subscribed(deps)
    assert "wrong flashinfer-ai/flashinfer#3822 about hardware:sm120" in await told(deps)
    assert "Noted" in await told(deps, "wrong flashinfer-ai/flashinfer#3822 about hardware:sm120")


async def test_a_tag_that_is_not_all_that_kept_it(deps: Deps) -> None:
    """Where the tag would not bring it nobody is asked to correct it."""
    came(deps, tags=("project:flashinfer", "hardware:sm86"))
    subscribed(deps, query=a_query("project:vllm", "hardware:sm120"))
    seen = await told(deps)
    assert "SM120" in seen
    assert "wrong " not in seen


async def test_ended_and_given_back(deps: Deps) -> None:
    """What came while a subscription was ended still waits for its next message, although its hour went by."""
    mine = subscribed(deps)
    deps.store.subscriptions.serve({mine.id: Mark(at(21, hour=1), at(21).date(), at(21, hour=1))})
    came(deps, published=at(21, hour=10), first_seen=at(21, hour=10))
    await told(deps, f"unsubscribe {mine.id}")
    await told(deps, f"undo unsubscribe {mine.id}")
    assert "waits until Wed 22 Jul 09:00" in await told(deps)


async def test_the_nearest_subscription_speaks(deps: Deps) -> None:
    """Of several subscriptions the one that came nearest says why."""
    came(deps, tags=("project:flashinfer", "hardware:sm86"), mentions=("hardware:sm120",))
    subscribed(deps, text="vllm", query=a_query("project:vllm"))
    subscribed(deps)
    seen = await told(deps)
    assert "The nearest of your subscriptions: flashinfer sm120" in seen
    assert "only mentions SM120" in seen


async def test_without_subscriptions(deps: Deps) -> None:
    """Who subscribed to nothing hears so."""
    came(deps)
    assert "You have no subscription that could bring FlashInfer #3822." in await told(deps)


@pytest.mark.parametrize(
    ("key", "state", "said"),
    [
        pytest.param("subscriptions/daily/x", DeliveryState.SENT, "Sent to you.", id="sent"),
        pytest.param("at-once/1/x", DeliveryState.SENT, "Tue 21 Jul 09:00, at once", id="at once"),
        pytest.param("subscriptions/daily/x", DeliveryState.SENT, "with your subscriptions", id="by what"),
        pytest.param("subscriptions/daily/x", DeliveryState.PENDING, "waits to be sent", id="waiting"),
        pytest.param("subscriptions/daily/x", DeliveryState.UNKNOWN, "nobody knows whether", id="in doubt"),
        pytest.param("subscriptions/daily/x", DeliveryState.PARKED, "cannot be delivered: closed", id="parked"),
    ],
)
async def test_sent(key: str, state: DeliveryState, said: str, deps: Deps) -> None:
    """By what it was sent and when, and whether it arrived."""
    (story,) = stories([came(deps)])
    message_with(story, deps, key, state, reason="closed" if state is DeliveryState.PARKED else None)
    # Not through the router: a line from somebody lets parked messages go to them again.
    (seen,) = texts([await why(a_command("flashinfer#3822"), deps)])
    assert said in seen


@pytest.mark.parametrize(
    ("place", "said", "line"),
    [
        pytest.param(
            a_recipient(), "Sent to you.", "Tue 21 Jul 09:00, by your subscription FlashInfer SM120", id="own"
        ),
        pytest.param(
            a_recipient(RecipientKind.CHANNEL, id="infra"),
            "Sent to this channel.",
            "Tue 21 Jul 09:00, by FlashInfer SM120, in this channel",
            id="channel",
        ),
    ],
)
async def test_by_which_and_where(place: Recipient, said: str, line: str, deps: Deps) -> None:
    """What was sent names its subscription, and in a channel that it was the channel's."""
    (story,) = stories([came(deps)])
    made = subscribed(deps, recipient=place, text="FlashInfer SM120")
    told_by = Told(made.id, story.lead.key, story.label, story.lead.state.stage, frozenset())
    message_with(story, deps, "subscriptions/daily/x", DeliveryState.SENT, recipient=place, tells=(told_by,))
    (seen,) = texts([await why(replace(a_command("flashinfer#3822"), place=place), deps)])
    assert said in seen
    assert line in " ".join(seen.split())


async def test_what_others_were_sent_is_not_told(deps: Deps) -> None:
    """Somebody else's messages are theirs."""
    (story,) = stories([came(deps)])
    message_with(story, deps, "subscriptions/daily/x", DeliveryState.SENT, recipient=a_recipient(id="other"))
    assert "Not sent to you." in await told(deps)


async def test_a_longer_number_is_another_change(deps: Deps) -> None:
    """What was sent of #38220 says nothing of #3822."""
    came(deps)
    (other,) = stories([an_update("Another", number=38220)])
    message_with(other, deps, "subscriptions/daily/x", DeliveryState.SENT)
    assert "Not sent to you." in await told(deps)


async def test_ranked_lower(deps: Deps) -> None:
    """A message went out in its turn, with others in it."""
    came(deps)
    subscribed(deps)
    (other,) = stories([an_update("Another", number=2)])
    message_with(other, deps, "subscriptions/daily/x", DeliveryState.SENT)
    assert "ranked lower than what the message of Tue 21 Jul 09:00 had room" in await told(deps)


async def test_counted_and_not_shown(deps: Deps) -> None:
    """At once it was one of those that a message only counted."""
    (story,) = stories([came(deps)])
    mine = subscribed(deps, cadence=Cadence.AT_ONCE)
    key = key_of(mine, story)
    deps.store.deliveries.enqueue([a_delivery(key, parts=(), state=DeliveryState.SENT, due=at(20))])
    assert "was counted in the message of Mon 20 Jul 12:00" in await told(deps)


async def test_the_issues_that_had_it(deps: Deps) -> None:
    """Where everybody could read it is told, too."""
    update = came(deps)
    window = Window(at(19), at(20), SHANGHAI)
    issue = Issue("systems-daily", "2026-07-21", window, at(21))
    deps.store.digests.record(
        issue, [Posted("systems-daily", "2026-07-21", update.key, at(21), Label.PERF, (), UNKNOWN)]
    )
    assert "Listed in: systems daily 2026-07-21." in await told(deps)


async def test_a_change_that_is_not_held(deps: Deps) -> None:
    """The error of the detail view."""
    with pytest.raises(UserError, match="has no such change in the store"):
        await told(deps)
