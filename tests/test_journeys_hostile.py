"""Hostile answers on the whole road: each source that gives one is marked with a sentence that a person understands,
the others are read on time, and when it is well again nothing was lost."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.domain.feed import Feed, WatchList
from bot.domain.project import Projects
from bot.domain.window import Window
from bot.sources.content import BODY_LIMIT
from tests.factories import a_project
from tests.standins.feeds import Blog, FeedStandIn, Post
from tests.standins.github import GitHubStandIn
from tests.standins.github_world import Repository
from tests.standins.web import bomb
from tests.test_journeys_sources import Bot

ENTITIES = (
    b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><rss><channel>&b;</channel></rss>'
)
HARM = {
    "entities": (Blog(raw=ENTITIES), "entities"),
    "bomb": (Blog(raw=bomb(50), headers={"Content-Encoding": "gzip"}), "more than 10 MB"),
    "page": (Blog(raw=b"<!DOCTYPE html><html></html>", content_type="text/html"), "a web page, not"),
    "json": (Blog(raw=b"{}", content_type="application/json"), "JSON"),
    "nothing": (Blog(raw=b""), "nothing"),
    "many": (Blog(posts=[Post(f"SM120 post {number}", f"/{number}") for number in range(5001)]), "5,000 entries"),
    "down": (Blog(status=503), "503"),
}
"""Feeds by name, each with words of the sentence that it is marked with."""


@pytest.fixture
async def github() -> AsyncIterator[GitHubStandIn]:
    """A GitHub of two repositories, one of which will answer with harm."""
    async with GitHubStandIn() as standin:
        for name in ("good/kernels", "bad/kernels"):
            standin.world.repository(name, commits=2)
        yield standin


@pytest.fixture
async def feeds() -> AsyncIterator[FeedStandIn]:
    """Harmless blogs, of which all but one will turn."""
    async with FeedStandIn() as standin:
        for name in ("good", *HARM):
            standin.blogs[f"/{name}"] = Blog([Post("An old post about SM120", "/old")])
        yield standin


@pytest.fixture
async def bot(github: GitHubStandIn, feeds: FeedStandIn, tmp_path: Path) -> AsyncIterator[Bot]:
    """The bot, which has read all of them once."""
    projects = Projects([a_project(key, key.title(), repositories=(f"{key}/kernels",)) for key in ("good", "bad")])
    watch = WatchList(tuple(Feed(name, name, f"{feeds.url}/{name}") for name in ("good", *HARM)), ())
    made = Bot(github, tmp_path, projects, watch, feeds.host)
    report = await made.read()
    assert not report.failed, report
    yield made
    await made.close()


async def test_hostile_sources_harm_nobody_else(bot: Bot, github: GitHubStandIn, feeds: FeedStandIn) -> None:
    """Seven feeds and a repository answer with harm for a day: `sources` says of each what is wrong; the good ones are
    read with the very next poll, and what the others published meanwhile comes when they are well."""
    for name, (blog, _) in HARM.items():
        feeds.blogs[f"/{name}"] = blog
    github.world.mangle = nulled
    published(github, feeds, ["good"])
    report = await bot.read()
    assert {source.name for source in report.failed} == {"github:bad/kernels", *(f"feed:{name}" for name in HARM)}
    github.world.tick()
    seen = await bot.ask("sm120")
    assert "SM120 path of good/kernels" in seen
    assert "Post of good" in seen
    health = {one.name: one for one in bot.store.health.all()}
    for name, (_, words) in HARM.items():
        assert words in health[f"feed:{name}"].error, health[f"feed:{name}"].error
    assert health["github:bad/kernels"].error.startswith("GitHub's answer for bad/kernels is not as it should be")
    told = " ".join((await bot.ask("sources")).split())
    assert "8 of 10 sources cannot be read" in told
    assert "Traceback" not in told
    github.world.mangle = None
    published(github, feeds, HARM)
    github.world.now += timedelta(days=1)
    assert not (await bot.read()).failed
    github.world.tick()
    ever = Window(None, github.world.now, ZoneInfo("UTC"))
    titles = [update.title for update in bot.store.updates.in_window(ever)]
    for name in HARM:
        assert titles.count(f"Post of {name} about SM120") == 1
    assert "SM120 path of bad/kernels" in await bot.ask("bad sm120")


async def test_hostile_words_stay_words(bot: Bot, github: GitHubStandIn) -> None:
    """NUL, bidi and escape sequences in a title and a body of 1 MB: stored clean and cut, answered like others."""
    repository = repository_of(github, "good/kernels")
    repository.squash(66, "SM120 \x00\u202efix\u202c \x1b[31m<!channel> @everyone", "x" * 2**20)
    assert not (await bot.read()).failed
    github.world.tick()
    (stored,) = bot.store.updates.of_keys(["good/kernels#66"])
    assert len(stored.body.encode()) <= BODY_LIMIT
    shown = await bot.ask("good sm120")
    assert not {"\x00", "\x1b", "\u202e"}.intersection(shown)


def repository_of(github: GitHubStandIn, name: str) -> Repository:
    """A repository of the stand-in by its name."""
    return next(one for one in github.world.repositories.values() if one.name == name)


def nulled(path: str, payload: Any) -> Any:
    """GitHub's answer, all null for the bad repository."""
    if "bad/kernels" not in path:
        return payload
    return [dict.fromkeys(row) for row in payload] if isinstance(payload, list) else dict.fromkeys(payload)


def published(github: GitHubStandIn, feeds: FeedStandIn, names: Any) -> None:
    """Each repository merges something once, and the named blogs are well and have a new post."""
    for number, repository in enumerate(github.world.repositories.values(), 50):
        if not repository.pulls:
            repository.squash(number, f"Fix the SM120 path of {repository.name}")
    for name in names:
        old = Post("An old post about SM120", "/old")
        feeds.blogs[f"/{name}"] = Blog([Post(f"Post of {name} about SM120", f"/{name}/new"), old])
