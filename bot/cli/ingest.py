"""`ingest`: reads the sources, once or until it is told to stop; `--since DATE` loads history without delivering it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

import click

from bot.app import SAMPLE_END, opened, wall_clock
from bot.cli.in_process import INGEST_SECONDS
from bot.cli.service import stop_signal
from bot.cli.times import Instant
from bot.clock import Tick, wind
from bot.domain.errors import SourceError, UserError
from bot.domain.text import clean
from bot.log import set_up_logging
from bot.memory import keep_one_arena
from bot.reading import SourceBook
from config.settings import Settings, load_settings
from handlers.deps import Deps
from handlers.jobs.ingest import Ingester, IngestReport
from handlers.jobs.match import match
from handlers.jobs.watching import awaited_in, tell_released

FAILURES_SHOWN = 20
NAMED = 4
"""Sources that are named where one thing is wrong with all of them; of more it names these."""


@click.command()
@click.option("--once", is_flag=True, help="Read every source once and leave.")
@click.option("--project", help="One project alone, by its key; once.")
@click.option("--since", type=Instant(), help="Load history back to then, without delivering it; once.")
@click.pass_obj
def command(now: datetime | None, once: bool, project: str | None, since: datetime | None) -> None:
    """Reads the sources into the store."""
    settings = load_settings()
    keep_one_arena()
    set_up_logging(settings.log_level)
    with opened(settings, now) as opened_deps:
        # A store with the sample has a clock that stands; sources are read in the present.
        deps = opened_deps if now else replace(opened_deps, now=wall_clock)
        if project and project.casefold() not in deps.projects.by_key:
            raise UserError(f'There is no project "{project}" in the catalogue.')
        if since and since > deps.now():
            raise UserError("That day has not come: --since names a day in the past.")
        if once or project or since:
            report = asyncio.run(read_once(deps, settings, project.casefold() if project else None, since))
            told(report)
        else:
            asyncio.run(read_on(deps, settings))


async def read_once(deps: Deps, settings: Settings, project: str | None, since: datetime | None) -> IngestReport:
    """Every source, or one project's, once; at-once subscribers hear of what is new."""
    book = SourceBook(settings, deps.projects, deps.vocabulary, deps.store.tracked, since, awaited=awaited_in(deps))
    try:
        report = await Ingester(deps, book.polled, budgets=book.budgets).once(project)
    finally:
        await book.close()
    if report.new:
        await asyncio.to_thread(deps.store.meta.delete, SAMPLE_END)
    if since is None:
        await match(deps)
        await tell_released(deps)
    return report


async def read_on(deps: Deps, settings: Settings) -> None:
    """What is due, until a signal comes."""
    stop = stop_signal()
    book = SourceBook(settings, deps.projects, deps.vocabulary, deps.store.tracked, awaited=awaited_in(deps))
    ingester = Ingester(deps, book.polled, budgets=book.budgets)
    clock = wind(Tick("ingest", INGEST_SECONDS, ingester.tick))
    try:
        await ingester.tick()
        await stop.wait()
    finally:
        clock.shutdown(wait=False)
        await ingester.stop()
        await book.close()


def told(report: IngestReport) -> None:
    """Says what came of a run; SourceError where a source could not be read to its end."""
    for source in report.sources:
        if source.new or source.changed:
            click.echo(clean(f"{source.name}: {source.new} new, {source.changed} changed"))
    wrong: dict[str, list[str]] = {}
    for source in report.failed:
        wrong.setdefault(source.error, []).append(source.name)
    for error, names in list(wrong.items())[:FAILURES_SHOWN]:
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        click.echo(clean(f"not read: {', '.join(names[:NAMED])}{more}: {error}"))
    click.echo(f"{report.new} new, {report.changed} changed, {len(report.sources)} sources")
    if report.failed:
        count = f"{len(report.failed)} of {len(report.sources)} sources"
        raise SourceError(f"Not everything was read: {count} failed. What was read is saved.")
