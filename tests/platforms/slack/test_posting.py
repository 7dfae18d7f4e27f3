"""Posting to Slack: one attempt, and what became of it."""

from __future__ import annotations

import pytest

from bot.domain.delivery import Later, Outcome, Recipient, RecipientKind, Refused, Sent, Thread, Unknown
from bot.domain.document import Actions, Button, Document, Paragraph, Text
from bot.platforms.slack.outcomes import DESTINATION_GONE, LATER, MAY_HAVE_SUCCEEDED, WORKSPACE_GONE, outcome_of
from bot.platforms.slack.platform import Access, Slack
from tests.platforms.echo import LONG, FakeMemory, FakePlaces
from tests.platforms.slack.conftest import NOW
from tests.standins.slack import SlackStandIn
from tests.standins.slack_world import APP_TOKEN, BOT_TOKEN, TEAM, Fault

HELLO = Document((Paragraph((Text("hello <@U1>"),)),))


def channel(identifier: str) -> Recipient:
    return Recipient("slack", TEAM, RecipientKind.CHANNEL, identifier)


async def test_a_channel_a_person_and_a_thread(slack: Slack, standin: SlackStandIn) -> None:
    """A part arrives once where it belongs, with everything that keeps it quiet."""
    for recipient in (
        channel("C0001"),
        Recipient("slack", TEAM, RecipientKind.USER, "U0001"),
        Recipient("slack", TEAM, RecipientKind.THREAD, "C0001/1783584001.000100"),
    ):
        assert isinstance(await slack.post(recipient, HELLO, "d/0"), Sent)
    posted = standin.world.messages
    assert [(message.channel, message.thread_ts) for message in posted] == [
        ("C0001", None),
        ("D0001", None),
        ("C0001", "1783584001.000100"),
    ]
    assert posted[0].text == "hello &lt;@U1&gt;"
    assert (posted[0].payload["unfurl_links"], posted[0].payload["unfurl_media"]) == (False, False)
    assert posted[0].payload["parse"] == "none"


@pytest.mark.parametrize(
    ("fault", "outcome", "posts", "messages"),
    [
        pytest.param(Fault.LOST_REPLY, Unknown, 1, 1, id="B001 reply lost"),
        pytest.param(Fault.ERROR_AFTER_ACCEPT, Unknown, 1, 1, id="B002 500 after it was taken"),
        pytest.param(Fault.FATAL_AFTER_ACCEPT, Unknown, 1, 1, id="A34 fatal_error after it was taken"),
        pytest.param(Fault.ERROR, Unknown, 1, 0, id="500, and nobody knows"),
        pytest.param(Fault.RATE_LIMITED, Later, 1, 0, id="B004 rate limited"),
        pytest.param(Fault.REVOKED, Refused, 1, 0, id="B081 token revoked"),
        pytest.param(Fault.MISSING_SCOPE, Refused, 1, 0, id="scope missing"),
        pytest.param(Fault.INVALID_BLOCKS, Sent, 2, 1, id="A39 blocks refused, sent as text"),
    ],
)
async def test_one_attempt(
    slack: Slack, standin: SlackStandIn, fault: Fault, outcome: type[Outcome], posts: int, messages: int
) -> None:
    """Whatever goes wrong, a part is posted once at most, and what cannot be known is said to be unknown."""
    standin.world.faults["chat.postMessage"].append(fault)
    assert isinstance(await slack.post(channel("C0001"), HELLO, "d/0"), outcome)
    assert len(standin.world.made("chat.postMessage")) == posts
    assert len(standin.world.messages) == messages


async def test_rate_limits_say_when(slack: Slack, standin: SlackStandIn) -> None:
    """Slack's Retry-After is what the outbox waits."""
    standin.world.faults["chat.postMessage"].append(Fault.RATE_LIMITED)
    assert await slack.post(channel("C0001"), HELLO, "d/0") == Later(1.0, "ratelimited", limited=True)


