"""`track`, `untrack` and `sources`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.command import Command, Rights
from bot.domain.delivery import RecipientKind
from bot.domain.errors import UserError
from bot.domain.health import HealthStatus, SourceHealth
from bot.wording.sources import CANNOT_TRACK
from handlers.command_table import COMMANDS
from handlers.commands.track import TRACKED_PER_PERSON, TRACKED_PER_WORKSPACE, accepts, repository_in
from handlers.deps import Deps, Trackable
from handlers.router import dispatch, route
from tests.factories import NOW, a_command, a_recipient, an_actor, at
from tests.fakes import texts

PUBLIC = {
    "owner/repo": Trackable("github:owner/repo", "owner/repo", "Owner/Repo", 42),
    "user/old": Trackable("github:owner/repo", "owner/repo", "Owner/Repo", 42),
    "https://blog.example/feed.xml": Trackable(
        "feed:https://blog.example/feed.xml", "feed:blog.example/feed.xml", "A blog"
    ),
    **{f"many/r{n}": Trackable(f"github:many/r{n}", f"many/r{n}", f"many/r{n}", 100 + n) for n in range(30)},
}


@pytest.fixture
def tracking(deps: Deps) -> Deps:
    """Dependencies that can look at a few public sources, and at nothing else."""

    async def look_at(text: str) -> Trackable | None:
        return PUBLIC.get(text.casefold())

    return replace(deps, look_at=look_at)


async def said(text: str, deps: Deps, **changes: object) -> str:
    """What a command line is answered with."""
    (shown,) = texts([await dispatch(a_command(text, **changes), deps)])
    return shown


def in_channel(*, manager: bool = False, workspace: str = "T1", user: str = "reader") -> dict[str, object]:
    """A command given in a channel."""
    return {
        "actor": an_actor(workspace=workspace, user=user, rights=Rights(manager=manager)),
        "place": a_recipient(RecipientKind.CHANNEL, workspace=workspace, id="C1"),
    }


async def test_a_repository(tracking: Deps) -> None:
    """A public repository is tracked once, by any spelling, and can be ended and begun again."""
    assert "Tracked: Owner/Repo" in await said("track owner/repo", tracking)
    for text in ("track OWNER/repo", "track https://github.com/owner/repo.git", "track user/old"):
        assert "read already" in await said(text, tracking)
    assert "Tracked here: Owner/Repo" in await said("sources", known(tracking))
    assert "Not tracked any more" in await said("untrack owner/REPO", tracking)
    with pytest.raises(UserError, match="not tracked here"):
        await said("untrack owner/repo", tracking)
    assert "Tracked: Owner/Repo" in await said("track owner/repo", tracking)


def known(deps: Deps) -> Deps:
    """The same, once a source was read."""
    deps.store.health.save(SourceHealth("github:x/x", "vllm", last_try=NOW, last_success=NOW, loaded=True))
    return deps


async def test_a_feed(tracking: Deps) -> None:
    """A feed is tracked by its address, and ended by it."""
    assert "Tracked: A blog" in await said("track https://blog.example/feed.xml", tracking)
    assert "Not tracked any more: A blog" in await said("untrack https://blog.example/feed.xml", tracking)


async def test_what_is_in_the_catalogue(tracking: Deps) -> None:
    """A watched project is read already, under every name, so that nothing comes twice from it (B044)."""
    for text in ("track vllm-project/vllm", "track VLLM-project/vllm", "track volcengine/verl"):
        assert "read already" in await said(text, tracking)
    assert tracking.store.tracked.all() == ()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("operator/private", id="private"),
        pytest.param("nobody/nothing", id="missing"),
        pytest.param("http://169.254.169.254/latest", id="B129 an address of ours"),
        pytest.param("file:///etc/passwd", id="B032 a file"),
        pytest.param("https://user:secret@blog.example/feed.xml", id="a password"),
        pytest.param("https://blog.example/" + "x" * 600, id="too long"),
        pytest.param("../..", id="no name"),
    ],
)
async def test_everything_else_is_refused_alike(text: str, tracking: Deps) -> None:
    """Whatever cannot be read is refused with one sentence: nobody learns what the operator's token sees (E11)."""
    with pytest.raises(UserError) as refused:
        await dispatch(a_command(f"track {text}"), tracking)
    assert refused.value.sentence == CANNOT_TRACK


