"""Commands, completion, buttons and forms over the gateway, against the stand-in."""

from __future__ import annotations

import asyncio
from zoneinfo import ZoneInfo

import pytest

from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.errors import ConfigError
from bot.platforms.discord import platform as module
from bot.platforms.discord.platform import Access, Discord
from bot.renderers.command_value import is_token
from tests.platforms.discord.conftest import NOW, complete, platform_at
from tests.platforms.echo import LONG, Echo, FakeMemory
from tests.readers import discord as reader
from tests.standins.discord import DiscordStandIn
from tests.standins.discord_people import Person, element_of
from tests.standins.discord_world import TOKEN, Fault


async def test_a_command_is_answered_to_the_asker_alone(ada: Person, echo: Echo) -> None:
    """The answer is ephemeral and complete, and the command carries who, where, when and how they read."""
    message = await ada.types("whatsnew", "flashinfer sm120")
    assert message.only_for == 501
    assert reader.seen(message.components).startswith("You said: whatsnew flashinfer sm120#1")
    (command,) = echo.commands
    assert (command.actor.workspace, command.actor.user, command.actor.rights.manager) == ("7001", "501", True)
    assert command.place == Recipient("discord", "7001", RecipientKind.CHANNEL, "8001")
    assert (command.at, command.zone, command.locale) == (NOW, ZoneInfo("Asia/Shanghai"), "en-US")


async def test_a_command_without_text(ada: Person, echo: Echo) -> None:
    """A command that takes no text, and one whose text is left away, are sent bare."""
    await ada.types("subscriptions")
    await ada.types("whatsnew")
    assert [command.text for command in echo.commands] == ["subscriptions", "whatsnew"]


async def test_rights_are_those_of_whoever_acts(ada: Person, echo: Echo) -> None:
    """Another person presses the same button with their own rights (B112)."""
    message = await ada.types("whatsnew", "flashinfer")
    await Person(ada.discord, 502).presses(message, "More")
    assert [(command.text, command.actor.rights.manager) for command in echo.commands] == [
        ("whatsnew flashinfer", True),
        ("more 8 x", False),
    ]


async def test_a_button_outlives_the_process(ada: Person, echo: Echo, standin: DiscordStandIn) -> None:
    """A button of a message from before a restart works, since it carries its command (persistent buttons)."""
    message = await ada.types("whatsnew", "flashinfer")
    fresh = platform_at(standin, FakeMemory())
    serving = asyncio.create_task(fresh.serve(echo, complete))
    await standin.drop()
    await standin.until(lambda: standin.identified > 1)
    await ada.presses(message, "More")
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    await fresh.close()
    assert echo.commands[-1].text == "more 8 x"


async def test_a_long_button_is_looked_up(ada: Person, echo: Echo) -> None:
    """A command line that does not fit into a custom id stands under a token and arrives whole."""
    message = await ada.types("whatsnew", "flashinfer")
    assert is_token(element_of(message.components, "Long")["custom_id"])
    await ada.presses(message, "Long")
    assert echo.commands[1].text == LONG


async def test_a_button_that_nobody_remembers_helps(ada: Person, echo: Echo, memory: FakeMemory) -> None:
    """A button older than the bot's memory answers with help instead of silence."""
    message = await ada.types("whatsnew", "flashinfer")
    memory.kept.clear()
    await ada.presses(message, "Long")
    assert echo.commands[1].text == "help"


async def test_sharing_shows_it_to_everybody(ada: Person) -> None:
    """A command that shares is deferred for everybody, which cannot be changed later (B-12)."""
    message = await ada.types("whatsnew", "flashinfer")
    assert message.only_for == 501
    ada.discord.world.commands.append({"name": "share", "id": "1"})
    element = dict(element_of(message.components, "More"), custom_id="share flashinfer")
    token = await ada._interact(3, {"component_type": 2, "custom_id": element["custom_id"]}, message)
    shared = await ada._shown(token)
    assert shared.only_for is None


async def test_what_cannot_be_shared_is_told_to_the_asker_alone(ada: Person, standin: DiscordStandIn) -> None:
    """Sharing that fails leaves nothing in the channel: the answer that was deferred for all is taken away (B-12)."""
    message = await ada.types("whatsnew", "flashinfer")
    element = dict(element_of(message.components, "More"), custom_id="share what failed")
    token = await ada._interact(3, {"component_type": 2, "custom_id": element["custom_id"]}, message)
    await standin.until(lambda: any(seen is not message for seen in standin.world.messages))
    assert standin.world.responses[token].message is None
    assert [told.only_for for told in standin.world.messages if told is not message] == [501]


async def test_a_form_opens_and_sends_a_command_line(ada: Person, echo: Echo) -> None:
    """A form is the first response, and sending it is a command line with the fields filled in."""
    message = await ada.types("whatsnew", "flashinfer")
    modal = await ada.opened(await ada.pressed(message, "Form"))
    assert [label["label"] for label in modal["components"]] == ["About", "How often", "Paused"]
    await ada.submits(modal, {"cadence": "weekly"})
    assert echo.commands[-1].text == "edit 12 weekly no flashinfer sm120"


async def test_it_is_deferred_before_it_is_answered(ada: Person, echo: Echo) -> None:
    """The first response does not wait for the answer (B099)."""
    echo.held = asyncio.Event()
    token = await ada.sends("whatsnew", "flashinfer")
    await ada.first_response(token)
    assert not ada.sees()
    echo.held.set()
    await ada.discord.until(lambda: bool(ada.sees()))


