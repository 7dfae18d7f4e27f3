"""Commands: what somebody typed or pressed, wherever that was."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.domain.delivery import Recipient

HOME = "dm"
"""The workspace of a person's own messages where people are the same in all workspaces of a platform."""


@dataclass(frozen=True, slots=True)
class Rights:
    """What the actor may change; asked of the platform when a command arrives, also from a button (B112)."""

    manager: bool = False
    operator: bool = False


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody in a workspace. `home` is the workspace under which the person's own messages stand where a platform's
    people are the same in all its workspaces (Discord); "" for the workspace itself."""

    platform: str
    workspace: str
    user: str
    rights: Rights = field(default_factory=Rights)
    home: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """A command line as it was typed after the bot's name, with who, where, when and how they read.

    `place` is the channel in which it was given, or the actor's own direct messages.
    """

    text: str
    actor: Actor
    place: Recipient
    at: datetime
    locale: str
    zone: ZoneInfo
