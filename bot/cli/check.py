"""`check`: whether the configuration can be read and the store be used. A migration that is due is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

import click

from bot.app import opened
from bot.domain.health import SourceHealth, alike, is_unusually_silent
from bot.domain.text import clean
from bot.reading import SourceBook, hosts_of
from config.feeds import load_feeds
from config.settings import Settings, load_settings
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
        for told in _sources(deps, settings):
            click.echo(clean(told))
        for host in hosts_of(settings, load_feeds(projects=deps.projects)):
            click.echo(f"Contacts {host.name}: {host.purpose}.")
        platforms = {"Slack": settings.slack, "Discord": settings.discord}
        for name, is_set in platforms.items():
            click.echo(f"{name}: {'token set' if is_set else 'not configured'}.")


NAMED = 4
"""Sources that are named where one thing is wrong with all of them; of more it names these."""


def _sources(deps: Deps, settings: Settings) -> Iterator[str]:
    """The health of the sources: how many are read, then those that are not, those that are silent, and what is not
    told without a token."""
    polled = SourceBook(settings, deps.projects, deps.vocabulary, deps.store.tracked).polled()
    healths = {health.name: health for health in deps.store.health.all()}
    asked = [
        health for one in polled if (health := healths.get(one.source.name)) is not None and health.last_try is not None
    ]
    well = [health for health in asked if health.is_well]
    yield f"Sources: {len(well)} of {len(polled)} read, {len(polled) - len(asked)} not asked yet."
    yield from map(_failing, alike(health for health in asked if not health.is_well))
    for health in well:
        if is_unusually_silent(health, deps.now()):
            yield f"{health.name}: answers, and has brought nothing since {health.last_news:%Y-%m-%d}."
        elif health.note:
            yield f"{health.name}: {health.note}"
    for budget in deps.store.health.budgets():
        left = f"{budget.remaining} of {budget.limit} requests left"
        yield f"{budget.host}: {left} until {budget.resets:%Y-%m-%d %H:%M} UTC."
    if lacking := sorted({lack.value for one in polled for lack in one.source.lacks}):
        yield f"Not told without GITHUB_TOKEN: {', '.join(lacking)}."


def _failing(group: Sequence[SourceHealth]) -> str:
    """What is wrong, with whom, since when, and when the first of them is asked again."""
    names = ", ".join(health.name for health in group[:NAMED])
    more = f" and {len(group) - NAMED} more" if len(group) > NAMED else ""
    begin = min((health.failing_since for health in group if health.failing_since), default=None)
    since = f" since {begin:%Y-%m-%d %H:%M} UTC" if begin else ""
    next_try = min((health.next_try for health in group if health.next_try), default=None)
    again = f" Next try {next_try:%Y-%m-%d %H:%M} UTC." if next_try else ""
    return f"{names}{more}: {group[0].status.value}{since}. {group[0].error}{again}"
