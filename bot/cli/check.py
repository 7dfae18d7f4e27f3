"""`check`: whether the configuration can be read and the store be used. A migration that is due is done."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import click

from bot.app import opened
from bot.domain.health import is_unusually_silent
from bot.domain.text import clean
from bot.reading import hosts_of
from config.feeds import load_feeds
from config.settings import load_settings
from handlers.deps import Deps


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
        for told in _sources(deps):
            click.echo(clean(told))
        for host in hosts_of(settings, load_feeds(projects=deps.projects)):
            click.echo(f"Contacts {host.name}: {host.purpose}.")
        platforms = {"Slack": settings.slack, "Discord": settings.discord}
        for name, is_set in platforms.items():
            click.echo(f"{name}: {'token set' if is_set else 'not configured'}.")


def _sources(deps: Deps) -> Iterator[str]:
    """The health of the sources: how many are read, then those that are not, those that are silent, and what is not
    told without a token."""
    healths = deps.store.health.all()
    asked = [health for health in healths if health.last_try is not None]
    well = [health for health in asked if health.is_well]
    yield f"Sources: {len(well)} of {len(healths)} read, {len(healths) - len(asked)} not asked yet."
    for health in asked:
        if not health.is_well:
            tried = f" Next try {health.next_try:%Y-%m-%d %H:%M} UTC." if health.next_try else ""
            since = f" since {health.failing_since:%Y-%m-%d %H:%M} UTC" if health.failing_since else ""
            yield f"{health.name}: {health.status.value}{since}. {health.error}{tried}"
        elif is_unusually_silent(health, deps.now()):
            yield f"{health.name}: answers, and has brought nothing since {health.last_news:%Y-%m-%d}."
        elif health.note:
            yield f"{health.name}: {health.note}"
    for budget in deps.store.health.budgets():
        left = f"{budget.remaining} of {budget.limit} requests left"
        yield f"{budget.host}: {left} until {budget.resets:%Y-%m-%d %H:%M} UTC."
    if lacking := sorted({lack for health in healths for lack in health.lacks}):
        yield f"Not told without GITHUB_TOKEN: {', '.join(lacking)}."
