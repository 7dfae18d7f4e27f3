"""Who may change what: a person's own subscriptions are theirs, a channel's belong to its owner and the managers.

Rights are those that came with the command, also from a button (B112); nothing is looked up here.
"""

from __future__ import annotations

from collections.abc import Iterable

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
    """The subscription, if it is there and the actor may change it; else UserError. It is the same for both, so that
    nobody learns what others subscribe to; only what a channel gets is known there, and who may change it is said."""
    if subscription is not None and may_change(subscription, command):
        return subscription
    there = subscription.recipient if subscription is not None else None
    if there is not None and there.kind is not RecipientKind.USER and there == command.place:
        raise not_theirs()
    raise UserError("No subscription of yours has that number.", Suggestion("subscriptions", "subscriptions"))


def allowed(subscriptions: Iterable[Subscription], command: Command) -> tuple[Subscription, ...]:
    """Those of a channel's that the actor may change, at least one; UserError where the channel has none, or none that
    is theirs to change. One's own are all of them."""
    there = tuple(subscriptions)
    if not there:
        raise UserError(
            "This channel has no subscription.",
            Suggestion("subscribe here flashinfer sm120", "subscribe here flashinfer sm120"),
        )
    mine = tuple(one for one in there if may_change(one, command))
    if not mine:
        raise not_theirs()
    return mine


def not_theirs() -> UserError:
    """Who may change what a channel is subscribed to."""
    return UserError(
        "Only who set it up, or somebody who manages this channel, can change that.",
        Suggestion("subscriptions here", "subscriptions here"),
    )
