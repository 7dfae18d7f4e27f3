"""`tag`: JSON Lines in, JSON Lines out; the tagger alone, without a store (../shared/eval/eval_tags.py)."""

from __future__ import annotations

import sys
from datetime import datetime
from io import BufferedIOBase
from typing import cast

import click

from bot.app import load_field, wall_clock
from handlers.jobs.tagging import tag_lines


@click.command()
@click.pass_obj
def command(now: datetime | None) -> None:
    """Tags the updates on standard input and writes a line for each, in their order."""
    field = load_field()
    given = cast(BufferedIOBase, sys.stdin.buffer)
    for line in tag_lines(given, field.vocabulary, field.projects, now or wall_clock()):
        sys.stdout.write(line + "\n")
