"""Digests: which issues of editions were composed, so that each window has one issue and one number."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Row, insert, select

from bot.domain.window import Window
from storage.database import Database
from storage.schema import digests


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue as it was composed: `scope` tells apart issues of one edition for different readers ("" for all)."""

    edition: str
    number: str
    window: Window
    composed: datetime
    scope: str = ""


class Digests:
    """Issues by edition, number and scope. What stands in them is bot/domain/digest.py, what is sent the outbox."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def record(self, issue: Issue) -> bool:
        """Notes an issue; False if there was one of the same edition, number and scope, which stays."""
        values = {
            "edition": issue.edition,
            "number": issue.number,
            "scope": issue.scope,
            "start": issue.window.start,
            "end": issue.window.end,
            "zone": issue.window.zone.key,
            "composed": issue.composed,
        }
        same = [digests.c[name] == values[name] for name in ("edition", "number", "scope")]
        with self._database.writing() as connection:
            if connection.execute(select(digests).where(*same)).first():
                return False
            connection.execute(insert(digests).values(**values))
        return True

    def latest(self, edition: str, scope: str = "") -> Issue | None:
        """The issue whose window ended last."""
        question = select(digests).where(digests.c.edition == edition, digests.c.scope == scope)
        with self._database.reading() as connection:
            row = connection.execute(question.order_by(digests.c.end.desc()).limit(1)).first()
            return _issue(row) if row else None


def _issue(row: Row[Any]) -> Issue:
    return Issue(row.edition, row.number, Window(row.start, row.end, ZoneInfo(row.zone)), row.composed, row.scope)
