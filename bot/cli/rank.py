"""`rank`: JSON Lines in, JSON Lines out; the ranker alone, without a store (../shared/eval/eval_ranking.py)."""

from __future__ import annotations

import sys
from datetime import datetime
from io import BufferedIOBase
from typing import cast

import click

from bot.app import load_field, wall_clock
from config.ranking import load_ranking
from handlers.jobs.ranking import rank_lines


@click.command()
@click.option("--limit", type=click.IntRange(min=0), help="Print at most so many lines.")
@click.pass_obj
def command(now: datetime | None, limit: int | None) -> None:
    """Ranks the updates on standard input, best first, and says why."""
    field, weights = load_field(), load_ranking().digest
    given = cast(BufferedIOBase, sys.stdin.buffer)
    for line in rank_lines(given, field.vocabulary, field.projects, weights, now or wall_clock(), limit):
        sys.stdout.write(line + "\n")
