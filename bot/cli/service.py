"""The bot in chat: every configured platform answers, the clock publishes, matches and sends, until a signal comes."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from bot.app import chat_platforms
from bot.cli.chat import answering
from bot.clock import Tick, wind
from bot.domain.budget import HostBudget
from bot.domain.delivery import Recipient
from bot.domain.edition import EDITIONS, edition_named
from bot.log import Logger
from bot.platforms.base import Platform
from bot.platforms.registry import ChatPlatform
from config.settings import Settings
from handlers.completion import completions
from handlers.deps import Deps
from handlers.jobs.deliver import deliver
from handlers.jobs.ingest import Ingester
from handlers.jobs.match import match
from handlers.jobs.poll import Polled
from handlers.jobs.publish import Post, publish

TICK_SECONDS = 15
INGEST_SECONDS = 20
"""How often the clock asks which sources are due."""
SETTLE_SECONDS = 8.0
"""How long a stop waits for what is being sent; the process leaves within ten."""

log = Logger("bot.cli.service")


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
) -> None:
    """Serves until `stop` is set; what is being sent then is finished. ConfigError when a platform does not accept its
    token; the others are closed then. With `sources` they are read meanwhile, beside the sending: a source that is slow
    keeps no message."""
    platforms = chat_platforms(settings, deps)
    by_name = {platform.name: platform for platform in platforms}
    sender = Sender(deps, by_name)
    woken = replace(deps, nudge=sender.wake, obstacle=partial(obstacle, by_name))
    ingester = Ingester(woken, sources, budgets=budgets) if sources else None
    working = [asyncio.create_task(_served(platform, woken)) for platform in platforms]
    working.append(asyncio.create_task(sender.send_when_woken()))
    clock = wind(*ticks(Tick("send", tick_seconds, sender.wake_by_clock), ingester))
    ends: list[asyncio.Future[None]] = [asyncio.ensure_future(_until(stop)), *working]
    try:
        done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end in done:
            end.result()
    finally:
        clock.shutdown(wait=False)
        if ingester:
            await ingester.stop()
        await sender.settle()
        for end in ends:
            end.cancel()
        await asyncio.gather(*ends, return_exceptions=True)
        await asyncio.gather(*(platform.close() for platform in platforms), return_exceptions=True)


def ticks(sending: Tick, ingester: Ingester | None) -> tuple[Tick, ...]:
    """What the clock calls: the sending, and the reading where there are sources."""
    return (sending, Tick("ingest", INGEST_SECONDS, ingester.tick)) if ingester else (sending,)


class Sender:
    """Publishes, matches and sends when it is woken, by the clock or by a command that has put something into the
    outbox; one run after the other."""

    def __init__(self, deps: Deps, platforms: Mapping[str, Platform]) -> None:
        self._deps = deps
        self._platforms = platforms
        self._wanted = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()

    def wake(self) -> None:
        """Asks for a run."""
        self._wanted.set()

    async def wake_by_clock(self) -> None:
        """The clock's way to ask for a run."""
        self.wake()

    async def send_when_woken(self) -> None:
        """Runs whenever it was asked to; what fails is logged, and the next run tries again."""
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            self._idle.clear()
            try:
                await send(self._deps, self._platforms, await asyncio.to_thread(postings, self._deps))
            except Exception:
                log.exception("sending failed")
            finally:
                self._idle.set()

    async def settle(self) -> None:
        """Waits for the run that goes on, at most as long as somebody who stops the process would."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SETTLE_SECONDS):
                await self._idle.wait()


async def obstacle(platforms: Mapping[str, Platform], recipient: Recipient) -> str | None:
    """Why a place would take nothing, as its platform knows."""
    platform = platforms.get(recipient.platform)
    return await platform.obstacle(recipient) if platform else None


async def _served(platform: ChatPlatform, deps: Deps) -> None:
    await platform.serve(partial(answering, deps), partial(completions, deps=deps))


async def _until(stop: asyncio.Event) -> None:
    await stop.wait()


def postings(deps: Deps) -> Sequence[Post]:
    """What is posted to channels, as it was set up from chat."""
    return [
        Post(edition_named(posting.edition) or EDITIONS[0], posting.recipient)
        for posting in deps.store.channels.all()
        if not posting.paused
    ]


async def send(deps: Deps, platforms: Mapping[str, Platform], posts: Sequence[Post]) -> int:
    """Publishes and matches what is due, and empties the outbox onto the platforms of this process; answers how much
    was sent."""
    await publish(posts, deps)
    await match(deps)
    return await drain(deps, platforms)


async def drain(deps: Deps, platforms: Mapping[str, Platform]) -> int:
    """Empties the outbox onto the platforms of this process; answers how much was sent."""
    sent = 0
    while claimed := await deliver(deps, platforms):
        sent += claimed
    return sent
