"""`arrived KEY` and `resend KEY`: what somebody says of a delivery that is in doubt or that a place did not take. The
buttons under the message that tells of it fill the key in.

A delivery in doubt is never sent again by itself (B002). One that is settled already is told so: two people who press
change nothing more than one.
"""

from __future__ import annotations

import asyncio

from bot.domain.command import Command
from bot.domain.delivery import Delivery, DeliveryState
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.wording.doubts import settled_document
from handlers.deps import Deps
from handlers.doubts import may_settle, stuck_of


def accepts(rest: str, _: Deps) -> bool:
    """The key of a delivery: one word with a slash."""
    return bool(rest) and " " not in rest and "/" in rest


async def arrived(command: Command, deps: Deps) -> Document:
    """The part that is in doubt arrived; what follows it is sent."""
    return await asyncio.to_thread(_settled, command, deps, arrived=True)


async def resend(command: Command, deps: Deps) -> Document:
    """The part did not arrive, or its place takes messages again: it is sent."""
    reply = await asyncio.to_thread(_settled, command, deps, arrived=False)
    deps.nudge()
    return reply


def _settled(command: Command, deps: Deps, *, arrived: bool) -> Document:
    delivery = _mine(command, deps)
    stuck, deliveries = stuck_of(delivery, deps), deps.store.deliveries
    if delivery.state is DeliveryState.PARKED and not arrived:
        is_changed = deliveries.unpark(delivery.recipient) > 0
    else:
        is_changed = deliveries.settle(delivery.key, arrived=arrived)
    if not is_changed:
        raise UserError("That is settled already.", Suggestion("subscriptions", "subscriptions"))
    return settled_document(stuck, arrived=arrived)


def _mine(command: Command, deps: Deps) -> Delivery:
    """The delivery, if it is there and the actor may decide on it; else the same UserError for both."""
    delivery = deps.store.deliveries.get(command.text)
    if delivery is None or not may_settle(delivery, command, deps):
        raise UserError("There is no message of that key that you could decide on.", Suggestion("help", "help"))
    return delivery
