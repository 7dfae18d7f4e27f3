"""The bot in chat: every configured platform answers, the clock publishes, matches and sends, until a signal comes."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import partial

from bot.app import chat_platforms
from bot.cli.chat import answering
from bot.clock import Steps, Tick, wind
from bot.domain.budget import HostBudget
from bot.domain.command import Command
from bot.domain.delivery import Recipient
from bot.domain.errors import ConfigError, StoreError
from bot.domain.language import Language
from bot.domain.operation import TICK
from bot.domain.reply import Reply
from bot.log import Logger
from bot.platforms.base import Platform
from bot.platforms.registry import ChatPlatform
from config.settings import Settings
from handlers.completion import completions
from handlers.deps import Deps
from handlers.jobs.connection_notices import tell_of_connections
from handlers.jobs.correct import correct
from handlers.jobs.deliver import Means, deliver
from handlers.jobs.delivery_notices import tell_of_doubts
from handlers.jobs.housekeeping import CHECK_SECONDS, housekeep
from handlers.jobs.ingest import Ingester
from handlers.jobs.leading import CLEANING, PUBLISHING, READING, Leading
from handlers.jobs.match import match
from handlers.jobs.poll import Polled
from handlers.jobs.publish import Post, post_of, publish
from handlers.jobs.watching import tell_released
from handlers.jobs.wording_ahead import AHEAD_SECONDS, word_ahead
from handlers.pulse import Pulse

TICK_SECONDS = 15
INGEST_SECONDS = 20
"""How often the clock asks which sources are due."""
WORKER_TICK_SECONDS = 2
"""How often a worker looks for what other processes have put into the outbox."""
SETTLE_SECONDS = 8.0
"""How long a stop waits for what is being sent; the process leaves within ten."""

REFUSED_SECONDS = 300.0
"""How often a platform is tried again that did not accept its token, where there are others."""

log = Logger("bot.cli.service")


class Part(StrEnum):
    """What a process does: everything, only answer and send, or only read and publish."""

    ALL = "all"
    WORKER = "worker"
    CLOCK = "clock"


def stop_signal() -> asyncio.Event:
    """Set by SIGTERM or SIGINT."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    return stop


async def serve_chat(
    deps: Deps,
    settings: Settings,
    stop: asyncio.Event,
    tick_seconds: float = TICK_SECONDS,
    sources: Callable[[], Sequence[Polled]] | None = None,
    budgets: Callable[[], Sequence[HostBudget]] = tuple,
    part: Part = Part.ALL,
) -> None:
    """Serves until `stop` is set; what is being sent then is finished. ConfigError when the only platform does not
    accept its token. With `sources` they are read meanwhile, beside the sending: a source that is slow keeps no
    message."""
    platforms = chat_platforms(settings, deps) if part is not Part.CLOCK else ()
    by_name = {platform.name: platform for platform in platforms}
    leading, pulse = Leading(deps.store.leases), Pulse(deps)
    sender = Sender(deps, by_name, leading, pulse, publishes=part is not Part.WORKER)
    woken = replace(deps, nudge=sender.wake, obstacle=partial(obstacle, by_name))
    ingester = Ingester(woken, sources, budgets=budgets) if sources else None
    alone = len(platforms) == 1
    working = [asyncio.create_task(_served(platform, woken, pulse, alone=alone)) for platform in platforms]
    sending = asyncio.create_task(sender.send_when_woken())
    working += [sending, asyncio.create_task(sender.publish_when_woken())]
    sending_tick, steps = Tick("send", tick_seconds, sender.wake_by_clock), Steps()
    looking = Tick("look", TICK_SECONDS, partial(_look, platforms, pulse, steps))
    if part is Part.WORKER:
        clock = wind(sending_tick, looking, steps=steps)
    else:
        more = (*wording_ticks(woken, settings), cleaning_tick(woken, leading), looking)
        clock = wind(*ticks(sending_tick, ingester, leading), *more, steps=steps)
    if part is Part.CLOCK:
        await sender.wake_by_clock()  # no platform has to be connected first
    ends: list[asyncio.Future[None]] = [asyncio.ensure_future(_until(stop)), *working]
    try:
        done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end in done:
            end.result()
    finally:
        clock.shutdown(wait=False)
        if ingester:
            await ingester.stop()
        await settled(sending)
        for end in ends:
            end.cancel()
        await asyncio.gather(*(end for end in ends if end is not sending), return_exceptions=True)
        await asyncio.to_thread(leading.give_up)
        await asyncio.gather(*(platform.close() for platform in platforms), return_exceptions=True)


def wording_ticks(deps: Deps, settings: Settings) -> tuple[Tick, ...]:
    """What the clock calls where a model is set: it words the issues that are posted next, ahead of their hour and
    beside the sending, which does not wait for it."""
    if deps.summarizer is None:
        return ()
    return (Tick("words", AHEAD_SECONDS, partial(_word_ahead, deps, Language(settings.language))),)


async def _word_ahead(deps: Deps, language: Language) -> None:
    try:
        posts = await asyncio.to_thread(postings, deps)
        await word_ahead(posts, language, deps)
    except Exception:
        log.exception("wording ahead failed")


def ticks(sending: Tick, ingester: Ingester | None, leading: Leading) -> tuple[Tick, ...]:
    """What the clock calls: the sending, and the reading where there are sources, which one process does at a time."""
    if ingester is None:
        return (sending,)
    return (sending, Tick("ingest", INGEST_SECONDS, partial(_read_if_leading, ingester, leading)))


async def _look(platforms: Sequence[ChatPlatform], pulse: Pulse, steps: Steps) -> None:
    """Notes which platforms are connected, and that the clock was set."""
    try:
        for platform in platforms:
            if platform.is_connected:
                await asyncio.to_thread(pulse.note_connected, platform.name)
        await asyncio.to_thread(pulse.note_steps, steps.count)
    except StoreError:
        log.exception("connections not noted")


