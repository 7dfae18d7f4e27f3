"""Releases and tags: by number and date of publication, edited, moved, promoted, withdrawn."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.domain.project import Scheme, TagSeries
from bot.domain.state import Stage
from bot.domain.update import Kind, Precision
from bot.sources.base import FoundVersion, IgnoredTag, Refusal
from bot.sources.github.shelf import MANY_TAGS
from bot.sources.http.client import Http
from bot.sources.polling import RangeCommit, TagMoved, TagRange, VersionOnly, Withdrawn
from tests.factories import a_project
from tests.sources.github.reading import NAME, Reader, of, raws
from tests.standins.github import GitHubStandIn
from tests.standins.github_world import PUSH_TOKEN, Counted, Repository, World

KEY = "ada/kernels:v1.0.0"


async def test_a_release_is_given_once_with_its_notes(reader: Reader, repo: Repository) -> None:
    """A release comes with its notes, its date of publication and the commit of its tag; then never again."""
    made = repo.release("v1.0.0", "## New\n\n- FP4")
    (found,) = of(await reader.poll(), FoundVersion)
    assert (found.release.key, found.release.title, found.release.kind) == (KEY, "1.0.0", Kind.RELEASE)
    assert found.release.body == "## New\n\n- FP4"
    assert (found.release.published, found.release.precision) == (made.published, Precision.SECOND)
    assert found.version.commit == repo.head
    assert found.release.state.stage is Stage.RELEASED
    assert await reader.poll() == []


async def test_b035_a_draft_is_news_when_it_is_published(reader: Reader, repo: Repository) -> None:
    """B035: a draft of two days ago that is published now is delivered, by its number and date of publication."""
    draft = repo.release("v1.0.0", draft=True)
    assert await reader.poll() == []
    for number in range(3):
        repo.release(f"v0.9.{number}")
    await reader.poll()
    repo.publish(draft, reader.world.tick(minutes=2 * 24 * 60))
    assert [raw.key for raw in raws(await reader.poll())] == [KEY]
    assert reader.update(KEY).published == draft.published


async def test_a_draft_that_the_token_may_see_is_no_news(github: GitHubStandIn, http: Http, repo: Repository) -> None:
    """With push access drafts are in the list; they are not told, and told once they are published."""
    draft = repo.release("v1.0.0", draft=True)
    reader = Reader(github, http, token=PUSH_TOKEN)
    await reader.poll()
    assert KEY not in reader.keys
    repo.publish(draft)
    assert [raw.key for raw in raws(await reader.poll())] == [KEY]


async def test_b036_edited_notes_are_no_new_item(reader: Reader, repo: Repository) -> None:
    """B036: the same release with other notes has the same key and date, so the update changes and none is added."""
    made = repo.release("v1.0.0", "Old words.")
    await reader.poll()
    before = reader.update(KEY)
    made.body = "New words."
    (after,) = raws(await reader.poll())
    assert (after.key, after.published, after.body) == (before.key, before.published, "New words.")
    assert await reader.poll() == []


async def test_b034_a_moved_tag_is_not_announced_again(reader: Reader, repo: Repository) -> None:
    """B034: five polls of a release whose tag moves each time: one announcement, each move is told as a move."""
    repo.release("v1.0.0")
    await reader.poll()
    for number in range(5):
        made = repo.commit(f"Fix {number}")
        repo.tag("v1.0.0", made.sha)
        found = await reader.poll()
        assert of(found, TagMoved) == [TagMoved("ada/kernels", "v1.0.0", made.sha)]
        assert of(found, VersionOnly)[0].version.commit == made.sha
        assert of(found, FoundVersion) == []
    assert reader.times_given[KEY] == 1


async def test_a_release_that_is_made_anew_under_its_tag(reader: Reader, repo: Repository) -> None:
    """A rolling release that is deleted and made again has another number and the same key: nothing is withdrawn."""
    repo.release("v1.0.0")
    await reader.poll()
    repo.releases.clear()
    repo.release("v1.0.0", "Made anew.")
    found = await reader.poll()
    assert [raw.key for raw in raws(found)] == [KEY]
    assert of(found, Withdrawn) == []
    assert await reader.poll() == []


async def test_a_promoted_pre_release_is_the_same_update(reader: Reader, repo: Repository) -> None:
    """A pre-release that becomes the release changes its state, under the same key."""
    made = repo.release("v1.0.0", prerelease=True)
    await reader.poll()
    assert reader.update(KEY).state.stage is Stage.PRERELEASE
    made.prerelease = False
    (found,) = of(await reader.poll(), FoundVersion)
    assert (found.release.key, found.release.state.stage) == (KEY, Stage.RELEASED)
    assert not found.version.prerelease


@pytest.mark.parametrize("others", [0, 70], ids=["a short list", "a list of several pages"])
async def test_a_withdrawn_release_is_said_once(reader: Reader, repo: Repository, others: int) -> None:
    """A release that is deleted is withdrawn; one that only slid off the page is not."""
    gone = repo.release("v1.0.0")
    for number in range(others):
        repo.release(f"v0.9.{number}")
    gone.created = reader.world.now
    await reader.poll()
    repo.releases.remove(gone)
    repo.release("v1.0.1")
    found = await reader.poll()
    assert of(found, Withdrawn) == [Withdrawn("ada/kernels", "v1.0.0", KEY)]
    assert [raw.key for raw in raws(found)] == ["ada/kernels:v1.0.1"]
    repo.release("v1.0.2")
    assert of(await reader.poll(), Withdrawn) == []


async def test_b037_a_stable_release_behind_120_candidates(reader: Reader, repo: Repository) -> None:
    """B037: a stable release on a later page is found, though the first page has not changed."""
    for number in range(120):
        repo.release(f"v2.0.0rc{number}", prerelease=True)
    await reader.poll()
    hidden = repo.release("v1.9.9", created=reader.world.now - timedelta(days=30))
    repo.commit("Anything")
    assert "ada/kernels:v1.9.9" in {raw.key for raw in raws(await reader.poll())}
    assert reader.update("ada/kernels:v1.9.9").published == hidden.published


async def test_b037_a_first_start_reads_all_pages_of_its_window(
    github: GitHubStandIn, http: Http, world: World
) -> None:
    """120 releases of the window, and a stable one behind them, by Link headers."""
    repo = world.repository(NAME)
    repo.release("v1.9.9")
    for number in range(120):
        repo.release(f"v2.0.0rc{number}", prerelease=True)
    reader = Reader(github, http)
    await reader.poll()
    assert "ada/kernels:v1.9.9" in reader.keys
    assert len([key for key in reader.keys if ":v" in key]) == 121


async def test_b038_a_tag_without_a_release_is_a_tag(reader: Reader, repo: Repository) -> None:
    """B038: a plain tag is told as one: not dated better than its commit, without notes."""
    repo.tag("v1.0.0")
    repo.commit("Next")
    (found,) = of(await reader.poll(), FoundVersion)
    assert found.release.precision is Precision.NOT_BEFORE
    assert found.release.published == repo.commits[found.version.commit].committed
    assert found.release.body == ""


async def test_an_annotated_tag_has_a_date_and_is_peeled(reader: Reader, repo: Repository) -> None:
    """C11: an annotated tag names a tag object; the version names the commit, and the date is the tag's own."""
    made = repo.tag("v1.0.0", annotated=True)
    repo.commit("Next")
    (found,) = of(await reader.poll(), FoundVersion)
    assert found.version.commit == made.commit
    assert (found.release.published, found.release.precision) == (made.date, Precision.SECOND)


