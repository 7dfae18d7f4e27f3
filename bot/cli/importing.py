"""`import FILE...`: updates and tags from files; what is new, changed, known and refused is told at the end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import click

from bot.app import SAMPLE_END, opened
from bot.domain.errors import SourceError
from bot.domain.text import clean
from config.settings import load_settings
from handlers.deps import Deps
from handlers.jobs.import_report import ImportReport, Progress
from handlers.jobs.importing import import_files
from handlers.jobs.match import match_now

REFUSALS_SHOWN = 20


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.pass_obj
def command(now: datetime | None, files: tuple[Path, ...]) -> None:
    """Imports FILES: .jsonl or .jsonl.gz with updates or tags, .txt or .md with a digest article."""
    with opened(load_settings(), now) as deps:
        report = imported(files, deps)
    told(report)


def imported(files: Sequence[Path], deps: Deps) -> ImportReport:
    """Imports the files with a bar where a person looks; at-once subscribers hear of what is new."""
    with progress_bar() as moved:
        report = import_files(files, deps.store, deps.vocabulary, deps.projects, deps.now(), moved)
    # Asked of the store: what an earlier run that was cut off has saved is known by now, and not new.
    if not deps.store.updates.only_sample():
        deps.store.meta.delete(SAMPLE_END)
    match_now(deps)
    return report


@contextmanager
def progress_bar() -> Iterator[Callable[[Progress], None] | None]:
    """A bar over the bytes of all files on standard error, or nothing where no person looks."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # only a terminal needs it
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("importing", total=None)

        def moved(progress: Progress) -> None:
            name = clean(Path(progress.file).name)
            bar.update(task, description=name, completed=progress.bytes_read, total=progress.bytes_all)

        yield moved


def tags_hint(deps: Deps) -> str:
    """What is missing where updates are stored and no tags; "" where nothing is."""
    held = deps.store.updates.coverage()
    if not held or any(deps.store.versions.of(project) for project in held):
        return ""
    return "No tags are stored, so no release is known. They are imported like updates: python -m bot import TAGS.jsonl"


def told(report: ImportReport, hint: str = "") -> None:
    """Says what came of an import, and `hint` after it; SourceError where a file could not be read to its end."""
    for refused in report.refusals[:REFUSALS_SHOWN]:
        click.echo(clean(f"refused: {refused.file}, line {refused.line}: {refused.reason}"))
    if report.refused > REFUSALS_SHOWN:
        click.echo(f"refused: {report.refused - REFUSALS_SHOWN} more lines")
    for unreadable in report.unreadable:
        click.echo(clean(f"unreadable: {unreadable.reason}"))
    for name in report.named:
        click.echo(clean(f"named without an address: {name}"))
    click.echo(
        f"{report.new} new, {report.changed} changed, {report.known} known, {report.refused} refused"
        + (f", {_counted(report.ignored, 'tag')} ignored: no release by the catalogue" if report.ignored else "")
    )
    if hint:
        click.echo(hint)
    if report.failed:
        raise SourceError(f"Not everything was imported: {_what_failed(report)}. What was read is saved.")


def _what_failed(report: ImportReport) -> str:
    lines = f"{_counted(report.refused, 'line')} refused" if report.refused else ""
    files = f"{_counted(len(report.unreadable), 'file')} unreadable" if report.unreadable else ""
    return ", ".join(part for part in (lines, files) if part)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
