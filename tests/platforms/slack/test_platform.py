"""Commands, buttons and forms over Socket Mode, against the stand-in."""

from __future__ import annotations

import asyncio
from zoneinfo import ZoneInfo

import pytest

from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.errors import ConfigError
from bot.platforms.slack.platform import Access, Slack
from bot.renderers.command_value import is_token
from tests.platforms.echo import LONG, Echo, FakeMemory, FakePlaces
from tests.platforms.slack.conftest import NOW
from tests.readers import slack as reader
from tests.standins.slack import SlackStandIn
from tests.standins.slack_people import Person, element_of
from tests.standins.slack_world import APP_TOKEN, BOT_TOKEN, TEAM, Fault


async def test_a_command_is_answered_to_the_asker_alone(ada: Person, echo: Echo) -> None:
    """The answer is ephemeral and complete, and the command carries who, where, when and how they read."""
    message = await ada.types("flashinfer sm120")
    assert message.only_for == "U0001"
    assert reader.seen(message.blocks).startswith("You said: flashinfer sm120#1")
    (command,) = echo.commands
    assert (command.actor.workspace, command.actor.user, command.actor.rights.manager) == (TEAM, "U0001", True)
    assert command.place == Recipient("slack", TEAM, RecipientKind.CHANNEL, "C0001")
    assert (command.at, command.zone, command.locale) == (NOW, ZoneInfo("Asia/Shanghai"), "en-US")


async def test_rights_are_those_of_whoever_acts(ada: Person, echo: Echo) -> None:
    """Another person presses the same button with their own rights (B112)."""
    message = await ada.types("flashinfer")
    bo = Person(ada.slack, "U0002")
    await bo.presses(message, "More")
    assert [command.actor.rights.manager for command in echo.commands] == [True, False]
    assert echo.commands[1].zone == ZoneInfo("Europe/Berlin")


async def test_a_button_is_a_command_line(ada: Person, echo: Echo) -> None:
    """Pressing sends the button's command down the road that typing takes."""
    await ada.presses(await ada.types("flashinfer"), "More")
    assert [command.text for command in echo.commands] == ["flashinfer", "more 8 x"]


async def test_a_long_button_is_looked_up(ada: Person, echo: Echo) -> None:
    """A command line that does not fit stands under a token and arrives whole."""
    message = await ada.types("flashinfer")
    assert is_token(element_of(message, "Long")["value"])
    await ada.presses(message, "Long")
    assert echo.commands[1].text == LONG


async def test_a_button_that_nobody_remembers_helps(ada: Person, echo: Echo, memory: FakeMemory) -> None:
    """A button older than the bot's memory answers with help instead of silence."""
    message = await ada.types("flashinfer")
    memory.kept.clear()
    await ada.presses(message, "Long")
    assert echo.commands[1].text == "help"


async def test_a_choice_is_a_command_line(ada: Person, echo: Echo) -> None:
    """Choosing from a menu sends the option's command."""
    message = await ada.types("flashinfer")
    menu = dict(element_of(message, "Other"))
    await ada.acts(message, {**menu, "selected_option": menu["options"][0]})
    await ada.slack.until(lambda: len(echo.commands) == 2)
    assert echo.commands[1].text == "whatsnew menu"


async def test_sharing_shows_it_to_everybody(ada: Person) -> None:
    """What is shared stands in the channel for all who read there."""
    message = await ada.types("share flashinfer")
    assert message.only_for is None
    assert Person(ada.slack, "U0002").sees() == [message]


async def test_a_form_opens_and_sends_a_command_line(ada: Person, echo: Echo) -> None:
    """A form comes up with what stands, and sending it is a command line with the fields filled in."""
    message = await ada.types("flashinfer")
    await ada.pressed(message, "Form")
    await ada.slack.until(lambda: bool(ada.slack.world.views))
    (view,) = ada.slack.world.views
    inputs = [block for block in view["blocks"] if block["type"] == "input"]
    assert [block["label"]["text"] for block in inputs] == ["About", "How often", "Paused"]
    weekly = {"type": "static_select", "selected_option": {"value": "weekly"}}
    await ada.submits(view, {"cadence": weekly})
    await ada.slack.until(lambda: len(echo.commands) == 3)
    assert echo.commands[2].text == "edit 12 weekly no flashinfer sm120"
    assert echo.commands[2].place.id == "C0001"


async def test_a_form_is_previewed(ada: Person, echo: Echo) -> None:
    """Its other button sends the other line with what is filled in; the answer stands in the channel, for the asker."""
    message = await ada.types("flashinfer")
    await ada.pressed(message, "Form")
    await ada.slack.until(lambda: bool(ada.slack.world.views))
    (view,) = ada.slack.world.views
    weekly = {"type": "static_select", "selected_option": {"value": "weekly"}}
    await ada.previews(view, {"cadence": weekly})
    await ada.slack.until(lambda: "show weekly" in ada.reads())
    assert (echo.commands[-1].text, echo.commands[-1].place.id) == ("show weekly flashinfer sm120", "C0001")
    assert ada.sees()[-1].only_for == ada.user


