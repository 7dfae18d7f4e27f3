"""What the Slack stand-in holds: a workspace with channels, people and messages, and what is to go wrong next."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

Json = dict[str, Any]

BOT_TOKEN = "xoxb-1-standin"
APP_TOKEN = "xapp-1-standin"
SIGNING_SECRET = "standin-signing-secret"
TEAM = "T0001"
BOT_USER = "U0BOT"


class Fault(Enum):
    """What happens to the next call of a method instead of what should."""

    RATE_LIMITED = "429 with Retry-After: 1, nothing done"
    LOST_REPLY = "done, then the connection is cut before the answer"
    ERROR_AFTER_ACCEPT = "done, then HTTP 500"
    ERROR = "HTTP 500, nothing done"
    HANG_AFTER_ACCEPT = "done, then nothing is said"
    FATAL_AFTER_ACCEPT = "done, then ok: false, fatal_error (A34)"
    REVOKED = "ok: false, token_revoked"
    MISSING_SCOPE = "ok: false, missing_scope"
    ARCHIVED = "ok: false, is_archived"
    INVALID_BLOCKS = "ok: false, invalid_blocks"
    PARENT_GONE = "ok: false, cannot_reply_to_message"


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the Web API as it arrived."""

    method: str
    arguments: Mapping[str, Any]
    token: str


@dataclass(frozen=True, slots=True)
class Message:
    """A message that readers can see. `only_for` is the one reader of an ephemeral one."""

    channel: str
    ts: str
    text: str
    blocks: tuple[Json, ...]
    thread_ts: str | None = None
    only_for: str | None = None
    payload: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Channel:
    id: str
    name: str
    archived: bool = False
    bot_is_member: bool = True


@dataclass(slots=True)
class Person:
    id: str
    name: str
    tz: str = "Asia/Shanghai"
    locale: str = "en-US"
    admin: bool = False
    deleted: bool = False
    dm_closed: bool = False


class World:
    """One workspace. Tests edit it freely while the stand-in serves it."""

    def __init__(self) -> None:
        self.channels = {"C0001": Channel("C0001", "infra"), "C0002": Channel("C0002", "old", archived=True)}
        self.people = {
            "U0001": Person("U0001", "ada", admin=True),
            "U0002": Person("U0002", "bo", tz="Europe/Berlin"),
        }
        self.messages: list[Message] = []
        self.calls: list[Call] = []
        self.views: list[Json] = []
        self.homes: dict[str, Json] = {}
        self.faults: dict[str, deque[Fault]] = defaultdict(deque)
        self.tokens_are_revoked = False
        self._clock = 1_783_584_000

    def next_ts(self) -> str:
        """A message id, later than all before."""
        self._clock += 1
        return f"{self._clock}.000100"

    def visible_to(self, user: str, channel: str) -> list[Message]:
        """What one person sees in a channel."""
        return [
            message
            for message in self.messages
            if message.channel == channel and (message.only_for is None or message.only_for == user)
        ]

    def made(self, method: str) -> list[Call]:
        """The calls of one method."""
        return [call for call in self.calls if call.method == method]