async def test_who_may(tracking: Deps) -> None:
    """In a channel, who manages it; in direct messages, everybody. It is ended by who tracked it or a manager."""
    with pytest.raises(UserError, match="manages this channel"):
        await said("track owner/repo", tracking, **in_channel())
    await said("track owner/repo", tracking, **in_channel(manager=True))
    mine = {"actor": an_actor(workspace="T1", user="bo"), "place": a_recipient(workspace="T1", id="bo")}
    with pytest.raises(UserError, match="Only who tracked it"):
        await said("untrack owner/repo", tracking, **mine)
    await said("track many/r1", tracking, **mine)
    await said("untrack many/r1", tracking, **in_channel(manager=True))
    await said("untrack owner/repo", tracking, **in_channel())


async def test_limit_of_a_person(tracking: Deps) -> None:
    """A person who manages nothing tracks five sources at the most, and can go on when one was ended."""
    for number in range(TRACKED_PER_PERSON):
        await said(f"track many/r{number}", tracking)
    with pytest.raises(UserError, match="no more fit"):
        await said("track owner/repo", tracking)
    await said("untrack many/r0", tracking)
    assert "Tracked" in await said("track owner/repo", tracking)


async def test_limit_of_a_workspace(tracking: Deps) -> None:
    """A workspace tracks twenty at the most, whoever asks; another workspace has twenty of its own."""
    for number in range(TRACKED_PER_WORKSPACE):
        await said(f"track many/r{number}", tracking, **in_channel(manager=True))
    assert len(tracking.store.tracked.of("terminal", "T1")) == TRACKED_PER_WORKSPACE
    with pytest.raises(UserError, match="no more fit"):
        await said("track owner/repo", tracking, **in_channel(manager=True))
    assert "read already" in await said("track many/r0", tracking, **in_channel(manager=True))
    assert "Tracked" in await said("track owner/repo", tracking, **in_channel(manager=True, workspace="T2"))


@pytest.mark.parametrize(
    ("text", "repository"),
    [
        pytest.param("owner/repo", "owner/repo", id="name"),
        pytest.param("https://github.com/owner/repo", "owner/repo", id="address"),
        pytest.param("https://www.github.com/owner/repo/", "owner/repo", id="www"),
        pytest.param("https://github.com/owner", "", id="an owner"),
        pytest.param("https://github.com/owner/repo/pull/1", "", id="a page of it"),
        pytest.param("https://github.com.example/owner/repo", "", id="another host"),
        pytest.param("https://[broken/owner/repo", "", id="broken"),
    ],
)
def test_repository_in(text: str, repository: str) -> None:
    """What is read as a repository."""
    assert repository_in(text) == repository


def test_a_question_is_a_question(deps: Deps) -> None:
    """A line that begins with a command's word and goes on as a sentence is a question."""
    assert route("track record of vllm", deps)[0].name == "whatsnew"
    assert route("sources of nan in vllm", deps)[0].name == "whatsnew"
    assert not accepts("two words/here now", deps)
    assert {"sources", "track", "untrack"} <= {entry.name for entry in COMMANDS}


async def test_sources_before_anything_was_read(deps: Deps) -> None:
    """It says so."""
    assert "No source has been read yet" in await said("sources", deps)


async def test_sources(deps: Deps) -> None:
    """Who cannot be read comes first, with since when, why and when next; who is silent, and what is not told."""
    well = SourceHealth("github:a/a", "flashinfer", last_try=NOW, last_success=NOW, loaded=True, lacks=("labels",))
    deps.store.health.save(well)
    deps.store.health.save(
        replace(
            well,
            name="github:v/v",
            project="vllm",
            status=HealthStatus.FAILING,
            failing_since=at(21, hour=11, minute=10),
            failures=4,
            error="github.com does not answer.",
            next_try=at(22, hour=2),
        )
    )
    shown = await said("sources", deps)
    assert "1 of 2 sources cannot be read" in shown
    assert "vLLM not readable since 21 Jul 19:10 (UTC+8): github.com does not answer. Next try 22 Jul 10:00" in shown
    assert "Not told without a GitHub token: labels" in shown


def other_workspace(command: Command) -> Command:
    """The same command, given elsewhere."""
    actor = replace(command.actor, workspace="elsewhere")
    return replace(command, actor=actor, place=replace(command.place, workspace="elsewhere"))


async def test_what_one_tracks_the_other_does_not_see(tracking: Deps) -> None:
    """A workspace learns nothing of what another tracks: not in `sources`, and not by ending it."""
    known(tracking)
    await said("track owner/repo", tracking)
    health = SourceHealth("github:owner/repo", "owner/repo", last_try=NOW, last_success=NOW, loaded=True)
    tracking.store.health.save(health)
    assert "Owner/Repo" in await said("sources", tracking)
    (shown,) = texts([await dispatch(other_workspace(a_command("sources")), tracking)])
    assert "owner/repo" not in shown.casefold()
    with pytest.raises(UserError, match="not tracked here"):
        await dispatch(other_workspace(a_command("untrack owner/repo")), tracking)
