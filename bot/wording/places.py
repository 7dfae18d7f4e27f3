"""Where a channel is opened: the address that each platform gives it."""

from __future__ import annotations

from urllib.parse import quote

from bot.domain.delivery import Recipient, RecipientKind

_ADDRESSES = {
    "slack": "https://slack.com/app_redirect?team={workspace}&channel={id}",
    "discord": "https://discord.com/channels/{workspace}/{id}",
}


def address_of(place: Recipient) -> str:
    """The address under which a reader opens a channel, "" for other places and platforms without addresses."""
    pattern = _ADDRESSES.get(place.platform, "")
    if place.kind is RecipientKind.USER or not pattern:
        return ""
    return pattern.format(workspace=quote(place.workspace, safe=""), id=quote(place.id, safe=""))
