"""Builds (llama.cpp's b12180): several are tagged a day, and readers hear of a day once (field/catalogue.md 5.1).

Which tags of a project count builds is the catalogue's (bot/domain/project.py); here a build is told by its tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta

from bot.domain.update import Kind, Update

DAY = timedelta(days=1)
_TAG = re.compile(r"b(\d{1,6})")


def number_of_build(update: Update) -> int | None:
    """The number that a build is; None for what is none, and for one that was withdrawn."""
    if update.kind is not Kind.RELEASE or "withdrawn" in update.title:
        return None
    found = _TAG.fullmatch(update.links.tag or "")
    return int(found[1]) if found else None


def day_of_build(update: Update) -> date | None:
    """The day, in UTC, on which a build was made; None for what is none."""
    return None if number_of_build(update) is None else update.published.astimezone(UTC).date()


def build_pairs(updates: Sequence[Update]) -> Iterator[tuple[int, int]]:
    """The pairs of indices that are builds of one project within a day: of the newest one and the day before it, then
    of the newest one before that."""
    builds = [index for index, update in enumerate(updates) if number_of_build(update) is not None]
    newest: dict[str, tuple[int, datetime]] = {}
    for index in sorted(builds, key=lambda index: updates[index].published, reverse=True):
        update = updates[index]
        last = newest.get(update.project)
        if last is None or last[1] - update.published >= DAY:
            newest[update.project] = (index, update.published)
        else:
            yield last[0], index


def last_build(updates: Sequence[Update]) -> Update | None:
    """The last of several builds, which stands for them; None where something else is among them."""
    numbers = [number_of_build(update) for update in updates]
    known = [number for number in numbers if number is not None]
    return updates[numbers.index(max(known))] if known and len(known) == len(numbers) else None