async def test_completion_offers_what_can_be_chosen(ada: Person) -> None:
    """At most 25 choices, none empty, none longer than can be sent back (B-13, B110)."""
    offered = await ada.completes("whatsnew", "flashinfer bl")
    assert offered[0] == {
        "name": "flashinfer blackwell   (SM100, SM103, SM120, SM121)",
        "value": "flashinfer blackwell",
    }
    assert len(offered) == 25
    assert all(1 <= len(choice["value"]) <= 100 and choice["name"].strip() for choice in offered)


async def test_a_stale_interaction_is_logged(ada: Person, echo: Echo) -> None:
    """An interaction that came too late is neither answered nor an error (B099)."""
    ada.discord.world.faults["POST /interactions/*/*/callback"].append(Fault.UNKNOWN_INTERACTION)
    await ada.sends("whatsnew", "flashinfer")
    await ada.types("whatsnew", "again")
    assert [command.text for command in echo.commands] == ["whatsnew again"]


async def test_a_failing_handler_stops_nothing(ada: Person) -> None:
    """An error that escapes is logged, and the next command is answered."""
    message = await ada.types("whatsnew", "flashinfer")
    await ada._interact(3, {"component_type": 2, "custom_id": "boom"}, message)
    assert "again" in reader.seen((await ada.types("whatsnew", "again")).components)


async def test_a_lost_connection_is_resumed(ada: Person, discord: Discord) -> None:
    """What was asked while the connection was away is answered after RESUME; the platform says whether it is there."""
    await ada.types("whatsnew", "first")
    assert discord.is_connected
    await ada.discord.drop()
    await ada.discord.until(lambda: ada.discord.resumed > 0, seconds=20)
    assert "again" in reader.seen((await ada.types("whatsnew", "again")).components)
    assert ada.discord.identified == 1
    assert discord.is_connected


async def test_commands_are_told_once_and_only_when_asked(standin: DiscordStandIn) -> None:
    """Syncing is a step of its own and replaces what was there (B-14, B102)."""
    platform = platform_at(standin, FakeMemory())
    assert await platform.sync(complete) == 2
    assert await platform.sync(complete) == 2
    await platform.close()
    assert sorted(command["name"] for command in standin.world.commands) == ["subscriptions", "whatsnew"]
    (query,) = next(command for command in standin.world.commands if command["name"] == "whatsnew")["options"]
    assert (query["name"], query["autocomplete"], query["required"]) == ("query", True, False)


async def test_a_wrong_token_is_told_at_start(standin: DiscordStandIn) -> None:
    """A token that Discord does not accept ends the start with a sentence, and no loop."""
    platform = platform_at(standin, FakeMemory(), token="wrong")
    with pytest.raises(ConfigError, match="does not accept DISCORD_TOKEN"):
        await platform.serve(Echo(), complete)
    with pytest.raises(ConfigError, match="does not accept DISCORD_TOKEN"):
        await platform.sync(complete)
    await platform.close()
    assert len(standin.world.requests) == 2


async def test_access_shows_no_token() -> None:
    """Tokens stand in no repr."""
    assert TOKEN not in repr(Access(TOKEN, "http://x", "ws://x"))


@pytest.mark.parametrize("fault", [Fault.LOST_REPLY, Fault.ERROR_AFTER_ACCEPT])
async def test_an_answer_follows_a_first_response_that_nobody_knows_of(ada: Person, fault: Fault) -> None:
    """Where the reply to the first response was lost, the answer is filled in all the same: nobody waits for ever."""
    ada.discord.world.faults["POST /interactions/*/*/callback"].append(fault)
    assert "flashinfer" in reader.seen((await ada.types("whatsnew", "flashinfer")).components)


@pytest.mark.parametrize("fault", [Fault.ERROR, Fault.LOST_REPLY])
async def test_a_response_is_filled_again(ada: Person, fault: Fault) -> None:
    """Filling a response twice gives the same, so one failure is made good."""
    ada.discord.world.faults["PATCH /webhooks/*/*/messages/@original"].append(fault)
    assert "flashinfer" in reader.seen((await ada.types("whatsnew", "flashinfer")).components)


async def test_an_event_that_the_library_cannot_read_ends_nothing(
    standin: DiscordStandIn, echo: Echo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A malformed event costs the connection, which is made again, and not the process."""
    monkeypatch.setattr(module, "FIRST_PAUSE", 0.01)
    platform = platform_at(standin, FakeMemory())
    await platform.sync(complete)
    serving = asyncio.create_task(platform.serve(echo, complete))
    await standin.until(lambda: standin.identified == 1)
    await standin.dispatch("INTERACTION_CREATE", {"id": "1", "type": 2})
    await standin.until(lambda: standin.identified == 2)
    assert "again" in reader.seen((await Person(standin).types("whatsnew", "again")).components)
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    await platform.close()


async def test_a_persons_own_messages_are_one_place_in_all_servers(ada: Person, echo: Echo) -> None:
    """What somebody subscribed to in one server is theirs in another and in direct messages."""
    await ada.types("whatsnew", "flashinfer")
    assert (echo.commands[0].actor.workspace, echo.commands[0].actor.home) == ("7001", "dm")
