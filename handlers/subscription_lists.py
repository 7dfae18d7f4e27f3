"""The subscriptions that are shown to somebody: their own, and what a channel gets."""

from __future__ import annotations

from bot.domain.command import Command
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.document import ChannelName, Document
from bot.wording.catalogue import say
from bot.wording.subscription_lists import ChannelList, channel_subscriptions_document, subscriptions_document
from handlers.asking import facts_now
from handlers.deps import Deps
from handlers.here import in_channel
from handlers.ownership import may_change, own_place


def own_list(command: Command, deps: Deps) -> Document:
    """The actor's own subscriptions, and then those of the channel in which they ask. Reads the store: call it in a
    thread."""
    place = own_place(command)
    channel = _channel(command.place, command, deps) if in_channel(command) else None
    own, held_up = deps.store.subscriptions.of(place), deps.store.deliveries.held_up(place)
    shown = channel if channel and channel.subscriptions else None
    return subscriptions_document(own, facts_now(command, deps), held_up, shown)


def list_of(place: Recipient, command: Command, deps: Deps) -> Document:
    """A channel's subscriptions, or the actor's own. Reads the store: call it in a thread."""
    if place.kind is RecipientKind.USER:
        return own_list(command, deps)
    return channel_subscriptions_document(_channel(place, command, deps), facts_now(command, deps))


def _channel(place: Recipient, command: Command, deps: Deps) -> ChannelList:
    there = deps.store.subscriptions.of(place)
    changeable = frozenset(one.id for one in there if may_change(one, command))
    elsewhere = None
    if place != command.place:
        elsewhere = ChannelName(place.platform, place.id.partition("/")[0], say("channel {id}", id=place.id))
    return ChannelList(there, changeable, deps.store.deliveries.held_up(place), elsewhere)
