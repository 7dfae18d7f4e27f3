"""A repository read without a token: the Atom feeds of its pages, on conditional requests.

They show the newest 20 commits and 10 releases or tags, without labels, paths and sizes; what was pushed faster than
that between two polls is a Gap, and said to be one.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from bot.domain.errors import SourceError
from bot.domain.identity import is_repository
from bot.domain.project import Projects
from bot.sources.base import FoundVersion
from bot.sources.content import body_of
from bot.sources.github.answers import path_of
from bot.sources.github.api import NOT_MODIFIED, refusal
from bot.sources.github.atom import Entry, entries_of
from bot.sources.github.changes import CommitFact, Home, updates_of
from bot.sources.github.cursor import FeedCursor, KnownRelease, mark, parse_feed, remembered
from bot.sources.github.releases import TagFacts, is_tag, of_tag
from bot.sources.http.fetching import Fetching
from bot.sources.limit_headers import server_time
from bot.sources.markup import text_of
from bot.sources.polling import (
    Batch,
    Condition,
    Gap,
    HistoryRewritten,
    Lack,
    PolledItem,
    Renamed,
    Unavailable,
    VersionOnly,
)

WEB_URL = "https://github.com"
ATOM_TYPES = ("application/atom+xml",)
"""B051."""
KNOWN_TAGS = 300
"""So many tags are remembered, longer than a feed shows them (C27)."""
FIRST_DAYS = timedelta(days=35)
COMMITS, RELEASES, TAGS = "commits.atom", "releases.atom", "tags.atom"
_DEFAULT = "the default branch"


@dataclass(frozen=True, slots=True)
class _Feed:
    """A feed's entries, None where it is as it was; its ETag, the name that the repository has now, and what GitHub's
    clock said, by which its dates are judged."""

    entries: tuple[Entry, ...] | None
    etag: str
    name: str
    at: datetime | None


class GitHubFeeds:
    """One repository of GitHub, without a token."""

    lacks = frozenset(
        {
            Lack.DESCRIPTIONS,
            Lack.LABELS,
            Lack.PATHS,
            Lack.SIZES,
            Lack.PRERELEASE_FLAGS,
            Lack.HISTORY,
            Lack.OPEN_PULLS,
        }
    )

    def __init__(
        self, repository: str, project: str, projects: Projects, http: Fetching, *, web_url: str = WEB_URL
    ) -> None:
        self._repository = repository
        self.project: str | None = project
        self._key = project
        self._projects = projects
        self._http = http
        self._web = web_url.rstrip("/")
        self.name = f"github:{repository.casefold()}"

    async def poll(self, state: str | None, now: datetime) -> AsyncIterator[Batch]:
        """What is new; see PolledSource. All in one batch: three feeds are little."""
        before = parse_feed(state)
        cursor = before or FeedCursor(self._repository)
        feeds = {path: await self._feed(cursor, path) for path in (COMMITS, RELEASES, TAGS)}
        if before and all(feed.entries is None and feed.name == cursor.name for feed in feeds.values()):
            return
        now = feeds[COMMITS].at or now
        cursor = _ours(cursor, [*(feeds[RELEASES].entries or ()), *(feeds[TAGS].entries or ())])
        items: list[PolledItem] = []
        name = next((feed.name for feed in feeds.values() if feed.name != cursor.name), cursor.name)
        if name.casefold() != cursor.name.casefold():
            items.append(Renamed(cursor.name, name))
        home = Home.of(self._repository, name, self._key, _DEFAULT, self._projects)
        found, cursor = _commits(feeds[COMMITS].entries or (), cursor, home, now)
        items += found
        versions, cursor = self._versions(feeds, cursor, home, now, first=before is None)
        items += versions
        # An ETag belongs to an address; those of the old name are of no use.
        etags = {} if name != cursor.name else {path: feed.etag for path, feed in feeds.items()}
        yield Batch(tuple(items), replace(cursor, name=name, etags=etags).text())

    async def _feed(self, cursor: FeedCursor, path: str) -> _Feed:
        what = f"{cursor.name}'s {path}"
        etag = cursor.etags.get(path, "")
        headers = {"if-none-match": etag} if etag else {}
        name = path_of(cursor.name).removeprefix("/repos")
        response = await self._http.get(f"{self._web}{name}/{path}", headers=headers, accept=ATOM_TYPES)
        at = server_time(response.headers)
        if response.status == NOT_MODIFIED and etag:
            return _Feed(None, etag, cursor.name, at)
        if response.status != 200:
            raise refusal(response, what)
        if urlsplit(response.url).netloc != urlsplit(self._web).netloc:
            raise SourceError(f"GitHub's feed of {cursor.name} is at another host now, which is not followed.")
        moved = _name_in(response.moved_to, path) if response.moved_to else None
        return _Feed(entries_of(response.body, what), response.headers.get("etag", ""), moved or cursor.name, at)

    def _versions(
        self, feeds: Mapping[str, _Feed], cursor: FeedCursor, home: Home, now: datetime, *, first: bool
    ) -> tuple[list[PolledItem], FeedCursor]:
        """Releases, and tags that have none, each once; a release whose notes changed is given again, not anew."""
        items: list[PolledItem] = []
        known = dict(cursor.tags)
        seen: set[str] = set()
        for entry in (*(feeds[RELEASES].entries or ()), *(feeds[TAGS].entries or ())):
            _, tag = entry.repository_and_tag or (0, "")
            if not is_tag(tag) or tag in seen:
                continue
            seen.add(tag)
            item, said = self._version(entry, tag, known.get(tag), home, now)
            if said == known.get(tag):
                continue
            known[tag] = said
            if isinstance(item, FoundVersion):
                old = first and entry.updated < now - FIRST_DAYS
                items.append(VersionOnly(item.version) if old else item)
        latest = sorted(known.items(), key=lambda one: one[1].published)[-KNOWN_TAGS:]
        return items, replace(cursor, tags=dict(latest))

    def _version(
        self, entry: Entry, tag: str, known: KnownRelease | None, home: Home, now: datetime
    ) -> tuple[PolledItem, KnownRelease]:
        """An entry as a release if it says more than a tag's name, else as a tag (B038)."""
        body, body_state = body_of(text_of(entry.content))
        is_release = bool(body) or entry.title != tag
        # The date of an entry is that of its last edit (B017): the first one that was seen stays.
        published = known.published if known else entry.updated
        item = of_tag(tag, TagFacts("", published, own_date=is_release), home, self._projects, now)
        if isinstance(item, FoundVersion):
            item = replace(item, release=replace(item.release, body=body, body_state=body_state))
        return item, KnownRelease(tag, published, mark(f"{entry.title}\0{body}"))


