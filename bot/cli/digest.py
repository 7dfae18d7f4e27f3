"""`digest systems-daily`: an issue composed without sending it."""

from __future__ import annotations

from datetime import date, datetime

import click

from bot.app import opened
from bot.cli.screen import screen
from bot.cli.times import LocalTime
from bot.domain.edition import EDITIONS, Edition, edition_named
from bot.domain.errors import UserError
from bot.domain.schedule import instant
from bot.platforms.terminal import shell_user
from config.settings import Settings, load_settings
from handlers.audience import seen_from
from handlers.issues import issue_document, issue_of

FORMATS = ("terminal", "markdown", "json")


@click.command()
@click.argument("edition")
@click.option("--end", type=LocalTime(), help="The day of the issue, or when its window ends; local, as TIMEZONE says.")
@click.option("--project", help="One project alone, by its key.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="terminal", show_default=True)
@click.pass_obj
def command(now: datetime | None, edition: str, end: datetime | date | None, project: str | None, form: str) -> None:
    """Composes an issue of EDITION and prints it."""
    chosen = edition_named(edition)
    if chosen is None:
        raise UserError(f'There is no edition "{edition}". There are: {", ".join(known.key for known in EDITIONS)}.')
    settings = load_settings()
    with opened(settings, now) as every:
        deps = seen_from(shell_user(), every)
        if project and project.casefold() not in deps.projects.by_key:
            raise UserError(f'There is no project "{project}" in the catalogue.')
        window = chosen.window_ending(_ending(end, chosen, settings)) if end else chosen.latest_window(deps.now())
        digest = issue_of(chosen, window, deps, project.casefold() if project else None)
        if form == "json":
            from handlers.exports import digest_json  # only programs need it

            click.echo(digest_json(digest, deps))
        elif form == "markdown":
            from bot.renderers.markdown import render

            click.echo(render(issue_document(digest, chosen, deps)))
        else:
            screen(settings).show(issue_document(digest, chosen, deps))


def _ending(end: datetime | date, edition: Edition, settings: Settings) -> datetime:
    """When a window ends: of a day the hour at which the edition closes on it, of a time without a zone that of
    TIMEZONE."""
    if not isinstance(end, datetime):
        return instant(end, edition.closes.hour, edition.closes.zone)
    return end if end.tzinfo else end.replace(tzinfo=settings.zone)
