"""Who waits for a change hears once when a release holds it; one that is settled is not waited for."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.domain.errors import UserError
from bot.domain.state import UNKNOWN, Stage, State
from bot.domain.update import Kind, Links, Update
from bot.domain.version import TaggedVersion
from handlers.commands.watch import CHANGES_AT_ONCE, WATCHES_PER_PERSON
from handlers.deps import Deps
from handlers.jobs.watching import awaited_in, tell_released
from handlers.router import dispatch
from storage.watches import Watch
from tests.factories import NOW, a_command, a_recipient, an_actor, an_update, at
from tests.fakes import texts

READER = a_recipient()
UNRELEASED = State(Stage.UNRELEASED, "0.6.15.post1")
RELEASED = State(Stage.RELEASED, "0.6.16")
KEY = "flashinfer-ai/flashinfer#3838"


async def say(deps: Deps, text: str, **changes: Any) -> str:
    """What the bot answers to a line, as the shell draws it."""
    (seen,) = texts([await dispatch(replace(a_command(text), **changes), deps)])
    return seen


def came(deps: Deps, state: State = UNRELEASED, **changes: Any) -> Update:
    """The change that WORDING.md 4 waits for, in this state."""
    update = an_update("Fix wrong results of NVFP4 attention on SM120", number=3838, state=state, **changes)
    deps.store.updates.save([update])
    return update


def at_instant(now: datetime, deps: Deps) -> Deps:
    """The same with the clock standing there."""
    return replace(deps, now=lambda: now)


def sent(deps: Deps) -> list[str]:
    """What is in the outbox, as the shell draws it."""
    return [text for delivery in deps.store.deliveries.all() for text in texts(delivery.parts)]


@pytest.mark.parametrize(
    ("state", "now"),
    [
        pytest.param(UNRELEASED, "Now: unreleased, latest is 0.6.15.post1", id="WORDING.md 10"),
        pytest.param(State(Stage.OPEN), "Now: open", id="open"),
        pytest.param(State(Stage.PRERELEASE, "0.6.16rc1"), "Now: in 0.6.16rc1 (pre-release)", id="a candidate"),
        pytest.param(UNKNOWN, "Now: release unknown", id="not known"),
    ],
)
async def test_begun(state: State, now: str, deps: Deps) -> None:
    """The wait begins with where the change stands; pressing twice begins one."""
    came(deps, state)
    for _ in range(2):
        seen = await say(deps, "watch flashinfer#3838")
        assert "You will hear when it is in a release." in seen
        assert now in seen
    assert deps.store.watches.of(READER) == (Watch(READER, KEY, NOW),)
    assert ("No tag of FlashInfer has been read" in seen) == (state == UNKNOWN)


@pytest.mark.parametrize(
    ("state", "said"),
    [
        pytest.param(RELEASED, "is in 0.6.16", id="released"),
        pytest.param(State(Stage.CLOSED), "is closed unmerged", id="closed"),
        pytest.param(State(Stage.REVERTED, at=at(11), by="a/b#9"), "is reverted 11 Jul #9", id="reverted"),
    ],
)
async def test_nothing_to_wait_for(state: State, said: str, deps: Deps) -> None:
    """What is settled is told at once, and nothing is kept."""
    came(deps, state)
    seen = await say(deps, "watch flashinfer#3838")
    assert "Nothing to wait for" in seen
    assert said in seen
    assert deps.store.watches.all() == ()


async def test_an_open_pull_request_that_is_not_held(deps: Deps) -> None:
    """It can be waited for before it is known, and whoever reads the sources is told to look at it."""
    assert "not known here yet" in await say(deps, "watch flashinfer#4000")
    awaited = awaited_in(deps)
    assert awaited("flashinfer") == {4000}
    assert awaited("vllm") == frozenset()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        pytest.param("watch someone/elses#1", "no project that is read here", id="another repository"),
        pytest.param("watch https://arxiv.org/abs/2611.09825", "Only a change of code", id="a paper"),
        pytest.param("watch https://github.com/flashinfer-ai/flashinfer/releases/tag/v0.6.15", "Only", id="a release"),
    ],
)
async def test_what_never_comes_with_a_release(line: str, sentence: str, deps: Deps) -> None:
    """Papers, releases and foreign repositories are refused with a sentence."""
    deps.store.updates.save(
        [
            replace(
                an_update("A paper", number=1, kind=Kind.PAPER, links=Links()),
                key="arxiv:2611.09825",
                url="https://arxiv.org/abs/2611.09825",
            ),
            replace(
                an_update("0.6.15", number=2, kind=Kind.RELEASE, links=Links(tag="v0.6.15", commits=("a" * 40,))),
                key="flashinfer-ai/flashinfer:v0.6.15",
            ),
        ]
    )
    with pytest.raises(UserError, match=sentence):
        await dispatch(a_command(line), deps)


@pytest.mark.parametrize("word", ["watch", "unwatch", "why"])
async def test_a_change_of_what_is_not_read(word: str, deps: Deps) -> None:
    """A number of an unknown project is no question: it is said that the project is not read."""
    with pytest.raises(UserError, match='"foo" is no project'):
        await dispatch(a_command(f"{word} foo#1"), deps)


@pytest.mark.parametrize("word", ["watch", "why"])
@pytest.mark.parametrize("number", ["0", "18446744073709551616"])
async def test_a_number_that_no_change_has(word: str, number: str, deps: Deps) -> None:
    """The project is read; the number is at fault, and it is said."""
    for project in ("vllm", "flashinfer-ai/flashinfer"):
        with pytest.raises(UserError, match=f"No change has the number {number}"):
            await dispatch(a_command(f"{word} {project}#{number}"), deps)


async def test_several_in_one_line(deps: Deps) -> None:
    """Each of them is waited for, or told to be settled; Undo ends all."""
    came(deps)
    deps.store.updates.save([an_update("Out already", number=3983, state=RELEASED)])
    seen = await say(deps, "watch flashinfer#3838, flashinfer#3983 vllm#1")
    assert "You will hear when each of them is in a release." in seen
    assert "FlashInfer #3838 · Now: unreleased" in seen
    assert "Nothing to wait for: FlashInfer #3983 is in 0.6.16" in seen
    assert [one.key for one in deps.store.watches.of(READER)] == [KEY, "vllm-project/vllm#1"]
    undo = f"unwatch {KEY} vllm-project/vllm#1"
    assert undo in seen
    assert f"watch {KEY} vllm-project/vllm#1" in await say(deps, undo)
    assert deps.store.watches.all() == ()


async def test_one_of_several_that_cannot_be_waited_for(deps: Deps) -> None:
    """Nothing is kept of a line of which a part is refused."""
    came(deps)
    with pytest.raises(UserError, match='"foo" is no project'):
        await say(deps, "watch flashinfer#3838 foo#1")
    assert deps.store.watches.all() == ()


@pytest.mark.parametrize("count", [CHANGES_AT_ONCE - 1, CHANGES_AT_ONCE, CHANGES_AT_ONCE + 1])
async def test_changes_at_once(count: int, deps: Deps) -> None:
    """One more than a line takes is refused, with a line of those that fit."""
    line = " ".join(f"vllm#{number}" for number in range(1, count + 1))
    if count > CHANGES_AT_ONCE:
        with pytest.raises(UserError, match="At most 5 changes") as caught:
            await say(deps, f"watch {line}")
        line = caught.value.suggestions[0].command.removeprefix("watch ")
    await say(deps, f"watch {line}")
    assert len(deps.store.watches.all()) == min(count, CHANGES_AT_ONCE)


async def test_why_takes_one(deps: Deps) -> None:
    """Of several changes it is asked which, each with a line."""
    with pytest.raises(UserError, match="One change at a time") as caught:
        await say(deps, "why flashinfer#3838 flashinfer#3983")
    assert [one.command for one in caught.value.suggestions] == ["why flashinfer#3838", "why flashinfer#3983"]


@pytest.mark.parametrize("count", [WATCHES_PER_PERSON - 1, WATCHES_PER_PERSON])
async def test_limit(count: int, deps: Deps) -> None:
    """One more than a person may wait for is refused with the way out; what is waited for already is no more."""
    came(deps)
    for number in range(1, count + 1):
        deps.store.watches.add(Watch(READER, f"a/b#{number}", NOW))
    if count == WATCHES_PER_PERSON:
        with pytest.raises(UserError, match="You wait for 100 changes"):
            await dispatch(a_command("watch flashinfer#3838"), deps)
    else:
        await say(deps, "watch flashinfer#3838")
        await say(deps, "watch flashinfer#3838")


async def test_listed_and_ended(deps: Deps) -> None:
    """The list says where each stands and has what ends it; ending can be taken back."""
    assert "You wait for no change" in await say(deps, "watch")
    came(deps)
    await say(deps, "watch flashinfer#3838")
    seen = await say(deps, "watch")
    assert "FlashInfer #3838" in seen
    assert "unreleased, latest is 0.6.15.post1" in seen
    assert f"unwatch {KEY}" in seen
    ended = await say(deps, f"unwatch {KEY}")
    assert "You no longer wait for FlashInfer #3838." in ended
    assert f"watch {KEY}" in ended
    assert deps.store.watches.all() == ()


@pytest.mark.parametrize("is_held", [True, False])
async def test_ending_what_was_never_waited_for(is_held: bool, deps: Deps) -> None:
    """It is said that there was no wait, and no button begins one."""
    if is_held:
        came(deps)
    seen = await say(deps, "unwatch flashinfer#3838")
    assert "You were not waiting for FlashInfer #3838." in seen
    assert KEY not in seen


async def test_a_pause_keeps_it_from_being_told(deps: Deps) -> None:
    """`stop` reaches who waits for a change, too: what became of it is told once when the pause is over."""
    came(deps)
    await say(deps, "watch flashinfer#3838")
    seen = await say(deps, "stop")
    assert seen.startswith("Everything is paused, nothing is deleted.")
    assert "What becomes of the change that you wait for is told afterwards." in seen
    assert "unsubscribe" not in seen
    assert "paused" in await say(deps, "watch")
    deps.store.updates.set_states({KEY: RELEASED})
    assert await tell_released(deps) == 0
    assert (await say(deps, "resume")).startswith("You wait for 1 change again.")
    assert [await tell_released(deps) for _ in range(2)] == [1, 0]


async def test_a_pause_for_a_while(deps: Deps) -> None:
    """It ends by itself, at its minute and not before."""
    came(deps)
    await say(deps, "watch flashinfer#3838")
    assert "paused until Wed 29 Jul 09:00" in await say(deps, "pause a week") + await say(deps, "watch")
    deps.store.updates.set_states({KEY: RELEASED})
    over = NOW + timedelta(weeks=1)
    assert await tell_released(at_instant(over - timedelta(minutes=1), deps)) == 0
    assert [await tell_released(at_instant(over, deps)) for _ in range(2)] == [1, 0]


async def test_waiting_anew_ends_the_pause_of_that_one(deps: Deps) -> None:
    """Who asks for it again wants to hear of it; everything else stays paused."""
    came(deps)
    await say(deps, "watch flashinfer#3838")
    await say(deps, "watch flashinfer#4000")
    await say(deps, "stop")
    await say(deps, "watch flashinfer#3838")
    assert [(one.key, one.paused) for one in deps.store.watches.of(READER)] == [
        (KEY, False),
        ("flashinfer-ai/flashinfer#4000", True),
    ]


async def test_nothing_to_pause(deps: Deps) -> None:
    """Who is sent nothing is not told that everything is paused."""
    assert "nothing to pause" in await say(deps, "stop")
    assert (await say(deps, "resume")).startswith("Nothing was paused.")


async def test_offered_in_the_details(deps: Deps) -> None:
    """The detail view of what is unreleased offers it; of what is released it does not."""
    came(deps)
    assert f"watch {KEY}" in await say(deps, "flashinfer#3838")
    deps.store.updates.set_states({KEY: RELEASED})
    assert f"watch {KEY}" not in await say(deps, "flashinfer#3838")


async def test_told_once_when_released(deps: Deps) -> None:
    """Each who waits gets one message when a release holds it, however often the job runs, and then waits no more."""
    came(deps)
    await say(deps, "watch flashinfer#3838")
    await say(deps, "watch flashinfer#3838", actor=an_actor(user="b"), place=a_recipient(id="b"))
    assert await tell_released(deps) == 0
    deps.store.updates.set_states({KEY: State(Stage.PRERELEASE, "0.6.16rc1")})
    assert await tell_released(deps) == 0
    deps.store.updates.set_states({KEY: RELEASED})
    assert [await tell_released(deps) for _ in range(2)] == [2, 0]
    first, _ = sent(deps)
    assert "In a release now FlashInfer #3838, Wrong results of NVFP4 attention on SM120, is in 0.6.16." in first
    assert "You asked on 22 Jul." in " ".join(first.split())
    assert deps.store.watches.all() == ()


async def test_the_release_and_the_stack(deps: Deps) -> None:
    """The message links the release, and offers to move on the pin of who runs an older one."""
    came(deps)
    deps.store.versions.save([TaggedVersion("flashinfer", "", "0.6.16", "v0.6.16", False, at(22), "")])
    release = an_update("0.6.16", kind=Kind.RELEASE, links=Links(tag="v0.6.16"))
    page = "https://github.com/flashinfer-ai/flashinfer/releases/tag/v0.6.16"
    deps.store.updates.save([replace(release, key="flashinfer-ai/flashinfer:v0.6.16", url=page)])
    await say(deps, "stack flashinfer==0.6.15.post1")
    await say(deps, "watch flashinfer#3838")
    deps.store.updates.set_states({KEY: RELEASED})
    await tell_released(deps)
    (seen,) = sent(deps)
    assert page in seen
    assert "Your stack says 0.6.15.post1." in seen
    assert "stack now flashinfer==0.6.16" in seen


async def test_taken_back(deps: Deps) -> None:
    """Who waits for a change that is reverted hears that, once."""
    came(deps)
    await say(deps, "watch flashinfer#3838")
    deps.store.updates.set_states({KEY: State(Stage.REVERTED, at=at(23), by="flashinfer-ai/flashinfer#3900")})
    assert [await tell_released(deps) for _ in range(2)] == [1, 0]
    (seen,) = sent(deps)
    assert "In no release FlashInfer #3838" in seen
    assert "reverted 23 Jul #3900" in " ".join(seen.split())
