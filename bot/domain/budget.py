"""What a host lets us ask: its primary limit as it last told it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class HostBudget:
    """`remaining` of `limit` requests were left when the host said so; all are back at `resets`."""

    host: str
    limit: int
    remaining: int
    resets: datetime
