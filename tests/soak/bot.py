"""The reading half of the bot over a store's file: what a process has, thrown away with it and built anew."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

from bot.domain.poll_schedule import WITH_TOKEN, WITHOUT_TOKEN
from bot.domain.project import Projects
from bot.domain.question.lexicon import Lexicon
from bot.sources.github.looks import QuietLooks
from bot.sources.github.sources import github_source
from bot.sources.http.client import Http
from bot.sources.limits import HostLimits
from handlers.deps import Deps
from handlers.jobs.ingest import Ingester
from handlers.jobs.poll import Polled
from storage.store import Store
from tests.factories import a_project, a_vocabulary
from tests.standins.github_world import TOKEN

Places: TypeAlias = tuple[str, str, str]
"""Where GitHub is: its API, its pages, and both as host:port."""


def projects_of(names: Sequence[str]) -> Projects:
    """A catalogue of one project for each repository; its key is the repository's first name without its owner."""
    return Projects([a_project(key_of(name), repositories=(name,)) for name in names])


def key_of(name: str) -> str:
    """The project's key of a repository."""
    return name.partition("/")[2]


class Bot:
    """One process's worth: the store is opened, the sources are made, nothing is remembered but what the file holds."""

    def __init__(
        self,
        file: Path,
        places: Places,
        names: Sequence[str],
        now: Callable[[], datetime],
        *,
        feeds: bool,
    ) -> None:
        api, web, host = places
        projects, vocabulary = projects_of(names), a_vocabulary()
        self.store = Store.open(f"sqlite:///{file}", closure=vocabulary.closure)
        limits = HostLimits(monotonic=asyncio.get_running_loop().time, now=now)
        self.http = Http(user_agent="whatsnew-soak", allowed_hosts=[host], limits=limits)
        looks = QuietLooks()
        sources = [
            github_source(
                name,
                key_of(name),
                projects,
                self.http,
                token=None if feeds else TOKEN,
                looks=looks,
                api_url=api,
                web_url=web,
            )
            for name in names
        ]
        pace = WITHOUT_TOKEN if feeds else WITH_TOKEN
        deps = Deps(self.store, projects, vocabulary, Lexicon(vocabulary, projects), now)
        self.ingester = Ingester(deps, lambda: [Polled(source, pace) for source in sources])

    async def read(self) -> None:
        """What is due, to its end."""
        await self.ingester.tick()
        await self.ingester.settled()

    async def close(self) -> None:
        """Breaks off what runs, and forgets everything."""
        await self.ingester.stop()
        await self.http.close()
        self.store.close()
