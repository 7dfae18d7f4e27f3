"""Deliveries in doubt and parked ones: told once to who can mend it, and decided by them alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import time
from zoneinfo import ZoneInfo

import pytest

from bot.domain.command import Rights
from bot.domain.delivery import DeliveryState, Recipient, RecipientKind, Refused, Sent, Unknown
from bot.domain.document import ChannelName, Paragraph
from bot.domain.schedule import WORK_DAYS
from handlers.deps import Deps
from handlers.jobs.deliver import deliver
from handlers.jobs.delivery_notices import tell_of_doubts
from handlers.pausing import is_paused
from handlers.router import answer
from storage.channels import Posting
from tests.editions import SYSTEMS_DAILY
from tests.factories import a_command, a_delivery, a_document, an_actor
from tests.fakes import FakePlatform, texts

PLACE = Recipient("slack", "T1", RecipientKind.CHANNEL, "C1")
OWNER = Recipient("slack", "T1", RecipientKind.USER, "owner")
OPS = Recipient("slack", "T1", RecipientKind.CHANNEL, "OPS")
KEY = f"edition/{SYSTEMS_DAILY.key}/2026-07-08/{PLACE}"
ISSUE = a_delivery(KEY, recipient=PLACE, parts=(a_document("One."), a_document("Two.")))
ACTOR = an_actor(platform="slack", workspace="T1", user="owner")


def owned(deps: Deps) -> None:
    """The channel's daily was set up by its owner."""
    deps.store.channels.set(Posting(PLACE, SYSTEMS_DAILY.key, time(9), ZoneInfo("UTC"), WORK_DAYS, owner="owner"))


async def stuck(deps: Deps, *outcomes: Sent | Unknown | Refused) -> FakePlatform:
    """The issue after the platform answered so; the later parts of others are taken."""
    slack = FakePlatform("slack")
    slack.answers_with(*outcomes)
    deps.store.deliveries.enqueue([ISSUE])
    await deliver(deps, {"slack": slack})
    return slack


async def said(text: str, deps: Deps, **changes: object) -> str:
    """What the channel's owner is answered in their own messages."""
    named: dict[str, object] = {"actor": ACTOR, "place": OWNER, **changes}
    (shown,) = texts([await answer(a_command(text, **named), deps)])
    return shown


def state(deps: Deps) -> DeliveryState:
    """How the issue stands."""
    found = deps.store.deliveries.get(KEY)
    assert found is not None
    return found.state


async def test_a_doubt_is_told_once(deps: Deps) -> None:
    """B002: nobody knows whether the second part arrived; it is not sent again, and the owner is asked once."""
    owned(deps)
    slack = await stuck(deps, Sent("m1"), Unknown("timeout"))
    assert [await tell_of_doubts(deps) for _ in range(3)] == [1, 0, 0]
    await deliver(deps, {"slack": slack})
    (asked,) = (one for one in slack.posted if one[0] == OWNER)
    (shown,) = texts([asked[1]])
    assert "Did it arrive? Part 2 of the systems daily 2026-07-08" in shown
    assert "It was not sent again." in shown
    assert ChannelName("slack", PLACE.id, f"channel {PLACE.id}") in next(
        block.children for block in asked[1].blocks if isinstance(block, Paragraph)
    )
    assert "timeout" in shown
    assert f"arrived {KEY}" in shown
    assert len([one for one in slack.posted if one[0] == PLACE]) == 1


@pytest.mark.parametrize(
    ("line", "after", "posted"),
    [
        pytest.param("arrived", DeliveryState.SENT, ["One."], id="it arrived"),
        pytest.param("resend", DeliveryState.SENT, ["One.", "Two."], id="send it"),
    ],
)
async def test_a_doubt_is_decided(line: str, after: DeliveryState, posted: list[str], deps: Deps) -> None:
    """What the owner says holds; saying it twice changes nothing more."""
    owned(deps)
    slack = await stuck(deps, Sent("m1"), Unknown("timeout"))
    await said(f"{line} {KEY}", deps)
    assert "settled already" in await said(f"{line} {KEY}", deps)
    await deliver(deps, {"slack": slack})
    assert state(deps) is after
    assert [shown.strip() for shown in slack.seen] == posted


