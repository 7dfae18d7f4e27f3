"""`feedback`: what readers said of tags, for whoever runs the bot: list, accept, refuse, and export as gold."""

from __future__ import annotations

from datetime import datetime

import click

from bot.app import opened
from bot.domain.errors import UserError
from config.settings import load_settings
from handlers.corrections import decide, gold_lines
from handlers.deps import Deps
from storage.feedback import FeedbackState


@click.command()
@click.option("--accept", "accepted", type=int, multiple=True, metavar="NUMBER", help="Has a correction hold.")
@click.option("--refuse", "refused", type=int, multiple=True, metavar="NUMBER", help="Lets a correction go.")
@click.option(
    "--export", is_flag=True, help="Prints the updates of accepted corrections as JSON Lines, in the gold's form."
)
@click.pass_obj
def command(now: datetime | None, accepted: tuple[int, ...], refused: tuple[int, ...], *, export: bool) -> None:
    """Lists the corrections that wait for a decision, or decides them."""
    with opened(load_settings(), now) as deps:
        for numbers, state in ((accepted, FeedbackState.ACCEPTED), (refused, FeedbackState.REFUSED)):
            for number in numbers:
                _decide(number, state, deps)
        if export:
            for line in gold_lines(deps):
                click.echo(line)
        elif not (accepted or refused):
            _list(deps)


def _decide(number: int, state: FeedbackState, deps: Deps) -> None:
    given = deps.store.feedback.get(number)
    if given is None:
        raise UserError(f"There is no correction {number}.")
    decide(given, state, deps)
    click.echo(f"{number} {state.value}")


def _list(deps: Deps) -> None:
    waiting = deps.store.feedback.in_state(FeedbackState.OPEN)
    for given in waiting:
        verb = "about" if given.correction.about else "not"
        click.echo(f"{given.id}\t{given.key}\t{verb}\t{given.correction.tag}\t{given.created:%Y-%m-%d}")
    if not waiting:
        click.echo("No correction waits for a decision.")
