"""`web`: the page, the checks and the figures, in a process of their own; `run` serves them beside the rest."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial

import click

from bot.app import opened
from bot.cli.service import stop_signal
from bot.domain.errors import ConfigError
from bot.log import Logger, set_up_logging
from bot.memory import keep_one_arena
from bot.web.reads import IssueLink, Reads
from config.settings import Settings, load_settings
from handlers.deps import Deps
from handlers.issue_archive import Archive
from handlers.operation import operation_of

log = Logger("bot.cli.web")


@click.command()
@click.pass_obj
def command(now: datetime | None) -> None:
    """Serves the page until it is told to stop."""
    settings = load_settings()
    keep_one_arena()
    set_up_logging(settings.log_level)
    if not settings.web_port:
        raise ConfigError("WEB_PORT is 0: no page is served. Set it to a port.")
    with opened(settings, now) as deps:
        asyncio.run(serve(deps, settings))


async def serve(deps: Deps, settings: Settings) -> None:
    """The page alone, until a signal comes. ConfigError where its address is taken."""
    stop = stop_signal()
    async with door(deps, settings):
        await stop.wait()


@asynccontextmanager
async def door(deps: Deps, settings: Settings, connected: Reads | None = None) -> AsyncIterator[None]:
    """Serves the page until the block ends. ConfigError where its address is taken."""
    from bot.web.app import web_app
    from bot.web.server import listening, served, site_of

    listener = listening(settings.web_host, settings.web_port)
    site = settings.web_public_url or site_of(listener)
    token = settings.operator_token.reveal() if settings.operator_token else None
    log.debug("page served", site=site)
    async with served(web_app(connected or reads(deps), site, token), listener):
        yield


@asynccontextmanager
async def door_if_free(deps: Deps, settings: Settings, connected: Reads | None = None) -> AsyncIterator[None]:
    """The page beside the rest of a process, which goes on without it where the address is taken or no port is set."""
    if not settings.web_port:
        yield
        return
    doors = door(deps, settings, connected)
    try:
        await doors.__aenter__()
    except ConfigError as error:
        log.warning("no page", reason=error.sentence)
        yield
        return
    try:
        yield
    finally:
        await doors.__aexit__(None, None, None)


def reads(deps: Deps) -> Reads:
    """What the door is handed, read from the store."""
    archive = Archive(deps)
    return Reads(archive.page, partial(_links, archive), partial(operation_of, deps))


def _links(archive: Archive) -> tuple[IssueLink, ...]:
    return tuple(IssueLink(issue.edition, issue.edition, issue.number, issue.composed) for issue in archive.issues())