def cleaning_tick(deps: Deps, leading: Leading) -> Tick:
    """What the clock calls to clean, which one process does at a time."""
    return Tick("clean", CHECK_SECONDS, partial(_clean, deps, leading))


async def _clean(deps: Deps, leading: Leading) -> None:
    try:
        if await asyncio.to_thread(leading.take, CLEANING):
            await housekeep(deps)
    except Exception:
        log.exception("cleaning failed")


async def _read_if_leading(ingester: Ingester, leading: Leading) -> None:
    try:
        leads = await asyncio.to_thread(leading.take, READING)
    except StoreError:
        log.exception("reading put off")
        return
    if leads:
        await ingester.tick()


class Sender:
    """Publishes and matches, and beside that sends, when it is woken, by the clock or by a command that has put
    something into the outbox: an outbox that takes long to empty keeps nothing from being published. Of several
    processes over one store one publishes, and each sends."""

    def __init__(
        self,
        deps: Deps,
        platforms: Mapping[str, Platform],
        leading: Leading,
        pulse: Pulse,
        *,
        publishes: bool = True,
    ) -> None:
        self._deps = deps
        self._publishes = publishes
        self._platforms = platforms
        self._means = Means()
        self._leading = leading
        self._pulse = pulse
        self._wanted, self._owing = asyncio.Event(), asyncio.Event()

    def wake(self) -> None:
        """Asks for a run of each."""
        self._owing.set()
        self._wanted.set()

    async def wake_by_clock(self) -> None:
        """The clock's way to ask for a run; it notes that the clock goes, however long a run takes."""
        self.wake()
        if not self._publishes:
            return
        try:
            await asyncio.to_thread(self._pulse.note, TICK)
        except StoreError:
            log.exception("tick not noted")

    async def send_when_woken(self) -> None:
        """Empties the outbox whenever it was asked to; what fails is logged, and the next run tries again."""
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            try:
                await drain(self._deps, self._platforms, self._means)
            except Exception:
                log.exception("sending failed")

    async def publish_when_woken(self) -> None:
        """Puts what is due into the outbox whenever it was asked to, where this process is the one that does; the same
        of what fails."""
        while True:
            await self._owing.wait()
            self._owing.clear()
            try:
                if self._publishes and await asyncio.to_thread(self._leading.take, PUBLISHING):
                    await owe(self._deps, await asyncio.to_thread(postings, self._deps))
                    self._wanted.set()
            except Exception:
                log.exception("publishing failed")


async def settled(sending: asyncio.Task[None]) -> None:
    """Ends the sending: what waits for its turn goes back into the outbox, what is on its way may arrive, for as long
    as somebody who stops the process would wait. What hangs longer is in doubt when its lease ends (B007)."""
    sending.cancel()
    await asyncio.wait((sending,), timeout=SETTLE_SECONDS)


async def obstacle(platforms: Mapping[str, Platform], recipient: Recipient) -> str | None:
    """Why a place would take nothing, as its platform knows."""
    platform = platforms.get(recipient.platform)
    return await platform.obstacle(recipient) if platform else None


async def _served(platform: ChatPlatform, deps: Deps, pulse: Pulse, *, alone: bool) -> None:
    """Answers on a platform. Where there are others too, one that does not accept its token any more is tried again
    later, and ends nobody (B080)."""

    async def answered(command: Command) -> Reply:
        await asyncio.to_thread(_noted, pulse, platform.name)
        return await answering(deps, command)

    while True:
        try:
            return await platform.serve(answered, partial(completions, deps=deps))
        except ConfigError as error:
            if alone:
                raise
            log.error("a platform is left out", platform=platform.name, reason=error.sentence)
        await asyncio.sleep(REFUSED_SECONDS)


def _noted(pulse: Pulse, platform: str) -> None:
    """Somebody was heard from; a store that takes no note of it keeps nobody waiting for an answer."""
    try:
        pulse.note(platform)
    except StoreError:
        log.exception("command not noted")


async def _until(stop: asyncio.Event) -> None:
    await stop.wait()


def postings(deps: Deps) -> Sequence[Post]:
    """What is posted to channels, as it was set up from chat or stands in config/editions.toml; what was set up from
    chat wins, also where it was paused there. An edition that is gone is posted nowhere."""
    stored = deps.store.channels.all()
    set_up = {(posting.edition, posting.recipient) for posting in stored}
    posts = [
        post_of(posting, edition)
        for posting in stored
        if not posting.paused and (edition := deps.editions.named(posting.edition))
    ]
    listed = [(edition, place) for edition in deps.editions.all for place in edition.post_to]
    return posts + [Post(edition, place) for edition, place in listed if (edition.key, place) not in set_up]


async def send(deps: Deps, platforms: Mapping[str, Platform], posts: Sequence[Post], means: Means | None = None) -> int:
    """Publishes and matches what is due, and empties the outbox onto the platforms of this process; answers how much
    was sent."""
    await owe(deps, posts)
    return await drain(deps, platforms, means)


async def owe(deps: Deps, posts: Sequence[Post]) -> None:
    """Puts into the outbox what is due: corrections, issues, what subscriptions bring, and what somebody must decide
    on."""
    await correct(deps)
    await publish(posts, deps)
    await match(deps)
    await tell_released(deps)
    await tell_of_doubts(deps)
    await tell_of_connections(deps)


async def drain(deps: Deps, platforms: Mapping[str, Platform], means: Means | None = None) -> int:
    """Empties the outbox onto the platforms of this process; answers how much was sent."""
    sent = 0
    while claimed := await deliver(deps, platforms, means):
        sent += claimed
    return sent