async def test_it_is_acknowledged_before_it_is_answered(ada: Person, echo: Echo) -> None:
    """The acknowledgement does not wait for the answer (A50, B077)."""
    echo.held = asyncio.Event()
    await ada.sends("flashinfer")
    assert not ada.sees()
    echo.held.set()
    await ada.slack.until(lambda: bool(ada.sees()))


async def test_a_failing_handler_stops_nothing(ada: Person, echo: Echo) -> None:
    """An error that escapes is logged, and the next command is answered."""
    await ada.sends("boom")
    message = await ada.types("flashinfer")
    assert "flashinfer" in message.text


async def test_a_silent_connection_is_replaced(ada: Person) -> None:
    """A socket that looks open and answers no ping is left for a new one (B073)."""
    ada.slack.silent = True
    first = ada.slack.sockets[0]
    await ada.slack.until(lambda: any(socket is not first for socket in ada.slack.sockets))
    ada.slack.silent = False
    await ada.slack.until(lambda: len(ada.slack.sockets) >= 1)
    assert "again" in (await ada.types("again")).text


@pytest.mark.parametrize(
    ("bot", "app", "variable"),
    [
        pytest.param("xoxb-wrong", APP_TOKEN, "SLACK_BOT_TOKEN", id="wrong bot token"),
        pytest.param(BOT_TOKEN, "xapp-wrong", "SLACK_APP_TOKEN", id="wrong app token"),
    ],
)
async def test_a_wrong_token_is_told_at_start(standin: SlackStandIn, bot: str, app: str, variable: str) -> None:
    """A token that Slack does not accept ends the start with a sentence that names it, not the token, and no loop."""
    platform = Slack(Access(bot, app, standin.url), FakeMemory(), lambda: NOW, FakePlaces())
    with pytest.raises(ConfigError) as told:
        await platform.serve(Echo(), lambda _: ())
    await platform.close()
    assert variable in told.value.sentence
    assert "wrong" not in told.value.sentence
    assert len(standin.world.calls) <= 2


async def test_a_revoked_token_is_told_at_start(standin: SlackStandIn) -> None:
    """An app that was removed says so (B080)."""
    standin.world.tokens_are_revoked = True
    platform = Slack(Access(BOT_TOKEN, APP_TOKEN, standin.url), FakeMemory(), lambda: NOW, FakePlaces())
    with pytest.raises(ConfigError, match="removed from the workspace"):
        await platform.serve(Echo(), lambda _: ())
    await platform.close()


async def test_access_shows_no_token() -> None:
    """Tokens stand in no repr."""
    assert BOT_TOKEN not in repr(Access(BOT_TOKEN, APP_TOKEN, "http://x/"))


async def test_a_used_up_response_address_is_logged_not_raised(ada: Person) -> None:
    """An answer that comes too late or too often is dropped with a line in the log (A51)."""
    ada.slack._uses = {"1": 5}
    await ada.sends("flashinfer")
    await ada.slack.until(lambda: ada.slack._uses["1"] == 6)
    assert "again" in (await ada.types("again")).text


async def test_a_form_that_slack_refuses_is_logged(ada: Person) -> None:
    """A trigger that ran out opens no form and breaks nothing (B078)."""
    message = await ada.types("flashinfer")
    ada.slack.world.faults["views.open"].append(Fault.MISSING_SCOPE)
    await ada.pressed(message, "Form")
    await ada.slack.until(lambda: bool(ada.slack.world.made("views.open")))
    assert "again" in (await ada.types("again")).text


@pytest.mark.parametrize("fault", [Fault.LOST_REPLY, Fault.ERROR, Fault.RATE_LIMITED, Fault.MISSING_SCOPE])
async def test_a_form_that_does_not_open_is_told(ada: Person, fault: Fault) -> None:
    """Who pressed and sees no form is told to press again, whatever went wrong (B078)."""
    message = await ada.types("flashinfer")
    ada.slack.world.faults["views.open"].append(fault)
    assert "Press the button again" in (await ada.presses(message, "Form")).text


@pytest.mark.parametrize("fault", [Fault.LOST_REPLY, Fault.ERROR, Fault.RATE_LIMITED])
async def test_a_profile_that_is_not_told_is_asked_for_again(ada: Person, echo: Echo, fault: Fault) -> None:
    """A command is answered though Slack tells nothing of its asker, without rights, and the next one has them back."""
    ada.slack.world.faults["users.info"].append(fault)
    await ada.types("flashinfer")
    await ada.types("again")
    assert [command.actor.rights.manager for command in echo.commands] == [False, True]


async def test_it_says_whether_it_is_connected(slack: Slack, standin: SlackStandIn, echo: Echo) -> None:
    """Connected is who has a socket; not before, and not after it stopped (E03)."""
    assert not slack.is_connected
    serving = asyncio.create_task(slack.serve(echo, lambda _: ()))
    await standin.until(lambda: bool(standin.sockets))
    await Person(standin).types("flashinfer")
    assert slack.is_connected
    serving.cancel()
    await asyncio.wait((serving,))
    assert not slack.is_connected
