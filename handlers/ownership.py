"""Who may change what: a person's own subscriptions are theirs, a channel's belong to its owner and the managers.

Rights are those that came with the command, also from a button (B112); nothing is looked up here.
"""

from __future__ import annotations

from bot.domain.command import Command
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.errors import Suggestion, UserError
from bot.domain.subscription import Subscription
from handlers.deps import Deps


def own_place(command: Command) -> Recipient:
    """The actor's own direct messages."""
    actor = command.actor
    return Recipient(actor.platform, actor.home or actor.workspace, RecipientKind.USER, actor.user)


def may_change(subscription: Subscription, command: Command) -> bool:
    """Whether the actor may change or take back this subscription."""
    recipient, actor = subscription.recipient, command.actor
    if recipient.kind is RecipientKind.USER:
        return recipient == own_place(command)
    if (recipient.platform, recipient.workspace) != (actor.platform, actor.workspace):
        return False
    return subscription.owner == actor.user or actor.rights.manager


async def refuse_unreachable(place: Recipient, deps: Deps) -> None:
    """Raises UserError for a place that would take nothing from the bot: better now than at the hour (B096)."""
    if reason := await deps.obstacle(place):
        raise UserError("Nothing was set up. {reason}", reason=reason)


def changeable(subscription: Subscription | None, command: Command) -> Subscription:
    """The subscription, if it is there and the actor may change it; else the same UserError for both, so that nobody
    learns what others subscribe to."""
    if subscription is None or not may_change(subscription, command):
        raise UserError("No subscription of yours has that number.", Suggestion("subscriptions", "subscriptions"))
    return subscription
