"""`chat`: an interactive shell session. Ctrl-D leaves."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from functools import partial

import click

from bot.app import opened
from bot.cli.screen import log_to_file, screen
from bot.domain.command import Command
from bot.domain.reply import Reply
from bot.platforms.base import Complete
from bot.platforms.terminal import Terminal, edited_lines, piped_lines, restored, shell_command, typed_lines
from config.settings import Settings, load_settings
from handlers.completion import completions
from handlers.deps import Deps
from handlers.router import answer


@click.command()
@click.pass_obj
def command(now: datetime | None) -> None:
    """Answers one line after the other until the input ends."""
    settings = load_settings()
    log_to_file(settings)
    with opened(settings, now) as deps, restored(sys.stdin):
        asyncio.run(
            shell(deps, settings).serve(partial(answering, deps), partial(completions, deps=deps, search=False))
        )


async def answering(deps: Deps, command: Command) -> Reply:
    """The router's answer, as the platform is handed it."""
    return await answer(command, deps)


def shell(deps: Deps, settings: Settings) -> Terminal:
    """The shell platform over standard input and output."""

    def lines(complete: Complete) -> AsyncIterator[str]:
        def read() -> Iterator[str]:
            if sys.stdin is None or sys.stdin.closed:
                return iter(())
            return edited_lines(complete) if sys.stdin.isatty() else piped_lines(sys.stdin.fileno())

        return typed_lines(read)

    return Terminal(
        screen(settings), lines, lambda text: shell_command(text, deps.now(), settings.zone, settings.language)
    )
