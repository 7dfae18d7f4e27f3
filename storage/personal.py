"""What is kept of a person, in all tables together: to show it, and to remove it.

A channel's subscriptions and digests stay when who set them up is forgotten; then they are nobody's and belong to those
who manage the channel.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, Row, Table, and_, delete, or_, select, update

from bot.domain.command import Actor
from bot.domain.delivery import Recipient
from storage.database import Database
from storage.recipients import is_for
from storage.schema import channels, covered, deliveries, feedback, people, stacks, subscriptions, tracked, watches
from storage.subscription_changes import note_change

_SHOWN = {
    people: ("last_looked", "zone", "hour", "language", "shown_in", "quiet_from", "quiet_to"),
    stacks: ("text", "changed"),
    watches: ("key", "since", "paused"),
    subscriptions: ("text", "cadence", "zone", "hour", "days", "created", "paused", "removed"),
    deliveries: ("key", "due", "state"),
    feedback: ("key", "tag", "about", "created", "state"),
    tracked: ("title", "created"),
    channels: ("edition", "recipient"),
    covered: ("edition", "until"),
}
"""The columns of each table that tell of a person."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person: who acts, and where the person's own messages go."""

    actor: Actor
    place: Recipient


class Personal:
    """Everything of one person."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def export(self, person: Person) -> str:
        """All that is kept of the person as JSON: a list of rows for each table that has some."""
        kept: dict[str, list[dict[str, Any]]] = {}
        with self._database.reading() as connection:
            for table, condition in (*_own(person), *_owned(person)):
                columns = [table.c[name] for name in _SHOWN[table]]
                rows = [_shown(row) for row in connection.execute(select(*columns).where(condition))]
                kept.setdefault(table.name, []).extend(row for row in rows if row not in kept.get(table.name, ()))
        return json.dumps({name: rows for name, rows in kept.items() if rows}, ensure_ascii=False, indent=2)

    def forget(self, person: Person) -> int:
        """Removes all of it; how many rows were the person's. Corrections of tags that hold stay without a name, and so
        does what was set up for a channel."""
        removed = 0
        with self._database.writing() as connection:
            note_change(connection, is_for(subscriptions, person.place))
            accepted = and_(_by(feedback, person), feedback.c.state == "accepted")
            for row in connection.execute(select(feedback.c.id).where(accepted)).all():
                nameless = update(feedback).where(feedback.c.id == row.id).values(user=f"forgotten {row.id}")
                removed += connection.execute(nameless).rowcount
            for table, condition in _own(person):
                removed += connection.execute(delete(table).where(condition)).rowcount
            for table, condition in _owned(person):
                removed += connection.execute(update(table).where(condition).values(owner="")).rowcount
        return removed


def _own(person: Person) -> Iterator[tuple[Table, ColumnElement[bool]]]:
    """The rows that are of the person alone."""
    # Where a person's messages are the same in all workspaces, how they want them is kept there.
    at_home = Actor(person.place.platform, person.place.workspace, person.place.id)
    yield people, or_(_by(people, person), _by(people, replace(person, actor=at_home)))
    for table in (stacks, watches, subscriptions, deliveries, channels, covered):
        yield table, is_for(table, person.place)
    yield feedback, _by(feedback, person)


def _owned(person: Person) -> Iterator[tuple[Table, ColumnElement[bool]]]:
    """The rows that others use, too."""
    actor = person.actor
    for table in (subscriptions, channels, tracked, stacks):
        owner = (table.c.owner == actor.user, table.c.platform == actor.platform, table.c.workspace == actor.workspace)
        yield table, and_(*owner)


def _by(table: Table, person: Person) -> ColumnElement[bool]:
    actor = person.actor
    who = {"platform": actor.platform, "workspace": actor.workspace, "user": actor.user}
    return and_(*(table.c[name] == value for name, value in who.items()))


def _shown(row: Row[Any]) -> dict[str, Any]:
    """A row with its instants as ISO texts."""
    return {name: value.isoformat() if hasattr(value, "isoformat") else value for name, value in row._mapping.items()}
