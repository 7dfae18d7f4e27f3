"""Subscriptions: a standing query of a person or a channel."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time
from enum import StrEnum
from zoneinfo import ZoneInfo

from bot.domain.delivery import Recipient
from bot.domain.query import Query


class Cadence(StrEnum):
    AT_ONCE = "at once"
    DAILY = "daily"
    WEEKLY = "weekly"


@dataclass(frozen=True, slots=True)
class Subscription:
    """What a recipient asked to hear of. `text` is the query as its owner typed it, folded; `days` are ISO weekdays
    (1 Monday to 7 Sunday); `hour` is local time in `zone`; `paused` keeps it without delivering."""

    id: int
    recipient: Recipient
    owner: str
    text: str
    query: Query
    cadence: Cadence
    zone: ZoneInfo
    hour: time
    days: frozenset[int]
    created: datetime
    paused: bool = False
