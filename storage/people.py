"""People: when they last looked, and what they told of themselves. Their subscriptions are in a room of their own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy import Select, select

from bot.domain.command import Actor
from storage.database import Database
from storage.schema import people
from storage.upsert import upsert


@dataclass(frozen=True, slots=True)
class Profile:
    """What a person set; None where they never did."""

    zone: ZoneInfo | None = None
    language: str | None = None


class People:
    """Persons, told apart by platform, workspace and user."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def last_looked(self, actor: Actor) -> datetime | None:
        """When the person last asked what is new, in UTC; None if never."""
        with self._database.reading() as connection:
            row = connection.execute(_of(actor)).first()
            return row.last_looked if row else None

    def looked(self, actor: Actor, at: datetime) -> None:
        """Notes that the person looked."""
        with self._database.writing() as connection:
            upsert(connection, people, [{**_identity(actor), "last_looked": at}])

    def profile(self, actor: Actor) -> Profile:
        """What the person set."""
        with self._database.reading() as connection:
            row = connection.execute(_of(actor)).first()
        if row is None:
            return Profile()
        return Profile(ZoneInfo(row.zone) if row.zone else None, row.language)

    def set_profile(self, actor: Actor, profile: Profile) -> None:
        """Sets all of the profile."""
        values = {
            "zone": profile.zone.key if profile.zone else None,
            "language": profile.language,
        }
        with self._database.writing() as connection:
            upsert(connection, people, [{**_identity(actor), **values}])


def _identity(actor: Actor) -> dict[str, str]:
    return {"platform": actor.platform, "workspace": actor.workspace, "user": actor.user}


def _of(actor: Actor) -> Select[tuple[object, ...]]:
    return select(people).where(*(people.c[name] == value for name, value in _identity(actor).items()))
