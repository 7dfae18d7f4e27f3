"""Where a feed stands between two polls: what it said last, and which entries were seen. One line of JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass

from bot.sources.seen import Seen


@dataclass(frozen=True, slots=True)
class FeedCursor:
    """`url` is the address that `etag` and `modified` belong to; what is moved elsewhere is asked for anew."""

    url: str
    etag: str
    modified: str
    seen: Seen

    @property
    def written(self) -> str:
        """The cursor as a store keeps it."""
        return json.dumps({"url": self.url, "etag": self.etag, "modified": self.modified, "seen": self.seen.written})

    @property
    def conditions(self) -> dict[str, str]:
        """Headers that ask for the feed only if it has changed."""
        stated = {"if-none-match": self.etag, "if-modified-since": self.modified}
        return {name: value for name, value in stated.items() if value}


def read_cursor(state: str | None) -> FeedCursor | None:
    """The cursor that was kept; None for none, and for one that cannot be read: then the feed is met as a new one."""
    if state is None:
        return None
    try:
        kept = json.loads(state)
        url, etag, modified, seen = (kept[name] for name in ("url", "etag", "modified", "seen"))
    except (ValueError, KeyError, TypeError):
        return None
    if not all(isinstance(value, str) for value in (url, etag, modified, seen)):
        return None
    return FeedCursor(url, etag, modified, Seen.read(seen))
