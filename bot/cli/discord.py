"""`discord sync`: tells Discord the slash commands. A step of its own, after an update, not part of a start (B-14)."""

from __future__ import annotations

import asyncio
from datetime import datetime

import click

from bot.app import chat_platforms, opened
from bot.domain.errors import ConfigError
from config.settings import Settings, load_settings
from handlers.completion import completions
from handlers.deps import Deps


@click.group()
def command() -> None:
    """What Discord needs to be told."""


@command.command("sync")
@click.pass_obj
def sync(now: datetime | None) -> None:
    """Replaces the bot's slash commands by those of this version."""
    settings = load_settings()
    if not settings.discord_token:
        raise ConfigError("DISCORD_TOKEN is not set.")
    with opened(settings, now) as deps:
        count = asyncio.run(_synced(settings, deps))
    click.echo(f"{count} commands are at Discord; people see them within an hour.")


async def _synced(settings: Settings, deps: Deps) -> int:
    from bot.platforms.discord.platform import Discord

    platforms = chat_platforms(settings, deps)
    try:
        (discord,) = (platform for platform in platforms if isinstance(platform, Discord))
        return await discord.sync(lambda prefix: completions(prefix, deps))
    finally:
        for platform in platforms:
            await platform.close()
