"""The roads through the chat platforms, whole: the real handlers over the sample store, at the stand-ins' sockets."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.app import Field, chat_platforms, deps_of, load_field
from bot.cli.service import serve_chat
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.errors import ConfigError
from bot.platforms.terminal import shell_command, shown
from bot.renderers.terminal import render
from config.settings import ROOT, Secret, Settings
from handlers.deps import Deps
from handlers.jobs.importing import import_files
from handlers.router import answer
from storage.store import Store
from tests.factories import SHANGHAI
from tests.golden_files import assert_golden
from tests.readers import discord as discord_reader
from tests.readers import slack as slack_reader
from tests.standins.discord import DiscordStandIn
from tests.standins.discord_people import Person as DiscordPerson
from tests.standins.discord_world import TOKEN
from tests.standins.slack import SlackStandIn
from tests.standins.slack_people import Person as SlackPerson
from tests.standins.slack_world import APP_TOKEN, BOT_TOKEN, Channel, Fault
from tests.stores import without_rows

ASKED = datetime(2026, 7, 22, 1, tzinfo=UTC)
"""Wednesday 22 July 2026, 09:00 in Shanghai."""

QUESTION = "flashinfer sm120"
ORDER = [3838, 3922, 3983, 3655, 3891, 3947, 3016, 3863]
"""The pull requests of WORDING.md 2: look-outs as there, newest first inside the other sections."""


@pytest.fixture(scope="module")
def field() -> Field:
    """The real catalogue and vocabulary, read once."""
    return load_field()


@pytest.fixture
def deps(field: Field, tmp_path: Path) -> Iterator[Deps]:
    """The bot over the sample, at the hour of WORDING.md 2."""
    with Store.open(f"sqlite:///{without_rows(tmp_path / 'store.sqlite3')}", closure=field.vocabulary.closure) as store:
        import_files([ROOT / "config" / "sample.jsonl"], store, field.vocabulary, field.projects, ASKED)
        yield replace(deps_of(store, field, None), now=lambda: ASKED)


@asynccontextmanager
async def serving(deps: Deps, settings: Settings) -> AsyncIterator[None]:
    """The whole service, with a clock that ticks often; it must leave when it is told to."""
    stop = asyncio.Event()
    service = asyncio.create_task(serve_chat(deps, settings, stop, tick_seconds=0.1))
    try:
        yield
    finally:
        stop.set()
        async with asyncio.timeout(10):
            await service


@pytest.fixture
async def slack(deps: Deps) -> AsyncIterator[SlackPerson]:
    """An admin of #infra at the Slack stand-in, with the bot connected."""
    async with SlackStandIn() as standin:
        settings = Settings(
            slack_bot_token=Secret(BOT_TOKEN),
            slack_app_token=Secret(APP_TOKEN),
            slack_api_url=standin.url,
            zone=SHANGHAI,
        )
        async with serving(deps, settings):
            await standin.until(lambda: bool(standin.sockets))
            yield SlackPerson(standin)


@pytest.fixture
async def discord(deps: Deps) -> AsyncIterator[DiscordPerson]:
    """Somebody who manages the server at the Discord stand-in, with the bot connected and its commands told."""
    async with DiscordStandIn() as standin:
        settings = Settings(
            discord_token=Secret(TOKEN),
            discord_api_url=standin.api_url,
            discord_gateway_url=standin.gateway_url,
            zone=SHANGHAI,
        )
        (platform,) = chat_platforms(settings, deps)
        await platform.sync(lambda _: ())  # type: ignore[attr-defined]  # only Discord has commands to be told
        await platform.close()
        async with serving(deps, settings):
            await standin.until(lambda: standin.identified > 0)
            yield DiscordPerson(standin)


def pulls(text: str) -> list[int]:
    """The pull requests that an answer links, in order; none that stands inside a sentence counts."""
    return [int(number) for number in re.findall(r" #(\d+)$", text, re.MULTILINE)]


async def test_slack_from_a_question_to_a_digest(slack: SlackPerson) -> None:
    """A question, the next page, a subscription, its message, and a digest in the channel: the first five minutes."""
    first = await slack.types(QUESTION)
    assert pulls(slack_reader.seen(first.blocks)) == ORDER
    more = await slack.presses(first, "8 more")
    assert len(pulls(slack_reader.seen(more.blocks))) == 8
    subscribed = await slack.presses(first, "Subscribe")
    assert "Subscribed: FlashInfer, SM120" in subscribed.text
    await slack.presses(subscribed, "Send one now")
    await slack.slack.until(lambda: bool(slack.direct_messages()))
    assert "For you, Wed 22 Jul" in slack.direct_messages()[0].text
    await slack.types("digest daily here")
    await slack.slack.until(lambda: any(message.only_for is None for message in slack.sees()))
    (digest,) = [message for message in slack.sees() if message.only_for is None]
    assert digest.text.startswith("Systems daily, Wed 22 Jul 2026")


