"""`worker`: answers in chat and sends what is owed; publishing and reading are the clock's (`clock`)."""

from __future__ import annotations

import asyncio
from datetime import datetime

import click

from bot.app import opened
from bot.cli.service import WORKER_TICK_SECONDS, Part, serve_chat, stop_signal
from bot.domain.errors import ConfigError
from bot.log import set_up_logging
from bot.memory import keep_one_arena
from config.settings import Settings, load_settings
from handlers.deps import Deps


@click.command()
@click.pass_obj
def command(now: datetime | None) -> None:
    """Answers and sends on every platform whose token is set, until it is told to stop."""
    settings = load_settings()
    keep_one_arena()
    set_up_logging(settings.log_level)
    if not settings.slack and not settings.discord:
        raise ConfigError("A worker needs a platform: set the tokens of Slack or Discord.")
    with opened(settings, now) as deps:
        asyncio.run(_work(deps, settings))


async def _work(deps: Deps, settings: Settings) -> None:
    await serve_chat(deps, settings, stop_signal(), WORKER_TICK_SECONDS, part=Part.WORKER)
