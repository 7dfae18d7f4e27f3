"""`check`: whether the configuration can be read and the store be used. A migration that is due is done."""

from __future__ import annotations

from datetime import datetime

import click

from bot.app import opened
from config.settings import load_settings


@click.command()
@click.pass_obj
def command(now: datetime | None) -> None:
    """Reads the configuration, opens the store and says what is there."""
    settings = load_settings()
    with opened(settings, now) as deps:
        held = deps.store.updates.coverage()
        click.echo(f"Configuration: {len(deps.projects.all)} projects, {len(deps.vocabulary.entries)} tags.")
        click.echo(f"Store: {deps.store.updates.total()} updates of {len(held)} projects.")
        if held:
            oldest, newest = min(row.oldest for row in held.values()), max(row.newest for row in held.values())
            click.echo(f"From {oldest:%Y-%m-%d} to {newest:%Y-%m-%d}.")
        platforms = {"Slack": settings.slack, "Discord": settings.discord}
        for name, is_set in platforms.items():
            click.echo(f"{name}: {'token set' if is_set else 'not configured'}.")
