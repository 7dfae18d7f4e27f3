"""Posting to Discord: one attempt, one nonce, and what became of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.domain.delivery import Later, Outcome, Recipient, RecipientKind, Refused, Sent, Thread, Unknown
from bot.domain.document import Actions, Button, Document, Paragraph, Text
from bot.platforms.discord.outcomes import DESTINATION_GONE, LATER, PERSON_UNREACHABLE, outcome_of
from bot.platforms.discord.platform import Discord
from bot.platforms.discord.posting import nonce_of
from bot.renderers.components_v2_limits import FORUM_TAGS, NONCE, THREAD_NAME
from tests.platforms.discord.conftest import platform_at
from tests.platforms.echo import LONG, FakeMemory
from tests.readers import discord as reader
from tests.standins.discord import DiscordStandIn
from tests.standins.discord_world import FORUM, Channel, Fault

HELLO = Document((Paragraph((Text("hello @everyone"),)),))
ROUTE = "POST /channels/*/messages"


def channel(identifier: str) -> Recipient:
    return Recipient("discord", "7001", RecipientKind.CHANNEL, identifier)


async def test_a_channel_and_a_person(discord: Discord, standin: DiscordStandIn) -> None:
    """A part arrives once where it belongs, silently, and pings nobody."""
    assert isinstance(await discord.post(channel("8001"), HELLO, "d/0"), Sent)
    person = Recipient("discord", "7001", RecipientKind.USER, "502")
    assert isinstance(await discord.post(person, HELLO, "d/1"), Sent)
    assert [message.channel for message in standin.world.messages] == [8001, 100_502]
    body = standin.world.messages[0].body
    assert reader.seen(body["components"]) == "hello @everyone"
    assert body["allowed_mentions"] == {"parse": []}
    assert body["flags"] == (1 << 15) | (1 << 12)


async def test_the_same_part_again_is_the_same_message(discord: Discord, standin: DiscordStandIn) -> None:
    """After a crash the nonce gives the message that is out already; another part has another nonce (B-11, B014)."""
    first = await discord.post(channel("8001"), HELLO, "d/0")
    assert await discord.post(channel("8001"), HELLO, "d/0") == first
    await discord.post(channel("8001"), HELLO, "d/1")
    assert len(standin.world.messages) == 2
    assert len(nonce_of("d/0")) == NONCE


@pytest.mark.parametrize(
    ("fault", "outcome", "messages"),
    [
        pytest.param(Fault.LOST_REPLY, Unknown, 1, id="B001 reply lost"),
        pytest.param(Fault.ERROR_AFTER_ACCEPT, Unknown, 1, id="502 after it was taken"),
        pytest.param(Fault.ERROR, Unknown, 0, id="B-06 500"),
        pytest.param(Fault.RATE_LIMITED, Later, 0, id="B004 rate limited"),
        pytest.param(Fault.MISSING_ACCESS, Refused, 0, id="50001"),
        pytest.param(Fault.MISSING_PERMISSIONS, Refused, 0, id="B103 50013"),
        pytest.param(Fault.CLOSED_DM, Refused, 0, id="B104 50007"),
        pytest.param(Fault.UNAUTHORIZED, Refused, 0, id="401"),
    ],
)
async def test_one_attempt(
    discord: Discord, standin: DiscordStandIn, fault: Fault, outcome: type[Outcome], messages: int
) -> None:
    """Whatever goes wrong, a part is posted once (B-06), and what cannot be known is said to be unknown."""
    standin.world.faults[ROUTE].append(fault)
    assert isinstance(await discord.post(channel("8001"), HELLO, "d/0"), outcome)
    assert len(standin.world.made("POST", "/channels/*/messages")) == 1
    assert len(standin.world.messages) == messages


async def test_a_lost_reply_is_found_again_by_its_nonce(discord: Discord, standin: DiscordStandIn) -> None:
    """Where the first attempt is unknown, a second one under the same nonce does not double it (B014)."""
    standin.world.faults[ROUTE].append(Fault.LOST_REPLY)
    assert isinstance(await discord.post(channel("8001"), HELLO, "d/0"), Unknown)
    assert isinstance(await discord.post(channel("8001"), HELLO, "d/0"), Sent)
    assert len(standin.world.messages) == 1


async def test_rate_limits_say_when(discord: Discord, standin: DiscordStandIn) -> None:
    """Discord's retry_after is what the outbox waits."""
    standin.world.faults[ROUTE].append(Fault.RATE_LIMITED)
    assert await discord.post(channel("8001"), HELLO, "d/0") == Later(1.0, "rate limited", limited=True)


