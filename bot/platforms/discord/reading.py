"""Looking whether a message of the bot's own stands in a channel, where nobody knows what became of it (B-11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.domain.delivery import Recipient, RecipientKind, Thread
from bot.domain.document import Document
from bot.platforms.discord.posting import channel_of, nonce_of
from bot.platforms.discord.rest import Rest, Taken
from bot.renderers.components_v2 import render

LOOKED_AT = 100
"""Messages after the instant that are read: as many as Discord gives at once."""
APART = timedelta(minutes=1)
"""So far Discord's clock may be from ours."""
_SNOWFLAKE_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)


async def find(
    rest: Rest, recipient: Recipient, part: Document, part_id: str, since: datetime, thread: Thread | None = None
) -> str | None:
    """The id, `channel/message`, of the bot's own message that carries the part's nonce or shows its text, None where
    there is none or the bot may not read there. It is the one that was posted first after `since`."""
    messages = render(part)
    if not messages:
        return None
    channel = await _place(rest, recipient, thread)
    me = await rest.request("GET", "/users/@me")
    if channel is None or not isinstance(me, Taken):
        return None
    read = await rest.listed(f"/channels/{channel}/messages?limit={LOOKED_AT}&after={_snowflake(since - APART)}")
    nonces = {nonce_of(part_id), nonce_of(f"{part_id}/plain")}
    shown = {tuple(_texts(messages[0].payload())), (messages[0].content,)}
    own = (one for one in read if (one.get("author") or {}).get("id") == me.body.get("id"))
    found = [one for one in own if one.get("nonce") in nonces or tuple(_texts(one)) in shown]
    return f"{channel}/{min(found, key=_number)['id']}" if found else None


async def _place(rest: Rest, recipient: Recipient, thread: Thread | None) -> str | None:
    if thread is not None and thread.first and recipient.kind is not RecipientKind.USER:
        return thread.first.partition("/")[2]
    channel = await channel_of(rest, recipient)
    return channel if isinstance(channel, str) else None


def _texts(component: Mapping[str, Any]) -> Iterator[str]:
    """What a message shows, text by text."""
    if content := component.get("content"):
        yield str(content).strip()
    inner: Sequence[Mapping[str, Any]] = component.get("components") or ()
    for one in inner:
        yield from _texts(one)


def _number(message: Mapping[str, Any]) -> int:
    return int(message["id"])


def _snowflake(instant: datetime) -> int:
    """The least id of what was made at an instant."""
    return max((instant - _SNOWFLAKE_EPOCH) // timedelta(milliseconds=1), 0) << 22
