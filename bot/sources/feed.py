"""Feeds of blogs and digests (RSS, Atom), read again and again: what was not seen before becomes an update.

What is new is told by identity, never by date. On first sight a feed is taken as known: its entries of the last 30 days
are history, the others are only remembered (B020). How bytes become entries is bot/sources/feed_document.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from datetime import datetime
from urllib.parse import urlsplit

from bot.domain.errors import SourceError
from bot.domain.feed import Feed, Wanted
from bot.domain.project import Projects
from bot.domain.text import clean
from bot.domain.update import BodyState, Kind, RawUpdate
from bot.sources.article import items_of
from bot.sources.base import FoundUpdate, Item, Refusal
from bot.sources.content import body_of, title_of
from bot.sources.feed_answer import fault_of
from bot.sources.feed_cursor import FeedCursor, read_cursor
from bot.sources.feed_dates import OLDEST, dated, is_believable
from bot.sources.feed_document import Entry, FeedDocument, NoFeedError, parse_feed
from bot.sources.feed_identity import Identified, identified
from bot.sources.http.fetching import Fetching, Response
from bot.sources.json_row import reason
from bot.sources.markup import text_of
from bot.sources.polling import Batch, Lack
from bot.sources.seen import Seen

FEED_TYPES = (
    "application/rss+xml",
    "application/atom+xml",
    "application/rdf+xml",
    "application/xml",
    "text/xml",
    # Many hosts call their feeds so; what is a page or JSON is told by what it begins with.
    "text/plain",
    "text/html",
    "application/octet-stream",
    "application/json",
    "application/feed+json",
)
FLOOD = 50
"""More entries that are new at once are a feed made anew: what has no recent date is then taken as known."""
JUDGED = 2_000
"""So many characters of a post decide whether readers care, where it has no summary."""


class FeedSource:
    """One feed. It stores nothing and tags nothing; `wanted` says which posts are kept."""

    def __init__(self, feed: Feed, http: Fetching, projects: Projects, wanted: Wanted) -> None:
        self._feed = feed
        self._http = http
        self._projects = projects
        self._wanted = wanted

    @property
    def name(self) -> str:
        """The key of its cursor and its health."""
        return f"feed:{self._feed.key}"

    @property
    def project(self) -> str | None:
        """The catalogue's key of the project whose blog it is."""
        return self._feed.project

    @property
    def lacks(self) -> frozenset[Lack]:
        """A feed lacks nothing that is said of a post."""
        return frozenset()

    async def poll(self, state: str | None, now: datetime) -> AsyncIterator[Batch]:
        """One batch where something is new or the cursor has moved; SourceError, Unavailable or FetchError."""
        url = self._feed.url
        if not url:
            raise SourceError(f"The feed of {self._feed.name} is not read: its address is not known.")
        cursor = read_cursor(state)
        conditions = cursor.conditions if cursor and cursor.url == url else {}
        read = await _read(url, f"The feed of {self._feed.name}", self._http, conditions)
        if read is None:
            return
        response, document = read
        entries = await asyncio.to_thread(identified, document.entries, _host(url))
        news = [one for one in entries if cursor is None or not any(each in cursor.seen for each in one.hashes)]
        history = cursor is None or len(news) > FLOOD
        taken = [one for one in news if not history or is_believable(one.entry.stated, now)]
        items = await asyncio.to_thread(lambda: tuple(self._items(taken, now)))
        moved = self._moved(cursor, response, entries)
        if items or cursor is None or moved != state:
            yield Batch(items, moved, progress=now - OLDEST if cursor is None else None)
        if cursor is not None and (left := len(news) - len(taken)):
            raise SourceError(
                f"The feed of {self._feed.name} listed {len(news):,} entries at once that it never listed before; "
                f"{left:,} of them have no recent date and were taken as old."
            )

    def _moved(self, cursor: FeedCursor | None, response: Response, entries: tuple[Identified, ...]) -> str:
        seen = cursor.seen if cursor else Seen()
        return FeedCursor(
            url=self._feed.url or "",
            etag=response.headers.get("etag", ""),
            modified=response.headers.get("last-modified", ""),
            # The first entry of a feed is its newest: it is to be forgotten last.
            seen=seen.listing([each for one in reversed(entries) for each in one.hashes]),
        ).written

    def _items(self, news: list[Identified], now: datetime) -> Iterator[Item]:
        """What the new entries are, the newest first."""
        for one in sorted(news, key=lambda one: dated(one.entry.stated, now).at, reverse=True):
            if self._feed.digest:
                yield from self._of_digest(one.entry, now)
            elif self._is_wanted(one.entry):
                yield FoundUpdate(0, self._post(one, now))

    def _is_wanted(self, entry: Entry) -> bool:
        text = entry.summary or text_of(entry.html)
        return self._feed.everything or self._wanted(clean(entry.title), text[:JUDGED])

    def _of_digest(self, entry: Entry, now: datetime) -> Iterator[Item]:
        """The items of a digest article; one that cannot be read is refused alone."""
        title = title_of(entry.title)
        try:
            yield from items_of(title, f"{title}\n\n{text_of(entry.html, addresses=True)}", self._projects, now)
        except SourceError as fault:
            yield Refusal(0, reason(fault.sentence))

    def _post(self, one: Identified, now: datetime) -> RawUpdate:
        entry = one.entry
        body, body_state = body_of(text_of(entry.html))
        at = dated(entry.stated, now)
        return RawUpdate(
            key=one.key,
            url=one.url,
            project=self._feed.project or _host(one.url or self._feed.url or ""),
            repository="",
            title=title_of(entry.title or body[:JUDGED].partition("\n")[0]),
            body=body,
            body_state=body_state if entry.whole or not body else BodyState.CUT,
            published=at.at,
            precision=at.precision,
            kind=Kind.POST,
        )


async def probe(url: str, http: Fetching) -> str:
    """The title of the feed at an address, its host's name for one without; the errors of a poll for anything else."""
    read = await _read(url, f"What {_host(url)} answers there", http, {})
    return (read[1].title if read else "") or _host(url)


async def _read(
    url: str, name: str, http: Fetching, conditions: Mapping[str, str]
) -> tuple[Response, FeedDocument] | None:
    """What a feed says now, None where that is the same as before; `name` is how a SourceError calls it."""
    response = await http.get(url, headers=conditions, accept=FEED_TYPES)
    if fault := fault_of(name, response):
        raise fault
    if response.status == 304:
        return None
    content_type = response.headers.get("content-type", "")
    try:
        return response, await asyncio.to_thread(parse_feed, response.body, response.url, content_type)
    except NoFeedError as no_feed:
        raise SourceError(f"{name} {no_feed.rest}") from no_feed


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "").removeprefix("www.")
