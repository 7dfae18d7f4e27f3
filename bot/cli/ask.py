"""`ask "whatsnew flashinfer sm120"`: one command line, as the shell's user gives it; with --json for programs."""

from __future__ import annotations

import asyncio
from datetime import datetime

import click

from bot.app import opened
from bot.cli.screen import screen
from bot.domain.errors import UserError
from bot.platforms.terminal import shell_command, shown
from config.settings import load_settings
from handlers.router import dispatch

MOST_ITEMS = 1_000


class Question(click.Command):
    """A command whose text may begin with a dash, as `"-rocm -npu"` does: what holds a blank is no option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        text = [arg for arg in args if arg.startswith("-") and " " in arg]
        rest = [arg for arg in args if arg not in text]
        return super().parse_args(ctx, [*rest, "--", *text] if text else rest)


@click.command(cls=Question)
@click.argument("words", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Items with their keys, tags and states instead of sentences.")
@click.option("--limit", type=click.IntRange(1, MOST_ITEMS), help="How many items at the most.")
@click.pass_obj
def command(now: datetime | None, words: tuple[str, ...], as_json: bool, limit: int | None) -> None:
    """Answers a question or carries out a command."""
    settings = load_settings()
    line = " ".join(words) + (f" limit:{limit}" if limit else "")
    with opened(settings, now) as deps:
        asked = shell_command(line, deps.now(), settings.zone, settings.language)
        try:
            if as_json:
                from handlers.exports import answer_json  # only programs need it

                click.echo(answer_json(asked, deps))
            else:
                screen(settings).show(shown(asyncio.run(dispatch(asked, deps))))
        except UserError as error:
            raise UserError(_with_ways_out(error)) from None


def _with_ways_out(error: UserError) -> str:
    """The sentence and what to type instead, on one line."""
    if not error.suggestions:
        return error.sentence
    return f"{error.sentence} Try: {' · '.join(suggestion.command for suggestion in error.suggestions)}"
