"""What a subscriber hears at once although the subscription comes once a day, and when nobody is woken.

At once are proven breaks, security and withdrawals, at most a few messages a day; "May break" never is (DESIGN.md 3).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.domain.answer import Story
from bot.domain.label import Label
from bot.domain.schedule import instant
from bot.domain.window import Window

URGENT = frozenset({Label.BREAKING, Label.SECURITY, Label.WITHDRAWN})
MOST_A_DAY = 3
"""Messages at once of a day; what comes beyond them waits for the day's message."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Local hours [start, end) between which nothing is sent at once; over midnight where they end before they begin,
    none where both are the same."""

    start: time
    end: time

    @property
    def is_none(self) -> bool:
        """Whether there are none."""
        return self.start == self.end

    def hold(self, local: time) -> bool:
        """Whether a local time lies between them."""
        if self.start <= self.end:
            return self.start <= local < self.end
        return local >= self.start or local < self.end


NIGHT = QuietHours(time(22), time(8))
"""The quiet hours of who never said others."""
NO_QUIET_HOURS = QuietHours(time(0), time(0))


def is_urgent(story: Story) -> bool:
    """Whether a story is told at once to whoever subscribed to it in whatever rhythm."""
    return story.label in URGENT


def let_through(now: datetime, zone: ZoneInfo, quiet: QuietHours = NIGHT) -> datetime:
    """When a message at once may go out: now, or at the end of the quiet hours in which now lies."""
    local = now.astimezone(zone)
    if not quiet.hold(local.time()):
        return now
    ends = local.date() if local.time() < quiet.end else local.date() + timedelta(days=1)
    return max(now, instant(ends, quiet.end, zone))


def day_of(at: datetime, zone: ZoneInfo) -> Window:
    """The local day of an instant."""
    day = at.astimezone(zone).date()
    return Window(instant(day, time(0), zone), instant(day + timedelta(days=1), time(0), zone), zone)
