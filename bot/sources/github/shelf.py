"""What is new among a repository's releases and tags, and what a tag holds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.identity import release_key
from bot.domain.project import Project, Projects
from bot.domain.version import Order, order_key, read_tag, scheme_of
from bot.sources.base import FoundVersion, Refusal
from bot.sources.github.answers import ReleaseList
from bot.sources.github.api import Page
from bot.sources.github.asking import Asking, every_commit
from bot.sources.github.changes import Home
from bot.sources.github.cursor import Cursor, TagMarks, TagPair
from bot.sources.github.payloads import RefRow, ReleaseRow, read
from bot.sources.github.releases import (
    KEPT,
    UNKNOWN_TAG,
    Decision,
    TagFacts,
    all_known,
    decide,
    of_release,
    of_tag,
    wanted,
)
from bot.sources.github.tags import pairs_of, tags_of
from bot.sources.polling import Batch, PolledItem, TagMoved, TagRange, VersionOnly, Withdrawn

MANY_TAGS = 10
"""So many tags are not deleted at once: an answer that says so is not believed."""
LOOKUPS = 20
"""So many releases are asked for one by one in a poll."""
FIRST_TAGS = 40
"""So many of the highest tags of each series are read on a first start: states are read from them."""
RANGE_PAGES = 30
"""Pages of a tag's range that are read."""


@dataclass(frozen=True, slots=True)
class Listed:
    """What was fetched: pages of releases and of tags (None where they are as they were), whether the list is to be
    read to its end, and how far back releases count as news."""

    releases: Page | None
    tags: Page | None
    sweep: bool
    since: datetime


