"""When a place has its issue of an edition: the edition's windows, at the place's own hour, each once and none skipped.

Pure: how far a place is covered is asked of the store by the jobs.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.domain.edition import Edition
from bot.domain.schedule import Schedule, following, latest
from bot.domain.window import Window

LATE = timedelta(hours=1)
"""What comes so long after its hour was missed, and brings all that is out by then: not yesterday's and, minutes later,
today's."""
AT_ITS_HOUR = timedelta()


def issue_due(
    edition: Edition, hours: Schedule, covered: datetime | None, now: datetime, delay: timedelta = AT_ITS_HOUR
) -> Window | None:
    """The window of the issue whose hour has come in a place that is covered up to an instant; None where it has that
    issue. It is the edition's, the last that is out at the place's hour; a place that never had an issue gets the last
    that is out. The place has its turn so long after its hour (`delay`, B071)."""
    if covered is not None and covered > now:
        covered = None  # made by a clock that was wrong; the delivery's key keeps it from coming twice
    due = now if covered is None else latest(hours, now - delay)
    if covered is not None and covered >= edition.window_out(due).end:
        return None
    return edition.window_out(due if now - due < LATE else now)


def next_issue(edition: Edition, hours: Schedule, covered: datetime | None, now: datetime) -> datetime:
    """When the place has its next issue; `now` where its hour has come already."""
    if covered is None or issue_due(edition, hours, covered, now) is not None:
        return now
    due = following(hours, now)
    while edition.window_out(due).end <= covered:
        due = following(hours, due)
    return due
