"""The day's message: what was told at once is not told again, a flood is drained, a release past a pin is told once."""

from __future__ import annotations

from dataclasses import replace
from datetime import time, timedelta
from typing import Any

import pytest

from bot.domain.delivery import DeliveryState, RecipientKind
from bot.domain.document import Document, List, line
from bot.domain.serving import Mark
from bot.domain.subscription import Cadence
from bot.domain.update import Kind, Update
from bot.domain.urgency import MOST_A_DAY
from bot.domain.version import TaggedVersion
from bot.wording.links import link_of
from handlers.deps import Deps
from handlers.jobs.match import match
from handlers.jobs.messages import messages_due
from storage.channels import Posting
from tests.factories import NOW, SHANGHAI, a_delivery, a_query, a_recipient, a_subscription, an_update, at
from tests.fakes import texts

DUE = NOW
"""Wednesday, 09:00 in Shanghai."""


def subscribed(deps: Deps, text: str = "flashinfer", **changes: Any) -> None:
    """The reader's daily subscription, made a week ago and served yesterday."""
    fields = {"query": a_query("project:flashinfer"), "created": NOW - timedelta(days=7), **changes}
    made = deps.store.subscriptions.add(a_subscription(text, **fields))
    deps.store.subscriptions.serve({made.id: Mark(DUE - timedelta(days=1), DUE.date() - timedelta(days=1), DUE)})


def came(
    deps: Deps, number: int, *, urgent: bool = False, at_: timedelta = timedelta(hours=1), **changes: Any
) -> Update:
    """An update of FlashInfer from before the hour; an urgent one is about security."""
    kind = Kind.SECURITY if urgent else Kind.FIX
    fields = {"tags": ("project:flashinfer",), "published": NOW - at_, "first_seen": NOW - at_, "kind": kind, **changes}
    update = an_update(f"Repair thing {'x' * number}{number}", number=number, **fields)
    deps.store.updates.save([update])
    return update


def due(deps: Deps) -> list[str]:
    """The messages of today, as the shell draws them."""
    made = messages_due(DUE - timedelta(days=1), DUE, deps).deliveries
    deps.store.deliveries.enqueue(made)
    return [text for delivery in made for text in texts(delivery.parts)]


async def test_told_at_once_and_not_again(deps: Deps) -> None:
    """Security comes in minutes; the day's message has the rest only (WORDING.md 4)."""
    subscribed(deps)
    came(deps, 1, urgent=True)
    came(deps, 2)
    assert await match(replace(deps, now=lambda: NOW)) == 1
    (seen,) = due(deps)
    assert "thing xx2" in seen
    assert "thing x1" not in seen


async def test_several_subscriptions_are_one_line(deps: Deps) -> None:
    """An update that two subscriptions of a person match is told once, at once as in the day's message."""
    subscribed(deps)
    subscribed(deps, "fixes", query=a_query("kind:fix"))
    subscribed(deps, "all of it", cadence=Cadence.AT_ONCE)
    subscribed(deps, "again", cadence=Cadence.AT_ONCE)
    came(deps, 1)
    assert await match(deps) == 1
    assert due(deps) == []


@pytest.mark.parametrize("count", [MOST_A_DAY, MOST_A_DAY + 1])
async def test_so_many_a_day(count: int, deps: Deps) -> None:
    """Urgent messages beyond those of a day wait for the day's message, and do not come on the next day either."""
    subscribed(deps)
    sent = 0
    for number in range(1, count + 1):
        moment = NOW - timedelta(minutes=60 - number)
        came(deps, number, urgent=True, at_=NOW - moment)
        sent += await match(replace(deps, now=lambda moment=moment: moment))  # type: ignore[misc]  # bound at once
    assert sent == MOST_A_DAY
    assert await match(replace(deps, now=lambda: NOW + timedelta(days=1))) == 0
    assert ("thing xxxx4" in "".join(due(deps))) == (count > MOST_A_DAY)


