"""A repository read with a token: one poll, from two conditional requests to all that is new.

Two requests tell whether anything has happened: the branch's newest commit and the first page of releases. Only then is
the rest asked, and first of all which repository it is and who may see it, so that nothing is told of a stranger that
took over a name or of a repository that became private.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.domain.project import Projects
from bot.sources.base import FoundUpdate
from bot.sources.github.answers import head_of, path_of, repository_of
from bot.sources.github.api import API_URL, CONFLICT, NOT_FOUND, Api, Page, private
from bot.sources.github.asking import RELEASES_A_PAGE, Asking
from bot.sources.github.branch import Branch
from bot.sources.github.changes import Home, watched
from bot.sources.github.cursor import Backfill, Cursor, mark, parse
from bot.sources.github.identity import REPOSITORY, checked
from bot.sources.github.looks import QuietLooks
from bot.sources.github.releases import KEPT
from bot.sources.github.shelf import Listed, Shelf
from bot.sources.http.fetching import Fetching
from bot.sources.polling import Batch, Condition, Lack, PolledItem, Renamed, Unavailable

FIRST_DAYS = timedelta(days=35)
"""How far back a first start loads history: the 30 days that a question asks for, and a little more."""
SWEEP_EVERY = timedelta(hours=24)
"""How often the list of releases is read to its end where something has changed: an old draft may stand far down."""
HEAD, RELEASES, TAGS = "head", "releases", "tags"
NO_PULLS: Callable[[], Collection[int]] = tuple


@dataclass(frozen=True, slots=True)
class _Seen:
    """The two pages that a poll begins with."""

    head: Page
    releases: Page

    @property
    def changed(self) -> bool:
        """Whether one of them is not what it was."""
        pages = (self.head, self.releases)
        return any(page.moved or not page.unchanged for page in pages)

    @property
    def at(self) -> datetime | None:
        """GitHub's time. Its dates are judged by its own clock: by ours, if that is wrong, a tag of today would be one
        of the future or be forgotten, and what it holds would be said wrongly ever after."""
        return self.head.at


class GitHubSource:
    """One repository of GitHub, with a token. `since` loads history from further back than it is loaded; `audience`:
    the catalogue names who may see it if it is private; `watched` gives the open pull requests that somebody waits
    for."""

    def __init__(
        self,
        repository: str,
        project: str,
        projects: Projects,
        http: Fetching,
        token: str,
        *,
        looks: QuietLooks | None = None,
        since: datetime | None = None,
        audience: bool = False,
        watched: Callable[[], Collection[int]] = NO_PULLS,
        api_url: str = API_URL,
    ) -> None:
        self._repository = repository
        self.project: str | None = project
        self._key = project
        self.projects = projects
        self.api = Api(http, token, api_url)
        self._looks = looks or QuietLooks()
        self._looks.join()
        self.since = since
        self._audience = audience
        self.watched = watched
        self.name = f"github:{repository.casefold()}"
        self.lacks: frozenset[Lack] = frozenset()

    async def poll(self, state: str | None, now: datetime) -> AsyncIterator[Batch]:
        """What is new; see PolledSource."""
        cursor = parse(state)
        if cursor is None:
            cursor, seen, renamed = await self._first(now)
            now = seen.at or now
        else:
            if cursor.token != self.api.fingerprint:
                cursor = replace(cursor, etags={}, token=self.api.fingerprint)
            seen = await self._seen(cursor)
            now = seen.at or now
            numbers = tuple(sorted(self.watched()))
            hidden = cursor.private and not self._audience
            pending = cursor.range or cursor.backfill or cursor.ranges or numbers or self.reaches_back(cursor)
            if not (seen.changed or pending or hidden or self._looks.take(cursor.id, cursor.looked, now)):
                return
            before = cursor
            cursor, renamed = await checked(self.api, cursor, audience=self._audience)
            if cursor.name.casefold() != before.name.casefold():
                yield Batch(renamed, cursor.text())
                renamed = ()
                seen = await self._seen(cursor)
        reading = _Reading(self, cursor, seen, now)
        async for batch in reading.batches(renamed):
            yield batch

    def reaches_back(self, cursor: Cursor) -> bool:
        """Whether history is asked for from further back than it is loaded."""
        return self.since is not None and (cursor.loaded_since is None or self.since < cursor.loaded_since)

    async def _first(self, now: datetime) -> tuple[Cursor, _Seen, tuple[PolledItem, ...]]:
        """A cursor that knows nothing yet but which repository it is."""
        page = await self.api.get(path_of(self._repository), self._repository)
        row = repository_of(page, self._repository)
        if row.private and not self._audience:
            raise private(self._repository)
        now = page.at or now
        since = min(self.since or now, now - FIRST_DAYS)
        cursor = Cursor(
            row.id,
            row.full_name,
            row.default_branch,
            private=row.private,
            token=self.api.fingerprint,
            etags={REPOSITORY: "" if page.moved else page.etag},
            loaded_since=since,
        )
        return cursor, await self._seen(cursor), self._renamed(row.full_name)

    def _renamed(self, name: str) -> tuple[PolledItem, ...]:
        home = Home.of(self._repository, name, self._key, "", self.projects)
        return () if name.casefold() == home.key_name.casefold() else (Renamed(home.key_name, name),)

    async def _seen(self, cursor: Cursor) -> _Seen:
        """The newest commit and the first releases; by the repository's name, which may be another's by now."""
        path = path_of(cursor.name)
        try:
            head = await self.api.get(
                f"{path}/commits?per_page=1", cursor.name, etag=cursor.etags.get(HEAD, ""), nothing=(CONFLICT,)
            )
            releases = await self.api.get(
                f"{path}/releases?per_page={RELEASES_A_PAGE}", cursor.name, etag=cursor.etags.get(RELEASES, "")
            )
        except Unavailable as fault:
            if fault.condition is not Condition.MISSING:
                raise
            # Gone under this name: it is looked for by its number.
            gone = Page(NOT_FOUND, None)
            return _Seen(gone, gone)
        return _Seen(head, releases)

    def home(self, cursor: Cursor) -> Home:
        """How updates name the repository."""
        return Home.of(self._repository, cursor.name, self._key, cursor.branch, self.projects)


class _Reading:
    """One poll's way through a repository of which it is known that it is ours to read."""

    def __init__(self, source: GitHubSource, cursor: Cursor, seen: _Seen, now: datetime) -> None:
        self._source = source
        self._now = now
        self._seen = seen
        self._home = source.home(cursor)
        self._asking = Asking(source.api, self._home, cursor.id)
        self.cursor = cursor

    async def batches(self, renamed: tuple[PolledItem, ...]) -> AsyncIterator[Batch]:
        """Releases and tags, then new commits, then what tags hold, then history, then watched pull requests."""
        before = self.cursor
        if NOT_FOUND in (self._seen.head.status, self._seen.releases.status):
            raise Unavailable(Condition.MISSING, f"{self.cursor.name} is not there, or not for us (404).")
        head = "" if self._seen.head.unchanged else head_of(self._seen.head, self.cursor.name)
        items = (*renamed, *await self._shelf_news())
        first = before.looked is None
        if first:
            self.cursor = replace(self.cursor, head=head, looked=self._now, swept=self._now)
            if head and self.cursor.loaded_since:
                self.cursor = replace(self.cursor, backfill=Backfill(head, self.cursor.loaded_since))
        if items or first:
            yield Batch(items, self.cursor.text())
        branch = Branch(self._asking, self._home, self.cursor, self._now)
        async for batch in branch.new_commits(head):
            yield batch
        self._keep_etag(branch.cursor, HEAD, self._seen.head)
        async for batch in self._ranges():
            yield batch
        self._reach_back()
        branch.cursor = self.cursor
        async for batch in branch.history():
            yield batch
        self.cursor = branch.cursor
        async for batch in self._pulls():
            yield batch
        self.cursor = replace(self.cursor, looked=self._now)
        yield Batch((), self.cursor.text())

    async def _shelf_news(self) -> tuple[PolledItem, ...]:
        cursor = self.cursor
        tags = await self._source.api.get(
            f"{path_of(cursor.name)}/git/matching-refs/tags", cursor.name, etag=cursor.etags.get(TAGS, "")
        )
        releases = self._seen.releases
        first = cursor.looked is None
        reaches = self._source.reaches_back(cursor)
        sweep = not first and (cursor.swept is None or self._now - cursor.swept >= SWEEP_EVERY)
        if releases.unchanged and (reaches or (sweep and not tags.unchanged)):
            path = f"{path_of(cursor.name)}/releases?per_page={RELEASES_A_PAGE}"
            releases = await self._source.api.get(path, cursor.name)
        since = max(self._now - KEPT, cursor.loaded_since or self._now)
        if first and cursor.loaded_since:
            since = cursor.loaded_since
        if reaches and self._source.since:
            since = self._source.since
        listed = Listed(None if releases.unchanged else releases, None if tags.unchanged else tags, sweep, since)
        shelf = Shelf(self._asking, self._home, self._source.projects, cursor, self._now)
        items = await shelf.news(listed)
        swept = self._now if sweep and listed.releases else cursor.swept
        self._keep_etag(replace(shelf.cursor, swept=swept), RELEASES, releases)
        self._keep_etag(self.cursor, TAGS, tags)
        return items

    def _keep_etag(self, cursor: Cursor, name: str, page: Page) -> None:
        """Takes the cursor, and the ETag of what was read to its end."""
        etag = "" if page.moved else page.etag
        self.cursor = replace(cursor, etags={**cursor.etags, name: etag})

    async def _ranges(self) -> AsyncIterator[Batch]:
        shelf = Shelf(self._asking, self._home, self._source.projects, self.cursor, self._now)
        async for batch in shelf.ranges():
            yield batch
        self.cursor = shelf.cursor

    def _reach_back(self) -> None:
        """History from further back than it is loaded, if that is asked for and none is being loaded."""
        cursor, since = self.cursor, self._source.since
        if since is None or cursor.backfill or not cursor.head or not self._source.reaches_back(cursor):
            return
        backfill = Backfill(cursor.head, since, until=cursor.loaded_since)
        self.cursor = replace(cursor, backfill=backfill, loaded_since=since)

    async def _pulls(self) -> AsyncIterator[Batch]:
        numbers = tuple(sorted(self._source.watched()))
        if not numbers:
            return
        known = {number: said for number, said in self.cursor.pulls.items() if int(number) in numbers}
        items: list[FoundUpdate] = []
        for pull in await self._asking.pulls(numbers, self._now):
            said = mark("\0".join((pull.state, pull.title, pull.body)))
            if known.get(str(pull.number)) != said and not pull.merged:
                items.append(watched(pull, self._home, self._now))
            known[str(pull.number)] = said
        self.cursor = replace(self.cursor, pulls=known)
        if items:
            yield Batch(tuple(items), self.cursor.text())
