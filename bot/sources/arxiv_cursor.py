"""Where the reading of arXiv stands between two polls. One line of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from bot.sources.seen import Seen


@dataclass(frozen=True, slots=True)
class ListingCursor:
    """What the list of a category said last, and the day until which nothing that was announced is missing."""

    day: date
    etag: str = ""
    modified: str = ""


@dataclass(frozen=True, slots=True)
class Awaited:
    """A paper that was announced on an instant and is not taken yet; how often the API did not give it."""

    announced: datetime
    tries: int = 0


@dataclass(frozen=True, slots=True)
class ArxivCursor:
    """`listings` by category; `awaited` by number; `days` of submission that are still to be searched, newest first;
    `starting` while those are the first start's history; `seen` hashes of the papers that were handed in."""

    listings: Mapping[str, ListingCursor] = field(default_factory=dict)
    awaited: Mapping[str, Awaited] = field(default_factory=dict)
    days: tuple[date, ...] = ()
    starting: bool = False
    seen: Seen = field(default_factory=Seen)

    @property
    def written(self) -> str:
        """The cursor as a store keeps it."""
        return json.dumps(
            {
                "listings": {
                    name: [one.day.isoformat(), one.etag, one.modified] for name, one in self.listings.items()
                },
                "awaited": {number: [one.announced.isoformat(), one.tries] for number, one in self.awaited.items()},
                "days": [day.isoformat() for day in self.days],
                "starting": self.starting,
                "seen": self.seen.written,
            }
        )


def read_arxiv_cursor(state: str | None) -> ArxivCursor | None:
    """The cursor that was kept; None for none, and for one that cannot be read: then it is a first start again."""
    if state is None:
        return None
    try:
        kept = json.loads(state)
        return ArxivCursor(
            {
                name: ListingCursor(date.fromisoformat(day), str(etag), str(modified))
                for name, (day, etag, modified) in kept["listings"].items()
            },
            {
                number: Awaited(datetime.fromisoformat(at), int(tries))
                for number, (at, tries) in kept["awaited"].items()
            },
            tuple(date.fromisoformat(day) for day in kept["days"]),
            kept["starting"] is True,
            Seen.read(kept["seen"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
