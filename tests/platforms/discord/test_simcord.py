"""A second opinion beside our own stand-in: the platform's client inside simcord, another maker's Discord in process.

simcord takes the place of discord.py's HTTP client and gateway. Our posts and answers go out over a session of our own,
so they are led into the same place here (InProcessRest). It knows neither nonces nor the byte limit of B-05.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

import discord
import pytest
import simcord
from discord.http import Route

from bot.domain.delivery import Recipient, RecipientKind, Refused, Sent
from bot.domain.document import Document, Paragraph, Text
from bot.platforms.discord.outcomes import outcome_of
from bot.platforms.discord.platform import Access, Discord
from bot.platforms.discord.rest import NotTaken, Rest, Taken
from bot.platforms.memory import CommandName
from tests.platforms.discord.conftest import COMMANDS, NOW, complete
from tests.platforms.echo import Echo, FakeMemory, shows
from tests.readers import discord as reader
from tests.validators import discord as validator
from tests.validators.finding import shown

HELLO = Document((Paragraph((Text("hello @everyone"),)),))


class InProcessRest(Rest):
    """Our one request, once, to simcord instead of over a socket; every body is judged on its way."""

    def __init__(self) -> None:
        self.client: discord.Client | None = None
        self.refusable: list[tuple[str, str]] = []

    async def request(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Taken | NotTaken:
        assert self.client is not None
        body = body or {}
        self.refusable += [(f"{method} {path}", fault) for fault in validator.faults(method, path, body)]
        try:
            answer = await self.client.http.request(Route(method, path), json=dict(body))
        except discord.HTTPException as error:
            return NotTaken(outcome_of(error.status, error.code), error.status, error.code)
        return Taken(answer if isinstance(answer, dict) else {})

    async def close(self) -> None:
        """There is no connection."""


@dataclass
class Place:
    """A guild with a channel, somebody who manages it and somebody who does not, and what answers them."""

    env: simcord.Env
    channel: Any
    ada: Any
    bo: Any
    cy: Any
    echo: Echo
    platform: Discord


@pytest.fixture
async def place() -> AsyncIterator[Place]:
    """The platform's own client, connected, its commands told."""
    memory, echo, rest = FakeMemory(), Echo(), InProcessRest()
    access = Access("token", "https://discord.invalid/api/v10", "wss://discord.invalid")
    commands = (*COMMANDS, CommandName("share", "show an answer to the channel"))
    platform = Discord(access, memory, lambda: NOW, ZoneInfo("Asia/Shanghai"), commands, shows, rest, "Digest Editors")
    rest.client = client = platform.client(echo, complete)
    env = simcord.Env(client)
    await env.start()
    guild = env.create_guild("Stand-in")
    channel = guild.create_text_channel("infra")
    manager = guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    ada = guild.add_member(env.create_user("ada"), roles=[manager])
    bo = guild.add_member(env.create_user("bo"))
    cy = guild.add_member(env.create_user("cy"), roles=[guild.create_role("digest editors")])
    await client.tree.sync()
    yield Place(env, channel, ada, bo, cy, echo, platform)
    await env.shutdown()
    await platform.close()
    env.raise_errors()
    assert not rest.refusable, shown(rest.refusable)


def seen(result: Any) -> str:
    """What the answer of an interaction shows."""
    return reader.seen(result.response.components)


async def test_a_command_is_answered_to_the_asker_alone(place: Place) -> None:
    """A slash command by its name is answered in place, and seen by nobody else."""
    result = await place.ada.slash(place.channel, "whatsnew", query="flashinfer sm120")
    assert result.ephemeral
    assert seen(result) == "You said: whatsnew flashinfer sm120#1"
    assert result.response.ephemeral
    assert [message.id for message in place.channel.history(viewer=place.ada)] == [result.response.id]
    assert place.channel.history(viewer=place.bo) == []


async def test_commands_are_those_of_the_table(place: Place) -> None:
    """Everybody is offered the commands that were told, and no other."""
    assert sorted(place.bo.available_commands(place.channel)) == ["share", "subscriptions", "whatsnew"]


async def test_completion(place: Place) -> None:
    """What is offered while somebody types is taken: at most 25, none empty."""
    choices = await place.bo.autocomplete(place.channel, "whatsnew", "query", "bl")
    assert len(choices) == 25
    assert choices[0]["value"] == "blackwell"


