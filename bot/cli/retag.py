"""`retag`: tags what is stored anew, after config/vocabulary.toml or config/projects.toml has changed."""

from __future__ import annotations

from datetime import datetime

import click

from bot.app import opened
from config.settings import load_settings
from handlers.jobs.retagging import retag


@click.command()
@click.pass_obj
def command(now: datetime | None) -> None:
    """Tags every stored update anew."""
    with opened(load_settings(), now) as deps:
        report = retag(deps)
    click.echo(f"{report.read} read, {report.changed} changed")