async def test_discord_from_a_question_to_a_digest(discord: DiscordPerson) -> None:
    """The same road in Discord."""
    first = await discord.types("whatsnew", QUESTION)
    assert pulls(discord_reader.seen(first.components)) == ORDER
    more = await discord.presses(first, "8 more")
    assert len(pulls(discord_reader.seen(more.components))) == 8
    subscribed = await discord.presses(first, "Subscribe")
    assert "Subscribed: FlashInfer, SM120" in discord_reader.seen(subscribed.components)
    await discord.presses(subscribed, "Send one now")
    await discord.discord.until(lambda: bool(discord.direct_messages()))
    assert "For you, Wed 22 Jul" in discord_reader.seen(discord.direct_messages()[0].components)
    await discord.types("digest", "daily here")
    await discord.discord.until(lambda: any(message.only_for is None for message in discord.sees()))
    (digest,) = [message for message in discord.sees() if message.only_for is None]
    assert discord_reader.seen(digest.components).startswith("Systems daily, Wed 22 Jul 2026")


async def test_the_answer_of_wording_2_in_slack(slack: SlackPerson) -> None:
    """What Slack shows over the sample is WORDING.md 2, line by line; the section rules put newer lines first."""
    assert_golden("wording_2_slack.txt", slack_reader.seen((await slack.types(QUESTION)).blocks))


async def test_the_answer_of_wording_2_in_discord(discord: DiscordPerson) -> None:
    """What is sent to Discord over the sample is WORDING.md 2, line by line."""
    message = await discord.types("whatsnew", QUESTION)
    assert_golden("wording_2_discord.txt", "\n".join(discord_reader.texts(message.components)))


@pytest.mark.parametrize("question", [QUESTION, "vllm", "hopper fp8", "breaking this week", "昇腾 量化", "verl"])
async def test_the_same_question_gives_the_same_items_everywhere(
    slack: SlackPerson, discord: DiscordPerson, deps: Deps, question: str
) -> None:
    """Slack, Discord and the shell show the same items in the same order."""
    asked = shell_command(f"whatsnew {question}", ASKED, SHANGHAI, "en")
    in_shell = re.sub(r" \[\d+\]$", "", render(shown(await answer(asked, deps)), width=10_000), flags=re.MULTILINE)
    in_slack = slack_reader.seen((await slack.types(question)).blocks)
    in_discord = discord_reader.seen((await discord.types("whatsnew", question)).components)
    assert pulls(in_slack) == pulls(in_discord) == pulls(in_shell)
    assert pulls(in_slack)


async def test_a_digest_is_posted_once_by_many_ticks(slack: SlackPerson, deps: Deps) -> None:
    """However often the clock ticks, an issue is in the channel once."""
    await slack.types("digest daily here")
    before = len(deps.store.channels.all())
    await slack.slack.until(lambda: any(message.only_for is None for message in slack.sees()))
    await asyncio.sleep(0.5)
    assert before == 1
    assert len([message for message in slack.sees() if message.only_for is None]) == 1


async def test_only_managers_have_digests_posted(slack: SlackPerson, deps: Deps) -> None:
    """Somebody without rights in the channel is told so, and nothing is set up (B112)."""
    refused = await SlackPerson(slack.slack, "U0002").types("digest daily here")
    assert "manages this channel" in refused.text
    assert not deps.store.channels.all()


async def test_two_people_press_one_undo(slack: SlackPerson, deps: Deps) -> None:
    """Who owns a subscription takes it back; another person who presses the same button changes nothing."""
    subscribed = await slack.types(f"subscribe {QUESTION}")
    refused = await SlackPerson(slack.slack, "U0002").presses(subscribed, "Undo")
    assert "No subscription of yours" in refused.text
    mine = Recipient("slack", "T0001", RecipientKind.USER, "U0001")
    assert len(deps.store.subscriptions.of(mine)) == 1
    await slack.presses(subscribed, "Undo")
    await slack.presses(subscribed, "Undo")
    assert not deps.store.subscriptions.of(mine)


async def test_a_subscription_is_edited_in_a_form_in_slack(slack: SlackPerson, deps: Deps) -> None:
    """The form shows what stands; sending it changes that, and Undo puts everything back."""
    subscribed = await slack.types(f"subscribe {QUESTION}")
    await slack.pressed(subscribed, "Other hour")
    await slack.slack.until(lambda: bool(slack.slack.world.views))
    (view,) = slack.slack.world.views
    hour = {"type": "static_select", "selected_option": {"value": "18:00"}}
    question = {"type": "plain_text_input", "value": "verl breaking"}
    before = len(slack.sees())
    await slack.submits(view, {"hour": hour, "question": question})
    await slack.slack.until(lambda: len(slack.sees()) > before)
    mine = Recipient("slack", "T0001", RecipientKind.USER, "U0001")
    (edited,) = deps.store.subscriptions.of(mine)
    assert (edited.hour.hour, edited.text) == (18, "verl breaking")
    await slack.presses(slack.sees()[-1], "Undo")
    (back,) = deps.store.subscriptions.of(mine)
    assert (back.hour.hour, back.text) == (9, QUESTION)