@pytest.mark.parametrize("hour", [timedelta(hours=24), timedelta(hours=5)])
async def test_a_week_is_not_waited_for(hour: timedelta, deps: Deps) -> None:
    """What had no room at once comes with the next day's message also to who subscribed weekly, once; the week's
    message does not tell it again."""
    subscribed(deps, cadence=Cadence.WEEKLY, days=frozenset({1}))
    for number in range(1, MOST_A_DAY + 2):
        moment = NOW - timedelta(minutes=60 - number)
        came(deps, number, urgent=True, at_=NOW - moment)
        await match(replace(deps, now=lambda moment=moment: moment))  # type: ignore[misc]  # bound at once
    came(deps, 9)
    told = messages_due(DUE - timedelta(hours=1), DUE, deps).deliveries
    deps.store.deliveries.enqueue(told)
    (seen,) = [text for one in told for text in texts(one.parts)]
    assert "thing xxxx4" in seen
    assert "thing xxxxxxxxx9" not in seen
    assert "1 new" in seen
    assert messages_due(DUE, DUE + hour, deps).deliveries == ()
    later = messages_due(DUE, DUE + timedelta(days=5), deps).deliveries
    week = "".join(text for one in later for text in texts(one.parts))
    assert "thing xxxxxxxxx9" in week
    assert "thing xxxx4" not in week


async def test_held_at_night_and_not_for_channels(deps: Deps) -> None:
    """A person hears in the morning, a channel at once."""
    night = NOW - timedelta(hours=9)
    subscribed(deps, cadence=Cadence.AT_ONCE)
    subscribed(deps, cadence=Cadence.AT_ONCE, recipient=a_recipient(RecipientKind.CHANNEL, id="infra"))
    came(deps, 1, at_=timedelta(hours=9, minutes=5))
    assert await match(replace(deps, now=lambda: night)) == 2
    dues = {one.recipient.kind: one.due for one in deps.store.deliveries.all()}
    assert dues == {RecipientKind.USER: NOW - timedelta(hours=1), RecipientKind.CHANNEL: night}


async def test_a_flood_is_drained(deps: Deps) -> None:
    """Only what matters of a flood stands in the day's message, and the rest is counted."""
    subscribed(deps, matters=True)
    for number in range(1, 9):
        came(deps, number)
    came(deps, 9, kind=Kind.SECURITY)
    (seen,) = due(deps)
    assert seen.count("Repair thing") == 6
    assert "9 new since" in seen
    assert "3 more: whatsnew flashinfer" in seen


async def test_a_release_past_a_pin_is_told_once(deps: Deps) -> None:
    """The day's message asks once whether the reader uses it now."""
    deps.store.versions.save([TaggedVersion("flashinfer", "", "0.6.15", "v0.6.15", False, at(17), "")])
    deps.store.stacks.set(a_recipient(), "flashinfer==0.6.14", "reader", NOW)
    subscribed(deps)
    came(deps, 1)
    (seen,) = due(deps)
    assert "FlashInfer 0.6.15 came out on 17 Jul. You run 0.6.14." in seen
    assert "stack now flashinfer==0.6.15" in seen
    subscribed(deps, "fixes", query=a_query("kind:fix"), cadence=Cadence.WEEKLY, days=frozenset({3}))
    assert "came out" not in "".join(due(deps))


async def test_a_pause_ends(deps: Deps) -> None:
    """A pause with an end is over when that has come, and not before."""
    subscribed(deps)
    came(deps, 1)
    deps.store.subscriptions.pause(a_recipient(), DUE + timedelta(seconds=1))
    assert due(deps) == []
    deps.store.subscriptions.resume(a_recipient())
    deps.store.subscriptions.pause(a_recipient(), DUE)
    assert len(due(deps)) == 1


@pytest.mark.parametrize(
    ("reader", "owner", "says"),
    [
        pytest.param({}, "reader", True, id="who set it up"),
        pytest.param({}, "another", False, id="somebody else"),
        pytest.param({"workspace": "elsewhere"}, "reader", False, id="of another workspace"),
        pytest.param({"workspace": "dm"}, "reader", True, id="who is the same in all workspaces"),
    ],
)
async def test_it_stood_in_a_channel_already(reader: dict[str, Any], owner: str, says: bool, deps: Deps) -> None:
    """A line says that it stood in an issue of a channel that its reader is known to follow."""
    person, channel = a_recipient(**reader), a_recipient(RecipientKind.CHANNEL, id="infra")
    deps.store.channels.set(Posting(channel, "systems-daily", time(8), SHANGHAI, frozenset({1}), owner))
    subscribed(deps, recipient=person)
    link = link_of(came(deps, 1))
    came(deps, 22)
    issue = Document((List((line("Fix ", link),)),))
    key, out = "edition/systems-daily/2026-07-22/infra", DeliveryState.SENT
    deps.store.deliveries.enqueue([a_delivery(key, recipient=channel, parts=(issue,), due=NOW, state=out)])
    (seen,) = due(deps)
    assert seen.count("already in your channel's systems daily") == says
