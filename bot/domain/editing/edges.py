"""The edges of a window: what came late, and what cannot be proven to lie in it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from bot.domain.edition import Edition
from bot.domain.posted import Posted
from bot.domain.update import Precision, Update
from bot.domain.window import Window

DAY = timedelta(days=1)


def late_among(
    before: Iterable[Update], edition: Edition, window: Window, posted: Iterable[Posted] = ()
) -> tuple[Update, ...]:
    """Updates that were published before the window and first seen from the planned hour of the issue before up to that
    of this one: that issue could not have them, and the next one will not look for them. Which they are depends on no
    clock, so that an issue that is composed again has the same.

    History that was loaded is none, nor what has no exact date, nor what an issue that went out behind its hour told.
    """
    if window.start is None:
        return ()
    start, since, until = window.start, edition.out_at(window.start), edition.out_at(window.end)
    told = {key for one in posted if one.edition == edition.key for key in (one.key, *one.keys)}
    return tuple(
        update
        for update in before
        if update.published < start
        and since <= update.first_seen < until
        and not update.history
        and not update.sample
        and update.precision is Precision.SECOND
        and update.key not in told
    )


def unsure_among(updates: Iterable[Update], window: Window) -> tuple[Update, ...]:
    """Updates whose date may lie outside of the window: a tag without a date of its own, a day that reaches over an
    edge, a span of days."""
    return tuple(update for update in updates if _may_lie_outside(update, window))


def _may_lie_outside(update: Update, window: Window) -> bool:
    match update.precision:
        case Precision.SECOND:
            return False
        case Precision.DAY:
            return not (window.holds(update.published) and update.published + DAY <= window.end)
        case Precision.RANGE | Precision.NOT_BEFORE:
            return True