class Shelf:
    """The reading of releases and tags in one poll; `cursor` is moved by `news` and `ranges`."""

    def __init__(self, asking: Asking, home: Home, projects: Projects, cursor: Cursor, now: datetime) -> None:
        self._asking = asking
        self._home = home
        self._projects = projects
        self._project = projects.of_repository(home.key_name)
        self._now = now
        self.cursor = cursor

    async def news(self, listed: Listed) -> tuple[PolledItem, ...]:
        """What is to be told, newest first; the cursor afterwards knows it."""
        items: list[PolledItem] = []
        rows: tuple[ReleaseRow, ...] = ()
        if listed.releases is not None:
            found, decision = await self._releases(listed.releases, listed)
            items += found.refused
            items += await self._withdrawn(found, decision)
            rows = decision.told
        page = listed.tags
        if page is not None and page.body == b"[]" and self.cursor.tags and len(self.cursor.tags) >= MANY_TAGS:
            items.append(Refusal(0, "the list of tags is empty, though there were many"))
            page = None
        tags, new, moved = self._tags(page)
        if page is not None:
            items += self._withdrawn_tags(tags)
        rows += await self._releases_of(new, rows)
        facts = await self._asking.tags(
            wanted([*(row.tag_name for row in rows), *new, *moved], self._home, self._projects), self._now
        )
        told = [of_release(row, facts.get(row.tag_name, UNKNOWN_TAG), *self._as()) for row in rows]
        items += told
        released = {row.tag_name for row in rows}
        items += self._plain([name for name in new if name not in released], facts, listed)
        items += self._moved(moved, facts)
        fresh = [item.version.tag for item in items if isinstance(item, FoundVersion) and item.version.tag in facts]
        self._queue_ranges([tag for tag in fresh if tag in set(new)], tags, facts)
        return tuple(items)

    def _as(self) -> tuple[Home, Projects, datetime]:
        return self._home, self._projects, self._now

    async def _releases(self, first: Page, listed: Listed) -> tuple[ReleaseList, Decision]:
        known = self.cursor.releases

        def enough(rows: Sequence[ReleaseRow]) -> bool:
            return not listed.sweep and all_known(rows, known, listed.since)

        found = await self._asking.releases(first, enough)
        decision = decide(found.rows, known, listed.since)
        oldest_kept = self._now - KEPT
        kept = {number: one for number, one in decision.known.items() if one.published >= oldest_kept}
        self.cursor = replace(self.cursor, releases=kept)
        return found, decision

    async def _withdrawn(self, found: ReleaseList, decision: Decision) -> list[PolledItem]:
        """Releases that left their tag, and those that are not listed where they should be and not there when asked."""
        tags = {row.tag_name for row in found.rows if not row.draft}
        items = [self._gone(one.tag) for one in decision.left if one.tag not in tags]
        shown = [row.published_at for row in found.rows if row.published_at]
        floor = self._now if not shown else min(shown)
        releases = dict(self.cursor.releases)
        unseen = [number for number in decision.unseen if number in releases]
        suspects = [number for number in unseen if found.whole or releases[number].published >= floor]
        for number in suspects[:LOOKUPS]:
            row = None if found.whole else await self._asking.release(number)
            if row is not None and not row.draft:
                continue
            tag = releases.pop(number).tag
            if tag not in tags:
                items.append(self._gone(tag))
        self.cursor = replace(self.cursor, releases=releases)
        return items

    def _gone(self, tag: str) -> PolledItem:
        return Withdrawn(self._home.key_name, tag, release_key(self._home.key_name, tag))

    def _tags(self, page: Page | None) -> tuple[dict[str, str], tuple[str, ...], tuple[str, ...]]:
        """All tags, and the versions among them that are new and that were moved; on a first start the highest ones."""
        if page is None or page.body is None:
            return {}, (), ()
        what = f"{self._asking.what}'s tags"
        # What is missing from this list counts as deleted, so it must be whole.
        tags = tags_of(read(page.body, tuple[RefRow, ...], what))
        before = self.cursor.tags
        new, moved = (tuple(tags), ()) if before is None else before.new_and_moved(tags)
        new = wanted(new, self._home, self._projects)
        if before is None:
            new = highest(new, self._project)
        self.cursor = replace(self.cursor, tags=TagMarks.of(tags))
        return tags, new, wanted(moved, self._home, self._projects)

    def _withdrawn_tags(self, tags: Mapping[str, str]) -> list[PolledItem]:
        oldest = self._now - KEPT
        plain = {tag: at for tag, at in self.cursor.plain_tags.items() if at >= oldest}
        self.cursor = replace(self.cursor, plain_tags={tag: at for tag, at in plain.items() if tag in tags})
        return [self._gone(tag) for tag in plain if tag not in tags]

    async def _releases_of(self, new: Sequence[str], listed: Iterable[ReleaseRow]) -> tuple[ReleaseRow, ...]:
        """Releases of new tags that the list did not show (B037). Those of a first start were listed, or are old."""
        if self.cursor.looked is None:
            return ()
        known = {row.tag_name for row in listed} | {one.tag for one in self.cursor.releases.values()}
        found: list[ReleaseRow] = []
        for tag in [tag for tag in new if tag not in known][:LOOKUPS]:
            row = await self._asking.release_of_tag(tag)
            if row is not None and not row.draft and row.published_at is not None:
                found.append(row)
        if found:
            decision = decide(found, {}, self._now - KEPT)
            self.cursor = replace(self.cursor, releases={**self.cursor.releases, **decision.known})
        return tuple(found)

    def _plain(self, names: Sequence[str], facts: Mapping[str, TagFacts], listed: Listed) -> list[PolledItem]:
        """Tags without a release, as tags; on a first start old ones are only kept as versions."""
        items: list[PolledItem] = []
        known = {one.tag for one in self.cursor.releases.values()}
        plain = dict(self.cursor.plain_tags)
        first = self.cursor.looked is None
        for name in names:
            fact = facts.get(name)
            if fact is None or name in known:
                continue
            found = of_tag(name, fact, *self._as())
            if not isinstance(found, FoundVersion):
                continue
            if first and (fact.date is None or fact.date < listed.since):
                items.append(VersionOnly(found.version))
                continue
            items.append(found)
            plain[name] = self._now
        self.cursor = replace(self.cursor, plain_tags=plain)
        return items

    def _moved(self, moved: Sequence[str], facts: Mapping[str, TagFacts]) -> list[PolledItem]:
        items: list[PolledItem] = []
        for name in moved:
            fact = facts.get(name)
            found = of_tag(name, fact, *self._as()) if fact else None
            items.append(TagMoved(self._home.key_name, name, fact.commit if fact else ""))
            if isinstance(found, FoundVersion):
                items.append(VersionOnly(found.version))
        return items

    def _queue_ranges(self, new: Sequence[str], tags: Iterable[str], facts: Mapping[str, TagFacts]) -> None:
        dates = {name: fact.date for name, fact in facts.items() if fact.date}
        pairs = pairs_of(new, tags, self._project, dates)
        self.cursor = replace(self.cursor, ranges=tuple(dict.fromkeys((*self.cursor.ranges, *pairs))))

    async def ranges(self) -> AsyncIterator[Batch]:
        """What the new tags hold, a tag a batch."""
        while self.cursor.ranges:
            pair, *rest = self.cursor.ranges
            item = await self._range(pair)
            self.cursor = replace(self.cursor, ranges=tuple(rest))
            yield Batch((item,) if item else (), self.cursor.text())

    async def _range(self, pair: TagPair) -> TagRange | None:
        first = await self._asking.compare(pair.before, pair.tag)
        if first.base_is_gone:
            return None
        commits = [fact.in_range() async for fact in every_commit(self._asking, first, RANGE_PAGES)]
        whole = len(commits) + len(first.refused) >= first.ahead
        return TagRange(self._home.project, pair.tag, pair.before, tuple(commits), whole)


def highest(names: Iterable[str], project: Project | None) -> tuple[str, ...]:
    """The FIRST_TAGS highest tags of each series."""
    series: dict[str, list[tuple[Order, str]]] = {}
    for name in names:
        read = read_tag(project, name)
        if read is not None:
            order = order_key(scheme_of(project, read.series), read.version)
            series.setdefault(read.series, []).append((order, name))
    lines = (sorted(line, reverse=True) for line in series.values())
    return tuple(name for line in lines for _, name in line[:FIRST_TAGS])
