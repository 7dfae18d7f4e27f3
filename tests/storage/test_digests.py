"""What issues told, watch and corrected: once each, and found again by the issue that is composed again."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.domain.label import Label
from bot.domain.posted import Amendment, Correction, Posted, Reason, Watched
from bot.domain.state import UNKNOWN, Stage, State
from bot.domain.window import Window
from storage.digests import Issue
from storage.store import Store
from tests.factories import NOW, SHANGHAI, a_tag, at

DAILY = "systems-daily"
ISSUE = Issue(DAILY, "2026-07-08", Window(at(6, hour=23), at(7, hour=23), SHANGHAI), NOW)
NEXT = replace(ISSUE, number="2026-07-09", window=Window(at(7, hour=23), at(8, hour=23), SHANGHAI))
FIRST = Posted(
    DAILY,
    ISSUE.number,
    "a/b#1",
    at(8, hour=0),
    Label.FIX,
    ("a/b#1", "a/b#2"),
    State(Stage.REVERTED, "1.2", at(7), "a/b#9"),
    frozenset({a_tag("hardware:sm120")}),
)
SECOND = Posted(DAILY, ISSUE.number, "a/b#3", at(8, hour=0), Label.NEW, (), UNKNOWN, None)
CORRECTION = Correction(DAILY, ISSUE.number, "a/b#1", Amendment.REVERTED, at(8), "a/b#9", Label.REVERTED)


def test_what_was_told_is_given_back_whole(store: Store) -> None:
    """Label, keys, tags and the state with when and by what it was reverted."""
    assert store.digests.record(ISSUE, [FIRST, SECOND])
    assert store.digests.told_since(at(1), DAILY) == (FIRST, SECOND)
    assert store.digests.told_since(at(8, hour=1)) == ()
    assert store.digests.telling("a/b#3") == (SECOND,)


def test_an_issue_is_recorded_once(store: Store) -> None:
    """A second time changes nothing; equal items in one issue are one."""
    assert store.digests.record(ISSUE, [FIRST, FIRST])
    assert not store.digests.record(ISSUE, [replace(FIRST, label=Label.NEW), SECOND])
    assert store.digests.told_since(at(1)) == (FIRST,)


def test_two_scopes_of_one_issue_tell_together(store: Store) -> None:
    """The second scope's items are added, what both told stands once, and each is an issue."""
    assert store.digests.record(ISSUE, [FIRST])
    assert store.digests.record(replace(ISSUE, scope="sm120"), [replace(FIRST, label=Label.NEW), SECOND])
    assert store.digests.told_since(at(1)) == (FIRST, SECOND)


def test_the_issue_before_is_the_one_that_abuts(store: Store) -> None:
    """Asked by the end of the own window; of one scope or of any."""
    store.digests.record(replace(ISSUE, scope="sm120"))
    store.digests.record(NEXT)
    assert store.digests.before(DAILY, NEXT.window.end) is None
    assert store.digests.before(DAILY, NEXT.window.end, scope=None) == replace(ISSUE, scope="sm120")
    assert store.digests.before(DAILY, ISSUE.window.end, scope=None) is None
    assert store.digests.latest(DAILY) == NEXT


def test_what_an_issue_watches(store: Store) -> None:
    """In the order in which it began to be watched."""
    watched = (Watched("a/b#2", Reason.PRE_RELEASE, at(1)), Watched("a/b#1", Reason.OPEN_SERIES, at(2)))
    store.digests.record(ISSUE, watched=(*watched[::-1], watched[0]))
    assert store.digests.watched_by(DAILY, ISSUE.number) == watched
    assert store.digests.watched_by(DAILY, NEXT.number) == ()


def test_a_correction_is_made_once_and_told_again_by_its_own_issue(store: Store) -> None:
    """Composed again, the issue that told it tells it; every other issue leaves it alone."""
    later = replace(CORRECTION, what=Amendment.RELABELLED, at=at(9))
    assert store.digests.correct([CORRECTION, later], NEXT.number) == (CORRECTION,)
    assert store.digests.corrections(DAILY) == (CORRECTION,)
    assert store.digests.correct([later], "2026-07-10") == ()
    assert store.digests.corrected_before(DAILY, NEXT.number) == frozenset()
    assert store.digests.corrected_before(DAILY, "2026-07-10") == {CORRECTION.place}
    assert store.digests.corrected_before("frameworks-weekly", "2026-W28") == frozenset()
    assert store.digests.corrections(since=at(8) + timedelta(seconds=1)) == ()


def test_a_correction_in_place_is_still_told_by_the_next_issue(store: Store) -> None:
    """Editing what was posted does not take it from the next issue, which then has told it."""
    assert store.digests.correct([CORRECTION]) == (CORRECTION,)
    assert store.digests.corrected_before(DAILY, NEXT.number) == frozenset()
    assert store.digests.correct([CORRECTION], NEXT.number) == ()
    assert store.digests.corrected_before(DAILY, "2026-07-10") == {CORRECTION.place}
    assert store.digests.correct([CORRECTION], "2026-07-10") == ()
    assert store.digests.corrected_before(DAILY, NEXT.number) == frozenset()


def test_nothing_to_note(store: Store) -> None:
    """Empty issues and no corrections are fine."""
    assert store.digests.record(ISSUE)
    assert store.digests.correct([], ISSUE.number) == ()
