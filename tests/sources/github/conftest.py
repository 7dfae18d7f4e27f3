"""A GitHub, the client, and a reader of one repository that has been read once."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.sources.http.client import Http
from tests.sources.github.reading import NAME, Reader, an_http
from tests.standins.github import GitHubStandIn
from tests.standins.github_world import Repository, World


@pytest.fixture
async def github() -> AsyncIterator[GitHubStandIn]:
    """A GitHub without repositories."""
    async with GitHubStandIn() as standin:
        yield standin


@pytest.fixture
def world(github: GitHubStandIn) -> World:
    """What it holds."""
    return github.world


@pytest.fixture
async def http(github: GitHubStandIn) -> AsyncIterator[Http]:
    """The client of the bot."""
    async with an_http(github) as client:
        yield client


@pytest.fixture
def repo(world: World) -> Repository:
    """A repository of three commits."""
    return world.repository(NAME, commits=3)


@pytest.fixture
async def reader(github: GitHubStandIn, http: Http, repo: Repository) -> Reader:
    """A reader that has read it once."""
    made = Reader(github, http)
    await made.poll()
    return made
