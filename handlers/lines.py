"""Command lines that set a subscription to what it is now: what an Undo button carries."""

from __future__ import annotations

from bot.domain.form import NO, YES
from bot.domain.rhythm import rhythm_words
from bot.domain.subscription import Cadence, Subscription


def changing_line(subscription: Subscription) -> str:
    """The line that sets when a subscription comes."""
    when = "" if subscription.cadence is Cadence.AT_ONCE else f" {_hour_and_zone(subscription)}"
    return f"subscriptions {subscription.id} {_rhythm(subscription)}{when}"


def editing_line(subscription: Subscription) -> str:
    """The line that sets all of it, the question too."""
    paused = YES if subscription.paused else NO
    when = f"{_rhythm(subscription)} {_hour_and_zone(subscription)}"
    return f"edit {subscription.id} {when} {paused} {subscription.text}"


def _rhythm(subscription: Subscription) -> str:
    return rhythm_words(subscription.cadence, subscription.days)


def _hour_and_zone(subscription: Subscription) -> str:
    return f"{subscription.hour:%H:%M} {subscription.zone.key}"
