"""From a window's updates to a digest: what is in, in which order, and what was left out and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.digest import CoverageStatus, Digest
from bot.domain.editing import CANCELLED, DAILY, NOISE, PINS, RANKED_LOWER, Limits, compose_digest
from bot.domain.label import Label
from bot.domain.update import Kind, Update
from bot.domain.window import Window
from tests.factories import SHANGHAI, VLLM, an_update, at, some_projects

WINDOW = Window(at(6, hour=23), at(7, hour=23), SHANGHAI)
INSIDE = at(7)
PROJECTS = some_projects()


def _digest(updates: Iterable[Update], limits: Limits = DAILY, **facts: object) -> Digest:
    return compose_digest(
        "systems-daily",
        "2026-07-08",
        WINDOW,
        updates,
        projects=PROJECTS,
        limits=limits,
        **facts,  # type: ignore[arg-type]
    )


def _made(count: int, repository: str = VLLM) -> list[Update]:
    return [
        an_update(f"Add kernel variant k{n}", number=n, repository=repository, kind=Kind.FEATURE, published=INSIDE)
        for n in range(1, count + 1)
    ]


def _left_out(digest: Digest) -> dict[str, int]:
    return {left.reason: left.count for left in digest.left_out}


def test_stories_stand_by_project_in_the_order_of_the_groups() -> None:
    """Engines come before kernels, whatever matters more."""
    kernel = an_update("[BREAKING] Move the plan API", number=1, kind=Kind.FEATURE, published=INSIDE)
    digest = _digest([kernel, *_made(1)])
    assert [section.key for section in digest.sections] == ["vllm", "flashinfer"]


def test_a_project_that_the_catalogue_lacks_stands_last() -> None:
    """Nothing is lost because its project is unknown."""
    digest = _digest([*_made(1, "someone/thing"), *_made(1)])
    assert [section.key for section in digest.sections] == ["vllm", "thing"]


def test_look_outs_come_first_within_a_project() -> None:
    """Inside a project the order is that of every list."""
    breaking = an_update(
        "[BREAKING] Move it", number=9, repository=VLLM, kind=Kind.FIX, published=INSIDE - timedelta(hours=5)
    )
    (section,) = _digest([*_made(2), breaking]).sections
    assert section.stories[0].label is Label.BREAKING


def test_noise_is_left_out_and_counted_by_reason() -> None:
    """Docs, CI and tests are one reason, dependency pins another."""
    updates = [
        *_made(1),
        an_update("Fix typo", number=50, kind=Kind.DOCS, noise=True, published=INSIDE),
        an_update("Pin runner", number=51, kind=Kind.CI, noise=True, published=INSIDE),
        an_update("Bump toml", number=52, kind=Kind.DEPENDENCY, noise=True, published=INSIDE),
    ]
    digest = _digest(updates)
    assert _left_out(digest) == {NOISE: 2, PINS: 1}
    assert digest.read == 4


def test_a_change_that_was_taken_back_in_the_window_cancels() -> None:
    """What came and went within the window is counted, not told."""
    updates = [
        an_update("Add a fused sampler kernel", number=10, kind=Kind.FEATURE, published=INSIDE),
        an_update(
            'Revert "Add a fused sampler kernel (#10)"',
            number=12,
            kind=Kind.REVERT,
            published=INSIDE + timedelta(hours=1),
        ),
    ]
    digest = _digest(updates)
    assert digest.sections == ()
    assert _left_out(digest) == {CANCELLED: 2}


@pytest.mark.parametrize(
    ("count", "items", "lower"),
    [
        pytest.param(DAILY.items - 1, DAILY.items - 1, 0, id="under"),
        pytest.param(DAILY.items, DAILY.items, 0, id="at"),
        pytest.param(DAILY.items + 1, DAILY.items, 1, id="over"),
    ],
)
def test_a_daily_has_twenty_five_items_and_counts_the_rest(count: int, items: int, lower: int) -> None:
    """What did not fit is counted as ranked lower."""
    digest = _digest(_made(count))
    assert sum(len(section.stories) for section in digest.sections) == items
    assert _left_out(digest).get(RANKED_LOWER, 0) == lower


def test_every_update_is_shown_or_counted() -> None:
    """Read is what is shown plus what was left out."""
    updates = [*_made(40), an_update("Fix typo", number=50, kind=Kind.DOCS, noise=True, published=INSIDE)]
    digest = _digest(updates)
    shown = sum(len(story.updates) for section in digest.sections for story in section.stories)
    assert digest.read == shown + sum(_left_out(digest).values()) == 41


def test_the_top_is_the_most_important_and_not_of_one_project_alone() -> None:
    """Five open the message; a project has at most two of them while others have something."""
    flashinfer = an_update("Add FP4 attention", number=1, kind=Kind.FEATURE, published=INSIDE)
    digest = _digest([*_made(8), flashinfer])
    assert len(digest.top) == DAILY.top
    assert flashinfer in [story.lead for story in digest.top[:3]]


def test_updates_outside_of_the_window_are_not_read() -> None:
    """The window is half open: its end belongs to the next one."""
    late = replace(_made(1)[0], published=WINDOW.end)
    assert _digest([late]).read == 0


def test_coverage_tells_quiet_from_without_data() -> None:
    """Data, quiet and no data since are three things, said of every project."""
    digest = _digest(_made(2), read_to={"flashinfer": WINDOW.end, "sglang": at(24, month=6)})
    covered = {coverage.project: coverage for coverage in digest.coverage}
    assert (covered["vllm"].status, covered["vllm"].updates) == (CoverageStatus.DATA, 2)
    assert covered["flashinfer"].status is CoverageStatus.QUIET
    assert (covered["sglang"].status, covered["sglang"].since) == (CoverageStatus.NO_DATA, at(24, month=6))
    never = next(c for key, c in covered.items() if key not in {"vllm", "flashinfer", "sglang"})
    assert (never.status, never.since) == (CoverageStatus.NO_DATA, None)


def test_an_empty_window_is_an_honest_digest() -> None:
    """Nothing read gives nothing shown and nothing left out."""
    digest = _digest([])
    assert (digest.sections, digest.left_out, digest.top, digest.read) == ((), (), (), 0)
