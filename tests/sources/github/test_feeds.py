"""Without a token: what the Atom feeds of a repository's pages give, and what they do not."""

from __future__ import annotations

import pytest

from bot.domain.errors import SourceError
from bot.domain.project import Projects
from bot.domain.update import Precision
from bot.sources.base import FoundVersion
from bot.sources.github.atom import entries_of
from bot.sources.github.feeds import GitHubFeeds
from bot.sources.github.sources import github_source
from bot.sources.http.client import Http
from bot.sources.http.fetching import FetchError
from bot.sources.polling import (
    Condition,
    Gap,
    HistoryRewritten,
    Lack,
    PolledItem,
    PolledSource,
    RateLimited,
    Renamed,
    Unavailable,
)
from tests.factories import a_project
from tests.sources.github.reading import NAME, of, raws
from tests.standins.github import GitHubStandIn
from tests.standins.github_world import Counted, Fault, Repository, World

PROJECTS = Projects((a_project("kernels", "Kernels", repositories=(NAME,)),))


class FeedReader:
    """Polls one repository without a token."""

    def __init__(self, github: GitHubStandIn, http: Http) -> None:
        self.world = github.world
        self.source: PolledSource = github_source(NAME, "kernels", PROJECTS, http, web_url=github.web)
        self.state: str | None = None

    async def poll(self) -> list[PolledItem]:
        """One poll; gives its items."""
        found: list[PolledItem] = []
        async for batch in self.source.poll(self.state, self.world.now):
            found += batch.items
            self.state = batch.state
        return found


@pytest.fixture
async def feeds(github: GitHubStandIn, http: Http, repo: Repository) -> FeedReader:
    """A reader that has read its repository once."""
    reader = FeedReader(github, http)
    assert len(raws(await reader.poll())) == 3
    return reader


async def test_without_a_token_feeds_are_read(github: GitHubStandIn, http: Http, repo: Repository) -> None:
    """The factory chooses by the token; the two say what they cannot give."""
    without = github_source(NAME, "kernels", PROJECTS, http, web_url=github.web)
    having = github_source(NAME, "kernels", PROJECTS, http, token="t", api_url=github.api)
    assert isinstance(without, GitHubFeeds)
    assert {Lack.LABELS, Lack.PATHS, Lack.SIZES, Lack.HISTORY} <= without.lacks
    assert having.lacks == frozenset()
    assert without.name == having.name == "github:ada/kernels"


async def test_new_commits_come_once_with_their_message(feeds: FeedReader, repo: Repository) -> None:
    """Title and message are whole, though a feed's own title is cut."""
    title = "Add a groupwise FP8 mixture-of-experts GEMM for consumer Blackwell, with <tests> & notes (#7)"
    made = repo.commit(title, "Why:\n- faster")
    (found,) = raws(await feeds.poll())
    assert (found.key, found.title, found.body) == ("ada/kernels#7", title, "Why:\n- faster")
    assert found.links.commits == (made.sha,)
    assert await feeds.poll() == []


async def test_a_quiet_poll_is_three_requests_and_304(feeds: FeedReader) -> None:
    """Conditional requests, without the API's budget."""
    start = Counted(feeds.world)
    assert await feeds.poll() == []
    assert [call.status for call in start.calls] == [304, 304, 304]
    assert not any("/api" in call.path for call in start.calls)


async def test_more_commits_than_a_feed_shows_are_a_gap(feeds: FeedReader, repo: Repository) -> None:
    """30 commits between two polls: 20 are given, and that some are missing is said."""
    for number in range(30):
        repo.commit(f"Number {number}")
    found = await feeds.poll()
    assert of(found, Gap) == [Gap("ada/kernels", "commits")]
    assert len(raws(found)) == 20
    assert await feeds.poll() == []


async def test_b047_a_rewritten_branch_is_one_line(feeds: FeedReader, repo: Repository) -> None:
    """B047 without a token: commits whose words are known are not given again."""
    base = repo.head
    for number in range(5):
        repo.commit(f"Patch {number}")
    await feeds.poll()
    repo.rewrite(base)
    repo.commit("New")
    found = await feeds.poll()
    assert of(found, HistoryRewritten) == [HistoryRewritten("ada/kernels", "the default branch", 0)]
    assert [raw.title for raw in raws(found)] == ["New"]


async def test_b038_releases_and_plain_tags_are_told_apart(feeds: FeedReader, repo: Repository) -> None:
    """B038: releases.atom lists plain tags as well; they are tags, each given once."""
    repo.release("v1.0.0", "The notes.")
    repo.tag("v1.0.1")
    found = {item.version.tag: item.release for item in of(await feeds.poll(), FoundVersion)}
    assert (found["v1.0.0"].precision, found["v1.0.0"].body) == (Precision.SECOND, "The notes.")
    assert (found["v1.0.1"].precision, found["v1.0.1"].body) == (Precision.NOT_BEFORE, "")
    assert await feeds.poll() == []


