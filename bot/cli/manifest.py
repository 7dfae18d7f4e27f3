"""`manifest slack`: the app manifest for Slack's configuration page."""

from __future__ import annotations

import json

import click

from bot.app import command_names


@click.group()
def command() -> None:
    """Prints what a chat platform must be told about the bot."""


@command.command("slack")
def slack() -> None:
    """The app manifest, to be pasted where Slack asks for one."""
    from bot.platforms.slack.manifest import manifest

    click.echo(json.dumps(manifest(command_names()), indent=2, ensure_ascii=False))
