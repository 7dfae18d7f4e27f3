"""Feedback: corrections of tags that readers handed in, and which of them the operator accepted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Row, delete, func, insert, select, update

from bot.domain.tag import Tag
from bot.domain.tag_correction import TagCorrection
from storage.database import Database
from storage.schema import feedback, update_aliases, updates

KEYS_A_QUESTION = 500


class FeedbackState(StrEnum):
    """What became of it."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Given:
    """A correction as somebody gave it; `id` is 0 before it is stored."""

    key: str
    correction: TagCorrection
    platform: str
    workspace: str
    user: str
    created: datetime
    state: FeedbackState = FeedbackState.OPEN
    id: int = 0


class Feedback:
    """Corrections by update. That they are carried out is handlers' affair."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, given: Given) -> int:
        """Keeps a correction and gives its id. What the same person said of the same tag before is replaced, unless it
        was the same: then it stays with its state."""
        who = {"platform": given.platform, "workspace": given.workspace, "user": given.user}
        same = {"key": given.key, "tag": str(given.correction.tag), **who}
        condition = [feedback.c[name] == value for name, value in same.items()]
        with self._database.writing() as connection:
            known = connection.execute(select(feedback).where(*condition)).first()
            if known is not None and known.about == given.correction.about:
                return int(known.id)
            if known is not None:
                connection.execute(delete(feedback).where(feedback.c.id == known.id))
            values = {**same, "about": given.correction.about, "created": given.created, "state": given.state.value}
            key = connection.execute(insert(feedback).values(**values)).inserted_primary_key
            return int(key[0]) if key else 0

    def get(self, number: int) -> Given | None:
        """The correction of an id."""
        with self._database.reading() as connection:
            row = connection.execute(select(feedback).where(feedback.c.id == number)).first()
            return _given(row) if row else None

    def in_state(self, state: FeedbackState, limit: int | None = None) -> tuple[Given, ...]:
        """The corrections in a state, oldest first."""
        question = select(feedback).where(feedback.c.state == state.value).order_by(feedback.c.id).limit(limit)
        with self._database.reading() as connection:
            return tuple(map(_given, connection.execute(question)))

    def count_open(self, platform: str, workspace: str, user: str) -> int:
        """How many of somebody's corrections wait for a decision."""
        own = feedback.c.platform == platform, feedback.c.workspace == workspace, feedback.c.user == user
        question = select(func.count()).where(feedback.c.state == FeedbackState.OPEN.value, *own)
        with self._database.reading() as connection:
            return int(connection.execute(question).scalar_one())

    def decide(self, number: int, state: FeedbackState, at: datetime) -> bool:
        """Accepts, refuses or reopens a correction; False where there is none."""
        change = update(feedback).where(feedback.c.id == number).values(state=state.value, decided=at)
        with self._database.writing() as connection:
            return connection.execute(change).rowcount > 0

    def accepted(self, keys: Iterable[str]) -> Mapping[str, tuple[TagCorrection, ...]]:
        """The accepted corrections of updates, in the order in which they were decided; those that were given when the
        update had another key stand under its present one."""
        asked = list(dict.fromkeys(keys))
        found: dict[str, list[TagCorrection]] = {}
        order = feedback.c.decided, feedback.c.id
        is_accepted = feedback.c.state == FeedbackState.ACCEPTED.value
        with self._database.reading() as connection:
            if connection.execute(select(feedback.c.id).where(is_accepted).limit(1)).first() is None:
                return {}
            for at in range(0, len(asked), KEYS_A_QUESTION):
                some = asked[at : at + KEYS_A_QUESTION]
                earlier = (
                    select(update_aliases.c.key, updates.c.key.label("now"))
                    .join(updates, updates.c.id == update_aliases.c.update_id)
                    .where(updates.c.key.in_(some))
                )
                present = {row.key: row.now for row in connection.execute(earlier)} | {key: key for key in some}
                question = select(feedback).where(is_accepted, feedback.c.key.in_(present)).order_by(*order)
                for row in connection.execute(question):
                    found.setdefault(present[row.key], []).append(_given(row).correction)
        return {key: tuple(corrections) for key, corrections in found.items()}


def _given(row: Row[Any]) -> Given:
    correction = TagCorrection(Tag.parse(row.tag), row.about)
    state = FeedbackState(row.state)
    return Given(row.key, correction, row.platform, row.workspace, row.user, row.created, state, row.id)
