"""What the web door is handed: functions that read, called in threads. It imports no handler and no store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.domain.operation import Operation


@dataclass(frozen=True, slots=True)
class IssueLink:
    """An issue that went out: its edition's key and name, its number, and when it was posted."""

    edition: str
    name: str
    number: str
    posted: datetime


@dataclass(frozen=True, slots=True)
class Reads:
    """What is shown, as everybody may see it. `issue` gives the page of an edition's number, None where no such issue
    went out; `archive` the newest issues first; `operation` raises StoreError where the store cannot be reached."""

    issue: Callable[[str, str], str | None]
    archive: Callable[[], Sequence[IssueLink]]
    operation: Callable[[], Operation]
