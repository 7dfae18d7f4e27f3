"""What was posted and is wrong by now is edited in place, and its thread hears of it once (WORDING.md 3d)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.delivery import Thread
from bot.domain.state import Stage, State
from bot.domain.update import Kind
from bot.renderers.terminal import render
from handlers.deps import Deps
from handlers.jobs.correct import correct
from handlers.jobs.deliver import deliver
from handlers.jobs.publish import Post, publish
from tests.editions import SYSTEMS_DAILY
from tests.factories import a_recipient, an_update
from tests.fakes import FakePlatform

PLACE = a_recipient(id="infra")


def at(deps: Deps, days: float) -> Deps:
    """The same so many days later."""
    now = deps.now() + timedelta(days=days)
    return replace(deps, now=lambda: now)


@pytest.fixture
async def posted(deps: Deps) -> tuple[Deps, FakePlatform]:
    """A channel that got the daily with four changes."""
    window = SYSTEMS_DAILY.latest_window(deps.now() - SYSTEMS_DAILY.delay)
    deps.store.updates.save(
        [
            an_update(
                f"[Kernel] Add a path of its own for {name} (#{number})",
                number=number,
                repository="vllm-project/vllm",
                kind=Kind.FEATURE,
                published=window.end - timedelta(hours=number % 10 + 1),
                first_seen=window.end - timedelta(hours=1),
            )
            for number, name in ((101, "attention"), (102, "sampling"), (103, "weights"), (104, "caching"))
        ]
    )
    platform = FakePlatform()
    await publish([Post(SYSTEMS_DAILY, PLACE)], deps)
    await deliver(deps, {"terminal": platform})
    assert any("path of its own for attention" in seen for seen in platform.seen)
    return deps, platform


def revert(deps: Deps, number: int) -> None:
    """The change is taken back by another."""
    deps.store.updates.save(
        [
            an_update(
                f'Revert "[Kernel] Add a path of its own (#{number})" (#{number + 900})',
                number=number + 900,
                repository="vllm-project/vllm",
                kind=Kind.REVERT,
                body=f"Reverts vllm-project/vllm#{number}",
                published=deps.now(),
                first_seen=deps.now(),
            )
        ]
    )


async def test_a_revert_is_struck_out_and_told_once(posted: tuple[Deps, FakePlatform]) -> None:
    """The message is edited where it told the change, its thread gets one reply, and a second run does nothing."""
    deps, platform = posted
    before = len(platform.posted)
    later = at(deps, 1)
    revert(later, 101)
    soon = at(later, 0.01)
    assert await correct(soon) == 1
    assert await correct(soon) == 0
    while await deliver(soon, {"terminal": platform}):
        pass
    edits = [render(document) for _, document in platform.edited]
    assert edits
    assert all("Reverted" in text and "#1001" in text for text in edits)
    replies = platform.posted[before:]
    assert len(replies) == 1
    assert "Corrected" in render(replies[0][1])
    assert isinstance(platform.threads[-1], Thread)


async def test_a_second_correction_keeps_the_first(posted: tuple[Deps, FakePlatform]) -> None:
    """What was struck out stays so when something else of the same message is corrected later."""
    deps, platform = posted
    for days, number in ((1, 101), (2, 102)):
        later = at(deps, days)
        revert(later, number)
        soon = at(later, 0.01)
        assert await correct(soon) == 1
        while await deliver(soon, {"terminal": platform}):
            pass
    last = {sent_id: render(document) for sent_id, document in platform.edited}
    whole = "\n".join(last.values())
    assert "#1001" in whole
    assert "#1002" in whole


async def test_what_was_never_posted_is_not_corrected(deps: Deps) -> None:
    """Without a posted issue a revert corrects nothing."""
    revert(deps, 101)
    assert await correct(deps) == 0
    assert deps.store.deliveries.all() == ()


async def test_a_state_alone_is_a_correction(posted: tuple[Deps, FakePlatform]) -> None:
    """Where only the state says that a change was taken back, it is corrected too."""
    deps, _ = posted
    later = at(deps, 1)
    key = "vllm-project/vllm#103"
    deps.store.updates.set_states({key: State(Stage.REVERTED, at=later.now())})
    assert await correct(later) == 1
