"""What the Discord stand-in holds: a guild with channels, people and messages, and what is to go wrong next."""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

Json = dict[str, Any]

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.standin.discord-token-of-the-stand-in"
APPLICATION = 9001
BOT_USER = 9002
GUILD = 7001
EPHEMERAL = 1 << 6
FORUM, THREAD = 15, 11
MANAGE_GUILD = 1 << 5
VIEW_AND_SEND = (1 << 10) | (1 << 11)
JSON = "application/json"
"""discord.py compares the content type literally; a charset behind it turns the body into a string."""


class Fault(Enum):
    """What happens to the next request of a route instead of what should."""

    RATE_LIMITED = "429 with Retry-After: 1, nothing done"
    LOST_REPLY = "done, then the connection is cut before the answer"
    ERROR_AFTER_ACCEPT = "done, then HTTP 502"
    ERROR = "HTTP 500, nothing done"
    MISSING_ACCESS = "403, code 50001"
    MISSING_PERMISSIONS = "403, code 50013"
    CLOSED_DM = "403, code 50007"
    UNKNOWN_INTERACTION = "404, code 10062"
    UNAUTHORIZED = "401"
    UNKNOWN_CHANNEL = "404, code 10003"


REFUSALS = {
    Fault.MISSING_ACCESS: (403, 50001, "Missing Access"),
    Fault.MISSING_PERMISSIONS: (403, 50013, "Missing Permissions"),
    Fault.CLOSED_DM: (403, 50007, "Cannot send messages to this user"),
    Fault.UNKNOWN_INTERACTION: (404, 10062, "Unknown interaction"),
    Fault.UNKNOWN_CHANNEL: (404, 10003, "Unknown Channel"),
    Fault.UNAUTHORIZED: (401, 0, "401: Unauthorized"),
}


@dataclass(frozen=True, slots=True)
class Request:
    """A REST request as it arrived; `route` is its path with numbers and tokens as stars."""

    method: str
    route: str
    path: str
    body: Json


@dataclass(slots=True)
class Message:
    """A message in a channel; `only_for` is the one reader of an ephemeral one."""

    id: int
    channel: int
    body: Json
    only_for: int | None = None

    @property
    def components(self) -> list[Json]:
        return list(self.body.get("components", ()))


@dataclass(slots=True)
class Channel:
    id: int
    name: str
    kind: int = 0
    permissions: int = VIEW_AND_SEND
    tags: dict[str, int] = field(default_factory=dict)
    """A forum's own tags by name."""
    applied: tuple[int, ...] = ()
    """The tags of a forum's post."""
    parent: int | None = None


@dataclass(slots=True)
class Person:
    id: int
    name: str
    locale: str = "en-US"
    permissions: int = VIEW_AND_SEND
    dm_closed: bool = False


@dataclass(slots=True)
class Response:
    """What became of an interaction: its first response, and the message that it shows."""

    channel: int
    user: int
    first: Json | None = None
    message: Message | None = None


class World:
    """One guild. Tests edit it freely while the stand-in serves it."""

    def __init__(self) -> None:
        self.channels = {8001: Channel(8001, "infra"), 8002: Channel(8002, "closed", permissions=0)}
        self.people = {
            501: Person(501, "ada", permissions=VIEW_AND_SEND | MANAGE_GUILD),
            502: Person(502, "bo"),
        }
        self.messages: list[Message] = []
        self.requests: list[Request] = []
        self.commands: list[Json] = []
        self.responses: dict[str, Response] = {}
        self.nonces: dict[str, Message] = {}
        self.faults: dict[str, deque[Fault]] = defaultdict(deque)
        self._ids = 1_500_000_000_000_000_000

    def next_id(self) -> int:
        """A snowflake later than all before."""
        self._ids += 1 << 22
        return self._ids

    def visible_to(self, user: int, channel: int) -> list[Message]:
        """What one person sees in a channel."""
        return [
            message
            for message in self.messages
            if message.channel == channel and (message.only_for is None or message.only_for == user)
        ]

    def made(self, method: str, route: str) -> list[Request]:
        """The requests of one route."""
        return [request for request in self.requests if (request.method, request.route) == (method, route)]

    def guild(self) -> Json:
        """The guild as GUILD_CREATE carries it."""
        channels = [
            {
                "id": str(channel.id),
                "name": channel.name,
                "type": channel.kind,
                "position": 0,
                "permission_overwrites": [],
            }
            for channel in self.channels.values()
        ]
        everyone = {"id": str(GUILD), "name": "@everyone", "permissions": str(VIEW_AND_SEND), "position": 0, "color": 0}
        role_flags = {"hoist": False, "managed": False, "mentionable": False, "flags": 0}
        return {
            "id": str(GUILD),
            "name": "Stand-in",
            "owner_id": "501",
            "roles": [{**everyone, **role_flags}],
            "channels": channels,
            "members": [],
            "threads": [],
            "emojis": [],
            "stickers": [],
            "features": [],
            "member_count": len(self.people) + 1,
            "premium_tier": 0,
            "preferred_locale": "en-US",
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "system_channel_flags": 0,
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def message_body(self, message: Message) -> Json:
        """A message as the API returns it."""
        author = {"id": str(BOT_USER), "username": "whatsnew", "discriminator": "0", "avatar": None, "bot": True}
        stamps: Json = {"timestamp": "2026-07-22T01:00:00+00:00", "edited_timestamp": None}
        empty: Json = {"mentions": [], "mention_roles": [], "attachments": [], "embeds": [], "mention_everyone": False}
        return {
            **stamps,
            **empty,
            "id": str(message.id),
            "channel_id": str(message.channel),
            "author": author,
            "content": message.body.get("content", ""),
            "components": message.components,
            "flags": message.body.get("flags", 0),
            "tts": False,
            "pinned": False,
            "type": 0,
        }


@dataclass(slots=True)
class Session:
    """A gateway session: its last sequence number, and the events to send again when it is resumed."""

    id: str
    sequence: int = 0
    missed: list[Json] = field(default_factory=list)
