"""`worker`: answers in chat and sends what is owed. On a server it does all jobs that a clock asks for; where the store
is a file, publishing and reading are the clock's."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

import click

from bot.app import opened, wall_clock
from bot.cli.process import Part
from bot.cli.service import WORKER_TICK_SECONDS, serve_chat, stop_signal
from bot.domain.errors import ConfigError
from bot.log import set_up_logging
from bot.memory import keep_one_arena, set_aside
from bot.reading import SourceBook
from config.settings import Settings, load_settings
from handlers.deps import Deps
from handlers.jobs.watching import awaited_in


@click.command()
@click.pass_obj
def command(now: datetime | None) -> None:
    """Answers and sends on every platform whose token is set, until it is told to stop."""
    settings = load_settings()
    keep_one_arena()
    set_up_logging(settings.log_level)
    with opened(settings, now) as deps:
        if deps.store.queued.address is None and not settings.slack and not settings.discord:
            raise ConfigError("A worker needs a platform: set the tokens of Slack or Discord.")
        set_aside()
        asyncio.run(_work(deps, settings, now))


async def _work(deps: Deps, settings: Settings, now: datetime | None) -> None:
    """With a clock that stands no source is read: what they say belongs to the present."""
    stop = stop_signal()
    if now is not None:
        await serve_chat(deps, settings, stop, WORKER_TICK_SECONDS, part=Part.WORKER)
        return
    book = SourceBook(settings, deps.projects, deps.vocabulary, deps.store.tracked, awaited=awaited_in(deps))
    present = replace(deps, now=wall_clock, look_at=book.look_at, ops=settings.ops_channel)
    reads = deps.store.queued.address is not None
    try:
        await serve_chat(
            present,
            settings,
            stop,
            WORKER_TICK_SECONDS,
            sources=book.polled if reads else None,
            budgets=book.budgets,
            part=Part.WORKER,
        )
    finally:
        await book.close()
