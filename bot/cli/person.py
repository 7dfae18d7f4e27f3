"""`person export WHO`, `person purge WHO`: what is kept of somebody, for whoever runs the bot and is asked to."""

from __future__ import annotations

from datetime import datetime

import click

from bot.app import opened
from bot.domain.command import Actor
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.errors import UserError
from config.settings import load_settings
from storage.personal import Person

HOMES = {"discord": "dm"}
"""Workspaces of direct messages where a platform's people are the same in all its workspaces."""


@click.command()
@click.argument("what", type=click.Choice(["export", "purge"]))
@click.argument("who", metavar="PLATFORM:WORKSPACE/USER")
@click.pass_obj
def command(now: datetime | None, what: str, who: str) -> None:
    """Prints as JSON what is kept of a person, or removes it. A person is named like slack:T0123/U0456."""
    person = person_of(who)
    with opened(load_settings(), now) as deps:
        if what == "export":
            click.echo(deps.store.personal.export(person))
        else:
            click.echo(f"{deps.store.personal.forget(person)} rows removed")


def person_of(who: str) -> Person:
    """The person that `platform:workspace/user` names; UserError for anything else."""
    platform, colon, rest = who.partition(":")
    workspace, slash, user = rest.partition("/")
    if not (platform and colon and workspace and slash and user):
        raise UserError("A person is named like slack:T0123/U0456.")
    home = HOMES.get(platform, "")
    place = Recipient(platform, home or workspace, RecipientKind.USER, user)
    return Person(Actor(platform, workspace, user, home=home), place)
