"""Our Slack platform against another maker's Slack (npm emulate), with the scopes of our manifest and no more.

What emulate cannot do, as tried, and is therefore judged by our own stand-in alone: Socket Mode
(apps.connections.open), slash commands, buttons, response_url, api.test; arguments of GET calls (users.info as the SDK
sends it); refusing a token that nobody made; zones and languages of people; validation of blocks; membership (it takes
posts from who is not in the channel).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.domain.delivery import Recipient, RecipientKind, Refused, Sent
from bot.domain.document import Document, Paragraph, Text
from bot.platforms.slack.platform import Access, Slack
from bot.renderers.block_kit import SlackMessage, render
from bot.renderers.block_kit_form import CALLBACK, view
from tests.peers.emulator import TOKEN, called, emulator
from tests.peers.payloads import documents
from tests.platforms.echo import FORM, FakeMemory, FakePlaces

NOW = datetime(2026, 7, 22, 1, tzinfo=UTC)
HELLO = Document((Paragraph((Text("hello <@U1> & co"),)),))


@pytest.fixture
async def url(tmp_path: Path) -> AsyncIterator[str]:
    """The emulator's Web API."""
    async with emulator(tmp_path) as api_url:
        yield api_url


@pytest.fixture
async def slack(url: str) -> AsyncIterator[Slack]:
    """Our platform, pointed at it as SLACK_API_URL would."""
    platform = Slack(Access(TOKEN, "xapp-peers", url), FakeMemory(), lambda: NOW, FakePlaces())
    yield platform
    await platform.close()


@pytest.fixture(scope="module")
def whole() -> list[tuple[Document, SlackMessage]]:
    """The documents that are one message, with it."""
    rendered = [(document, render(document)) for _, document in documents()]
    return [(document, parts[0]) for document, parts in rendered if len(parts) == 1]


async def channel_named(url: str, name: str) -> Recipient:
    found = await called(url, "conversations.list")
    (identifier,) = [channel["id"] for channel in found["channels"] if channel["name"] == name]
    return Recipient("slack", "T000000001", RecipientKind.CHANNEL, identifier)


async def person_named(url: str, name: str) -> Recipient:
    found = await called(url, "users.list", TOKEN)
    (identifier,) = [person["id"] for person in found["members"] if person["name"] == name]
    return Recipient("slack", "T000000001", RecipientKind.USER, identifier)


async def test_every_message_arrives_as_it_was_sent(
    slack: Slack, url: str, whole: list[tuple[Document, SlackMessage]]
) -> None:
    """All kinds of messages are posted once, with their blocks, their text and everything that keeps them quiet."""
    channel = await channel_named(url, "infra")
    for document, _ in whole:
        assert isinstance(await slack.post(channel, document, "d/0"), Sent)
    history = await called(url, "conversations.history", channel=channel.id, limit=200)
    arrived = list(reversed(history["messages"]))
    assert len(arrived) == len(whole)
    for message, (_, expected) in zip(arrived, whole, strict=True):
        assert message["blocks"] == list(expected.blocks)
        assert message["text"] == expected.text
        assert (message["unfurl_links"], message["unfurl_media"], message["parse"]) == (False, False, "none")


async def test_a_person_and_a_thread(slack: Slack, url: str) -> None:
    """A person's direct messages are opened by posting to them, and a thread takes a reply."""
    bo, channel = await person_named(url, "bo"), await channel_named(url, "infra")
    direct = await slack.post(bo, HELLO, "d/0")
    assert isinstance(direct, Sent)
    assert direct.id.startswith("D")
    opened = await called(url, "conversations.open", TOKEN, users=bo.id)
    assert opened["channel"]["id"] == direct.id.partition("/")[0]
    parent = await slack.post(channel, HELLO, "d/1")
    assert isinstance(parent, Sent)
    reply = await slack.post(Recipient("slack", "T000000001", RecipientKind.THREAD, parent.id), HELLO, "d/2")
    assert isinstance(reply, Sent)
    found = await called(url, "conversations.replies", channel=channel.id, ts=parent.id.partition("/")[2])
    assert len(found["messages"]) == 2


async def test_places_that_take_nothing(slack: Slack, url: str) -> None:
    """Its words for a place that is gone are words that we know."""
    old = await channel_named(url, "old")
    assert (await called(url, "conversations.archive", channel=old.id))["ok"]
    archived = await slack.post(old, HELLO, "d/0")
    missing = await slack.post(Recipient("slack", "T000000001", RecipientKind.CHANNEL, "C404"), HELLO, "d/1")
    assert archived == Refused("The channel is archived. (is_archived)")
    assert missing == Refused("The channel does not exist, or the bot cannot see it. (channel_not_found)")


async def test_scopes_of_the_manifest_are_enough(slack: Slack, url: str) -> None:
    """Strictly checked scopes: what the bot calls is allowed, what it has no need for is not."""
    bo = await person_named(url, "bo")
    assert (await called(url, "users.info", TOKEN, user=bo.id))["ok"]
    assert (await called(url, "conversations.info", TOKEN, channel=(await channel_named(url, "infra")).id))["ok"]
    history = await called(url, "conversations.history", TOKEN, channel="C000000001")
    assert history["error"] == "missing_scope"


async def test_a_form_opens(slack: Slack, url: str) -> None:
    """Our modal is one that it opens for a trigger of its own."""
    bo = await person_named(url, "bo")
    trigger = await called(url, "views.generateTriggerId", TOKEN, user_id=bo.id)
    opened = await slack.client.views_open(trigger_id=str(trigger["trigger_id"]), view=view(FORM, "{}"))
    assert opened["view"]["callback_id"] == CALLBACK
    assert opened["view"]["blocks"] == view(FORM, "{}")["blocks"]