async def test_a_button_sends_its_command_line(place: Place) -> None:
    """A pressed button is a typed line, answered to who pressed it, from an earlier message."""
    asked = await place.ada.slash(place.channel, "whatsnew", query="flashinfer")
    pressed = await place.ada.click(asked.response, label="More")
    assert seen(pressed) == "You said: more 8 x#1"
    assert pressed.ephemeral
    assert pressed.response.id != asked.response.id


async def test_a_menu_sends_the_chosen_command_line(place: Place) -> None:
    """A chosen option is a typed line as well."""
    asked = await place.ada.slash(place.channel, "whatsnew", query="flashinfer")
    chosen = await place.ada.select(asked.response, ["whatsnew menu"])
    assert seen(chosen) == "You said: whatsnew menu#1"


async def test_a_form_opens_and_sends_a_command_line(place: Place) -> None:
    """A button opens the form, and sending it is a typed line."""
    asked = await place.ada.slash(place.channel, "whatsnew", query="flashinfer")
    form = await place.ada.click(asked.response, label="Form")
    assert form.modal is not None
    sent = await place.ada.submit_modal(form, {"question": "vllm sm120", "cadence": ["weekly"], "paused": ["yes"]})
    assert seen(sent) == "You said: edit 12 weekly yes vllm sm120#1"
    assert sent.ephemeral


async def test_sharing_shows_it_to_everybody(place: Place) -> None:
    """What is shared from an answer is seen by all, the answer itself by the asker."""
    shared = await place.ada.slash(place.channel, "share", query="flashinfer")
    assert seen(shared) == "You said: share flashinfer#1"
    assert not shared.ephemeral
    assert [message.id for message in place.channel.history(viewer=place.bo)] == [shared.response.id]


async def test_rights_come_from_discord(place: Place) -> None:
    """Who may manage the server is who Discord says may, or who has the role that was named, in each interaction
    anew."""
    for person in (place.ada, place.bo, place.cy):
        await person.slash(place.channel, "whatsnew", query="x")
    assert [command.actor.rights.manager for command in place.echo.commands] == [True, False, True]


async def test_direct_messages_have_no_managers(place: Place) -> None:
    """In direct messages with the bot nobody manages a server, and the place is the person."""
    await place.ada.user.slash("whatsnew", query="x")
    (command,) = place.echo.commands
    assert not command.actor.rights.manager
    assert command.place == Recipient("discord", "dm", RecipientKind.USER, str(place.ada.id))


def channel_of(place: Place) -> Recipient:
    return Recipient("discord", str(place.env.guild.id), RecipientKind.CHANNEL, str(place.channel.id))


async def test_a_post_pings_nobody(place: Place) -> None:
    """A digest in a channel is seen by all and mentions none."""
    assert isinstance(await place.platform.post(channel_of(place), HELLO, "d/0"), Sent)
    (message,) = place.channel.history(viewer=place.bo)
    assert not message.mention_everyone
    assert message.flags.suppress_notifications


async def test_a_channel_without_permission(place: Place) -> None:
    """Where the bot may not write, the refusal says what to do (50013)."""
    guild = place.env.guild
    closed = guild.create_text_channel(
        "closed", overwrites={guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    )
    recipient = Recipient("discord", str(guild.id), RecipientKind.CHANNEL, str(closed.id))
    outcome = await place.platform.post(recipient, HELLO, "d/0")
    assert isinstance(outcome, Refused)
    assert "Send Messages" in outcome.reason


async def test_a_person_and_a_channel_that_is_gone(place: Place) -> None:
    """Direct messages arrive; a channel that nobody knows is told as deleted."""
    guild = str(place.env.guild.id)
    person = Recipient("discord", guild, RecipientKind.USER, str(place.bo.id))
    assert isinstance(await place.platform.post(person, HELLO, "d/0"), Sent)
    assert len(place.bo.user.dm_channel.history()) == 1
    gone = await place.platform.post(Recipient("discord", guild, RecipientKind.CHANNEL, "404"), HELLO, "d/1")
    assert gone == Refused("The channel was deleted. (10003)")