@pytest.mark.parametrize(
    ("identifier", "words"),
    [
        pytest.param("8002", "cannot see", id="no access"),
        pytest.param("8009", "deleted", id="deleted"),
    ],
)
async def test_a_place_that_takes_nothing(discord: Discord, identifier: str, words: str) -> None:
    """The reason is told in words that the place's owner can act on."""
    outcome = await discord.post(channel(identifier), HELLO, "d/0")
    assert isinstance(outcome, Refused)
    assert words in outcome.reason


async def test_a_person_whose_messages_are_closed(discord: Discord, standin: DiscordStandIn) -> None:
    """A closed DM parks this person's delivery and nothing else (B104)."""
    standin.world.people[502].dm_closed = True
    outcome = await discord.post(Recipient("discord", "7001", RecipientKind.USER, "502"), HELLO, "d/0")
    assert isinstance(outcome, Refused)
    assert "direct messages" in outcome.reason
    assert isinstance(await discord.post(channel("8001"), HELLO, "d/1"), Sent)


async def test_refused_components_are_sent_as_text(discord: Discord, standin: DiscordStandIn) -> None:
    """A message that Discord takes for malformed arrives as plain text once (B-19)."""
    standin.world.channels[8003] = Channel(8003, "strict")
    standin.refuses_components = True
    assert isinstance(await discord.post(channel("8003"), HELLO, "d/0"), Sent)
    assert standin.world.messages[0].body["content"] == "hello @everyone"
    assert standin.world.messages[0].body["allowed_mentions"] == {"parse": []}


async def test_nobody_there_is_not_sent(standin: DiscordStandIn) -> None:
    """Where no connection could be made, nothing was sent, and it is tried later."""
    standin.api_url = "http://127.0.0.1:9/api/v10"
    discord = platform_at(standin, FakeMemory())
    assert isinstance(await discord.post(channel("8001"), HELLO, "d/0"), Later)
    await discord.close()


async def test_buttons_are_remembered_before_they_can_be_pressed(discord: Discord, memory: FakeMemory) -> None:
    """A long command line is known by the time its message is out."""
    await discord.post(channel("8001"), Document((Actions((Button("x", LONG),)),)), "d/0")
    assert list(memory.kept.values()) == [LONG]


async def test_nothing_to_show_is_refused(discord: Discord, standin: DiscordStandIn) -> None:
    """An empty part is not sent as an empty message."""
    assert isinstance(await discord.post(channel("8001"), Document(()), "d/0"), Refused)
    assert not standin.world.requests


@pytest.mark.parametrize("code", sorted(DESTINATION_GONE | PERSON_UNREACHABLE))
def test_codes_that_mean_gone(code: int) -> None:
    """These are never tried again by themselves, and say why (B-19)."""
    outcome = outcome_of(403, code)
    assert isinstance(outcome, Refused)
    assert str(code) in outcome.reason


@pytest.mark.parametrize("code", sorted(LATER))
def test_codes_that_mean_later(code: int) -> None:
    """Nothing was done, so it is tried again after a pause (B-19)."""
    assert isinstance(outcome_of(400, code), Later)


async def test_replies_stand_in_a_thread_of_the_first_message(discord: Discord, standin: DiscordStandIn) -> None:
    """The thread is made once, on the first message and under its name, and takes every other part."""
    first = await discord.post(channel("8001"), HELLO, "d/0", Thread("2026-07-08 systems daily"))
    assert isinstance(first, Sent)
    thread = Thread("2026-07-08 systems daily", first.id)
    for part in ("d/1", "d/2"):
        assert isinstance(await discord.post(channel("8001"), HELLO, part, thread), Sent)
    opening, *replies = standin.world.messages
    assert [message.channel for message in replies] == [opening.id, opening.id]
    assert standin.world.channels[opening.id].name == "2026-07-08 systems daily"
    assert len(standin.world.made("POST", "/channels/*/messages/*/threads")) == 1


async def test_a_thread_that_somebody_opened_already(discord: Discord, standin: DiscordStandIn) -> None:
    """A second process that finds the thread there goes on in it (160004)."""
    first = await discord.post(channel("8001"), HELLO, "d/0")
    assert isinstance(first, Sent)
    number = int(first.id.partition("/")[2])
    thread = Thread("8 Jul", first.id)
    standin.world.faults["POST /channels/*/messages"].append(Fault.UNKNOWN_CHANNEL)
    standin.world.channels[number] = Channel(number, "8 Jul")
    assert isinstance(await discord.post(channel("8001"), HELLO, "d/1", thread), Sent)
    assert [message.channel for message in standin.world.messages] == [8001, number]


