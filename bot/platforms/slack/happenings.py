"""What Slack tells of workspaces and channels (A38, A78): each event once, however often it comes.

The same event was seen under up to eleven event ids, so it is known by what it says (A54, B012). One whose handling
failed is handled when it comes again (B013).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from bot.domain.delivery import Recipient, RecipientKind
from bot.platforms.base import Places
from bot.platforms.slack.commands import NAME
from bot.platforms.slack.outcomes import reason_of

REMEMBERED_SECONDS = 2 * 3600.0
"""Slack comes back with an event for some minutes, with "delayed events" after an hour."""
MOST_REMEMBERED = 10_000
EVENTS = ("app_uninstalled", "tokens_revoked", "channel_id_changed", "channel_unarchive", "group_unarchive")
"""What the manifest asks for: nothing else is listened to."""

Key = tuple[str, ...]


class Once:
    """Which events were handled, or are being handled."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._seen: dict[Key, float] = {}

    def begins(self, key: Key) -> bool:
        """Whether it is the first time, as far as is remembered."""
        now = self._monotonic()
        last = self._seen.get(key)
        if last is not None and now - last < REMEMBERED_SECONDS:
            return False
        self._forget(now)
        self._seen[key] = now
        return True

    def failed(self, key: Key) -> None:
        """It was not handled: the next time is the first one."""
        self._seen.pop(key, None)

    def _forget(self, now: float) -> None:
        if len(self._seen) >= MOST_REMEMBERED:
            self._seen = {key: at for key, at in self._seen.items() if now - at < REMEMBERED_SECONDS}
        while len(self._seen) >= MOST_REMEMBERED:
            self._seen.pop(next(iter(self._seen)))


async def happened(body: Mapping[str, Any], places: Places, once: Once) -> None:
    """Tells of an event of EVENTS, in the body that Slack sends, unless it was told already."""
    workspace, event = str(body.get("team_id") or ""), body.get("event") or {}
    key = _key(workspace, event)
    if not once.begins(key):
        return
    try:
        await _told(workspace, event, places)
    except BaseException:
        once.failed(key)
        raise


def _key(workspace: str, event: Mapping[str, Any]) -> Key:
    """Where and when something happened, and what; the event's own id is not part of it."""
    channel = str(event.get("channel") or event.get("old_channel_id") or "")
    return workspace, channel, str(event.get("event_ts") or ""), str(event.get("type") or "")


async def _told(workspace: str, event: Mapping[str, Any], places: Places) -> None:
    match event:
        case {"type": "app_uninstalled"}:
            await places.gone(NAME, workspace, reason_of("account_inactive"))
        case {"type": "tokens_revoked", "tokens": {"bot": [_, *_]}}:
            await places.gone(NAME, workspace, reason_of("token_revoked"))
        case {"type": "channel_id_changed", "old_channel_id": str(old), "new_channel_id": str(new)}:
            await places.renamed(Recipient(NAME, workspace, RecipientKind.CHANNEL, old), new)
        case {"type": "channel_unarchive" | "group_unarchive", "channel": str(channel)}:
            await places.opened(Recipient(NAME, workspace, RecipientKind.CHANNEL, channel))
        case _:
            pass
