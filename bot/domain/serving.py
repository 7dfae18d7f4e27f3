"""Which span of time the message of a daily or weekly subscription covers: spans abut, whatever becomes of its hour.

Pure: when the last run was comes from the jobs, how far a subscription was served from the store.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.domain.schedule import latest
from bot.domain.subscription import Subscription
from bot.domain.window import Window

REACH = timedelta(days=8)
"""So long before what was due last before the last run a message begins at the most: another hour or zone makes of a
week no more. What was served before that was ended and given back, or told at once, in between."""


def window_due(subscription: Subscription, last: datetime, now: datetime) -> Window | None:
    """What the message covers that became due after the last run and up to now, however many instants that were; None
    where none did. It begins where the subscription was served up to, and where that is not known at what was due last
    before the last run."""
    due = latest(subscription.schedule, now)
    served = subscription.served
    if served is not None and served > now:
        served = None  # a mark that lies ahead was made by a clock that was wrong
    if due <= max(last, subscription.created, served or subscription.created):
        return None
    owed = latest(subscription.schedule, last)
    if served is None or served < owed - REACH:
        return Window(max(owed, subscription.created), due, subscription.zone)
    return Window(served, due, subscription.zone)