async def test_b036_edited_notes_change_the_update(feeds: FeedReader, repo: Repository) -> None:
    """B036, B017: an edit moves the feed's date; key and date of the update stay."""
    made = repo.release("v1.0.0", "Old.")
    (before,) = raws(await feeds.poll())
    made.body, made.published = "New.", feeds.world.tick(600)
    (after,) = raws(await feeds.poll())
    assert (after.key, after.published, after.body) == (before.key, before.published, "New.")


async def test_b041_a_renamed_repository_is_followed(feeds: FeedReader, repo: Repository) -> None:
    """B041 without a token: the redirect of the page is followed and told once."""
    feeds.world.rename(repo, "ada/kernels2")
    repo.commit("Under the new name (#5)")
    found = await feeds.poll()
    assert of(found, Renamed) == [Renamed("ada/kernels", "ada/kernels2")]
    assert [raw.key for raw in raws(found)] == ["ada/kernels#5"]
    assert await feeds.poll() == []


async def test_b042_a_stranger_under_the_old_name_is_refused(feeds: FeedReader, repo: Repository) -> None:
    """B042 without a token: the number in the entries decides."""
    repo.release("v1.0.0")
    await feeds.poll()
    feeds.world.rename(repo, "ada/kernels2")
    feeds.world.repository(NAME).release("v6.6.6")
    with pytest.raises(Unavailable) as raised:
        await feeds.poll()
    assert raised.value.condition is Condition.MISSING


@pytest.mark.parametrize(
    "fault", [Fault.SERVER_ERROR, Fault.DROPPED, Fault.TRUNCATED, Fault.HTML, Fault.FORBIDDEN, Fault.PRIMARY_LIMIT]
)
@pytest.mark.parametrize("path", ["commits.atom", "releases.atom", "tags.atom"])
async def test_a_fault_anywhere_loses_and_doubles_nothing(
    github: GitHubStandIn, feeds: FeedReader, repo: Repository, path: str, fault: Fault
) -> None:
    """B051 among them: an answer of another type is a fault, not "nothing new"."""
    repo.commit("New (#5)")
    repo.release("v1.0.0")
    feeds.world.fail(fault, path)
    with pytest.raises(SourceError) as raised:
        await feeds.poll()
    if fault is Fault.HTML:
        assert isinstance(raised.value, FetchError)
    if fault is Fault.PRIMARY_LIMIT:
        assert isinstance(raised.value, RateLimited)
        return
    assert {raw.key for raw in raws(await feeds.poll())} == {"ada/kernels#5", "ada/kernels:v1.0.0"}


async def test_private_and_missing_repositories_are_missing(
    github: GitHubStandIn, http: Http, repo: Repository
) -> None:
    """Without a token a private repository is not there."""
    repo.private = True
    with pytest.raises(Unavailable) as raised:
        await FeedReader(github, http).poll()
    assert raised.value.condition is Condition.MISSING


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"<html></html>", id="HTML"),
        pytest.param(b"<feed><entry></feed>", id="broken"),
        pytest.param(
            b'<!DOCTYPE feed [<!ENTITY a "b">]><feed xmlns="http://www.w3.org/2005/Atom"/>', id="B031 entities"
        ),
        pytest.param(b"<a>" * 100_000, id="deep"),
        pytest.param("<feed/>".encode("utf-16"), id="another encoding"),
    ],
)
def test_what_is_no_feed_is_a_fault(body: bytes) -> None:
    """B031: document types are refused before anything is expanded; so is whatever else is no feed."""
    with pytest.raises(SourceError, match="no Atom feed"):
        entries_of(body, "ada/kernels")


def test_entries_without_a_date_are_left_out() -> None:
    """An entry without an id or with a date that is none is not used; the others are."""
    entry = "<entry><id>{}</id><updated>{}</updated><title>t</title></entry>"
    parts = (("a", "2026-11-30T10:00:00Z"), ("b", "2026-13-45T00:00:00Z"), ("", "2026-11-30T10:00:00Z"), ("d", "soon"))
    body = f'<feed xmlns="http://www.w3.org/2005/Atom">{"".join(entry.format(*part) for part in parts)}</feed>'
    assert [one.id for one in entries_of(body.encode(), "x")] == ["a"]


def test_no_more_entries_than_are_of_use() -> None:
    """5,000 entries: the first 100 are read."""
    entry = "<entry><id>x</id><updated>2026-11-30T10:00:00Z</updated><title>t</title></entry>"
    body = f'<feed xmlns="http://www.w3.org/2005/Atom">{entry * 5000}</feed>'
    assert len(entries_of(body.encode(), "x")) == 100


async def test_a_world_without_a_commit(github: GitHubStandIn, http: Http, world: World) -> None:
    """An empty repository has empty feeds, and that is no fault."""
    world.repository(NAME, commits=0)
    reader = FeedReader(github, http)
    assert await reader.poll() == []
    assert await reader.poll() == []
