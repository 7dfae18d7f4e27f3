"""Digests: which issues of editions were composed and sent, what they told and watch, what of them was corrected.

So that each window has one issue and one number, a correction is made once, and the next issue knows what it goes on
from. What stands in an issue is bot/domain/digest.py, what is sent is the outbox's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Row, select, update

from bot.domain.label import Label
from bot.domain.posted import Amendment, Correction, Posted, Reason, Watched
from bot.domain.state import Stage, State
from bot.domain.tag import Tag
from bot.domain.window import Window
from storage.database import Database
from storage.schema import digest_corrections, digest_items, digest_watched, digests
from storage.upsert import insert_missing


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue as it was composed: `scope` tells apart issues of one edition for different readers ("" for all)."""

    edition: str
    number: str
    window: Window
    composed: datetime
    scope: str = ""


class Digests:
    """Issues by edition, number and scope; what they told by edition, number and key."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def record(self, issue: Issue, told: Sequence[Posted] = (), watched: Sequence[Watched] = ()) -> bool:
        """Notes an issue with what it told and watches; False if there was one of the same edition, number and scope,
        which stays. What another scope's issue of that number told already stays as it is, and what this one tells is
        added."""
        values = {
            "edition": issue.edition,
            "number": issue.number,
            "scope": issue.scope,
            "start": issue.window.start,
            "end": issue.window.end,
            "zone": issue.window.zone.key,
            "composed": issue.composed,
        }
        with self._database.writing() as connection:
            if not insert_missing(connection, digests, [values]):
                return False
            insert_missing(connection, digest_items, [_told_values(one) for one in told])
            insert_missing(connection, digest_watched, [_watched_values(issue, one) for one in watched])
        return True

    def latest(self, edition: str, scope: str = "") -> Issue | None:
        """The issue whose window ended last."""
        return self.before(edition, None, scope)

    def before(self, edition: str, end: datetime | None, scope: str | None = "") -> Issue | None:
        """The issue whose window ended last before `end`, or of all; with `scope` None whatever its scope."""
        question = select(digests).where(digests.c.edition == edition)
        if scope is not None:
            question = question.where(digests.c.scope == scope)
        if end is not None:
            question = question.where(digests.c.end < end)
        with self._database.reading() as connection:
            row = connection.execute(question.order_by(digests.c.end.desc(), digests.c.scope).limit(1)).first()
            return _issue(row) if row else None

    def numbered(self, edition: str, number: str) -> Issue | None:
        """The issue of a number that went out first, whatever its scope; None where none did."""
        mine = (digests.c.edition == edition, digests.c.number == number)
        question = select(digests).where(*mine).order_by(digests.c.composed, digests.c.scope).limit(1)
        with self._database.reading() as connection:
            row = connection.execute(question).first()
            return _issue(row) if row else None

    def newest(self, limit: int) -> tuple[Issue, ...]:
        """The last numbers that went out, each once, the newest first."""
        table, number = digests, (digests.c.edition, digests.c.number)
        question = select(table).order_by(table.c.end.desc(), *number, table.c.composed, table.c.scope)
        found: dict[tuple[str, str], Issue] = {}
        with self._database.reading() as connection:
            for row in connection.execute(question):
                found.setdefault((row.edition, row.number), _issue(row))
                if len(found) >= limit:
                    break
        return tuple(found.values())

    def told_since(self, since: datetime, edition: str | None = None) -> tuple[Posted, ...]:
        """What issues told since an instant, oldest first; of one edition or of all."""
        question = select(digest_items).where(digest_items.c.posted >= since)
        if edition is not None:
            question = question.where(digest_items.c.edition == edition)
        return self._told(question)

    def telling(self, key: str) -> tuple[Posted, ...]:
        """The issues that told of an update as a story's leading one, oldest first."""
        return self._told(select(digest_items).where(digest_items.c.key == key))

    def watched_by(self, edition: str, number: str) -> tuple[Watched, ...]:
        """What an issue promised to look at again."""
        mine = (digest_watched.c.edition == edition, digest_watched.c.number == number)
        with self._database.reading() as connection:
            rows = connection.execute(select(digest_watched).where(*mine).order_by(digest_watched.c.since))
            return tuple(Watched(row.key, Reason(row.reason), row.since) for row in rows)

    def correct(self, corrections: Iterable[Correction], told_in: str = "") -> tuple[Correction, ...]:
        """Notes corrections; gives those that were new. An item is corrected once, whatever comes after it.

        `told_in` is the number of the issue of the same edition that tells them, "" where only what was posted was
        changed: then the next issue that tells them is noted.
        """
        first: dict[tuple[str, str, str], Correction] = {}
        for one in corrections:
            first.setdefault(one.place, one)
        made = tuple(first.values())
        with self._database.writing() as connection:
            new = insert_missing(connection, digest_corrections, [_values(one, told_in) for one in made])
            for one in made if told_in else ():
                table = digest_corrections.c
                place = (table.edition == one.edition, table.number == one.number, table.key == one.key)
                connection.execute(
                    update(digest_corrections).where(*place, table.told_in == "").values(told_in=told_in)
                )
            return tuple(one for one in made if one.place in new)

    def corrected_before(self, edition: str, number: str) -> frozenset[tuple[str, str, str]]:
        """The places (edition, number, key) whose correction another issue than this one told."""
        table = digest_corrections.c
        question = select(table.edition, table.number, table.key).where(
            table.edition == edition, table.told_in.not_in(("", number))
        )
        with self._database.reading() as connection:
            return frozenset((row.edition, row.number, row.key) for row in connection.execute(question))

    def corrections(self, edition: str | None = None, since: datetime | None = None) -> tuple[Correction, ...]:
        """The corrections that were made, oldest first; of one edition, of what happened since an instant."""
        question = select(digest_corrections)
        if edition is not None:
            question = question.where(digest_corrections.c.edition == edition)
        if since is not None:
            question = question.where(digest_corrections.c.at >= since)
        with self._database.reading() as connection:
            rows = connection.execute(question.order_by(digest_corrections.c.at, digest_corrections.c.key))
            return tuple(
                Correction(row.edition, row.number, row.key, Amendment(row.what), row.at, row.by, Label(row.label))
                for row in rows
            )

    def _told(self, question: Any) -> tuple[Posted, ...]:
        with self._database.reading() as connection:
            ordered = question.order_by(digest_items.c.posted, digest_items.c.edition, digest_items.c.key)
            return tuple(map(_posted, connection.execute(ordered)))


