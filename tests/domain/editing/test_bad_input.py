"""Windows with nothing, with far too much, and with what nobody would write."""

from __future__ import annotations

import pytest

from bot.domain.digest import CoverageStatus, Unread
from bot.domain.editing.material import Scope
from bot.domain.update import Kind
from tests.domain.editing.window import INSIDE, WINDOW, issue, left_out, made, shown, told
from tests.factories import VLLM, a_query, an_update, at

CHANGES = ("Add", "Fix", "Speed up", "Remove")
TITLES = (
    "修复稀疏注意力在长序列下的精度问题",
    "إصلاح خطأ في الذاكرة عند التحميل",
    "Fix the 👩‍👩‍👧‍👦 family of kernels 🏳️‍🌈",
    "x" * 500,
    "Fix \u202eevil\u202c title\x00\x1b[31m",
    "",
    "🤖",
    "[" * 400,
    '"' * 300,
)


def test_no_update() -> None:
    """An empty window makes an empty issue that says what was looked at."""
    digest = issue([], read_to={"vllm": WINDOW.end})
    assert (digest.read, digest.stories, digest.left_out, digest.top, digest.cards) == (0, (), (), (), ())
    assert [one.status for one in digest.coverage if one.project == "vllm"] == [CoverageStatus.QUIET]


def test_one_update() -> None:
    """One update has no spread to be measured by, and is told."""
    (update,) = made(1)
    assert told(issue([update])) == [update.key]


def test_twenty_thousand_updates() -> None:
    """All are read, and what is not told is counted."""
    updates = [
        an_update(
            f"{CHANGES[n % 4]} part{n % 97} of unit{n} for case{n % 1013}",
            number=n,
            repository=f"owner/project{n % 24}",
            kind=Kind.FEATURE,
            noise=n % 3 == 0,
            published=INSIDE,
        )
        for n in range(1, 20_001)
    ]
    digest = issue(updates)
    assert digest.read == 20_000 == shown(digest) + sum(left_out(digest).values())
    assert len(digest.stories) == 25


def test_updates_of_one_second() -> None:
    """Their order is that of their keys, whichever comes first."""
    updates = made(60)
    assert told(issue(updates)) == told(issue(updates[::-1]))
    assert issue(updates).top == issue(updates[::-1]).top


def test_a_huge_description() -> None:
    """A body of 200 kB is an update like another."""
    updates = [an_update(f"Fix case {n}", number=n, body="revert of #1, picked from a\n" * 7_200) for n in range(1, 6)]
    assert issue([*updates]).read == 5
    assert all(len(update.body) > 200_000 for update in updates)


@pytest.mark.parametrize("title", TITLES, ids=range(len(TITLES)))
def test_strange_titles(title: str) -> None:
    """Whatever a title is made of, its update is told or counted, in a scope too."""
    updates = [
        an_update(title, number=n, repository=VLLM, kind=kind, published=INSIDE, tags=("hardware:sm120",))
        for n, kind in enumerate((Kind.FEATURE, Kind.FIX, Kind.REVERT, Kind.RELEASE, Kind.PAPER), start=1)
    ]
    for scope in (Scope(), Scope(query=a_query("hardware:sm120"))):
        digest = issue(updates, scope=scope)
        assert digest.read == 5 == shown(digest) + sum(left_out(digest).values())


def test_a_source_that_failed_all_week() -> None:
    """It is named with its since and why, and nothing of it is called quiet."""
    digest = issue(made(1), unread={"sglang": Unread(at(1), "GitHub rate limit")})
    (failed,) = [one for one in digest.coverage if one.status is CoverageStatus.FAILED]
    assert (failed.project, failed.since, failed.reason) == ("sglang", at(1), "GitHub rate limit")
