"""Half-open spans of time with the zone in which they are written."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

UTC_ZONE = ZoneInfo("UTC")


@dataclass(frozen=True, slots=True)
class Window:
    """[start, end) in timezone-aware instants; `zone` is how readers see it. An open start means "since ever"."""

    start: datetime | None
    end: datetime
    zone: ZoneInfo

    def holds(self, instant: datetime) -> bool:
        """Whether the instant lies inside: the start counts, the end does not."""
        return (self.start is None or self.start <= instant) and instant < self.end
