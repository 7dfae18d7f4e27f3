"""Deliveries that need somebody: who that is, what they are called, and who may decide on them."""

from __future__ import annotations

from bot.domain.command import Command
from bot.domain.delivery import Delivery, Recipient, RecipientKind
from bot.domain.document import ChannelName, Text
from bot.domain.edition import Edition
from bot.wording.catalogue import say
from bot.wording.doubts import Stuck
from bot.wording.places import address_of
from bot.wording.words import edition_word
from handlers.deps import Deps
from handlers.ownership import own_place
from storage.channels import Posting


def who_can_mend(delivery: Delivery, deps: Deps) -> Recipient | None:
    """Who is told: the owner of the channel's digest or subscription in their own messages, else the place that hears
    how the bot does; None where nobody could. Whose own messages fail is not told by another one."""
    place = delivery.recipient
    owner = "" if place.kind is RecipientKind.USER else owner_of(delivery, deps)
    if owner:
        return Recipient(place.platform, place.workspace, RecipientKind.USER, owner)
    return None if deps.ops == place else deps.ops


def owner_of(delivery: Delivery, deps: Deps) -> str:
    """The user who answers for what a channel gets, "" for nobody."""
    posting = posting_of(delivery, deps)
    if posting is not None:
        return posting.owner
    owners = [one.owner for one in deps.store.subscriptions.of(delivery.recipient)]
    return owners[0] if owners else next((one.owner for one in deps.store.channels.of(delivery.recipient)), "")


def posting_of(delivery: Delivery, deps: Deps) -> Posting | None:
    """How the edition is posted of which a delivery is an issue; None where it is none."""
    edition = _edition_of(delivery, deps)
    return deps.store.channels.get(delivery.recipient, edition.key) if edition else None


def _edition_of(delivery: Delivery, deps: Deps) -> Edition | None:
    kind, _, rest = delivery.key.partition("/")
    return deps.editions.named(rest.partition("/")[0]) if kind == "edition" else None


def reopen(place: Recipient, deps: Deps) -> bool:
    """What waits at a place that took nothing is tried again, because somebody is there; whether something waits. Call
    it in a thread."""
    deliveries = deps.store.deliveries
    return deliveries.is_parked(place) and deliveries.unpark(place) > 0


def may_settle(delivery: Delivery, command: Command, deps: Deps) -> bool:
    """Whether the actor may decide on a delivery: whose own message it is, who answers for it, who manages the channels
    of its workspace, and who runs the bot."""
    actor, place = command.actor, delivery.recipient
    if actor.rights.operator or place == own_place(command) or command.place == deps.ops:
        return True
    if place.kind is RecipientKind.USER or place.platform != actor.platform:
        return False
    if owner_of(delivery, deps) == actor.user:
        return True
    return place.workspace == actor.workspace and actor.rights.manager


def stuck_of(delivery: Delivery, deps: Deps) -> Stuck:
    """A delivery in words."""
    edition = _edition_of(delivery, deps)
    number = delivery.key.split("/")[2] if edition else ""
    what = say("the {name} {number}", name=edition_word(edition.key), number=number) if edition else say("a message")
    place = delivery.recipient
    where = (
        Text(say("the direct messages of {who}", who=place.id))
        if place.kind is RecipientKind.USER
        else ChannelName(place.platform, place.id.partition("/")[0], say("channel {id}", id=place.id))
    )
    return Stuck(
        key=delivery.key,
        what=what,
        where=where,
        part=len(delivery.sent_ids) + 1,
        parts=len(delivery.parts),
        reason=delivery.reason or "",
        address=address_of(place),
    )
