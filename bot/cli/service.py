"""The bot in chat: every configured platform answers, and its jobs are driven, until a signal comes."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from bot.app import chat_platforms
from bot.cli.chat import answering
from bot.cli.in_process import in_process
from bot.cli.process import Part, Process
from bot.clock import Steps, Tick
from bot.domain.budget import HostBudget
from bot.domain.command import Command
from bot.domain.delivery import Recipient
from bot.domain.errors import ConfigError, StoreError
from bot.domain.language import Language
from bot.domain.reply import Reply
from bot.log import Logger
from bot.platforms.base import Platform
from bot.platforms.registry import ChatPlatform
from config.settings import Settings
from handlers.completion import completions
from handlers.deps import Deps
from handlers.jobs.ingest import Ingester
from handlers.jobs.leading import Leading
from handlers.jobs.poll import Polled
from handlers.pulse import Pulse

TICK_SECONDS = 15
WORKER_TICK_SECONDS = 2
"""How often a worker looks for what other processes have put into the outbox."""
REFUSED_SECONDS = 300.0
"""How often a platform is tried again that did not accept its token, where there are others."""

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
    part: Part = Part.ALL,
) -> None:
    """Serves until `stop` is set; what is being sent then is finished. ConfigError when the only platform does not
    accept its token. With `sources` they are read meanwhile, beside the sending: a source that is slow keeps no
    message."""
    platforms = chat_platforms(settings, deps) if part is not Part.CLOCK else ()
    by_name = {platform.name: platform for platform in platforms}
    wanted, leading, pulse = asyncio.Event(), Leading(deps.store.leases), Pulse(deps)
    woken = replace(deps, nudge=wanted.set, obstacle=partial(obstacle, by_name))
    reader = Ingester(woken, sources, budgets=budgets) if sources else None
    language, steps = Language(settings.language), Steps()
    looking = Tick("connections", TICK_SECONDS, partial(_look, platforms, pulse, steps))
    process = Process(part, woken, by_name, leading, pulse, wanted, reader, language, tick_seconds, looking, steps)
    driving, alone = asyncio.create_task(_driven(process)), len(platforms) == 1
    working = [driving, *(asyncio.create_task(_served(one, woken, pulse, alone=alone)) for one in platforms)]
    ends: list[asyncio.Future[None]] = [asyncio.ensure_future(_until(stop)), *working]
    try:
        done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end in done:
            end.result()
    finally:
        driving.cancel()
        await asyncio.wait((driving,))
        for end in ends:
            end.cancel()
        await asyncio.gather(*ends, return_exceptions=True)
        await asyncio.to_thread(leading.give_up)
        await asyncio.gather(*(platform.close() for platform in platforms), return_exceptions=True)


async def _driven(process: Process) -> None:
    """The jobs, until it is cancelled: on the queue of a store that has one, else in this process."""
    address = process.deps.store.queued.address
    if address is None:
        await in_process(process)
        return
    from bot.cli.queued import on_queue  # whoever keeps their store in a file does not wait for the queue's library

    await on_queue(process, address)


async def _look(platforms: Sequence[ChatPlatform], pulse: Pulse, steps: Steps) -> None:
    """Notes which platforms are connected, and that the clock was set."""
    try:
        for platform in platforms:
            if platform.is_connected:
                await asyncio.to_thread(pulse.note_connected, platform.name)
        await asyncio.to_thread(pulse.note_steps, steps.count)
    except StoreError:
        log.exception("connections not noted")


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