async def test_a_subscription_is_edited_in_a_form_in_discord(discord: DiscordPerson, deps: Deps) -> None:
    """The same form as a Discord modal."""
    subscribed = await discord.types("subscribe", QUESTION)
    modal = await discord.opened(await discord.pressed(subscribed, "Other hour"))
    await discord.submits(modal, {"cadence": "weekly fri", "hour": "07:00"})
    (edited,) = deps.store.subscriptions.of(Recipient("discord", "dm", RecipientKind.USER, "501"))
    assert (edited.cadence.value, edited.days, edited.hour.hour) == ("weekly", frozenset({5}), 7)
    assert edited.text == QUESTION


async def test_a_form_that_says_nonsense_is_refused(discord: DiscordPerson, deps: Deps) -> None:
    """A question that is no question leaves the subscription as it was."""
    subscribed = await discord.types("subscribe", QUESTION)
    modal = await discord.opened(await discord.pressed(subscribed, "Other hour"))
    refused = await discord.submits(modal, {"question": "flashinfer sm12o"})
    assert "sm12o" in discord_reader.seen(refused.components)
    (kept,) = deps.store.subscriptions.of(Recipient("discord", "dm", RecipientKind.USER, "501"))
    assert kept.text == QUESTION


def _posted_to(slack: SlackPerson) -> list[str]:
    return [call.arguments["channel"] for call in slack.slack.world.made("chat.postMessage")]


async def test_a_message_of_the_archived_channel_is_parked(slack: SlackPerson, deps: Deps) -> None:
    """B079: a channel that was archived since parks its own deliveries with the reason, of which its owner hears once,
    and stops nobody else's."""
    slack.slack.world.channels["C0003"] = Channel("C0003", "closing")
    slack.slack.world.faults["chat.postMessage"].append(Fault.ARCHIVED)
    await SlackPerson(slack.slack, channel="C0003").types("digest daily here")
    place = Recipient("slack", "T0001", RecipientKind.CHANNEL, "C0003")
    for _ in range(500):
        if any(delivery.reason for delivery in deps.store.deliveries.of(place)):
            break
        await asyncio.sleep(0.02)
    (parked,) = deps.store.deliveries.of(place)
    assert parked.reason is not None
    assert "archived" in parked.reason
    await slack.types("digest daily here")
    await slack.slack.until(lambda: any(message.only_for is None for message in slack.sees()))
    await slack.slack.until(lambda: "U0001" in _posted_to(slack))
    assert sorted(_posted_to(slack)) == ["C0001", "C0003", "U0001"]


@pytest.mark.parametrize("line", ["digest daily here", "subscribe here flashinfer sm120"])
@pytest.mark.parametrize(
    ("change", "words"),
    [
        pytest.param({"archived": True}, "archived", id="B079 archived"),
        pytest.param({"bot_is_member": False}, "/invite", id="B096 not in it"),
    ],
)
async def test_a_place_that_takes_nothing_is_told_at_once(
    slack: SlackPerson, deps: Deps, line: str, change: dict[str, bool], words: str
) -> None:
    """Who sets something up where the bot cannot post learns it then, not at the hour."""
    for name, value in change.items():
        setattr(slack.slack.world.channels["C0001"], name, value)
    assert words in (await slack.types(line)).text
    assert not deps.store.channels.all()
    assert not deps.store.subscriptions.all_due()


async def test_a_hidden_channel_is_told_at_once(discord: DiscordPerson, deps: Deps) -> None:
    """The same in Discord, where a command can be given in a channel that the bot does not see."""
    hidden = DiscordPerson(discord.discord, channel=8002)
    refused = await hidden.types("digest", "daily here")
    assert "cannot see the channel" in discord_reader.seen(refused.components)
    assert not deps.store.channels.all()


async def test_one_wrong_token_ends_the_start(deps: Deps) -> None:
    """With a token that is not accepted, the service ends with a sentence and closes what it had opened."""
    async with DiscordStandIn() as standin:
        settings = Settings(
            discord_token=Secret("wrong"), discord_api_url=standin.api_url, discord_gateway_url=standin.gateway_url
        )
        with pytest.raises(ConfigError, match="DISCORD_TOKEN"):
            await serve_chat(deps, settings, asyncio.Event())
