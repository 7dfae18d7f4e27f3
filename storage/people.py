"""People: when they last looked, and what they told of themselves. Their subscriptions are in a room of their own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time
from zoneinfo import ZoneInfo

from sqlalchemy import Select, select

from bot.domain.command import Actor
from bot.domain.delivery import Recipient
from bot.domain.language import Language
from bot.domain.urgency import QuietHours
from storage.columns import time_text
from storage.database import Database
from storage.schema import people
from storage.upsert import upsert


@dataclass(frozen=True, slots=True)
class Profile:
    """How a person wants to be told: zone, hour, language and quiet hours as they chose them, None where they never
    did. `shown_in` is the language in which their platform shows itself to them, as it was told last."""

    zone: ZoneInfo | None = None
    hour: time | None = None
    language: Language | None = None
    shown_in: Language | None = None
    quiet: QuietHours | None = None

    @property
    def reads(self) -> Language | None:
        """The language of messages that the person did not ask for just now."""
        return self.language or self.shown_in


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

    def profile(self, person: Recipient) -> Profile:
        """How the person of these direct messages wants to be told."""
        with self._database.reading() as connection:
            row = connection.execute(_of(_named(person))).first()
        if row is None:
            return Profile()
        return Profile(
            ZoneInfo(row.zone) if row.zone else None,
            time.fromisoformat(row.hour) if row.hour else None,
            Language(row.language) if row.language else None,
            Language(row.shown_in) if row.shown_in else None,
            _quiet(row.quiet_from, row.quiet_to),
        )

    def set_profile(self, person: Recipient, profile: Profile) -> None:
        """Sets all of the profile."""
        values = {
            "zone": profile.zone.key if profile.zone else None,
            "hour": time_text(profile.hour) if profile.hour else None,
            "language": profile.language.value if profile.language else None,
            "shown_in": profile.shown_in.value if profile.shown_in else None,
            "quiet_from": time_text(profile.quiet.start) if profile.quiet else None,
            "quiet_to": time_text(profile.quiet.end) if profile.quiet else None,
        }
        with self._database.writing() as connection:
            upsert(connection, people, [{**_identity(_named(person)), **values}])


def _quiet(start: str | None, end: str | None) -> QuietHours | None:
    return QuietHours(time.fromisoformat(start), time.fromisoformat(end)) if start and end else None


def _named(person: Recipient) -> Actor:
    """Who reads these direct messages."""
    return Actor(person.platform, person.workspace, person.id)


def _identity(actor: Actor) -> dict[str, str]:
    return {"platform": actor.platform, "workspace": actor.workspace, "user": actor.user}


def _of(actor: Actor) -> Select[tuple[object, ...]]:
    return select(people).where(*(people.c[name] == value for name, value in _identity(actor).items()))