@pytest.mark.parametrize(
    ("changes", "may"),
    [
        pytest.param({}, True, id="owner"),
        pytest.param({"actor": replace(ACTOR, user="x")}, False, id="another member"),
        pytest.param({"actor": replace(ACTOR, user="x", rights=Rights(manager=True))}, True, id="manager"),
        pytest.param(
            {"actor": replace(ACTOR, user="x", workspace="T2", rights=Rights(manager=True))},
            False,
            id="other workspace",
        ),
        pytest.param({"actor": replace(ACTOR, user="x", rights=Rights(operator=True))}, True, id="operator"),
    ],
)
async def test_who_decides(changes: dict[str, object], may: bool, deps: Deps) -> None:
    """B112: only who answers for the channel decides; others learn nothing, not even that there is such a message."""
    owned(deps)
    await stuck(deps, Unknown("timeout"))
    shown = await said(f"resend {KEY}", deps, **changes)
    assert ("no message of that key" in shown) is not may
    assert (state(deps) is DeliveryState.PENDING) is may


async def test_a_place_that_takes_nothing_is_told_once(deps: Deps) -> None:
    """B079, B086: one attempt, the owner hears it once with the reason, nothing is deleted, and later issues wait."""
    owned(deps)
    slack = await stuck(deps, Refused("is_archived"))
    deps.store.deliveries.enqueue([replace(ISSUE, key=KEY + "/next")])
    assert [await tell_of_doubts(deps) for _ in range(2)] == [1, 0]
    for _ in range(3):
        await deliver(deps, {"slack": slack})
        await tell_of_doubts(deps)
    assert [one[0] for one in slack.posted] == [OWNER]
    assert "is_archived" in slack.seen[0]
    assert slack.part_ids.count(f"{KEY}/0") == 1
    assert deps.store.channels.get(PLACE, SYSTEMS_DAILY.key) is not None


@pytest.mark.parametrize(
    ("line", "place"),
    [
        pytest.param(f"resend {KEY}", OWNER, id="send it"),
        pytest.param("digest daily here", PLACE, id="set up again"),
        pytest.param("digest daily resume", PLACE, id="resumed"),
        pytest.param("help", PLACE, id="any command from there"),
    ],
)
async def test_a_parked_place_is_opened_again(line: str, place: Recipient, deps: Deps) -> None:
    """Once somebody is there again, or says so, what waited is sent."""
    owned(deps)
    slack = await stuck(deps, Refused("not_in_channel"))
    await said(line, deps, place=place)
    await deliver(deps, {"slack": slack})
    assert state(deps) is DeliveryState.SENT


async def test_whose_messages_fail_is_told_to_who_runs_the_bot(deps: Deps) -> None:
    """B085: who takes no direct messages cannot be told there; OPS_CHANNEL hears it, and without one nobody."""
    deps.store.deliveries.enqueue([replace(ISSUE, key="subscriptions/daily/x", recipient=OWNER)])
    slack = FakePlatform("slack", closed={"owner"})
    await deliver(deps, {"slack": slack})
    assert await tell_of_doubts(deps) == 0
    watched = replace(deps, ops=OPS)
    assert await tell_of_doubts(watched) == 1
    await deliver(watched, {"slack": slack})
    assert [one[0] for one in slack.posted] == [OPS]


async def test_a_notice_that_fails_is_told_to_nobody(deps: Deps) -> None:
    """What tells of a failure may fail itself; that is the end of it."""
    owned(deps)
    watched = replace(deps, ops=OPS)
    slack = await stuck(watched, Refused("is_archived"))
    slack.closed.update({"owner", "OPS"})
    for _ in range(4):
        await tell_of_doubts(watched)
        await deliver(watched, {"slack": slack})
    assert len(deps.store.deliveries.all()) == 2


async def test_everything_paused(deps: Deps) -> None:
    """Nothing is sent while everything is paused, nothing is lost, and only who runs the bot may."""
    operator = replace(ACTOR, rights=Rights(operator=True))
    assert "Only who runs the bot" in await said("pause all", deps)
    assert not is_paused(deps)
    await said("pause all", deps, actor=operator)
    slack = await stuck(deps)
    assert slack.posted == []
    assert state(deps) is DeliveryState.PENDING
    await said("resume all", deps, actor=operator)
    await deliver(deps, {"slack": slack})
    assert state(deps) is DeliveryState.SENT


async def test_the_ops_channel_may_pause(deps: Deps) -> None:
    """Who is in the place that hears how the bot does may pause everything."""
    watched = replace(deps, ops=OPS)
    assert "paused" in await said("pause all", watched, place=OPS)
    assert is_paused(watched)