def _name_in(address: str, path: str) -> str | None:
    name = urlsplit(address).path.strip("/").removesuffix(f"/{path}")
    return name if is_repository(name) else None


def _ours(cursor: FeedCursor, entries: Sequence[Entry]) -> FeedCursor:
    """The cursor with the repository's number. Unavailable if the name belongs to another one now (B042)."""
    numbers = {found[0] for entry in entries if (found := entry.repository_and_tag)}
    if cursor.id is not None and numbers and cursor.id not in numbers:
        raise Unavailable(Condition.MISSING, f"{cursor.name} is another repository now, which is not followed.")
    return replace(cursor, id=cursor.id or next(iter(numbers), None))


def _commits(
    entries: Sequence[Entry], cursor: FeedCursor, home: Home, now: datetime
) -> tuple[list[PolledItem], FeedCursor]:
    """The commits above the one that was seen last; without that one, those whose words are not known."""
    facts = [_fact(entry) for entry in entries if entry.commit]
    if not facts:
        return [], cursor
    items: list[PolledItem] = []
    shas = [fact.sha for fact in facts]
    if cursor.head in shas:
        fresh = facts[: shas.index(cursor.head)]
    else:
        known = frozenset(cursor.recent)
        fresh = [fact for fact in facts if mark(fact.sha) not in known and mark(fact.subject) not in known]
        if cursor.head and len(fresh) < len(facts):
            items.append(HistoryRewritten(home.key_name, home.branch, 0))
        elif cursor.head:
            items.append(Gap(home.key_name, "commits"))
    items += updates_of(fresh, home, now)
    marks = [text for fact in reversed(facts) for text in (mark(fact.sha), mark(fact.subject))]
    return items, replace(cursor, head=facts[0].sha, recent=remembered(cursor.recent, marks))


def _fact(entry: Entry) -> CommitFact:
    """A commit as its feed shows it; the title is cut there, the message stands in the content."""
    message = text_of(entry.content) or entry.title
    return CommitFact(entry.commit, message, entry.updated, entry.updated)
