"""What is new on a branch: the range from the last commit that was read, never a date (C10, B046); and its history,
when it is read for the first time or what was read is not on it any more (B047)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime

from bot.domain.errors import SourceError
from bot.sources.github.answers import Compared
from bot.sources.github.asking import Asking, every_commit
from bot.sources.github.changes import CommitFact, Home, updates_of
from bot.sources.github.cursor import Backfill, Cursor, Range, remembered
from bot.sources.polling import Batch, HistoryRewritten

PAGES = 500
"""Pages of one range or history that are read in a poll: 50,000 commits are no news."""
OLD_PAGES = 10
"""Pages of a rewritten branch's old commits that are read, to know them again among the new ones."""


class Branch:
    """The reading of one default branch in one poll; `cursor` moves with each batch."""

    def __init__(self, asking: Asking, home: Home, cursor: Cursor, now: datetime) -> None:
        self._asking = asking
        self._home = home
        self._now = now
        self.cursor = cursor

    async def new_commits(self, head: str) -> AsyncIterator[Batch]:
        """The commits up to `head` that are not read yet, a page a batch, oldest first; a range that was begun in an
        earlier poll is read to its end before."""
        while self.cursor.range or (head and head != self.cursor.head):
            if not self.cursor.head:
                self.cursor = replace(self.cursor, head=head, backfill=self._history(head))
                return
            span = self.cursor.range or Range(self.cursor.head, head)
            async for batch in self._read(span):
                yield batch

    def _history(self, head: str, known: tuple[str, ...] = ()) -> Backfill:
        return Backfill(head, since=self.cursor.loaded_since or self._now, known=known)

    async def _read(self, span: Range) -> AsyncIterator[Batch]:
        """A range to its end."""
        compared = await self._page(span)
        if compared.base_is_gone:
            yield self._lost(span)
            return
        if span.page is None and span.base == self.cursor.head and compared.status in ("diverged", "behind"):
            yield await self._rewritten(span, compared)
            return
        pages = 0
        while True:
            skip = frozenset(span.skip)
            fresh = [fact for fact in compared.commits if fact.mark not in skip]
            facts = await self._asking.enriched(fresh, self._now)
            pages += 1
            if pages > PAGES:
                raise SourceError(f"{self._asking.what} has more new commits than are read in one poll.")
            span = replace(span, page=compared.next)
            self._move(facts, span)
            yield Batch((*updates_of(facts, self._home, self._now), *compared.refused), self.cursor.text())
            if span.page is None:
                return
            compared = await self._asking.compare_on(span.page)

    async def _page(self, span: Range) -> Compared:
        """The page at which a range stands; its first one again if that is not there any more."""
        if span.page is not None:
            compared = await self._asking.compare_on(span.page)
            if not compared.base_is_gone:
                return compared
        return await self._asking.compare(span.base, span.target)

    def _move(self, facts: tuple[CommitFact, ...], span: Range) -> None:
        recent = remembered(self.cursor.recent, (fact.mark for fact in facts))
        if span.page is None:
            self.cursor = replace(self.cursor, head=span.target, range=None, recent=recent)
        else:
            self.cursor = replace(self.cursor, range=span, recent=recent)

    async def _rewritten(self, span: Range, compared: Compared) -> Batch:
        """One line for all commits that were replaced; those that are new by their words follow."""
        told = HistoryRewritten(self._home.key_name, self._home.branch, compared.behind)
        if compared.status == "behind" or not compared.merge_base:
            self.cursor = replace(self.cursor, head=span.target, range=None)
        else:
            old = await self._asking.compare(span.target, span.base)
            marks = [fact.mark async for fact in every_commit(self._asking, old, OLD_PAGES)]
            skip = tuple(dict.fromkeys((*marks, *self.cursor.recent)))
            self.cursor = replace(self.cursor, range=Range(compared.merge_base, span.target, skip=skip))
        return Batch((told,), self.cursor.text())

    def _lost(self, span: Range) -> Batch:
        """The commit that was read last is known to nobody any more: history is read down to what is known by its
        words."""
        told = HistoryRewritten(self._home.key_name, self._home.branch, 0)
        backfill = self._history(span.target, self.cursor.recent)
        self.cursor = replace(self.cursor, head=span.target, range=None, backfill=backfill)
        return Batch((told,), self.cursor.text())

    async def history(self) -> AsyncIterator[Batch]:
        """The history that is still to be loaded, a page a batch, newest first."""
        for _ in range(PAGES):
            if (backfill := self.cursor.backfill) is None:
                return
            page = await self._asking.history(backfill, self._now)
            known = frozenset(backfill.known)
            fresh = [fact for fact in page.commits if fact.mark not in known]
            through = page.after is None or (known and page.commits and not fresh)
            oldest = min((fact.committed for fact in page.commits), default=backfill.since)
            # The marks that are there are of newer commits, and those of this page are given newest first.
            older = reversed([fact.mark for fact in fresh])
            self.cursor = replace(
                self.cursor,
                backfill=None if through else replace(backfill, after=page.after),
                recent=remembered((), (*older, *self.cursor.recent)),
            )
            items = updates_of(fresh, self._home, self._now)
            yield Batch((*items, *page.refused), self.cursor.text(), progress=None if through else oldest)
