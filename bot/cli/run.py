"""`run`: everything that is configured, in one process. Without a chat token it shows the bot at work in the shell."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path

import click

from bot.app import opened, wall_clock
from bot.cli.chat import answering, shell
from bot.cli.filling import filled
from bot.cli.importing import imported, tags_hint, told
from bot.cli.in_process import cleaning_tick, ticks
from bot.cli.owing import drain, send
from bot.cli.sample import with_sample
from bot.cli.screen import log_to_file
from bot.cli.service import TICK_SECONDS, serve_chat, stop_signal
from bot.cli.web import door_if_free
from bot.clock import Tick, wind
from bot.domain.document import Document
from bot.domain.errors import SourceError
from bot.domain.operation import TICK
from bot.log import Logger, set_up_logging
from bot.memory import keep_one_arena
from bot.platforms.terminal import Terminal, restored, shell_command, shell_user, shown
from bot.reading import SourceBook
from bot.wording.welcome import old_data_document, staying_document, welcome_document
from config.settings import Settings, load_settings
from handlers.completion import completions
from handlers.deps import Deps
from handlers.issues import issue_document, newest_issue
from handlers.jobs.ingest import Ingester
from handlers.jobs.leading import Leading
from handlers.jobs.poll import Polled
from handlers.jobs.publish import Post, publish
from handlers.jobs.watching import awaited_in
from handlers.pulse import Pulse
from handlers.router import answer

EXAMPLE, DAILY = "/whatsnew flashinfer sm120", "daily"
SLACK = ("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN")
DISCORD = ("DISCORD_TOKEN",)

log = Logger("bot.cli.run")


@click.command()
@click.option(
    "--import", "source", type=click.Path(path_type=Path, exists=True), help="A file or folder to start from."
)
@click.pass_obj
def command(now: datetime | None, source: Path | None) -> None:
    """Runs the bot until it is told to stop; in a terminal, opens the shell."""
    keep_one_arena()
    settings = load_settings()
    in_chat = settings.slack or settings.discord
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    if interactive and not in_chat:
        log_to_file(settings)
    else:
        set_up_logging(settings.log_level)
    with opened(settings, now) as deps, restored(sys.stdin):
        if source:
            start_from(source, deps)
        asyncio.run(run(deps, settings, now, Way(bool(in_chat), interactive, is_filled=source is not None)))


def start_from(source: Path, deps: Deps) -> None:
    """Imports a file or folder; what could not be used is told, and the bot runs over the rest."""
    try:
        told(imported([source], deps), tags_hint(deps))
    except SourceError as error:
        click.echo(error.sentence, err=True)


def is_empty(deps: Deps) -> bool:
    """Whether the store holds nothing, or no more than a sample whose reading was cut off."""
    return not deps.store.updates.total() or (deps.store.updates.only_sample() and not deps.sample)


@dataclass(frozen=True, slots=True)
class Way:
    """How this run goes: in chat or in the shell, with a person before the screen, over a store that was just
    filled."""

    in_chat: bool
    interactive: bool
    is_filled: bool


async def run(deps: Deps, settings: Settings, now: datetime | None, way: Way) -> None:
    """Fills an empty store, from sources or else with the sample, and serves. With a clock that stands no source is
    read: what they say belongs to the present."""
    stop = stop_signal()
    if now is not None:
        if not way.is_filled and is_empty(deps):
            deps = await with_sample(deps, settings, now)
        await _serve(deps, settings, way, stop, None)
        return
    book = SourceBook(settings, deps.projects, deps.vocabulary, deps.store.tracked, awaited=awaited_in(deps))
    try:
        present = replace(deps, now=wall_clock, look_at=book.look_at, ops=settings.ops_channel)
        if not way.is_filled and (deps.sample or is_empty(deps)):
            present = await filled(present, settings, book, stop)
        await _serve(present, settings, way, stop, None if present.sample else book)
    finally:
        await book.close()


async def _serve(deps: Deps, settings: Settings, way: Way, stop: asyncio.Event, book: SourceBook | None) -> None:
    async with door_if_free(deps, settings):
        await _serve_people(deps, settings, way, stop, book)


async def _serve_people(deps: Deps, settings: Settings, way: Way, stop: asyncio.Event, book: SourceBook | None) -> None:
    sources = book.polled if book else None
    if way.in_chat:
        await serve_chat(deps, settings, stop, sources=sources, budgets=book.budgets if book else tuple)
    else:
        await serve(deps, settings, way.interactive, stop, sources)


async def serve(
    deps: Deps,
    settings: Settings,
    interactive: bool,
    stop: asyncio.Event,
    sources: Callable[[], Sequence[Polled]] | None = None,
) -> None:
    """Shows the bot at work, then keeps the clock going until the shell is left or a signal comes. A signal that comes
    earlier is heard too."""
    terminal = shell(deps, settings)
    await show_at_work(terminal, deps, settings)
    if not interactive:
        terminal.screen.show(staying_document())
    ingester = Ingester(deps, sources) if sources else None
    leading, pulse = Leading(deps.store.leases), Pulse(deps)
    sending = Tick("send", TICK_SECONDS, partial(tick, deps, terminal, pulse))
    clock = wind(*ticks(sending, ingester, leading), cleaning_tick(deps, leading))
    ends: list[asyncio.Future[bool]] = [asyncio.ensure_future(stop.wait())]
    if interactive:
        ends.append(asyncio.ensure_future(at_the_shell(terminal, deps)))
    try:
        done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end in done:
            end.result()
    finally:
        for end in ends:
            end.cancel()
        clock.shutdown(wait=False)
        if ingester:
            await ingester.stop()
        await asyncio.to_thread(leading.give_up)


async def at_the_shell(terminal: Terminal, deps: Deps) -> bool:
    """Answers what is typed, until the shell is left."""
    await terminal.serve(partial(answering, deps), partial(completions, deps=deps, search=False))
    return True


async def show_at_work(terminal: Terminal, deps: Deps, settings: Settings) -> None:
    """The latest daily, the answer to the example, what an at-once subscription brings, and what to set next. The daily
    comes by the outbox, once; at a later start it is only shown. Where the data ends before the latest daily begins,
    the daily of its last day is shown."""
    old = await asyncio.to_thread(newest_issue, deps.editions.first, deps)
    if old is not None:
        digest, newest = old
        issue = await asyncio.to_thread(issue_document, digest, deps.editions.first, deps)
        terminal.screen.part()
        why = old_data_document(newest, deps.now(), settings.zone)
        terminal.screen.show(Document((*why.blocks, *issue.blocks)))
    else:
        await publish([Post(deps.editions.first, shell_user())], deps)
        if not await drain(deps, {terminal.name: terminal}):
            await show(DAILY, terminal, deps, settings)
    await show(EXAMPLE, terminal, deps, settings)
    await send_to_shell(deps, terminal)
    missing = [*(() if settings.slack else SLACK), *(() if settings.discord else DISCORD)]
    updates = await asyncio.to_thread(deps.store.updates.total)
    terminal.screen.part()
    terminal.screen.show(welcome_document(missing, updates, deps.sample))


async def show(line: str, terminal: Terminal, deps: Deps, settings: Settings) -> None:
    """What a command line is answered with."""
    asked = shell_command(line, deps.now(), settings.zone, settings.language)
    terminal.screen.part()
    terminal.screen.show(shown(await answer(asked, deps)))


async def send_to_shell(deps: Deps, terminal: Terminal) -> int:
    """Publishes the daily, if there is data for it, and what is subscribed, and sends it to the shell; answers how much
    that was."""
    is_old = await asyncio.to_thread(newest_issue, deps.editions.first, deps) is not None
    return await send(deps, {terminal.name: terminal}, [] if is_old else [Post(deps.editions.first, shell_user())])


async def tick(deps: Deps, terminal: Terminal, pulse: Pulse) -> None:
    """`send_to_shell` by the clock: what fails is logged, and the next tick tries again."""
    try:
        await asyncio.to_thread(pulse.note, TICK)
        await send_to_shell(deps, terminal)
    except Exception:
        log.exception("tick failed")
