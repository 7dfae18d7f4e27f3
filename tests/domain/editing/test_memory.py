"""What an issue says of those before it: corrections, continuations, the watch list."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.digest import Section
from bot.domain.editing.material import Memory, Scope
from bot.domain.posted import Amendment, Outcome, Reason, Watched
from bot.domain.state import Stage, State
from bot.domain.update import Kind
from tests.domain.editing.window import DAILY, INSIDE, WINDOW, an_edition, issue, posted, remembering
from tests.factories import a_query, an_update, at

FIX = an_update(
    "Fix wrong results of NVFP4 attention on SM120 (#3838)", number=3838, tags=("hardware:sm120",), published=at(6)
)
REVERT = an_update(
    'Revert "Fix wrong results of NVFP4 attention (#3838)" (#3850)',
    number=3850,
    kind=Kind.REVERT,
    published=INSIDE,
    body="Reverts #3838",
)
SM120 = Scope(query=a_query("hardware:sm120"), about="SM120")
H100 = Scope(query=a_query("hardware:sm90"), about="SM90")


@pytest.mark.parametrize(
    ("scope", "corrected"),
    [
        pytest.param(Scope(), True, id="all"),
        pytest.param(SM120, True, id="the revert names no card"),
        pytest.param(H100, False, id="the item was not of this scope"),
    ],
)
def test_corrections_look_through_everything(scope: Scope, corrected: bool) -> None:
    """A scope's item is corrected by a revert that is not of the scope, and another's is not."""
    digest = issue([REVERT], before=(FIX,), memory=remembering(FIX), scope=scope)
    assert [(one.what, one.key, one.by) for one in digest.corrections] == (
        [(Amendment.REVERTED, FIX.key, REVERT.key)] if corrected else []
    )
    assert set(digest.cited) >= ({FIX.key, REVERT.key} if corrected else set())


def test_what_another_issue_corrected_is_not_said_again() -> None:
    """Places that are known to be corrected are left alone."""
    memory = remembering(FIX, corrected=frozenset({posted(FIX).place}))
    assert issue([REVERT], before=(FIX,), memory=memory).corrections == ()


def test_an_edition_without_corrections_has_none() -> None:
    """Sections that an edition has not stay empty."""
    edition = an_edition(without=[Section.CORRECTIONS])
    assert issue([REVERT], edition=edition, before=(FIX,), memory=remembering(FIX)).corrections == ()


def test_another_editions_items_are_its_own() -> None:
    """A daily does not correct what a weekly said, and does not go on from it."""
    foreign = replace(posted(FIX), edition="frameworks-weekly", number="2026-W27")
    digest = issue([REVERT], before=(FIX,), memory=remembering(FIX, posted=(foreign,)))
    assert (digest.corrections, digest.continues) == ((), ())


def test_what_was_reverted_after_the_window_is_the_next_issues() -> None:
    """An issue that is composed again does not know what came later."""
    for at_instant, corrected in ((WINDOW.end, True), (WINDOW.end + timedelta(seconds=1), False)):
        now = replace(FIX, state=State(Stage.REVERTED, at=at_instant, by=REVERT.key))
        memory = remembering(FIX, held={FIX.key: now})
        assert bool(issue([], memory=memory).corrections) is corrected


def test_the_watch_list_is_answered_from_everything() -> None:
    """A severe fix that was taken back by a revert outside of the scope is answered in the scope."""
    memory = Memory(watched=(Watched(FIX.key, Reason.UNRELEASED_FIX, at(1)),), held={FIX.key: FIX})
    (answer,) = issue([REVERT], before=(FIX,), memory=memory, scope=SM120).answered
    assert (answer.outcome, answer.by) == (Outcome.REVERTED, REVERT.key)
    assert issue([REVERT], before=(FIX,), memory=memory, scope=H100).answered == ()


def test_a_story_that_goes_on_says_from_where() -> None:
    """A follow-up of what yesterday told names it."""
    first = an_update("Add ragged prefill to the planner", number=1, kind=Kind.FEATURE, published=at(6))
    later = an_update("Support graphs with it", number=5, kind=Kind.FEATURE, published=INSIDE, body="Follow-up of #1.")
    (onward,) = issue([later], before=(first,), memory=remembering(first)).continues
    assert (onward.key, onward.from_key, onward.number) == (later.key, first.key, "2026-07-07")
    assert WINDOW.end - INSIDE < timedelta(days=1)
    assert onward.edition == DAILY.key
