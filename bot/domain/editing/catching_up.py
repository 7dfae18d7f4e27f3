"""Catching up: an issue that comes after others were not sent covers their windows too, so that windows abut."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bot.domain.edition import Edition
from bot.domain.schedule import following, latest
from bot.domain.window import Window

DAILY_REACH = timedelta(days=7)
WEEKLY_REACH = timedelta(weeks=4)
"""So far back an issue covers at the most. What lies before is in the store for whoever asks."""


def caught_up(edition: Edition, window: Window, last_end: datetime | None) -> Window:
    """The window, begun where the last issue that was sent ended (`last_end`, None where there was none), or where the
    first of the edition's windows within reach begins."""
    if last_end is None or window.start is None or last_end >= window.start:
        return window
    reach = WEEKLY_REACH if edition.is_weekly else DAILY_REACH
    earliest = window.end - reach
    first = earliest if latest(edition.closes, earliest) == earliest else following(edition.closes, earliest)
    return replace(window, start=min(window.start, max(last_end, first)))


def catches_up(edition: Edition, window: Window) -> bool:
    """Whether a window is longer than the edition's own that ends with it. A Monday's daily that covers the weekend is
    as long as it always is."""
    own = edition.window_ending(window.end)
    return own.start is not None and window.start is not None and window.start < own.start
