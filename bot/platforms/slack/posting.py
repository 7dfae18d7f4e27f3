"""Posting to Slack: one document, one message, one attempt.

Slack has no key against doubles (A33), and its SDK posts twice where a reply is lost (A35, B001): the client that is
handed in here must have no retry handlers. What cannot be known is Unknown.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.domain.delivery import Later, Outcome, Recipient, RecipientKind, Refused, Sent, Thread, Unknown
from bot.domain.document import Document
from bot.platforms.slack.outcomes import CONTENT, PARENT_GONE, PAUSE, outcome_of, reason_of
from bot.renderers.block_kit import SlackMessage, render
from bot.renderers.command_value import Remembered

Remember = Callable[[Sequence[Remembered]], Awaitable[None]]

TOO_MANY, SERVER_ERROR = 429, 500


async def post(
    client: AsyncWebClient, remember: Remember, recipient: Recipient, part: Document, thread: Thread | None = None
) -> Outcome:
    """Puts a part out, as a reply where the thread has its first message. The platform's id of a message is
    `channel/ts`. Where that first message is gone, the part stands in the channel (A37)."""
    messages = render(part)
    if not messages:
        return Refused("There is nothing in it to show.")
    await remember(messages[0].remembered)
    place = _place(recipient, thread)
    outcome = await _send(client, place, messages[0])
    if isinstance(outcome, Refused) and outcome.reason == reason_of(PARENT_GONE) and "thread_ts" in place:
        return await _send(client, {"channel": place["channel"]}, messages[0])
    return outcome


async def edit(client: AsyncWebClient, remember: Remember, sent_id: str, part: Document) -> Outcome:
    """Puts a part in the place of the message `channel/ts`."""
    messages = render(part)
    if not messages:
        return Refused("There is nothing in it to show.")
    await remember(messages[0].remembered)
    channel, _, ts = sent_id.partition("/")
    return await _send(client, {"channel": channel, "ts": ts}, messages[0], method="chat.update")


async def obstacle(client: AsyncWebClient, recipient: Recipient) -> str | None:
    """Why a channel would take nothing from the bot, None if nothing is known against it."""
    if recipient.kind is RecipientKind.USER:
        return None
    channel = recipient.id.partition("/")[0]
    try:
        answer = await client.api_call("conversations.info", data={"channel": channel})
    except SlackApiError as error:
        outcome = _refusal(error)
        return outcome.reason if isinstance(outcome, Refused) else None
    except (aiohttp.ClientError, TimeoutError, OSError):
        return None
    facts = answer.get("channel") or {}
    if facts.get("is_archived"):
        return reason_of("is_archived")
    return reason_of("not_in_channel") if facts.get("is_member") is False else None


def _place(recipient: Recipient, thread: Thread | None) -> dict[str, str]:
    """Where a part goes: a channel or person, and the message that it replies to."""
    channel, _, ts = recipient.id.partition("/")
    if thread is not None and thread.first:
        channel, _, ts = thread.first.partition("/")
    elif recipient.kind is not RecipientKind.THREAD:
        ts = ""
    return {"channel": channel, "thread_ts": ts} if ts else {"channel": channel}


async def _send(
    client: AsyncWebClient, place: dict[str, str], message: SlackMessage, method: str = "chat.postMessage"
) -> Outcome:
    """Sends a message; where Slack does not take its blocks, once more without them (A39)."""
    payload = message.payload()
    outcome = await _call(client, method, {**place, **payload})
    if isinstance(outcome, Refused) and outcome.reason in CONTENT:
        plain = {key: value for key, value in payload.items() if key != "blocks"}
        return await _call(client, method, {**place, **plain})
    return outcome


async def _call(client: AsyncWebClient, method: str, arguments: dict[str, Any]) -> Outcome:
    try:
        answer = await client.api_call(method, json=arguments)
    except SlackApiError as error:
        return _refusal(error)
    except aiohttp.ClientConnectorError as error:
        return Later(PAUSE, f"Slack cannot be reached ({type(error).__name__}).")
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        return Unknown(f"Slack did not answer ({type(error).__name__}).")
    return Sent(f"{answer['channel']}/{answer['ts']}")


def _refusal(error: SlackApiError) -> Outcome:
    response = error.response
    status = int(getattr(response, "status_code", 0) or getattr(response, "status", 0))
    if status == TOO_MANY:
        return Later(_retry_after(response), "ratelimited", limited=True)
    data = getattr(response, "data", None)
    if status >= SERVER_ERROR or not isinstance(data, dict):
        return Unknown(f"Slack answered with HTTP {status}.")
    return outcome_of(str(data.get("error", "")))


def _retry_after(response: Any) -> float:
    try:
        return float(response.headers.get("Retry-After", PAUSE))
    except ValueError:
        return PAUSE
