"""What the message of a daily or weekly subscription covers and when it comes: spans abut, and a local day, or an ISO
week, has one, whatever becomes of its hour and zone.

Pure: when the last run was comes from the jobs, how far a subscription was served from the store.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from bot.domain.schedule import latest, latest_due, next_due
from bot.domain.subscription import Cadence, Subscription
from bot.domain.update import Precision, Update
from bot.domain.window import Window

REACH = timedelta(days=8)
"""So long before what was due last before the last run a message begins at the most: another hour or zone makes of a
week no more. What was served before that was ended and given back, or told at once, in between."""
LATE_REACH = timedelta(days=7)
"""What is so much older than a message's span is history, also when it is first seen now (B020)."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a subscription was served: up to when, the local day that this was for, and the latest that the store had
    first seen by then; None where that stays as it was."""

    until: datetime
    day: date
    seen: datetime | None


@dataclass(frozen=True, slots=True)
class Turn:
    """A message that is due, with what it covers and the local day that it is of. `moved`: its hour was over at the
    last run already, and became the subscription's only afterwards."""

    window: Window
    day: date
    moved: bool = False


def turn_due(subscription: Subscription, last: datetime, now: datetime) -> Turn | None:
    """The message that became due after the last run and up to now, however many instants that were, or that another
    hour or zone would skip: of a day, or a week, whose hour is over and which has none yet. None where there is none.

    It begins where the subscription was served up to, and where that is not known, or too long ago, at what was due
    last before the last run."""
    due, owed = latest_due(subscription.schedule, now), latest(subscription.schedule, last)
    served = _served(subscription, now)
    if due.at <= max(subscription.created, served or subscription.created):
        return None
    if served is None or served < owed - REACH:
        start = max(owed, subscription.created)
        return Turn(_window(start, due.at, subscription), due.day) if due.at > last else None
    if _period(due.day, subscription) <= _period_served(subscription, now):
        return None
    return Turn(_window(served, due.at, subscription), due.day, moved=due.at <= last)


def next_turn(subscription: Subscription, now: datetime) -> datetime:
    """When the subscription's next message comes; `now` where it is due already."""
    if turn_due(subscription, now, now) is not None:
        return now
    due, served = next_due(subscription.schedule, now), _period_served(subscription, now)
    while _period(due.day, subscription) <= served:
        due = next_due(subscription.schedule, due.at)
    return due.at


def came_late(update: Update, subscription: Subscription, start: datetime) -> bool:
    """Whether an update belonged into a message before the one that begins at `start`, and was first seen when that was
    out. History that was loaded is none, nor what has no exact date or is older than the subscription; and nothing is
    where that was not served right up to the start."""
    if subscription.served != start or subscription.seen is None:
        return False
    is_news = not (update.history or update.sample) and update.precision is Precision.SECOND
    earliest = max(start - LATE_REACH, subscription.created)
    return is_news and update.first_seen > subscription.seen and earliest <= update.published < start


def _window(start: datetime, end: datetime, subscription: Subscription) -> Window:
    return Window(start, end, subscription.zone)


def _served(subscription: Subscription, now: datetime) -> datetime | None:
    """Up to when it was served; a mark that lies ahead was made by a clock that was wrong."""
    served = subscription.served
    return None if served is None or served > now else served


def _period_served(subscription: Subscription, now: datetime) -> tuple[int, ...]:
    """The last day or week that has its message, wherever its reader was; before all others if none has."""
    served = _served(subscription, now)
    if served is None or served <= subscription.created:
        return ()
    day = subscription.served_on or served.astimezone(subscription.zone).date()
    return _period(day, subscription)


def _period(day: date, subscription: Subscription) -> tuple[int, ...]:
    """What has one message: a day, or its ISO week; later ones are greater."""
    return day.isocalendar()[:2] if subscription.cadence is Cadence.WEEKLY else (day.toordinal(),)