def _told_values(one: Posted) -> dict[str, Any]:
    return {
        "edition": one.edition,
        "number": one.number,
        "key": one.key,
        "label": one.label.value,
        "keys": json.dumps(one.keys),
        "tags": json.dumps(None if one.tags is None else sorted(map(str, one.tags))),
        "posted": one.posted,
        "stage": one.state.stage.value,
        "version": one.state.version,
        "reverted": one.state.at,
        "by": one.state.by,
    }


def _posted(row: Row[Any]) -> Posted:
    tags = json.loads(row.tags)
    return Posted(
        edition=row.edition,
        number=row.number,
        key=row.key,
        posted=row.posted,
        label=Label(row.label),
        keys=tuple(json.loads(row.keys)),
        state=State(Stage(row.stage), row.version, row.reverted, row.by),
        tags=None if tags is None else frozenset(map(Tag.parse, tags)),
    )


def _watched_values(issue: Issue, one: Watched) -> dict[str, Any]:
    place = {"edition": issue.edition, "number": issue.number, "key": one.key}
    return {**place, "reason": one.reason.value, "since": one.since}


def _values(one: Correction, told_in: str) -> dict[str, Any]:
    place = {"edition": one.edition, "number": one.number, "key": one.key}
    return {**place, "what": one.what.value, "label": one.label.value, "at": one.at, "by": one.by, "told_in": told_in}


def _issue(row: Row[Any]) -> Issue:
    return Issue(row.edition, row.number, Window(row.start, row.end, ZoneInfo(row.zone)), row.composed, row.scope)
