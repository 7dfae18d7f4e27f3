"""The sources of this process, made from settings, catalogue and what is tracked: the composition root's second file.

What is heavy (http, feeds) is imported when the first source is made, so that a question from the shell does not wait.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.domain.budget import HostBudget
from bot.domain.errors import SourceError
from bot.domain.feed import Feed, Wanted, WatchList
from bot.domain.identity import is_repository, post_key, reference_of
from bot.domain.poll_schedule import FEEDS, LISTINGS, WITH_TOKEN, WITHOUT_TOKEN, Pace
from bot.domain.project import Projects
from bot.domain.tagging.relevance import wanted_by
from bot.domain.tagging.tagger import Tagger
from bot.domain.vocabulary import Vocabulary
from config.feeds import load_feeds
from config.settings import Settings
from handlers.deps import Trackable
from handlers.jobs.poll import Polled
from storage.tracked import Tracked, TrackedSources

if TYPE_CHECKING:
    from bot.sources.github.looks import QuietLooks
    from bot.sources.http.client import Http
    from bot.sources.polling import PolledSource

NAME = "whatsnew/0.1.0"
ARXIV_LISTINGS = "rss.arxiv.org"


@dataclass(frozen=True, slots=True)
class Host:
    """A host that is contacted, and what for."""

    name: str
    purpose: str


def hosts_of(settings: Settings, watch: WatchList) -> tuple[Host, ...]:
    """Every host that this configuration contacts to read, in the order of their weight."""
    token = settings.github_token is not None
    hosts = [Host(_host(settings.github_api_url), "repositories, with GITHUB_TOKEN")] if token else []
    hosts.append(Host(_host(settings.github_url), "repositories by their feeds" if not token else "their feeds"))
    if watch.categories:
        hosts.append(Host(_host(settings.arxiv_url), "papers"))
        if _host(settings.arxiv_url).endswith("arxiv.org"):
            hosts.append(Host(ARXIV_LISTINGS, "papers that are announced"))
    hosts += [Host(_host(feed.url or ""), feed.name) for feed in watch.readable]
    return tuple({host.name: host for host in reversed(hosts)}.values())[::-1]


def nobody_waits(_: str) -> Collection[int]:
    """No pull request is waited for."""
    return ()


def user_agent(settings: Settings) -> str:
    """Who asks, and where to complain: the page of whoever runs the bot, where they have one."""
    return f"{NAME} (+{settings.web_public_url})" if settings.web_public_url else NAME


class SourceBook:
    """All sources that are polled, each made once; what is tracked is looked up anew each time. One per event loop."""

    def __init__(
        self,
        settings: Settings,
        projects: Projects,
        vocabulary: Vocabulary,
        tracked: TrackedSources,
        since: datetime | None = None,
        watch: WatchList | None = None,
        awaited: Callable[[str], Collection[int]] = nobody_waits,
    ) -> None:
        """With `since` the sources give history back to that instant, and only those that can. `watch` stands in place
        of the feeds and papers of config/sources.toml. `awaited` gives the pull requests of a project (by its key) that
        somebody waits for: they are read while they are open."""
        self._settings = settings
        self._projects = projects
        self._vocabulary = vocabulary
        self._tracked = tracked
        self._since = since
        self._watch = load_feeds(projects=projects) if watch is None else watch
        self._awaited = awaited
        self._made: dict[str, Polled] = {}
        self._http: Http | None = None
        self._looks: QuietLooks | None = None
        self._wanted: Wanted | None = None

    def polled(self) -> Sequence[Polled]:
        """Every source of the moment, the first circle first. A repository that is in the catalogue, or that several
        workspaces track, is there once (C04)."""
        catalogue = sorted(self._projects.all, key=lambda project: project.circle)
        chosen = [self._repository(project.repositories[0], project.key) for project in catalogue]
        chosen += [self._arxiv()] if self._watch.categories else []
        if self._since is None:
            chosen += [self._feed(feed) for feed in self._watch.readable]
            chosen += [made for one in self._tracked.all() if (made := self._of_tracked(one))]
        return tuple({polled.source.name: polled for polled in chosen}.values())

    async def look_at(self, text: str) -> Trackable | None:
        """What can be tracked at owner/repo or a feed's address; None for everything that cannot, whatever the reason
        (E11)."""
        try:
            return await (self._look_at_repository(text) if is_repository(text) else self._look_at_feed(text))
        except SourceError:
            return None

    def budgets(self) -> Sequence[HostBudget]:
        """What the hosts that were asked said last of their limits."""
        return self._http.limits.budgets() if self._http else ()

    async def close(self) -> None:
        """Gives the connections back."""
        if self._http is not None:
            await self._http.close()

    async def _look_at_repository(self, name: str) -> Trackable:
        from bot.sources.github.identity import repository_named

        row = await repository_named(name, self._fetching(), token=self._token, api_url=self._settings.github_api_url)
        key = row.full_name.casefold()
        return Trackable(f"github:{key}", key, row.full_name, row.id)

    async def _look_at_feed(self, url: str) -> Trackable | None:
        from bot.sources.feed import probe

        if reference_of(url) is None:
            return None
        title = await probe(url, self._fetching())
        name = post_key(url).removeprefix("post:")
        return Trackable(f"feed:{url}", f"feed:{name}", title)

    def _repository(self, name: str, project: str) -> Polled:
        key = f"github:{name.casefold()}"
        if key not in self._made:
            from bot.sources.github.looks import QuietLooks
            from bot.sources.github.sources import github_source

            self._looks = self._looks or QuietLooks()
            known = self._projects.by_key.get(project)
            source = github_source(
                name,
                project,
                self._projects,
                self._fetching(),
                token=self._token,
                looks=self._looks,
                since=self._since,
                audience=bool(known and known.audience),
                watched=partial(self._awaited, project),
                api_url=self._settings.github_api_url,
                web_url=self._settings.github_url,
            )
            self._keep(key, source, WITH_TOKEN if self._token else WITHOUT_TOKEN)
        return self._made[key]

    def _of_tracked(self, one: Tracked) -> Polled | None:
        """The source of what is tracked; None where the catalogue has it by now."""
        kind, _, name = one.source.partition(":")
        if kind != "github":
            return self._feed(Feed(name, one.title, name, one.project, everything=True))
        if self._projects.of_repository(name) or self._projects.of_repository(one.title):
            return None
        return self._repository(name, one.project)

    def _feed(self, feed: Feed) -> Polled:
        key = f"feed:{feed.key}"
        if key not in self._made:
            from bot.sources.feed import FeedSource

            self._keep(key, FeedSource(feed, self._fetching(), self._projects, self._judge()), FEEDS)
        return self._made[key]

    def _arxiv(self) -> Polled:
        if "arxiv" not in self._made:
            from bot.sources.arxiv import ArxivSource
            from bot.sources.pace import Pace as RequestPace

            source = ArxivSource(
                self._fetching(),
                RequestPace(),
                self._watch.categories,
                self._judge(),
                address=self._settings.arxiv_url,
                since=self._since,
            )
            self._keep("arxiv", source, LISTINGS)
        return self._made["arxiv"]

    def _keep(self, key: str, source: PolledSource, pace: Pace) -> None:
        self._made[key] = Polled(source, pace, self._since)

    def _judge(self) -> Wanted:
        self._wanted = self._wanted or wanted_by(Tagger(self._vocabulary, self._projects), self._projects)
        return self._wanted

    def _fetching(self) -> Http:
        if self._http is None:
            from bot.sources.http.client import Http

            proxy = self._settings.https_proxy
            self._http = Http(
                user_agent=user_agent(self._settings),
                allowed_hosts=self._settings.allowed_hosts,
                proxy=proxy.reveal() if proxy else None,
                known_hosts=[host.name for host in hosts_of(self._settings, self._watch)],
            )
        return self._http

    @property
    def _token(self) -> str | None:
        token = self._settings.github_token
        return token.reveal() if token else None


def _host(url: str) -> str:
    return urlsplit(url).hostname or url
