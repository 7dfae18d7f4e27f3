"""`try 12`: sends a subscription's message now, over what it would have brought lately.

So a person sees what they will get, and learns today rather than tomorrow at nine whether it can reach them at all.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, timedelta

from bot.domain.command import Command
from bot.domain.delivery import Delivery
from bot.domain.document import Document
from bot.domain.errors import UserError
from bot.domain.subscription import Subscription
from bot.domain.window import Window
from bot.wording.catalogue import speaking
from bot.wording.message import daily_document
from bot.wording.subscriptions import tried_document
from handlers.asking import facts_about
from handlers.audience import seen_from
from handlers.commands.undo import is_number
from handlers.deps import Deps
from handlers.ownership import changeable
from handlers.persons import language_of
from handlers.reader_order import reader_order
from handlers.standing import match_over

LATELY = timedelta(days=30)
MOST_UPDATES = 50


def accepts(rest: str, _: Deps) -> bool:
    """The number of a subscription."""
    return is_number(rest)


async def trial(command: Command, deps: Deps) -> Document:
    """Puts the message into the outbox, once a minute at the most, and says that it is on its way."""
    subscription = changeable(await asyncio.to_thread(deps.store.subscriptions.get, int(command.text)), command)
    if not await asyncio.to_thread(_enqueue, subscription, command, deps):
        raise UserError("That message was sent within the last minute; it does not go out twice.")
    deps.nudge()
    return tried_document(subscription)


def _enqueue(subscription: Subscription, command: Command, deps: Deps) -> bool:
    """Whether the message is new."""
    deps = seen_from(subscription.recipient, deps)
    window = Window(command.at - LATELY, command.at, subscription.zone)
    match = match_over(subscription, window, deps, MOST_UPDATES, reader_order(deps))
    facts = facts_about(match.stories, command.at, subscription.zone, deps)
    with speaking(language_of(subscription.recipient, deps)):
        document = daily_document([match], facts, subscription.cadence, reader=subscription.recipient.kind)
    key = f"try/{subscription.id}/{command.at.astimezone(UTC):%Y-%m-%dT%H:%M}"
    parts = deps.split(subscription.recipient.platform, document)
    return bool(deps.store.deliveries.enqueue([Delivery(key, subscription.recipient, parts, command.at)]))
