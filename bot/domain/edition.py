"""The editions that the bot prints: when their window ends, when they go out, what they are made of, and what people
call them. They are data (config/editions.toml); an issue of one of them is a Digest (bot/domain/digest.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from bot.domain.delivery import Recipient
from bot.domain.digest import Layout, Section
from bot.domain.query import Query
from bot.domain.schedule import Schedule, following, latest, window_before
from bot.domain.window import Window

HALF_A_WEEK = timedelta(days=3, hours=12)
PROJECT_SHARE = 3
"""One project has at most the third part of an issue while others have something to tell."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many stories an edition has at the most: in all, in its channel message, and there of one project; and how
    many cards and highlights (WORDING.md 0.4)."""

    items: int
    top: int
    top_of_one_project: int = 2
    cards: int = 3
    highlights: int = 5

    @property
    def of_one_project(self) -> int:
        """How many of one project there are at the most, as long as others have something: a third of all."""
        return -(-self.items // PROJECT_SHARE)


@dataclass(frozen=True, slots=True)
class Edition:
    """`closes` is when a window ends, `delay` how much later the issue goes out, `words` are its names in chat. `query`
    is what it is about where that is not everything, `about` the same as it is written; `post_to` are the places that
    get it without having asked in chat."""

    key: str
    words: tuple[str, ...]
    closes: Schedule
    delay: timedelta
    layout: Layout = Layout.VERDICT
    sections: frozenset[Section] = frozenset(Section)
    limits: Limits = Limits(25, 5)
    query: Query | None = None
    about: str = ""
    post_to: tuple[Recipient, ...] = ()

    @property
    def is_weekly(self) -> bool:
        """Whether an issue covers a week and is numbered by it."""
        return len(self.closes.days) == 1

    @property
    def issues(self) -> Schedule:
        """When issues go out, in the edition's zone; no edition closes so late that its issue is another day's."""
        out = datetime.combine(date.min, self.closes.hour) + self.delay
        return Schedule(self.closes.zone, out.time(), self.closes.days)

    def out_at(self, end: datetime) -> datetime:
        """When the issue of a window that ends there is planned to go out, in UTC; right on days of a clock change."""
        if latest(self.closes, end) == end:
            return following(self.issues, end - timedelta(microseconds=1))
        return end.astimezone(UTC) + self.delay

    def latest_window(self, now: datetime) -> Window:
        """The last window that is over at `now`."""
        return window_before(self.closes, latest(self.closes, now))

    def window_out(self, now: datetime) -> Window:
        """The last window whose issue is out at `now`."""
        return self.latest_window(latest(self.issues, now))

    def window_ending(self, end: datetime) -> Window:
        """The edition's window that ends there; where none does, one of a day or a week that ends at any instant."""
        if latest(self.closes, end) == end:
            return window_before(self.closes, end)
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
        return following(self.issues, now)


class Editions:
    """All editions, found by key and by the names that people give them; the first one is meant where none is named."""

    def __init__(self, editions: Iterable[Edition]) -> None:
        self.all: tuple[Edition, ...] = tuple(editions)
        self._by_word = {word.casefold(): edition for edition in self.all for word in (edition.key, *edition.words)}

    @property
    def first(self) -> Edition:
        """The edition that is meant where none is named."""
        return self.all[0]

    def named(self, word: str) -> Edition | None:
        """The edition with this key or name, in any case."""
        return self._by_word.get(word.casefold())
