"""`clock`: says when something is due, without a platform of its own. On a server workers do what it asks for; where
the store is a file it reads the sources and publishes itself, of several clocks one at a time, and workers send."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

import click

from bot.app import opened, wall_clock
from bot.cli.process import Part
from bot.cli.service import serve_chat, stop_signal
from bot.log import set_up_logging
from bot.memory import keep_one_arena
from bot.reading import SourceBook
from config.settings import Settings, load_settings
from handlers.deps import Deps
from handlers.jobs.watching import awaited_in


@click.command()
@click.pass_obj
def command(now: datetime | None) -> None:
    """Reads and publishes until it is told to stop."""
    settings = load_settings()
    keep_one_arena()
    set_up_logging(settings.log_level)
    with opened(settings, now) as deps:
        asyncio.run(_run(deps, settings, now))


async def _run(deps: Deps, settings: Settings, now: datetime | None) -> None:
    """With a clock that stands no source is read: what they say belongs to the present."""
    stop = stop_signal()
    if now is not None:
        await serve_chat(deps, settings, stop, part=Part.CLOCK)
        return
    book = SourceBook(settings, deps.projects, deps.vocabulary, deps.store.tracked, awaited=awaited_in(deps))
    present = replace(deps, now=wall_clock, look_at=book.look_at, ops=settings.ops_channel)
    try:
        await serve_chat(present, settings, stop, sources=book.polled, budgets=book.budgets, part=Part.CLOCK)
    finally:
        await book.close()