@pytest.mark.parametrize(
    ("identifier", "words"),
    [
        pytest.param("C0002", "archived", id="B079 archived"),
        pytest.param("C0009", "does not exist", id="deleted"),
        pytest.param("C0003", "/invite", id="B096 not a member"),
        pytest.param("U0002", "takes no messages", id="B085 closed"),
    ],
)
async def test_a_place_that_takes_nothing(slack: Slack, standin: SlackStandIn, identifier: str, words: str) -> None:
    """The reason is told in words that the place's owner can act on."""
    standin.world.channels["C0003"] = type(standin.world.channels["C0001"])("C0003", "private", bot_is_member=False)
    standin.world.people["U0002"].dm_closed = True
    outcome = await slack.post(channel(identifier), HELLO, "d/0")
    assert isinstance(outcome, Refused)
    assert words in outcome.reason


async def test_nobody_there_is_not_sent() -> None:
    """Where no connection could be made, nothing was sent, and it is tried later."""
    slack = Slack(Access(BOT_TOKEN, APP_TOKEN, "http://127.0.0.1:9/api/"), FakeMemory(), lambda: NOW, FakePlaces())
    assert isinstance(await slack.post(channel("C0001"), HELLO, "d/0"), Later)
    await slack.close()


async def test_buttons_are_remembered_before_they_can_be_pressed(slack: Slack, memory: FakeMemory) -> None:
    """A long command line is known by the time its message is out."""
    await slack.post(channel("C0001"), Document((Actions((Button("x", LONG),)),)), "d/0")
    assert list(memory.kept.values()) == [LONG]


async def test_nothing_to_show_is_refused(slack: Slack, standin: SlackStandIn) -> None:
    """An empty part is not sent as an empty message (B090)."""
    assert isinstance(await slack.post(channel("C0001"), Document(()), "d/0"), Refused)
    assert not standin.world.calls


@pytest.mark.parametrize("error", sorted(DESTINATION_GONE | WORKSPACE_GONE))
def test_errors_that_mean_gone(error: str) -> None:
    """These are never tried again by themselves (A37, A38)."""
    outcome = outcome_of(error)
    assert isinstance(outcome, Refused)
    assert error in outcome.reason


@pytest.mark.parametrize("error", sorted(LATER))
def test_errors_that_mean_later(error: str) -> None:
    """Nothing was done, so it is tried again after a pause (A39)."""
    assert isinstance(outcome_of(error), Later)


@pytest.mark.parametrize("error", sorted(MAY_HAVE_SUCCEEDED))
def test_errors_that_mean_unknown(error: str) -> None:
    """Some aspect may have succeeded, so nobody knows (A34)."""
    assert isinstance(outcome_of(error), Unknown)


async def test_replies_stand_in_the_thread_of_the_first_message(slack: Slack, standin: SlackStandIn) -> None:
    """A part whose thread has its first message replies to it; the first message itself stands in the channel."""
    first = await slack.post(channel("C0001"), HELLO, "d/0", Thread("8 Jul"))
    assert isinstance(first, Sent)
    await slack.post(channel("C0001"), HELLO, "d/1", Thread("8 Jul", first.id))
    opening, reply = standin.world.messages
    assert (opening.thread_ts, reply.thread_ts) == (None, opening.ts)


async def test_a_reply_whose_first_message_is_gone(slack: Slack, standin: SlackStandIn) -> None:
    """Where the message to reply to was deleted, the part stands in the channel once (A37)."""
    standin.world.faults["chat.postMessage"].append(Fault.PARENT_GONE)
    assert isinstance(await slack.post(channel("C0001"), HELLO, "d/1", Thread("8 Jul", "C0001/1.2")), Sent)
    assert [message.thread_ts for message in standin.world.messages] == [None]


async def test_an_edit_takes_the_place_of_a_message(slack: Slack, standin: SlackStandIn) -> None:
    """An edited message shows the new part at its old place, doing it twice changes nothing more, and a lost reply is
    known to be unknown."""
    sent = await slack.post(channel("C0001"), HELLO, "d/0")
    assert isinstance(sent, Sent)
    corrected = Document((Paragraph((Text("corrected"),)),))
    standin.world.faults["chat.update"].append(Fault.LOST_REPLY)
    assert isinstance(await slack.edit(channel("C0001"), sent.id, corrected), Unknown)
    assert await slack.edit(channel("C0001"), sent.id, corrected) == sent
    assert [message.text for message in standin.world.messages] == ["corrected"]


async def test_an_edit_of_what_is_gone(slack: Slack) -> None:
    """A message that was deleted cannot be edited, and nothing is posted in its stead."""
    assert isinstance(await slack.edit(channel("C0001"), "C0001/1.2", HELLO), Refused)