async def test_a_tag_that_becomes_a_release(reader: Reader, repo: Repository) -> None:
    """A plain tag that gets its release later is the same update, with notes now."""
    repo.tag("v1.0.0")
    repo.commit("Next")
    await reader.poll()
    repo.release("v1.0.0", "The notes.")
    (found,) = raws(await reader.poll())
    assert (found.key, found.body) == (KEY, "The notes.")


async def test_a_withdrawn_plain_tag(reader: Reader, repo: Repository) -> None:
    """A tag that is deleted soon after is withdrawn."""
    repo.tag("v1.0.0")
    repo.commit("Next")
    await reader.poll()
    del repo.tags["v1.0.0"]
    repo.commit("After")
    assert of(await reader.poll(), Withdrawn) == [Withdrawn("ada/kernels", "v1.0.0", KEY)]


async def test_ignored_tags_are_no_releases(github: GitHubStandIn, http: Http, repo: Repository) -> None:
    """A nightly that the catalogue does not count is ignored, with or without a release."""
    project = a_project("kernels", "Kernels", repositories=(NAME,), ignored_tags=(r"nightly-.*",))
    reader = Reader(github, http, project=project)
    await reader.poll()
    repo.release("nightly-20261130")
    repo.tag("nightly-20261201")
    found = await reader.poll()
    assert raws(found) == []
    assert of(found, IgnoredTag) == [IgnoredTag(0, "nightly-20261130")]


async def test_what_a_tag_holds_is_read_when_it_appears(reader: Reader, repo: Repository) -> None:
    """The range from the tag before it, picks into the release branch included."""
    repo.release("v1.0.0")
    await reader.poll()
    base = repo.head
    picked = repo.squash(3863, "Fix the sampler")
    pick = repo.commit(
        "Fix the sampler (#3863)",
        f"(cherry picked from commit {picked.sha})",
        parents=(base,),
        pull=3863,
        on_branch=False,
    )
    repo.tag("v1.0.1", pick.sha)
    repo.release("v1.0.1")
    (found,) = of(await reader.poll(), TagRange)
    assert (found.project, found.tag, found.since, found.whole) == ("kernels", "v1.0.1", "v1.0.0", True)
    assert found.commits == (RangeCommit(pick.sha, 3863, (picked.sha,)),)


