"""The slash commands, made from the bot's own table: each takes an optional line of text, completed as it is typed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.domain.grapheme import shortened
from bot.platforms.base import Complete
from bot.platforms.memory import CommandName
from bot.renderers.components_v2_limits import COMPLETION_NAME, COMPLETION_VALUE, COMPLETIONS

DESCRIPTION = 100
"""Characters of a command's description."""

Run = Callable[[discord.Interaction, str], Awaitable[None]]


def command_tree(
    client: discord.Client, commands: Sequence[CommandName], run: Run, complete: Complete
) -> app_commands.CommandTree[discord.Client]:
    """The tree; `run` is called with the whole command line."""
    tree = app_commands.CommandTree(client, allowed_contexts=_everywhere(), allowed_installs=_servers())
    for entry in commands:
        tree.add_command(_with_text(entry, run, complete) if entry.takes_text else _bare(entry, run))
    return tree


def _everywhere() -> app_commands.AppCommandContext:
    return app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)


def _servers() -> app_commands.AppInstallationType:
    return app_commands.AppInstallationType(guild=True, user=False)


def _with_text(entry: CommandName, run: Run, complete: Complete) -> app_commands.Command[Any, ..., None]:
    async def invoked(interaction: discord.Interaction, query: str = "") -> None:
        await run(interaction, f"{entry.name} {query}".strip())

    async def completed(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return choices(typed, complete)

    made: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=entry.name, description=shortened(entry.summary, DESCRIPTION), callback=invoked
    )
    made.autocomplete("query")(completed)
    return made


def _bare(entry: CommandName, run: Run) -> app_commands.Command[Any, ..., None]:
    async def invoked(interaction: discord.Interaction) -> None:
        await run(interaction, entry.name)

    return app_commands.Command(name=entry.name, description=shortened(entry.summary, DESCRIPTION), callback=invoked)


def choices(typed: str, complete: Complete) -> list[app_commands.Choice[str]]:
    """What is offered while somebody types: at most 25, none empty, none too long to be sent back (B-13, B110)."""
    offered: list[app_commands.Choice[str]] = []
    for completion in complete(typed):
        if completion.text.strip() and len(completion.text) <= COMPLETION_VALUE:
            name = f"{completion.text}   ({completion.note})" if completion.note else completion.text
            offered.append(app_commands.Choice(name=shortened(name, COMPLETION_NAME), value=completion.text))
    return offered[:COMPLETIONS]
