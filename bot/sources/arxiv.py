"""arXiv: what it announces, in the categories that are watched, kept where readers care.

New papers are those of the announced lists, not of a span of submission: a paper that was held for a week is new on
the day it is announced (B145). Each list is there for a day only, so days that were missed are searched by submission
afterwards; so is the history of a first start. All requests keep one pace (C20).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import TypeVar
from urllib.parse import urlencode

from bot.domain.errors import SourceError
from bot.domain.feed import Wanted
from bot.domain.update import Precision
from bot.sources.arxiv_cursor import ArxivCursor, Awaited, ListingCursor, read_arxiv_cursor
from bot.sources.arxiv_pages import Announced, ArxivError, Page, Paper, read_listing, read_page, update_of
from bot.sources.base import FoundUpdate, Item, Refusal
from bot.sources.feed_answer import fault_of
from bot.sources.feed_dates import dated
from bot.sources.feed_document import NoFeedError
from bot.sources.http.fetching import Fetching, Response
from bot.sources.polling import Batch, Lack
from bot.sources.seen import hash_of

API = "https://export.arxiv.org"
LISTINGS = "https://rss.arxiv.org"
HISTORY_DAYS = 35
"""Days of submission that a first start loads."""
HELD_DAYS = 7
"""Days before a gap that are searched too: papers may be held so long before they are announced."""
IDS_A_PAGE = 100
PAPERS_A_PAGE = 200
PAGES_A_DAY = 20
"""A day of five categories has 600 papers; more than 20 pages of a day are not asked for."""
TRIES = 20
"""So often a paper is asked for that was announced and that the API does not give."""
SETTLED = timedelta(hours=12)
"""So long after a day's beginning its list, if there is one, is out."""
ATOM_TYPES = ("application/atom+xml", "application/xml", "text/xml")
LISTING_TYPES = ("application/rss+xml", *ATOM_TYPES)

_Read = TypeVar("_Read")


