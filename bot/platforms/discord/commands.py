"""What Discord sends becomes a Command; Discord's types go no further than this package."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import discord

from bot.domain.command import HOME, Actor, Command, Rights
from bot.domain.delivery import Recipient, RecipientKind

NAME = "discord"


def command(
    text: str, interaction: discord.Interaction, at: datetime, zone: ZoneInfo, manager_role: str = ""
) -> Command:
    """The Command of a slash command, a pressed button or a sent form. Discord tells no time zone: `zone` is what the
    bot reads times in until the person says otherwise. Who has the role of this name or id manages what channels get,
    too."""
    user = str(interaction.user.id)
    workspace = str(interaction.guild_id or HOME)
    actor = Actor(NAME, workspace, user, Rights(manager=_manages(interaction, manager_role)), home=HOME)
    return Command(text, actor, _place(interaction, workspace, user), at, str(interaction.locale), zone)


def _manages(interaction: discord.Interaction, manager_role: str) -> bool:
    """Whether the person may manage the server or has the role, as Discord says in this very interaction (B-15,
    B112)."""
    if interaction.guild_id is None:
        return False
    return interaction.permissions.manage_guild or _has_role(interaction.user, manager_role)


def _has_role(person: discord.User | discord.Member, role: str) -> bool:
    roles = person.roles if role and isinstance(person, discord.Member) else ()
    return any(role.casefold() in (one.name.casefold(), str(one.id)) for one in roles)


def _place(interaction: discord.Interaction, workspace: str, user: str) -> Recipient:
    if interaction.guild_id is None or interaction.channel_id is None:
        return Recipient(NAME, workspace, RecipientKind.USER, user)
    return Recipient(NAME, workspace, RecipientKind.CHANNEL, str(interaction.channel_id))
