"""Subscriptions in lists: a person's own, and what a channel gets (WORDING.md 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.document import (
    Action,
    Actions,
    Block,
    Button,
    ChannelName,
    Document,
    Heading,
    Inline,
    List,
    Option,
    Paragraph,
    Select,
    Small,
    Strong,
    line,
)
from bot.domain.grapheme import shortened
from bot.domain.serving import next_turn
from bot.domain.subscription import Cadence, Subscription
from bot.domain.text import clean
from bot.wording.catalogue import number, say, say_inline
from bot.wording.dates import coming_day, weekdays
from bot.wording.doubts import REASON_LIMIT
from bot.wording.facts import Facts
from bot.wording.joining import dotted
from bot.wording.naming import subscription_words
from bot.wording.pauses import pause_state
from bot.wording.subscriptions import EXAMPLE_LIMIT, LISTED

BUTTONS = 3
"""Subscriptions that have buttons of their own in a list; more of them have menus."""


@dataclass(frozen=True, slots=True)
class ChannelList:
    """What a channel gets, the numbers of those that its reader may change, and why messages wait there ("" where none
    does). `elsewhere` is the channel where the list is read in another place."""

    subscriptions: Sequence[Subscription]
    changeable: frozenset[int] = frozenset()
    held_up: str = ""
    elsewhere: ChannelName | None = None


def subscriptions_document(
    subscriptions: Sequence[Subscription], facts: Facts, held_up: str = "", channel: ChannelList | None = None
) -> Document:
    """All subscriptions of somebody, each with what stops it, and then what the channel gets in which they asked.
    `held_up` is why messages to them wait, "" where none does."""
    title = line(Strong(say("Subscriptions")), f" ({number(len(subscriptions))})")
    blocks: list[Block] = [Heading(1, title), *_held_up(held_up)]
    if not subscriptions:
        blocks.append(Paragraph(line(say("You have no subscription. For example: subscribe flashinfer sm120"))))
    else:
        blocks += _rows(subscriptions, facts)
        times = Button(say("Hour, zone, language"), "profile")
        blocks.append(Actions((*_each(subscriptions[:LISTED]), times, _all_of(subscriptions))))
    if channel is not None:
        blocks += _of_channel(channel, facts, level=2)
    return Document(tuple(blocks))


def channel_subscriptions_document(channel: ChannelList, facts: Facts) -> Document:
    """What a channel gets, each with what stops it for who may do that."""
    return Document(tuple(_of_channel(channel, facts, level=1)))


def _of_channel(channel: ChannelList, facts: Facts, level: int) -> Sequence[Block]:
    shown = channel.subscriptions
    title: tuple[Inline, ...] = line(Strong(say("This channel's subscriptions")))
    if channel.elsewhere is not None:
        title = say_inline("Subscriptions of {channel}", channel=channel.elsewhere)
    blocks: list[Block] = [Heading(level, (*title, *line(f" ({number(len(shown))})"))), *_held_up(channel.held_up)]
    if not shown:
        text = say("This channel has no subscription. For example: subscribe here flashinfer sm120")
        return (*blocks, Paragraph(line(text)))
    blocks += _rows(shown, facts)
    mine = [one for one in shown if one.id in channel.changeable]
    if len(mine) < len(shown):
        blocks.append(Small(line(say("Who set one up, or manages the channel, can change it."))))
    actions = list(_each(mine[:LISTED])) if mine else []
    if mine and channel.elsewhere is None:
        actions.append(_all_of(mine, " here"))
    return (*blocks, Actions(tuple(actions))) if actions else blocks


def _rows(subscriptions: Sequence[Subscription], facts: Facts) -> Sequence[Block]:
    rows = List(tuple(_listed(one, facts) for one in subscriptions[:LISTED]))
    if len(subscriptions) <= LISTED:
        return (rows,)
    return rows, Small(line(say("{count} more.", count=number(len(subscriptions) - LISTED))))


def _held_up(reason: str) -> Sequence[Block]:
    if not reason:
        return ()
    text = say(
        "A message waits: {reason}. It is tried again.", reason=shortened(clean(reason), REASON_LIMIT).rstrip(".")
    )
    return (Small(line(text)),)


def _all_of(subscriptions: Sequence[Subscription], where: str = "") -> Button:
    """What pauses them all, or takes that back; `where` is " here" for a channel's."""
    if all(one.paused for one in subscriptions):
        return Button(say("Resume"), f"resume{where}")
    return Button(say("Pause all of these") if where else say("Pause everything"), f"stop{where}")


def _each(subscriptions: Sequence[Subscription]) -> Sequence[Action]:
    """What edits and what stops each: buttons for a few, menus for more."""
    names = [shortened(subscription_words(one), EXAMPLE_LIMIT) for one in subscriptions]
    both = list(zip(names, subscriptions, strict=True))
    edits = [(say("Edit {text}", text=name), f"edit {one.id}") for name, one in both]
    stops = [(say("Stop {text}", text=name), f"unsubscribe {one.id}") for name, one in both]
    if len(subscriptions) > BUTTONS:
        edit = Select(say("Edit ..."), tuple(Option(label, command) for label, command in edits))
        return edit, Select(say("Stop ..."), tuple(Option(label, command) for label, command in stops))
    return [Button(label, command) for pair in zip(edits, stops, strict=True) for label, command in pair]


def _listed(subscription: Subscription, facts: Facts) -> tuple[Inline, ...]:
    if subscription.paused:
        parts = [pause_state(subscription.paused_until, facts)]
    elif subscription.cadence is Cadence.AT_ONCE:
        parts = [say("at once")]
    else:
        upcoming = coming_day(next_turn(subscription, facts.now), facts.now, subscription.zone)
        parts = [_short_rhythm(subscription), say("next {day}", day=upcoming)]
    name = Strong(shortened(subscription_words(subscription), EXAMPLE_LIMIT))
    return line(name, " · ", dotted((*parts, say("number {id}", id=subscription.id))))


def _short_rhythm(subscription: Subscription) -> str:
    hour = f"{subscription.hour:%H:%M} {subscription.zone.key}"
    if subscription.cadence is Cadence.WEEKLY:
        return say("weekly {hour}, {days}", hour=hour, days=weekdays(subscription.days))
    return say("daily {hour}, {days}", hour=hour, days=weekdays(subscription.days))
