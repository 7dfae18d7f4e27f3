"""`digest systems-daily`: an issue composed without sending it."""

from __future__ import annotations

from datetime import date, datetime

import click

from bot.app import opened
from bot.cli.screen import screen
from bot.cli.times import LocalTime
from bot.domain.digest import Digest
from bot.domain.editing.material import Scope
from bot.domain.edition import Edition
from bot.domain.errors import UserError
from bot.domain.schedule import instant
from bot.platforms.terminal import shell_user
from config.settings import Settings, load_settings
from handlers.audience import seen_from
from handlers.deps import Deps
from handlers.issues import issue_document, issue_messages, issue_of

FORMATS = ("terminal", "markdown", "html", "slack", "discord", "json")


@click.command()
@click.argument("edition")
@click.option("--end", type=LocalTime(), help="The day of the issue, or when its window ends; local, as TIMEZONE says.")
@click.option("--project", help="One project alone, by its key.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="terminal", show_default=True)
@click.pass_obj
def command(now: datetime | None, edition: str, end: datetime | date | None, project: str | None, form: str) -> None:
    """Composes an issue of EDITION and prints it."""
    settings = load_settings()
    with opened(settings, now) as every:
        chosen = every.editions.named(edition)
        if chosen is None:
            known = ", ".join(one.key for one in every.editions.all)
            raise UserError('There is no edition "{edition}". There are: {known}.', edition=edition, known=known)
        deps = seen_from(shell_user(), every)
        if project and project.casefold() not in deps.projects.by_key:
            raise UserError(f'There is no project "{project}" in the catalogue.')
        window = chosen.window_ending(_ending(end, chosen, settings)) if end else chosen.latest_window(deps.now())
        digest = issue_of(chosen, window, deps, Scope(project=project.casefold() if project else ""))
        if form == "terminal":
            screen(settings).show(issue_document(digest, chosen, deps))
        else:
            click.echo(_written(form, digest, chosen, deps))


def _written(form: str, digest: Digest, edition: Edition, deps: Deps) -> str:
    """The issue in a format that programs or browsers read. What only one of them needs is imported for it."""
    match form:
        case "json":
            from handlers.issue_exports import digest_json

            return digest_json(digest, deps)
        case "markdown":
            from bot.renderers.markdown import render

            return render(issue_document(digest, edition, deps, buttons=False))
        case "html":
            from handlers.pages import issue_page

            return issue_page(digest, edition, deps)
        case _:
            from handlers.issue_exports import issue_payloads

            return issue_payloads(form, issue_messages(digest, edition, deps, f"setup {edition.words[0]}"))


def _ending(end: datetime | date, edition: Edition, settings: Settings) -> datetime:
    """When a window ends: of a day the hour at which the edition closes on it, of a time without a zone that of
    TIMEZONE."""
    if not isinstance(end, datetime):
        return instant(end, edition.closes.hour, edition.closes.zone)
    return end if end.tzinfo else end.replace(tzinfo=settings.zone)