class ArxivSource:
    """All watched categories as one source. `pace` is held around each request; one object for all who ask arXiv.

    `address` stands in place of both of arXiv's hosts if it is not API. A first start loads HISTORY_DAYS, or what was
    submitted from `since` on.
    """

    name = "arxiv"
    project = None
    lacks: frozenset[Lack] = frozenset()

    def __init__(
        self,
        http: Fetching,
        pace: AbstractAsyncContextManager[None],
        categories: Sequence[str],
        wanted: Wanted,
        *,
        address: str = API,
        since: datetime | None = None,
    ) -> None:
        self._http = http
        self._pace = pace
        self._categories = tuple(categories)
        self._wanted = wanted
        self._since = since
        self._api = f"{address.rstrip('/')}/api/query"
        self._lists = f"{LISTINGS if address.rstrip('/') == API else address.rstrip('/')}/rss"

    async def poll(self, state: str | None, now: datetime) -> AsyncIterator[Batch]:
        """First what is announced, then the days that are still to be searched, newest first, a batch for each. A list
        that cannot be read is told at the end by SourceError; the others go on."""
        cursor = read_arxiv_cursor(state)
        first = cursor is None
        if cursor is None:
            cursor = ArxivCursor(days=self._history(now), starting=True)
        cursor, faults = await self._read_lists(cursor, now)
        waiting = tuple(cursor.awaited)
        for at in range(0, len(waiting), IDS_A_PAGE):
            items, cursor = await self._take_announced(waiting[at : at + IDS_A_PAGE], cursor)
            yield Batch(items, cursor.written, progress=now if first else None)
        if not waiting and cursor.written != state:
            yield Batch((), cursor.written, progress=now if first else None)
        async for batch in self._search_days(cursor):
            yield batch
        if faults:
            raise faults[0]

    def _history(self, now: datetime) -> tuple[date, ...]:
        """The days that a first start loads, newest first."""
        today = now.astimezone(UTC).date()
        first = self._since.astimezone(UTC).date() if self._since else today - timedelta(days=HISTORY_DAYS)
        return tuple(today - timedelta(days=back) for back in range((today - first).days + 1))

    async def _read_lists(self, cursor: ArxivCursor, now: datetime) -> tuple[ArxivCursor, list[SourceError]]:
        """The cursor with what was announced since, and what went wrong; raises where every list failed."""
        faults: list[SourceError] = []
        for category in self._categories:
            try:
                cursor = await self._read_list(category, cursor, now)
            except SourceError as fault:
                faults.append(fault)
                if category not in cursor.listings:
                    # So that what is missed from now on is known to be missing when the list can be read.
                    unread = ListingCursor(now.astimezone(UTC).date())
                    cursor = replace(cursor, listings={**cursor.listings, category: unread})
        if faults and len(faults) == len(self._categories):
            raise faults[0]
        return cursor, faults

    async def _read_list(self, category: str, cursor: ArxivCursor, now: datetime) -> ArxivCursor:
        before = cursor.listings.get(category)
        name = f"arXiv's list of {category}"
        stated = {"if-none-match": before.etag, "if-modified-since": before.modified} if before else {}
        conditions = {key: value for key, value in stated.items() if value}
        response = await self._get(f"{self._lists}/{category}", name, LISTING_TYPES, conditions)
        day = (now - SETTLED).astimezone(UTC).date()
        awaited: dict[str, Awaited] = {}
        if response.status == 304 and before:
            etag, modified = before.etag, before.modified
        else:
            listing = await _parsed(name, read_listing, response)
            etag, modified = response.headers.get("etag", ""), response.headers.get("last-modified", "")
            announced = dated(listing.day, now).at
            awaited = {paper.paper: Awaited(announced) for paper in listing.papers if self._is_new(paper, cursor)}
            day = announced.date() if listing.day else day
        missed = _missed(before.day, day) if before else ()
        day = max(day, before.day) if before else day
        return replace(
            cursor,
            listings={**cursor.listings, category: ListingCursor(day, etag, modified)},
            # What waits already keeps the day on which it was announced first.
            awaited={**awaited, **cursor.awaited},
            days=tuple(sorted({*cursor.days, *missed}, reverse=True)),
        )

    def _is_new(self, paper: Announced, cursor: ArxivCursor) -> bool:
        """Whether it was not handed in, and readers care as far as the list says what it is about."""
        if _hash(paper.paper) in cursor.seen:
            return False
        return not paper.abstract or self._wanted(paper.title, paper.abstract)

    async def _take_announced(
        self, numbers: Sequence[str], cursor: ArxivCursor
    ) -> tuple[tuple[Item, ...], ArxivCursor]:
        """A page of announced papers, and the cursor behind it."""
        # That it knows none of those which were just announced is not believed; of old ones it may be true.
        fresh = any(cursor.awaited[number].tries == 0 for number in numbers)
        page = await self._page({"id_list": ",".join(numbers), "max_results": str(len(numbers))}, some=fresh)
        given = {paper.number: paper for paper in page.papers}
        items: list[Item] = []
        awaited = dict(cursor.awaited)
        for number in numbers:
            one = awaited.pop(number)
            if number in given:
                items += self._item(given[number], one.announced, Precision.DAY)
            elif one.tries + 1 < TRIES:
                awaited[number] = replace(one, tries=one.tries + 1)
            else:
                items.append(Refusal(0, f"arXiv announced {number} and does not give it"))
        seen = cursor.seen.listing([_hash(number) for number in numbers if number in given])
        return tuple(items), replace(cursor, awaited=awaited, seen=seen)

    async def _search_days(self, cursor: ArxivCursor) -> AsyncIterator[Batch]:
        """A batch for each day of submission that is still to be searched, newest first."""
        for day in cursor.days:
            papers = [paper async for paper in self._submitted(day) if _hash(paper.number) not in cursor.seen]
            items = tuple(
                item
                for paper in papers
                for at in (dated_submission(paper, day),)
                for item in self._item(paper, at, Precision.SECOND if paper.submitted else Precision.DAY)
            )
            rest = tuple(one for one in cursor.days if one < day)
            handed = [_hash(item.raw.key.partition(":")[2]) for item in items if isinstance(item, FoundUpdate)]
            start = cursor.starting
            cursor = replace(cursor, days=rest, starting=start and bool(rest), seen=cursor.seen.listing(handed))
            progress = datetime.combine(day, time(), UTC) if start else None
            yield Batch(items, cursor.written, progress=progress)

    async def _submitted(self, day: date) -> AsyncIterator[Paper]:
        """The papers whose first version was submitted on a day, page after page."""
        among = " OR ".join(f"cat:{category}" for category in self._categories)
        span = f"submittedDate:[{day:%Y%m%d}0000 TO {day:%Y%m%d}2359]"
        start = 0
        for _ in range(PAGES_A_DAY):
            page = await self._page(
                {
                    "search_query": f"({among}) AND {span}",
                    "start": str(start),
                    "max_results": str(PAPERS_A_PAGE),
                    "sortBy": "submittedDate",
                    "sortOrder": "descending",
                },
                some=start > 0,
            )
            for paper in page.papers:
                yield paper
            start += page.entries
            if start >= page.total:
                return

    def _item(self, paper: Paper, published: datetime, precision: Precision) -> Iterator[Item]:
        if self._wanted(paper.title, paper.abstract):
            yield FoundUpdate(0, update_of(paper, published, precision))

    async def _page(self, question: Mapping[str, str], *, some: bool) -> Page:
        """A page of the API. One without entries is asked for once more where papers must be there: `some`, or what it
        says itself (B143)."""
        for _ in range(2):
            response = await self._get(f"{self._api}?{urlencode(question)}", "arXiv", ATOM_TYPES)
            page = await _parsed("arXiv", read_page, response)
            if page.entries or not (some or page.total):
                return page
        raise SourceError(
            f"arXiv answers with an empty page although it says that there are {page.total:,} papers."
            if page.total
            else "arXiv does not know the papers that it has announced."
        )

    async def _get(
        self, url: str, name: str, accept: Sequence[str], headers: Mapping[str, str] | None = None
    ) -> Response:
        async with self._pace:
            response = await self._http.get(url, headers=headers or {}, accept=accept)
        if fault := fault_of(name, response):
            raise fault
        return response


def dated_submission(paper: Paper, day: date) -> datetime:
    """When a paper was submitted; the day that was searched where it does not say."""
    return paper.submitted.at if paper.submitted else datetime.combine(day, time(), UTC)


def _missed(before: date, now: date) -> tuple[date, ...]:
    """The days of submission that are to be searched where lists were missed between two days (none at weekends)."""
    between = (before + timedelta(days=on) for on in range(1, (now - before).days))
    if not any(day.weekday() < 5 for day in between):
        return ()
    first = max(before - timedelta(days=HELD_DAYS), now - timedelta(days=HISTORY_DAYS))
    return tuple(first + timedelta(days=on) for on in range((now - first).days + 1))


def _hash(number: str) -> str:
    return hash_of("paper", number)


async def _parsed(name: str, read: Callable[[bytes, str], _Read], response: Response) -> _Read:
    try:
        return await asyncio.to_thread(read, response.body, response.headers.get("content-type", ""))
    except (NoFeedError, ArxivError) as fault:
        raise SourceError(f"{name} {fault.rest}") from fault
