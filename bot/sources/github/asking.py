"""Asking GitHub for what a poll needs, as typed facts: each function is one question, however many requests it takes.

What follows from the facts is decided elsewhere (changes, releases, tags); in which order they are asked is poll's.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar
from urllib.parse import quote

import msgspec

from bot.domain.errors import SourceError
from bot.sources.base import Refusal
from bot.sources.github import graphql
from bot.sources.github.answers import Compared, HistoryPage, ReleaseList, compared_in, history_in, path_of
from bot.sources.github.api import NOT_FOUND, Api, Page
from bot.sources.github.changes import CommitFact, Home, fact_of_node, read_node
from bot.sources.github.cursor import Backfill
from bot.sources.github.graphql import CommitNode, PullNode, TagNode
from bot.sources.github.payloads import ReleaseRow, read, read_or_none, read_rows
from bot.sources.github.releases import TagFacts
from bot.sources.polling import RateLimited, Unavailable

RELEASES_A_PAGE = 50
RELEASE_PAGES = 12
"""Pages of releases that are read at most (B037)."""
COMMITS_A_PAGE = 100
SINGLE_FAILURES = 3
"""So many commits may fail alone in GraphQL before it counts as down."""

T = TypeVar("T")


class Asking:
    """Questions about one repository, whose name is current."""

    def __init__(self, api: Api, home: Home, repository_id: int) -> None:
        self._api = api
        self._home = home
        self._id = repository_id
        self._path = path_of(home.name)
        self.what = home.name

    async def releases(self, first: Page, enough: Callable[[Sequence[ReleaseRow]], bool]) -> ReleaseList:
        """The releases from the first page on, until a page is `enough`, the list ends, or RELEASE_PAGES are read."""
        rows: list[ReleaseRow] = []
        refused: list[Refusal] = []
        page, pages = first, 1
        while page.body is not None:
            found, bad = read_rows(page.body, ReleaseRow, f"{self.what}'s releases")
            rows += found
            refused += bad
            if page.next is None:
                # A row that could not be read may be any release: then nothing is known to be absent.
                return ReleaseList(tuple(rows), tuple(refused), whole=not refused)
            if pages >= RELEASE_PAGES or enough(found):
                break
            page = await self._api.get(page.next, f"{self.what}'s releases")
            pages += 1
        return ReleaseList(tuple(rows), tuple(refused), whole=False)

    async def release(self, number: str) -> ReleaseRow | None:
        """A release by its number; None if it is not there any more."""
        page = await self._api.get(f"{self._path}/releases/{number}", self.what, nothing=(NOT_FOUND,))
        return None if page.body is None else read(page.body, ReleaseRow, f"a release of {self.what}")

    async def release_of_tag(self, tag: str) -> ReleaseRow | None:
        """The published release of a tag; None for a plain tag."""
        page = await self._api.get(f"{self._path}/releases/tags/{quote(tag, safe='')}", self.what, nothing=(NOT_FOUND,))
        return None if page.body is None else read(page.body, ReleaseRow, f"a release of {self.what}")

    async def compare(self, base: str, head: str) -> Compared:
        """The first page of what `head` holds and `base` does not; both may be hashes or tags."""
        path = f"{self._path}/compare/{quote(base, safe='')}...{quote(head, safe='')}?per_page={COMMITS_A_PAGE}"
        return compared_in(await self._api.get(path, self.what, nothing=(NOT_FOUND,)), self.what)

    async def compare_on(self, address: str) -> Compared:
        """A further page of a comparison."""
        return compared_in(await self._api.get(address, self.what, nothing=(NOT_FOUND,)), self.what)

    async def history(self, backfill: Backfill, now: datetime) -> HistoryPage:
        """A page of history below a commit; SourceError if GitHub gives none."""
        variables: dict[str, object] = {
            **self._names(),
            "head": backfill.head,
            "since": backfill.since.isoformat(),
            "until": backfill.until.isoformat() if backfill.until else None,
            "after": backfill.after,
        }
        what = f"the history of {self.what}"
        body = await self._api.ask(graphql.HISTORY, variables, what, now)
        return history_in(body, self._home, self._id, what)

    async def enriched(self, facts: Sequence[CommitFact], now: datetime) -> tuple[CommitFact, ...]:
        """The commits with their pull requests, in their order. One that GraphQL fails for alone stays as it is."""
        failures = _Failures()
        found: list[CommitFact] = []
        for at in range(0, len(facts), graphql.AT_ONCE):
            found += await self._enriched(facts[at : at + graphql.AT_ONCE], now, failures)
        return tuple(found)

    async def _enriched(self, facts: Sequence[CommitFact], now: datetime, failures: _Failures) -> list[CommitFact]:
        """One request; where it fails, its halves: GitHub gives up where descriptions are too long for it."""
        query = graphql.commits_query([fact.sha for fact in facts])
        try:
            nodes = await self._aliases(query, self._names(), CommitNode, read_node, "c", len(facts), now)
        except (RateLimited, Unavailable):
            raise
        except SourceError:
            if len(facts) == 1:
                failures.count += 1
                if failures.count > SINGLE_FAILURES:
                    raise
                return list(facts)
            half = len(facts) // 2
            first = await self._enriched(facts[:half], now, failures)
            return first + await self._enriched(facts[half:], now, failures)
        return [_joined(fact, node, self._home) for fact, node in zip(facts, nodes, strict=True)]

    async def tags(self, names: Sequence[str], now: datetime) -> dict[str, TagFacts]:
        """Commit and date of tags; a tag that is not there is left out."""
        found: dict[str, TagFacts] = {}
        for at in range(0, len(names), graphql.AT_ONCE):
            some = names[at : at + graphql.AT_ONCE]
            variables = self._names() | {f"t{place}": f"refs/tags/{name}" for place, name in enumerate(some)}
            query = graphql.tags_query(len(some))
            nodes = await self._aliases(query, variables, TagNode, _part_as(TagNode), "t", len(some), now)
            found |= {name: TagFacts(*node.peeled()) for name, node in zip(some, nodes, strict=True) if node}
        return found

    async def pulls(self, numbers: Sequence[int], now: datetime) -> tuple[PullNode, ...]:
        """Pull requests by their numbers; one that is not there is left out."""
        found: list[PullNode] = []
        for at in range(0, len(numbers), graphql.AT_ONCE):
            some = numbers[at : at + graphql.AT_ONCE]
            query = graphql.pulls_query(some)
            read_one = _part_as(PullNode)
            parts = await self._aliases(query, self._names(), PullNode, read_one, "p", len(some), now)
            found += [pull for pull in parts if pull]
        return tuple(found)

    async def _aliases(
        self,
        query: str,
        variables: dict[str, object],
        kind: type[T],
        read_one: Callable[[msgspec.Raw], T | None],
        letter: str,
        count: int,
        now: datetime,
    ) -> list[T | None]:
        """The parts of an answer in their order; None for one that is null or of another shape."""
        what = f"details of {self.what}"
        body = await self._api.ask(query, variables, what, now)
        names = [f"{letter}{at}" for at in range(count)]
        strict = read_or_none(body, graphql.AliasAnswer[kind | None])  # type: ignore[valid-type]  # made at run time
        if strict is not None:
            parts = self._parts_of(strict, what)
            return [parts.get(name) for name in names]
        raws = self._parts_of(read(body, graphql.AliasAnswer[msgspec.Raw], what), what)
        return [read_one(raws[name]) if name in raws else None for name in names]

    def _parts_of(self, answer: graphql.AliasAnswer[T], what: str) -> Mapping[str, T]:
        parts = answer.data.repository if answer.data else None
        if parts is None:
            raise SourceError(f"GitHub gives no answer for {what}.")
        return parts

    def _names(self) -> dict[str, object]:
        owner, _, name = self._home.name.partition("/")
        return {"owner": owner, "name": name}


@dataclass(slots=True)
class _Failures:
    count: int = 0


def _part_as(kind: type[T]) -> Callable[[msgspec.Raw], T | None]:
    """Reads a part for itself; None for null and for one of another shape."""

    def part(raw: msgspec.Raw) -> T | None:
        return read_or_none(bytes(raw), kind)

    return part


def _joined(fact: CommitFact, node: CommitNode | None, home: Home) -> CommitFact:
    if node is None or node.oid.lower() != fact.sha:
        return fact
    told = fact_of_node(node, home)
    details = {"pull": told.pull, "additions": told.additions, "deletions": told.deletions, "merge": told.merge}
    return msgspec.structs.replace(fact, **details)


async def every_commit(asking: Asking, first: Compared, pages: int) -> AsyncIterator[CommitFact]:
    """The commits of a comparison, `pages` pages of them at most."""
    compared = first
    for _ in range(pages - 1):
        for commit in compared.commits:
            yield commit
        if compared.next is None:
            return
        compared = await asking.compare_on(compared.next)
    for commit in compared.commits:
        yield commit
