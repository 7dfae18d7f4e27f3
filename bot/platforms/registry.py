"""The chat platforms there are, made when their tokens are set; a platform's library is imported only then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from bot.domain.document import Document
from bot.domain.reply import Shows
from bot.platforms.base import Places, Platform
from bot.platforms.memory import CommandName, Memory


class ChatPlatform(Platform, Protocol):
    """A platform that holds connections. `is_connected` while what people do there arrives."""

    @property
    def is_connected(self) -> bool: ...

    async def close(self) -> None:
        """Gives the connections back."""
        ...


@dataclass(frozen=True, slots=True)
class Handed:
    """What every chat platform is handed: its memory, the clock, the zone for who has none, the commands for its
    menus, and what a command line will show, and who is told of what happens to places."""

    memory: Memory
    places: Places
    now: Callable[[], datetime]
    zone: ZoneInfo
    commands: Sequence[CommandName]
    shows: Callable[[str], Shows]


def slack(bot_token: str, app_token: str, api_url: str, handed: Handed) -> ChatPlatform:
    """Slack over Socket Mode; to be made inside a running event loop."""
    from bot.platforms.slack.platform import Access, Slack

    return Slack(Access(bot_token, app_token, api_url), handed.memory, handed.now, handed.places)


def discord(token: str, api_url: str, gateway_url: str, manager_role: str, handed: Handed) -> ChatPlatform:
    """Discord over its gateway; to be made inside a running event loop. Who has the role of this name or id (""
    for none) manages what channels get, beside those who manage the server."""
    from bot.platforms.discord.platform import Access, Discord

    access = Access(token, api_url, gateway_url)
    given = handed.memory, handed.now, handed.zone, handed.commands, handed.shows
    return Discord(access, *given, manager_role=manager_role)


def message_parts(platform: str, document: Document) -> tuple[Document, ...]:
    """A document in parts that are one message each on a platform; whole on one whose messages have no limit."""
    if platform == "slack":
        from bot.renderers import block_kit
        from bot.renderers.splitting import split

        return split(document, lambda part: len(block_kit.render(part)))
    if platform == "discord":
        from bot.renderers import components_v2
        from bot.renderers.splitting import split

        return split(document, lambda part: len(components_v2.render(part)))
    return (document,)
