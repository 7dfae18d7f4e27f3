"""Command lines that set a subscription to what it is now: what an Undo button carries."""

from __future__ import annotations

from bot.domain.form import NO, YES
from bot.domain.subscription import CADENCE_WORDS, Cadence, Subscription


def changing_line(subscription: Subscription) -> str:
    """The line that sets when a subscription comes."""
    when = "" if subscription.cadence is Cadence.AT_ONCE else f" {subscription.hour:%H:%M} {subscription.zone.key}"
    return f"subscriptions {subscription.id} {CADENCE_WORDS[subscription.cadence]}{when}"


def editing_line(subscription: Subscription) -> str:
    """The line that sets all of it, the question too."""
    paused = YES if subscription.paused else NO
    cadence = CADENCE_WORDS[subscription.cadence]
    when = f"{subscription.hour:%H:%M} {subscription.zone.key}"
    return f"edit {subscription.id} {cadence} {when} {paused} {subscription.text}"
