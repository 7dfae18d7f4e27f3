"""One repository as a source: with a token or without one, behind one interface."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

from bot.domain.project import Projects
from bot.sources.github.api import API_URL
from bot.sources.github.feeds import WEB_URL, GitHubFeeds
from bot.sources.github.looks import QuietLooks
from bot.sources.github.source import NO_PULLS, GitHubSource
from bot.sources.http.fetching import Fetching
from bot.sources.polling import PolledSource


def github_source(
    repository: str,
    project: str,
    projects: Projects,
    http: Fetching,
    *,
    token: str | None = None,
    looks: QuietLooks | None = None,
    since: datetime | None = None,
    audience: bool = False,
    watched: Callable[[], Collection[int]] = NO_PULLS,
    api_url: str = API_URL,
    web_url: str = WEB_URL,
) -> PolledSource:
    """The source for owner/name, which belongs to the catalogue's `project`.

    Without a token it gives less (`lacks`), no history and no private repository. The others are GitHubSource's.
    """
    if token is None:
        return GitHubFeeds(repository, project, projects, http, web_url=web_url)
    return GitHubSource(
        repository,
        project,
        projects,
        http,
        token,
        looks=looks,
        since=since,
        audience=audience,
        watched=watched,
        api_url=api_url,
    )
