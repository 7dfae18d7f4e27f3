"""Subscriptions as they stand in the domain."""

from __future__ import annotations

from datetime import time

from bot.domain.schedule import Schedule
from tests.factories import SHANGHAI, a_subscription


def test_schedule_is_the_owners() -> None:
    """A subscription is due at its own hour, on its own days, in its owner's zone."""
    subscription = a_subscription(hour=time(8, 30), days=frozenset({1}))
    assert subscription.schedule == Schedule(SHANGHAI, time(8, 30), frozenset({1}))