async def test_series_do_not_mix(github: GitHubStandIn, http: Http, repo: Repository) -> None:
    """The tag before fa4-v4.0.1 is fa4-v4.0.0, not v2.8.3; builds have no range of their own."""
    series = (
        TagSeries("", r"v(?P<version>\d.*)", Scheme.PEP440),
        TagSeries("fa4", r"fa4-v(?P<version>\d.*)", Scheme.PEP440),
        TagSeries("build", r"b(?P<version>\d+)", Scheme.BUILD),
    )
    for tag in ("fa4-v4.0.0", "v2.8.3", "b100"):
        repo.commit(f"For {tag}")
        repo.tag(tag)
    reader = Reader(github, http, project=a_project("kernels", "Kernels", repositories=(NAME,), series=series))
    await reader.poll()
    repo.commit("More")
    for tag in ("fa4-v4.0.1", "b101"):
        repo.release(tag, prerelease=True)
    found = await reader.poll()
    assert [(one.since, one.tag) for one in of(found, TagRange)] == [("fa4-v4.0.0", "fa4-v4.0.1")]
    assert {one.version.tag: one.version.prerelease for one in of(found, FoundVersion)} == {
        "fa4-v4.0.1": True,
        "b101": False,
    }


async def test_old_tags_are_versions_and_no_news(github: GitHubStandIn, http: Http, world: World) -> None:
    """On a first start tags from before its window are known as versions; nobody is told."""
    repo = world.repository(NAME, commits=0)
    repo.commit("Old", at=world.now - timedelta(days=100))
    repo.tag("v0.9.0")
    repo.commit("New")
    repo.tag("v1.0.0")
    reader = Reader(github, http)
    found = await reader.poll()
    assert [one.version.tag for one in of(found, VersionOnly)] == ["v0.9.0"]
    assert [one.version.tag for one in of(found, FoundVersion)] == ["v1.0.0"]


async def test_an_old_release_of_before_the_window_stays_old(github: GitHubStandIn, http: Http, world: World) -> None:
    """What was published before the first window is not told by a later poll either, edited or not."""
    repo = world.repository(NAME)
    old = repo.release("v0.9.0", published=world.now - timedelta(days=50))
    reader = Reader(github, http)
    await reader.poll()
    old.body = "Edited."
    repo.release("v1.0.0")
    assert [raw.key for raw in raws(await reader.poll())] == [KEY]


async def test_a_thousand_tags_are_one_request(reader: Reader, repo: Repository) -> None:
    """All tags come in one answer, and a poll without a new tag asks for none again."""
    for number in range(1000):
        repo.tags[f"v0.0.{number}"] = repo.tag("v0.0.0")
    repo.commit("Next")
    start = Counted(reader.world)
    await reader.poll()
    assert len([call for call in start.calls if "matching-refs" in call.path]) == 1


async def test_all_tags_gone_at_once_is_not_believed(reader: Reader, repo: Repository) -> None:
    """An empty list where there were many tags is refused: nothing is withdrawn, nothing is told anew afterwards."""
    for number in range(MANY_TAGS):
        repo.tag(f"v1.0.{number}")
    repo.commit("More")
    await reader.poll()
    tags = dict(repo.tags)
    repo.tags.clear()
    repo.commit("Next")
    found = await reader.poll()
    assert [raw.title for raw in raws(found)] == ["Next"]
    assert len(of(found, Refusal)) == 1
    assert of(found, Withdrawn) == []
    repo.tags.update(tags)
    repo.commit("After")
    assert [raw.title for raw in raws(await reader.poll())] == ["After"]


@pytest.mark.parametrize("wrong", [pytest.param(-3, id="behind"), pytest.param(70, id="ahead")])
async def test_a_wrong_clock_of_ours(reader: Reader, repo: Repository, wrong: int) -> None:
    """Dates of GitHub are judged by its own clock: a tag of today is neither one of the future nor forgotten."""
    ours = reader.world.now + timedelta(days=wrong)
    first = repo.release("v1.0.0")
    made = [item async for batch in reader.source.poll(reader.state, ours) for item in batch.items]
    (found,) = of(made, FoundVersion)
    assert found.version.tagged_at == repo.commits[repo.head].committed
    assert (found.release.published, found.release.precision) == (first.published, Precision.SECOND)


async def test_a_withdrawn_release_is_noticed_by_a_wrong_clock(reader: Reader, repo: Repository) -> None:
    """A clock that is months ahead for a while does not make us forget which releases are followed."""
    repo.release("v1.0.0")
    await reader.poll()
    repo.releases.clear()
    del repo.tags["v1.0.0"]
    ahead = reader.world.now + timedelta(days=400)
    made = [item async for batch in reader.source.poll(reader.state, ahead) for item in batch.items]
    assert [item.tag for item in of(made, Withdrawn)] == ["v1.0.0"]
