"""Posting to Discord: one document, one message, one attempt, under a nonce that all attempts share (B-11)."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

from bot.domain.delivery import Outcome, Recipient, RecipientKind, Refused, Sent, Thread
from bot.domain.document import Document
from bot.platforms.discord.outcomes import CONTENT
from bot.platforms.discord.rest import NotTaken, Rest, Taken
from bot.platforms.discord.threads import TAKES_POSTS, open_post, open_thread
from bot.platforms.memory import Memory
from bot.renderers.components_v2 import SUPPRESS_NOTIFICATIONS, DiscordMessage, render
from bot.renderers.components_v2_limits import NONCE


def nonce_of(part_id: str) -> str:
    """A part's nonce: while Discord remembers it, sending again gives the message that is there already (B014)."""
    return base64.urlsafe_b64encode(hashlib.sha256(part_id.encode()).digest()).decode()[:NONCE]


UNKNOWN_CHANNEL = 10003


async def post(
    rest: Rest, memory: Memory, recipient: Recipient, part: Document, part_id: str, thread: Thread | None = None
) -> Outcome:
    """Puts a part out, silently. The platform's id of a message is `channel/message`. A reply goes into the thread of
    the first message, which is made when it is needed; in direct messages there are no threads."""
    messages = render(part)
    if not messages:
        return Refused("There is nothing in it to show.")
    await memory.remember(messages[0].remembered)
    if thread is not None and thread.first and recipient.kind is not RecipientKind.USER:
        return await _reply(rest, thread, messages[0], part_id)
    channel = await channel_of(rest, recipient)
    if not isinstance(channel, str):
        return channel
    answer = await _posted(rest, channel, messages[0], part_id)
    if isinstance(answer, NotTaken) and answer.code == TAKES_POSTS and thread is not None:
        answer = await open_post(rest, channel, thread, messages[0].payload(silent=True))
        channel = str(answer.body.get("id", "")) if isinstance(answer, Taken) else channel
    return _outcome(channel, answer)


async def edit(rest: Rest, memory: Memory, sent_id: str, part: Document) -> Outcome:
    """Puts a part in the place of the message `channel/message`."""
    messages = render(part)
    if not messages:
        return Refused("There is nothing in it to show.")
    await memory.remember(messages[0].remembered)
    channel, _, message = sent_id.partition("/")
    path = f"/channels/{channel}/messages/{message}"
    answer = await rest.request("PATCH", path, messages[0].payload())
    return answer.outcome if isinstance(answer, NotTaken) else Sent(sent_id)


async def obstacle(rest: Rest, recipient: Recipient) -> str | None:
    """Why a channel would take nothing from the bot, None if nothing is known against it."""
    if recipient.kind is RecipientKind.USER:
        return None
    answer = await rest.request("GET", f"/channels/{recipient.id}")
    if isinstance(answer, NotTaken):
        return answer.outcome.reason if isinstance(answer.outcome, Refused) else None
    return None


async def channel_of(rest: Rest, recipient: Recipient) -> str | Outcome:
    """The channel to post to; a person's is opened first, which does nothing when it is open already."""
    if recipient.kind is not RecipientKind.USER:
        return recipient.id
    answer = await rest.request("POST", "/users/@me/channels", {"recipient_id": recipient.id})
    return str(answer.body["id"]) if isinstance(answer, Taken) else answer.outcome


async def _reply(rest: Rest, thread: Thread, message: DiscordMessage, part_id: str) -> Outcome:
    """Posts into the thread, whose number is that of its first message."""
    channel = thread.first.partition("/")[2]
    answer = await _posted(rest, channel, message, part_id)
    if isinstance(answer, NotTaken) and answer.code == UNKNOWN_CHANNEL:
        opened = await open_thread(rest, thread)
        if isinstance(opened, NotTaken):
            return opened.outcome
        answer = await _posted(rest, channel, message, part_id)
    return _outcome(channel, answer)


async def _posted(rest: Rest, channel: str, message: DiscordMessage, part_id: str) -> Taken | NotTaken:
    """Posts a message; where Discord takes its content not, once more as plain text."""
    answer = await _send(rest, channel, {**message.payload(silent=True), **_once(part_id)})
    if isinstance(answer, NotTaken) and answer.code in CONTENT:
        return await _send(rest, channel, {**_plain(message), **_once(f"{part_id}/plain")})
    return answer


async def _send(rest: Rest, channel: str, body: dict[str, Any]) -> Taken | NotTaken:
    return await rest.request("POST", f"/channels/{channel}/messages", body)


def _outcome(channel: str, answer: Taken | NotTaken) -> Outcome:
    return answer.outcome if isinstance(answer, NotTaken) else Sent(f"{channel}/{answer.body.get('id', '')}")


def _once(part_id: str) -> dict[str, Any]:
    return {"nonce": nonce_of(part_id), "enforce_nonce": True}


def _plain(message: DiscordMessage) -> dict[str, Any]:
    return {"content": message.content, "allowed_mentions": {"parse": []}, "flags": SUPPRESS_NOTIFICATIONS}
