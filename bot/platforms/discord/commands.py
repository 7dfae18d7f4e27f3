"""What Discord sends becomes a Command; Discord's types go no further than this package."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import discord

from bot.domain.command import HOME, Actor, Command, Rights
from bot.domain.delivery import Recipient, RecipientKind

NAME = "discord"


def command(text: str, interaction: discord.Interaction, at: datetime, zone: ZoneInfo) -> Command:
    """The Command of a slash command, a pressed button or a sent form. Discord tells no time zone: `zone` is what the
    bot reads times in until the person says otherwise."""
    user = str(interaction.user.id)
    workspace = str(interaction.guild_id or HOME)
    actor = Actor(NAME, workspace, user, Rights(manager=_manages(interaction)), home=HOME)
    return Command(text, actor, _place(interaction, workspace, user), at, str(interaction.locale), zone)


def _manages(interaction: discord.Interaction) -> bool:
    """Whether the person may manage the server, as Discord says in this very interaction (B-15, B112)."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def _place(interaction: discord.Interaction, workspace: str, user: str) -> Recipient:
    if interaction.guild_id is None or interaction.channel_id is None:
        return Recipient(NAME, workspace, RecipientKind.USER, user)
    return Recipient(NAME, workspace, RecipientKind.CHANNEL, str(interaction.channel_id))