@pytest.mark.parametrize(
    ("marks", "applied"),
    [
        pytest.param((), (), id="no marks"),
        pytest.param(("Daily", "nightly"), (31,), id="those that the forum knows, in any case"),
        pytest.param(tuple(f"tag{index}" for index in range(FORUM_TAGS + 1)), tuple(range(FORUM_TAGS)), id="five"),
    ],
)
async def test_a_forum_takes_a_post(
    discord: Discord, standin: DiscordStandIn, marks: tuple[str, ...], applied: tuple[int, ...]
) -> None:
    """In a forum the first part is a post of the thread's name with the forum's own tags, and replies stand in it
    (B113)."""
    tags = {"daily": 31, **{f"tag{index}": index for index in range(FORUM_TAGS + 1)}}
    standin.world.channels[8003] = Channel(8003, "news", FORUM, tags=tags)
    first = await discord.post(channel("8003"), HELLO, "d/0", Thread("8 Jul", marks=marks))
    assert isinstance(first, Sent)
    await discord.post(channel("8003"), HELLO, "d/1", Thread("8 Jul", first.id, marks))
    post = next(one for one in standin.world.channels.values() if one.parent == 8003)
    assert (post.name, post.applied) == ("8 Jul", applied)
    assert [message.channel for message in standin.world.messages] == [post.id, post.id]


@pytest.mark.parametrize("length", [THREAD_NAME - 1, THREAD_NAME, THREAD_NAME + 1])
async def test_a_thread_has_a_name_that_fits(discord: Discord, standin: DiscordStandIn, length: int) -> None:
    """A name is cut at Discord's limit."""
    first = await discord.post(channel("8001"), HELLO, "d/0")
    assert isinstance(first, Sent)
    await discord.post(channel("8001"), HELLO, "d/1", Thread("n" * length, first.id))
    assert len(standin.world.channels[int(first.id.partition("/")[2])].name) == min(length, THREAD_NAME)


async def test_direct_messages_have_no_threads(discord: Discord, standin: DiscordStandIn) -> None:
    """A person gets the parts one below the other."""
    person = Recipient("discord", "7001", RecipientKind.USER, "502")
    first = await discord.post(person, HELLO, "d/0", Thread("8 Jul"))
    assert isinstance(first, Sent)
    await discord.post(person, HELLO, "d/1", Thread("8 Jul", first.id))
    assert [message.channel for message in standin.world.messages] == [100_502, 100_502]


async def test_an_edit_takes_the_place_of_a_message(discord: Discord, standin: DiscordStandIn) -> None:
    """An edited message shows the new part at its old place and pings nobody."""
    sent = await discord.post(channel("8001"), HELLO, "d/0")
    assert isinstance(sent, Sent)
    corrected = Document((Paragraph((Text("corrected @here"),)),))
    assert await discord.edit(channel("8001"), sent.id, corrected) == sent
    assert [reader.seen(message.components) for message in standin.world.messages] == ["corrected @here"]
    assert isinstance(await discord.edit(channel("8001"), "8001/1", corrected), Refused)


SINCE = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("part", "since", "is_found"),
    [
        pytest.param(HELLO, SINCE, True, id="the bot's own, of this text"),
        pytest.param(Document((Paragraph((Text("something else"),)),)), SINCE, False, id="another text"),
        pytest.param(HELLO, datetime(2036, 1, 1, tzinfo=UTC), False, id="of an earlier day"),
    ],
)
async def test_a_message_is_found_by_what_it_shows(
    discord: Discord, standin: DiscordStandIn, part: Document, since: datetime, is_found: bool
) -> None:
    """A message whose id was lost is found among the channel's, and no other one for it (B014)."""
    standin.world.faults[ROUTE].append(Fault.LOST_REPLY)
    await discord.post(channel("8001"), HELLO, "d/0")
    await discord.post(channel("8001"), HELLO, "d/1")
    found = f"8001/{standin.world.messages[0].id}"
    assert await discord.find(channel("8001"), part, "d/0", since) == (found if is_found else None)


@pytest.mark.parametrize("fault", [Fault.MISSING_ACCESS, Fault.ERROR])
async def test_what_cannot_be_read_is_not_found(discord: Discord, standin: DiscordStandIn, fault: Fault) -> None:
    """A bot that may not read the channel, or is not answered, knows nothing."""
    await discord.post(channel("8001"), HELLO, "d/0")
    standin.world.faults["GET /channels/*/messages"].append(fault)
    assert await discord.find(channel("8001"), HELLO, "d/0", SINCE) is None
