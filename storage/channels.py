"""Channels: which edition is posted where, when, of what, who set it up, and how far each place has each edition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Row, delete, select, update

from bot.domain.delivery import Recipient
from bot.domain.language import Language
from bot.domain.schedule import Schedule
from storage.columns import days_of, days_text, time_text
from storage.database import Database
from storage.recipients import columns_of, is_for, recipient_of
from storage.schema import channels, covered
from storage.upsert import upsert


class WhenEmpty(StrEnum):
    """What a channel gets when there is nothing to tell."""

    LINE = "line"
    NOTHING = "nothing"


class Changers(StrEnum):
    """Who may change a channel's digest beside its owner: nobody, or whoever manages the channel."""

    OWNER = "owner"
    MANAGERS = "managers"


@dataclass(frozen=True, slots=True)
class Posting:
    """An edition in a channel: local `hour` and ISO weekdays in `zone`; `owner` is the user who answers for it.

    `about` is the question that narrows it, as it is written ("" for everything); `language` None is the one that the
    bot speaks. What goes first is the channel's stack (storage/stacks.py).
    """

    recipient: Recipient
    edition: str
    hour: time
    zone: ZoneInfo
    days: frozenset[int]
    owner: str
    paused: bool = False
    about: str = ""
    language: Language | None = None
    when_empty: WhenEmpty = WhenEmpty.LINE
    changers: Changers = Changers.MANAGERS

    @property
    def schedule(self) -> Schedule:
        """When it is due."""
        return Schedule(self.zone, self.hour, self.days)


class Channels:
    """Postings by channel and edition."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def set(self, posting: Posting) -> None:
        """Sets how an edition is posted in a channel, in place of what was set before."""
        with self._database.writing() as connection:
            upsert(connection, channels, [_values(posting)])

    def remove(self, recipient: Recipient, edition: str) -> bool:
        """Ends a posting, and forgets how far it came; whether there was one."""
        one = (is_for(channels, recipient), channels.c.edition == edition)
        mark = (is_for(covered, recipient), covered.c.edition == edition)
        with self._database.writing() as connection:
            connection.execute(delete(covered).where(*mark))
            return connection.execute(delete(channels).where(*one)).rowcount > 0

    def pause(self, recipient: Recipient) -> tuple[str, ...]:
        """Stops all postings of a place without removing them; the editions that were not paused, in their order."""
        return self._set_paused(recipient, paused=True)

    def resume(self, recipient: Recipient) -> tuple[str, ...]:
        """Lets all postings of a place go on; the editions that were paused, in their order."""
        return self._set_paused(recipient, paused=False)

    def get(self, recipient: Recipient, edition: str) -> Posting | None:
        """How an edition is posted in a channel, None where it is not."""
        return next((posting for posting in self.of(recipient) if posting.edition == edition), None)

    def of(self, recipient: Recipient) -> tuple[Posting, ...]:
        """The postings of a channel, paused ones too."""
        return self._all(is_for(channels, recipient))

    def all(self) -> tuple[Posting, ...]:
        """All postings, paused ones too."""
        return self._all()

    def covered(self) -> Mapping[tuple[Recipient, str], datetime]:
        """The end of the last window of each edition that each place has, sent or empty."""
        with self._database.reading() as connection:
            return {(recipient_of(row), row.edition): row.until for row in connection.execute(select(covered))}

    def cover(self, places: Mapping[tuple[Recipient, str], datetime]) -> None:
        """Notes that places have editions up to the ends of these windows."""
        rows = [
            {**columns_of(recipient), "edition": edition, "until": until}
            for (recipient, edition), until in places.items()
        ]
        with self._database.writing() as connection:
            upsert(connection, covered, rows)

    def _set_paused(self, recipient: Recipient, *, paused: bool) -> tuple[str, ...]:
        others = (is_for(channels, recipient), channels.c.paused == (not paused))
        change = update(channels).where(*others).values(paused=paused).returning(channels.c.edition)
        with self._database.writing() as connection:
            return tuple(sorted(connection.execute(change).scalars()))

    def _all(self, *conditions: Any) -> tuple[Posting, ...]:
        order = [channels.c[name] for name in (*channels.primary_key.columns.keys(),)]
        with self._database.reading() as connection:
            return tuple(map(_posting, connection.execute(select(channels).where(*conditions).order_by(*order))))


def _values(posting: Posting) -> dict[str, Any]:
    return {
        **columns_of(posting.recipient),
        "edition": posting.edition,
        "hour": time_text(posting.hour),
        "zone": posting.zone.key,
        "days": days_text(posting.days),
        "owner": posting.owner,
        "paused": posting.paused,
        "about": posting.about,
        "language": posting.language.value if posting.language else "",
        "when_empty": posting.when_empty.value,
        "changers": posting.changers.value,
    }


def _posting(row: Row[Any]) -> Posting:
    return Posting(
        recipient=recipient_of(row),
        edition=row.edition,
        hour=time.fromisoformat(row.hour),
        zone=ZoneInfo(row.zone),
        days=days_of(row.days),
        owner=row.owner,
        paused=row.paused,
        about=row.about,
        language=Language(row.language) if row.language else None,
        when_empty=WhenEmpty(row.when_empty),
        changers=Changers(row.changers),
    )
