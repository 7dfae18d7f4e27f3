"""Issues by their number: "2026-07-08" of a daily, "2026-W28" of a weekly, whether they went out or not."""

from __future__ import annotations

import re
from datetime import date, datetime, time

from bot.domain.edition import Edition
from bot.domain.errors import Suggestion, UserError
from bot.domain.schedule import following, instant
from bot.domain.window import Window
from handlers.deps import Deps

_WEEK = re.compile(r"([0-9]{4})-?W([0-9]{1,2})", re.IGNORECASE)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_WITHOUT_YEAR = re.compile(r"W[0-9]{1,2}|[0-9]{2}-[0-9]{2}", re.IGNORECASE)
_MIDDLE = 4
"""An ISO week is the year's in which its Thursday lies."""


def is_number(word: str) -> bool:
    """Whether a word is written like the number of an issue, or like one without its year."""
    return bool(_WEEK.fullmatch(word) or _WITHOUT_YEAR.fullmatch(word)) or _day(word) is not None


def window_numbered(edition: Edition, number: str, deps: Deps) -> Window:
    """The window of an issue: as it went out, else the edition's own of that number. UserError where the edition has no
    such issue, or not yet. Reads the store: call it in a thread."""
    _refuse_without_year(edition, number, deps.now())
    end = _ending(edition, number)
    own = edition.window_ending(end) if end else None
    if own is None or own.end > deps.now():
        latest = edition.number(edition.latest_window(deps.now()))
        line = f"digest {edition.words[0]} {latest}"
        raise UserError(
            'There is no issue "{number}"; the latest is {latest}.',
            Suggestion(latest, line),
            number=number,
            latest=latest,
        )
    issue = deps.store.digests.numbered(edition.key, edition.number(own))
    return issue.window if issue else own


def _refuse_without_year(edition: Edition, number: str, now: datetime) -> None:
    """Raises UserError with the last issue that may be meant by a number without its year."""
    if not _WITHOUT_YEAR.fullmatch(number):
        return
    years = [f"{year}-{number.upper()}" for year in (now.year, now.year - 1)]
    ends = {whole: _ending(edition, whole) for whole in years}
    whole = next((whole for whole, end in ends.items() if end and end <= now), None)
    if whole is not None:
        raise UserError(
            'Say the year too: "{whole}".', Suggestion(whole, f"digest {edition.words[0]} {whole}"), whole=whole
        )


def _ending(edition: Edition, number: str) -> datetime | None:
    """When the window of that number ends; None where the number is another kind of edition's, or no date."""
    zone, week = edition.closes.zone, _WEEK.fullmatch(number)
    if not edition.is_weekly:
        day = _day(number)
        return instant(day, edition.closes.hour, zone) if day else None
    try:
        middle = date.fromisocalendar(int(week[1]), int(week[2]), _MIDDLE) if week else None
    except ValueError:
        return None
    return following(edition.closes, instant(middle, time(12), zone)) if middle else None


def _day(word: str) -> date | None:
    try:
        return date.fromisoformat(word) if _DAY.fullmatch(word) else None
    except ValueError:
        return None
