"""Channels: which edition is posted where, when, and who set it up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Row, delete, select

from bot.domain.delivery import Recipient
from storage.columns import days_of, days_text, time_text
from storage.database import Database
from storage.recipients import columns_of, is_for, recipient_of
from storage.schema import channels
from storage.upsert import upsert


@dataclass(frozen=True, slots=True)
class Posting:
    """An edition in a channel: local `hour` and ISO weekdays in `zone`; `owner` is the user who answers for it."""

    recipient: Recipient
    edition: str
    hour: time
    zone: ZoneInfo
    days: frozenset[int]
    owner: str
    paused: bool = False


class Channels:
    """Postings by channel and edition."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def set(self, posting: Posting) -> None:
        """Sets how an edition is posted in a channel, in place of what was set before."""
        with self._database.writing() as connection:
            upsert(connection, channels, [_values(posting)])

    def remove(self, recipient: Recipient, edition: str) -> bool:
        """Ends a posting; whether there was one."""
        one = (is_for(channels, recipient), channels.c.edition == edition)
        with self._database.writing() as connection:
            return connection.execute(delete(channels).where(*one)).rowcount > 0

    def of(self, recipient: Recipient) -> tuple[Posting, ...]:
        """The postings of a channel, paused ones too."""
        return self._all(is_for(channels, recipient))

    def all(self) -> tuple[Posting, ...]:
        """All postings, paused ones too."""
        return self._all()

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
    )
