"""What Slack sends becomes a Command; Slack's payloads go no further than this room."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.domain.command import Actor, Command, Rights
from bot.domain.delivery import Recipient, RecipientKind
from bot.log import Logger

NAME = "slack"

log = Logger(__name__)

PROFILE_SECONDS = 60.0
"""How long a profile is believed, so that a busy person does not use up users.info (A31)."""
PROFILES = 10_000
DEFAULT_ZONE = "UTC"


@dataclass(frozen=True, slots=True)
class Profile:
    """What is asked of Slack about a person: rights, zone, language (A76)."""

    manager: bool
    zone: ZoneInfo
    locale: str


@dataclass(frozen=True, slots=True)
class Origin:
    """Who did something where, and the address that answers it."""

    workspace: str
    user: str
    channel: str
    response_url: str
    trigger: str


def origin_of(body: Mapping[str, Any]) -> Origin:
    """The origin of a slash command or of an action."""
    team = body.get("team_id") or (body.get("team") or {}).get("id") or ""
    user = body.get("user_id") or (body.get("user") or {}).get("id") or ""
    channel = body.get("channel_id") or (body.get("channel") or {}).get("id") or ""
    return Origin(team, user, channel, body.get("response_url") or "", body.get("trigger_id") or "")


NOBODY = Profile(manager=False, zone=ZoneInfo(DEFAULT_ZONE), locale="")
"""Somebody about whom Slack tells nothing has no rights and reads UTC."""


class Profiles:
    """People's profiles, each asked for at most once a minute."""

    def __init__(self, client: AsyncWebClient, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._clock = clock
        self._known: dict[tuple[str, str], tuple[float, Profile]] = {}

    async def of(self, workspace: str, user: str) -> Profile:
        """The person's profile; where Slack does not tell it now, the last one that was told, else nobody's. What was
        not told is asked for again the next time."""
        known = self._known.get((workspace, user))
        if known and self._clock() - known[0] < PROFILE_SECONDS:
            return known[1]
        if len(self._known) >= PROFILES:
            self._known.clear()
        profile = await self._asked(user)
        if profile is None:
            return known[1] if known else NOBODY
        self._known[workspace, user] = self._clock(), profile
        return profile

    async def _asked(self, user: str) -> Profile | None:
        try:
            answer = await self._client.api_call("users.info", data={"user": user, "include_locale": True})
        except (SlackApiError, aiohttp.ClientError, TimeoutError, OSError) as error:
            log.warning("profile not read", fault=type(error).__name__)
            return None
        facts = answer.get("user") or {}
        manager = bool(facts.get("is_admin") or facts.get("is_owner"))
        return Profile(manager, _zone(str(facts.get("tz") or DEFAULT_ZONE)), str(facts.get("locale") or ""))


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo(DEFAULT_ZONE)


def command(text: str, origin: Origin, profile: Profile, at: datetime) -> Command:
    """The Command of a typed text or a pressed button."""
    actor = Actor(NAME, origin.workspace, origin.user, Rights(manager=profile.manager))
    return Command(text, actor, place_of(origin), at, profile.locale, profile.zone)


def place_of(origin: Origin) -> Recipient:
    """The channel in which something was done, or the person's own messages."""
    if origin.channel.startswith("D") or not origin.channel:
        return Recipient(NAME, origin.workspace, RecipientKind.USER, origin.user)
    return Recipient(NAME, origin.workspace, RecipientKind.CHANNEL, origin.channel)
