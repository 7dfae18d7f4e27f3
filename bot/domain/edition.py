"""The editions that the bot prints: when their window ends, when they go out, and what people call them.

An issue of one of them is a Digest (bot/domain/digest.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.domain.schedule import EVERY_DAY, Schedule, following, latest, window_before
from bot.domain.window import Window

SHANGHAI = ZoneInfo("Asia/Shanghai")
MONDAY = frozenset({1})
HALF_A_WEEK = timedelta(days=3, hours=12)


@dataclass(frozen=True, slots=True)
class Edition:
    """`closes` is when a window ends, `delay` how much later the issue goes out, `words` are its names in chat."""

    key: str
    words: tuple[str, ...]
    closes: Schedule
    delay: timedelta

    @property
    def is_weekly(self) -> bool:
        """Whether an issue covers a week and is numbered by it."""
        return len(self.closes.days) == 1

    @property
    def issues(self) -> Schedule:
        """When issues go out, in the edition's zone; no edition closes so late that its issue is another day's."""
        out = datetime.combine(date.min, self.closes.hour) + self.delay
        return Schedule(self.closes.zone, out.time(), self.closes.days)

    def latest_window(self, now: datetime) -> Window:
        """The last window that is over at `now`."""
        return window_before(self.closes, latest(self.closes, now))

    def window_ending(self, end: datetime) -> Window:
        """A window as long as the edition's that ends at any instant."""
        return Window(end - timedelta(days=7 if self.is_weekly else 1), end, self.closes.zone)

    def number(self, window: Window) -> str:
        """The local date of the window's end ("2026-07-08"), or the ISO week that it covers ("2026-W28")."""
        if not self.is_weekly:
            return window.end.astimezone(window.zone).date().isoformat()
        middle = window.end - HALF_A_WEEK
        year, week, _ = middle.astimezone(window.zone).isocalendar()
        return f"{year}-W{week:02}"

    def next_issue(self, now: datetime) -> datetime:
        """When the next issue goes out, in UTC."""
        return (following(self.closes, now - self.delay) + self.delay).astimezone(UTC)


SYSTEMS_DAILY = Edition("systems-daily", ("daily", "日报"), Schedule(SHANGHAI, time(7), EVERY_DAY), timedelta(hours=1))
FRAMEWORKS_WEEKLY = Edition(
    "frameworks-weekly", ("weekly", "周报"), Schedule(SHANGHAI, time(9), MONDAY), timedelta(hours=1)
)
DEPLOYMENT_WEEKLY = Edition(
    "deployment-weekly", ("deployment",), Schedule(SHANGHAI, time(9), MONDAY), timedelta(hours=1)
)
EDITIONS = (SYSTEMS_DAILY, FRAMEWORKS_WEEKLY, DEPLOYMENT_WEEKLY)


def edition_named(word: str) -> Edition | None:
    """The edition with this key or name, in any case."""
    folded = word.casefold()
    return next((edition for edition in EDITIONS if folded in (edition.key, *edition.words)), None)
