"""From a window's updates to a digest: what is in, in which order, and what was left out and why."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.digest import CoverageStatus, Section
from bot.domain.editing.composing import CANCELLED, NOISE, PAPERS_AND_POSTS, PINS, RANKED_LOWER
from bot.domain.editing.weighing import IMPORTANCE
from bot.domain.edition import Limits
from bot.domain.label import Label
from bot.domain.update import Kind, Update
from tests.domain.editing.window import DAILY, INSIDE, WINDOW, an_edition, issue, left_out, made, shown, told
from tests.factories import FLASHINFER, VLLM, an_update, at


def test_stories_stand_by_project_in_the_order_of_the_groups() -> None:
    """Engines come before kernels, whatever matters more."""
    kernel = an_update("[BREAKING] Move the plan API", number=1, kind=Kind.FEATURE, published=INSIDE)
    assert [section.key for section in issue([kernel, *made(1)]).sections] == ["vllm", "flashinfer"]


def test_a_project_that_the_catalogue_lacks_stands_last() -> None:
    """Nothing is lost because its project is unknown."""
    digest = issue([*made(1, "someone/thing"), *made(1)])
    assert [section.key for section in digest.sections] == ["vllm", "thing"]


def test_look_outs_come_first_within_a_project() -> None:
    """Inside a project the order is that of every list."""
    breaking = an_update(
        "[BREAKING] Move it", number=9, repository=VLLM, kind=Kind.FIX, published=INSIDE - timedelta(hours=5)
    )
    (section,) = issue([*made(2), breaking]).sections
    assert section.stories[0].label is Label.BREAKING


def test_noise_is_left_out_and_counted_by_reason() -> None:
    """Docs, CI and tests are one reason, dependency pins another."""
    updates = [
        *made(1),
        an_update("Fix typo", number=50, kind=Kind.DOCS, noise=True, published=INSIDE),
        an_update("Pin runner", number=51, kind=Kind.CI, noise=True, published=INSIDE),
        an_update("Bump toml", number=52, kind=Kind.DEPENDENCY, noise=True, published=INSIDE),
    ]
    digest = issue(updates)
    assert left_out(digest) == {NOISE: 2, PINS: 1}
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
    digest = issue(updates)
    assert digest.sections == ()
    assert left_out(digest) == {CANCELLED: 2}


@pytest.mark.parametrize(
    ("count", "items", "lower"),
    [
        pytest.param(24, 24, 0, id="under"),
        pytest.param(25, 25, 0, id="at"),
        pytest.param(26, 25, 1, id="over"),
    ],
)
def test_a_daily_has_twenty_five_items_and_counts_the_rest(count: int, items: int, lower: int) -> None:
    """What did not fit is counted as ranked lower."""
    digest = issue(made(count))
    assert len(digest.stories) == items
    assert left_out(digest).get(RANKED_LOWER, 0) == lower


def test_the_top_is_not_of_one_project_alone() -> None:
    """Five open the message; a project has at most two of them while others have something."""
    flashinfer = an_update("Add FP4 attention", number=1, kind=Kind.FEATURE, published=INSIDE)
    digest = issue([*made(8), flashinfer])
    assert len(digest.top) == DAILY.limits.top
    assert flashinfer in [story.lead for story in digest.top[:3]]


def test_updates_outside_of_the_window_are_not_read() -> None:
    """The window is half open: its end belongs to the next one."""
    assert issue([replace(made(1)[0], published=WINDOW.end)]).read == 0


def test_coverage_tells_quiet_from_without_data() -> None:
    """Data, quiet and no data since are three things, said of every project."""
    digest = issue(made(2), read_to={"flashinfer": WINDOW.end, "sglang": at(24, month=6)})
    covered = {coverage.project: coverage for coverage in digest.coverage}
    assert (covered["vllm"].status, covered["vllm"].updates) == (CoverageStatus.DATA, 2)
    assert covered["flashinfer"].status is CoverageStatus.QUIET
    assert (covered["sglang"].status, covered["sglang"].since) == (CoverageStatus.NO_DATA, at(24, month=6))


def test_every_pick_says_why() -> None:
    """The signals of each told story sum to its weight, and the order is that of the weights."""
    breaking = an_update("[BREAKING] Move the plan API", number=9, kind=Kind.FEATURE, published=INSIDE)
    digest = issue([*made(3), breaking])
    assert set(digest.reasons) == set(told(digest))
    weights = {key: math.fsum(one.weight for one in reasons) for key, reasons in digest.reasons.items()}
    assert max(weights, key=lambda key: weights[key]) == breaking.key == digest.top[0].lead.key
    assert digest.reasons[breaking.key][0].signal == IMPORTANCE


def test_an_edition_without_papers_counts_them() -> None:
    """A section that an edition has not is left out, with its number."""
    paper = an_update("Attention in four bits", number=3, kind=Kind.PAPER, published=INSIDE)
    assert paper.key in told(issue([*made(1), paper]))
    digest = issue([*made(1), paper], edition=an_edition(without=[Section.PAPERS]))
    assert paper.key not in told(digest)
    assert left_out(digest) == {PAPERS_AND_POSTS: 1}
    assert Section.PAPERS not in digest.made_of


def test_what_is_usual_is_counted_in_windows_of_the_same_length() -> None:
    """One story a day about a card is usual; three in three projects on one day are an event of that day."""
    before = [
        an_update(
            f"Add ring stage r{n}",
            number=n,
            kind=Kind.FEATURE,
            tags=("hardware:sm120",),
            published=WINDOW.end - timedelta(days=n, hours=2),
            first_seen=WINDOW.end - timedelta(days=n, hours=1),
        )
        for n in range(1, 14)
    ]
    today = [
        update
        for repository in (VLLM, FLASHINFER, "sgl-project/sglang")
        for update in made(1, repository, first=100, tags=("hardware:sm120",))
    ]
    (event,) = issue(today, before=tuple(before)).highlights
    assert set(event.projects) == {"vllm", "flashinfer", "sglang"}


_UPDATES = st.lists(
    st.tuples(
        st.sampled_from(
            [
                "Add kernel variant",
                'Revert "Add kernel variant (#3)"',
                "Fix a hang",
                "docs: typo",
                "[1/2] Plan",
                "v1.2.0",
            ]
        ),
        st.integers(1, 400),
        st.sampled_from([VLLM, FLASHINFER, "someone/thing"]),
        st.sampled_from([Kind.FEATURE, Kind.FIX, Kind.REVERT, Kind.DOCS, Kind.DEPENDENCY, Kind.PAPER, Kind.RELEASE]),
        st.booleans(),
        st.integers(-200_000, 200_000),
        st.integers(-200_000, 200_000),
    ),
    max_size=40,
    unique_by=lambda row: (row[1], row[2]),
)


@given(_UPDATES, st.integers(1, 6), st.booleans())
def test_what_is_read_is_told_or_counted(rows: list[tuple[Any, ...]], items: int, papers: bool) -> None:
    """Told and left out are all that was read, whatever comes in, and what came late among it."""
    updates: list[Update] = [
        an_update(
            f"{title} {number % 7}",
            number=number,
            repository=repository,
            kind=kind,
            noise=noise,
            published=INSIDE + timedelta(seconds=shift),
            first_seen=INSIDE + timedelta(seconds=max(shift, seen)),
        )
        for title, number, repository, kind, noise, shift, seen in rows
    ]
    inside = [update for update in updates if WINDOW.holds(update.published)]
    before = tuple(update for update in updates if update.published < (WINDOW.start or INSIDE))
    edition = an_edition(Limits(items, 2), without=[] if papers else [Section.PAPERS])
    digest = issue(inside, edition=edition, before=before)
    assert digest.read == shown(digest) + sum(left_out(digest).values())
    assert len(digest.stories) <= items
    assert set(digest.reasons) == set(told(digest))
    assert digest == issue(list(inside), edition=edition, before=before)
