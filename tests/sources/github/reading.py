"""A reader as the ingest job is one: saves items and cursor of each batch together, and can be killed between two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any, TypeVar

from bot.domain.project import Project, Projects
from bot.domain.update import RawUpdate
from bot.sources.base import FoundUpdate, FoundVersion
from bot.sources.github.looks import QuietLooks
from bot.sources.github.source import NO_PULLS, GitHubSource
from bot.sources.http.client import Http
from bot.sources.polling import PolledItem
from tests.factories import a_project
from tests.standins.github import GitHubStandIn
from tests.standins.github_world import TOKEN

NAME = "ada/kernels"
T = TypeVar("T")


class Killed(BaseException):
    """The process ended between two batches."""


def an_http(github: GitHubStandIn) -> Http:
    """The client that the bot fetches with, allowed to reach the stand-in."""
    return Http(user_agent="whatsnew-tests", allowed_hosts=[github.host])


class Reader:
    """Polls one repository and keeps what it was given, by key, as the store does."""

    def __init__(
        self,
        github: GitHubStandIn,
        http: Http,
        name: str = NAME,
        *,
        token: str = TOKEN,
        audience: bool = False,
        since: datetime | None = None,
        looks: QuietLooks | None = None,
        watched: Callable[[], Collection[int]] = NO_PULLS,
        project: Project | None = None,
    ) -> None:
        self.github = github
        projects = Projects((project or a_project("kernels", "Kernels", repositories=(name,)),))
        self.source = GitHubSource(
            name,
            "kernels",
            projects,
            http,
            token,
            looks=looks,
            since=since,
            audience=audience,
            watched=watched,
            api_url=github.api,
        )
        self.state: str | None = None
        self.items: list[PolledItem] = []
        self.times_given: Counter[str] = Counter()
        self.progress: list[datetime] = []

    @property
    def world(self) -> Any:
        """What the stand-in holds."""
        return self.github.world

    async def poll(self, *, kill_after: int | None = None) -> list[PolledItem]:
        """One poll; gives its items. Killed after so many batches, if that is asked for."""
        before = len(self.items)
        batches = 0
        async for batch in self.source.poll(self.state, self.world.now):
            if kill_after is not None and batches == kill_after:
                raise Killed
            batches += 1
            self.items += batch.items
            self.state = batch.state
            if batch.progress:
                self.progress.append(batch.progress)
            self.times_given.update(raw.key for raw in raws(batch.items))
        return self.items[before:]

    def found(self, kind: type[T]) -> list[T]:
        """All items of one kind."""
        return of(self.items, kind)

    @property
    def keys(self) -> set[str]:
        """The keys of all updates."""
        return set(self.times_given)

    def update(self, key: str) -> RawUpdate:
        """The last thing that was said of an update."""
        return next(raw for raw in reversed(raws(self.items)) if raw.key == key)


def raws(items: Collection[PolledItem]) -> list[RawUpdate]:
    """The updates among items, releases included."""
    return [
        item.raw if isinstance(item, FoundUpdate) else item.release
        for item in items
        if isinstance(item, FoundUpdate | FoundVersion)
    ]


def of(items: Collection[PolledItem], kind: type[T]) -> list[T]:
    """The items of one kind."""
    return [item for item in items if isinstance(item, kind)]
