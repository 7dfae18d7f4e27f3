"""Posting to Discord: one document, one message, one attempt, under a nonce that all attempts share (B-11)."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

from bot.domain.delivery import Outcome, Recipient, RecipientKind, Refused, Sent
from bot.domain.document import Document
from bot.platforms.discord.outcomes import CONTENT
from bot.platforms.discord.rest import NotTaken, Rest, Taken
from bot.platforms.memory import Memory
from bot.renderers.components_v2 import SUPPRESS_NOTIFICATIONS, DiscordMessage, render
from bot.renderers.components_v2_limits import NONCE


def nonce_of(part_id: str) -> str:
    """A part's nonce: while Discord remembers it, sending again gives the message that is there already (B014)."""
    return base64.urlsafe_b64encode(hashlib.sha256(part_id.encode()).digest()).decode()[:NONCE]


async def post(rest: Rest, memory: Memory, recipient: Recipient, part: Document, part_id: str) -> Outcome:
    """Puts a part out, silently. The platform's id of a message is `channel/message`."""
    messages = render(part)
    if not messages:
        return Refused("There is nothing in it to show.")
    await memory.remember(messages[0].remembered)
    channel = await _channel(rest, recipient)
    if not isinstance(channel, str):
        return channel
    answer = await _send(rest, channel, {**messages[0].payload(silent=True), **_once(part_id)})
    if isinstance(answer, NotTaken) and answer.code in CONTENT:
        answer = await _send(rest, channel, {**_plain(messages[0]), **_once(f"{part_id}/plain")})
    if isinstance(answer, NotTaken):
        return answer.outcome
    return Sent(f"{channel}/{answer.body.get('id', '')}")


async def obstacle(rest: Rest, recipient: Recipient) -> str | None:
    """Why a channel would take nothing from the bot, None if nothing is known against it."""
    if recipient.kind is RecipientKind.USER:
        return None
    answer = await rest.request("GET", f"/channels/{recipient.id}")
    if isinstance(answer, NotTaken):
        return answer.outcome.reason if isinstance(answer.outcome, Refused) else None
    return None


async def _channel(rest: Rest, recipient: Recipient) -> str | Outcome:
    """The channel to post to; a person's is opened first, which does nothing when it is open already."""
    if recipient.kind is not RecipientKind.USER:
        return recipient.id
    answer = await rest.request("POST", "/users/@me/channels", {"recipient_id": recipient.id})
    return str(answer.body["id"]) if isinstance(answer, Taken) else answer.outcome


async def _send(rest: Rest, channel: str, body: dict[str, Any]) -> Taken | NotTaken:
    return await rest.request("POST", f"/channels/{channel}/messages", body)


def _once(part_id: str) -> dict[str, Any]:
    return {"nonce": nonce_of(part_id), "enforce_nonce": True}


def _plain(message: DiscordMessage) -> dict[str, Any]:
    return {"content": message.content, "allowed_mentions": {"parse": []}, "flags": SUPPRESS_NOTIFICATIONS}
