"""Links to earlier issues, corrections of them, and the watch list."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.answer import Story
from bot.domain.clustering import stories
from bot.domain.continuing import continued
from bot.domain.correcting import CORRECTED_FOR, corrections
from bot.domain.label import Label
from bot.domain.posted import Amendment, Answered, Outcome, Posted, Reason, Watched
from bot.domain.references import Tie
from bot.domain.state import Stage, State
from bot.domain.tag import Tag
from bot.domain.update import Kind, Links, Update
from bot.domain.watching import MOST, WATCHED_FOR, answered, is_open, watch_list
from tests.factories import VLLM, a_story, an_update, at

CHANGE = an_update("Add a fused sampler kernel (#10)", number=10, kind=Kind.FEATURE, published=at(7))
REVERT = an_update('Revert "Add a fused sampler kernel (#10)"', number=12, kind=Kind.REVERT, published=at(10))
BACK = an_update("Add a fused sampler kernel (#14)", number=14, kind=Kind.FEATURE, published=at(11))
FIX = an_update("Fix a hang of the sampler", number=20, kind=Kind.FIX, published=at(7))
CANDIDATE = an_update(
    "0.6.15rc1", kind=Kind.RELEASE, key="f:v0.6.15rc1", links=Links(tag="v0.6.15rc1"), published=at(7)
)


def posted(update: Update, label: Label = Label.NEW, number: str = "2026-07-08", day: int = 8) -> Posted:
    """An item of a daily."""
    return Posted("systems-daily", number, update.key, at(day), label)


def held(*updates: Update) -> dict[str, Update]:
    """The updates as the store holds them."""
    return {update.key: update for update in updates}


@pytest.mark.parametrize(
    ("earlier", "later", "tie"),
    [
        pytest.param(
            CHANGE,
            an_update("Handle empty rows", number=11, body="Follow-up to #10", published=at(9)),
            Tie.FOLLOW_UP,
            id="follow-up",
        ),
        pytest.param(
            CHANGE, an_update("Handle empty rows", number=11, body="Broken by #10", published=at(9)), Tie.FIX, id="fix"
        ),
        pytest.param(CHANGE, REVERT, Tie.REVERT, id="revert"),
        pytest.param(
            REVERT, an_update("Sampler", number=15, body="Relands #12", published=at(12)), Tie.RELAND, id="reland"
        ),
        pytest.param(
            an_update("[1/3] Disaggregated rollout: pull", number=1, published=at(5)),
            an_update("[2/3] Disaggregated rollout: push", number=2, published=at(9)),
            Tie.SERIES,
            id="series",
        ),
        pytest.param(
            an_update("Add mxfp quant for token dispatch with low communication", number=1, published=at(5)),
            an_update(
                "Add mxfp quant for token dispatch with low communication and packed scales", number=2, published=at(9)
            ),
            Tie.FOLLOW_UP,
            id="the-same-subject",
        ),
        pytest.param(
            CANDIDATE, replace(CANDIDATE, key="f:v0.6.15", title="0.6.15", published=at(9)), Tie.RELEASE, id="release"
        ),
    ],
)
def test_a_story_goes_on_from_what_was_posted(earlier: Update, later: Update, tie: Tie) -> None:
    """By what it names, by its part, its version or its words."""
    links = continued(stories([later]), [posted(earlier)], held(earlier))
    assert [(link.from_key, link.number, link.tie) for link in links.values()] == [(earlier.key, "2026-07-08", tie)]


def test_what_was_posted_does_not_go_on_from_itself_or_from_another_project() -> None:
    """A weekly after its dailies tells the same update; numbers count per project."""
    other = an_update("Handle empty rows", number=11, repository=VLLM, body="Follow-up to #10", published=at(9))
    assert continued(stories([CHANGE, other]), [posted(CHANGE)], held(CHANGE)) == {}


def test_the_latest_issue_that_told_it_is_named() -> None:
    """A reader looks up the newest one."""
    items = [posted(CHANGE), posted(CHANGE, number="2026-07-09", day=9)]
    later = an_update("Handle empty rows", number=11, body="Follow-up to #10", published=at(10))
    assert continued(stories([later]), items, held(CHANGE))[later.key].number == "2026-07-09"


def test_a_later_revert_corrects_each_posted_item_exactly_once() -> None:
    """In every edition that told it, and never again."""
    items = [posted(CHANGE), replace(posted(CHANGE), edition="frameworks-weekly", number="2026-W28")]
    found = corrections(items, held(CHANGE), [REVERT], at(11))
    assert [(one.edition, one.what, one.at, one.by, one.label) for one in found] == [
        (edition, Amendment.REVERTED, REVERT.published, REVERT.key, Label.REVERTED)
        for edition in ("frameworks-weekly", "systems-daily")
    ]
    assert corrections(items, held(CHANGE), [REVERT], at(11), {one.place for one in found}) == ()


@pytest.mark.parametrize(
    "later",
    [
        pytest.param([REVERT, BACK], id="relanded"),
        pytest.param(
            [
                REVERT,
                an_update(
                    "Undo", number=16, kind=Kind.REVERT, published=at(11), body="Reverts flashinfer-ai/flashinfer#12"
                ),
            ],
            id="revert-of-the-revert",
        ),
        pytest.param([replace(REVERT, title="Revert part of #10")], id="a-part"),
        pytest.param([BACK], id="no-revert"),
    ],
)
def test_what_stands_again_needs_no_correction(later: list[Update]) -> None:
    """What came back before anybody was told of the revert was right all along."""
    assert corrections([posted(CHANGE)], held(CHANGE), later, at(12)) == ()


def test_a_stored_state_of_reverted_is_enough() -> None:
    """States are found over the whole branch, further back than the given updates reach."""
    gone = replace(CHANGE, state=State(Stage.REVERTED, at=at(9), by="somebody"))
    (found,) = corrections([posted(CHANGE)], held(gone), [], at(11))
    assert (found.what, found.at, found.by) == (Amendment.REVERTED, at(9), "somebody")


def test_a_withdrawn_release_is_corrected() -> None:
    """By the update that says so."""
    gone = replace(CANDIDATE, key="f~withdrawn", title="0.6.15rc1 was withdrawn", published=at(9))
    (found,) = corrections([posted(CANDIDATE, Label.PRE_RELEASE)], held(CANDIDATE), [gone], at(11))
    assert (found.what, found.by, found.label) == (Amendment.WITHDRAWN, gone.key, Label.WITHDRAWN)


@pytest.mark.parametrize(
    ("label", "is_corrected"),
    [
        pytest.param(Label.BREAKING, True, id="a-warning-that-was-none"),
        pytest.param(Label.PERF, False, id="perf-or-new"),
        pytest.param(Label.NEW, False, id="the-same"),
    ],
)
def test_only_a_label_that_readers_act_upon_is_corrected(label: Label, is_corrected: bool) -> None:
    """A better tagger must not flood channels with corrections."""
    found = corrections([posted(CHANGE, label)], held(CHANGE), [], at(11))
    assert [one.what for one in found] == [Amendment.RELABELLED] * is_corrected


def test_a_tag_that_was_taken_off_is_corrected() -> None:
    """Somebody with that card has read it as theirs."""
    item = replace(posted(CHANGE), tags=frozenset({Tag.parse("hardware:sm120")}))
    tagged = replace(CHANGE, tags=an_update(tags=("hardware:sm120",)).tags)
    assert corrections([item], held(tagged), [], at(11)) == ()
    assert [one.what for one in corrections([item], held(CHANGE), [], at(11))] == [Amendment.RETAGGED]


@pytest.mark.parametrize(
    ("after", "count"),
    [
        pytest.param(CORRECTED_FOR - timedelta(seconds=1), 1, id="under"),
        pytest.param(CORRECTED_FOR, 1, id="at"),
        pytest.param(CORRECTED_FOR + timedelta(seconds=1), 0, id="over"),
    ],
)
def test_old_issues_are_history(after: timedelta, count: int) -> None:
    """After a month nobody is told any more."""
    assert len(corrections([posted(CHANGE)], held(CHANGE), [REVERT], at(8) + after)) == count


@pytest.mark.parametrize(
    ("told", "watched"),
    [
        pytest.param(
            [replace(FIX, state=State(Stage.UNRELEASED, "0.6.14"))], [(FIX.key, Reason.UNRELEASED_FIX)], id="fix"
        ),
        pytest.param([replace(FIX, state=State(Stage.RELEASED, "0.6.14"))], [], id="released-fix"),
        pytest.param([FIX], [], id="release-unknown"),
        pytest.param(
            [an_update("[2/4] Native server: entry", number=2)],
            [("flashinfer-ai/flashinfer#2", Reason.OPEN_SERIES)],
            id="series",
        ),
        pytest.param([an_update("[4/4] Native server: entry", number=2)], [], id="last-part"),
        pytest.param([CANDIDATE], [(CANDIDATE.key, Reason.PRE_RELEASE)], id="pre-release"),
        pytest.param([CHANGE, REVERT], [(CHANGE.key, Reason.REVERTED)], id="taken-back"),
        pytest.param(
            [replace(REVERT, body="Will reland once the tests are fixed")],
            [(REVERT.key, Reason.REVERTED)],
            id="promised",
        ),
        pytest.param([REVERT], [], id="revert-for-good"),
    ],
)
def test_what_is_watched(told: list[Update], watched: list[tuple[str, Reason]]) -> None:
    """Only what the store can answer a week later."""
    assert [(one.key, one.reason) for one in watch_list(stories(told), at(13))] == watched


def test_what_is_open_is_watched_on_with_its_own_date_for_four_weeks() -> None:
    """A watch list does not begin anew every week, nor does it grow for ever."""
    young, old = (
        Watched(FIX.key, Reason.UNRELEASED_FIX, at(6)),
        Watched("old", Reason.PRE_RELEASE, at(13) - WATCHED_FOR),
    )
    fix = replace(FIX, state=State(Stage.UNRELEASED))
    assert watch_list(stories([fix]), at(13), still=[young, old]) == (young,)
    many: list[Story] = [a_story(replace(fix, key=str(number))) for number in range(20)]
    assert len(watch_list(many, at(13))) == MOST


@pytest.mark.parametrize(
    ("reason", "update", "later", "outcome"),
    [
        pytest.param(
            Reason.UNRELEASED_FIX,
            replace(FIX, state=State(Stage.RELEASED, "0.6.15")),
            [],
            Outcome.RELEASED,
            id="released",
        ),
        pytest.param(
            Reason.UNRELEASED_FIX,
            replace(FIX, state=State(Stage.UNRELEASED, "0.6.14")),
            [],
            Outcome.UNRELEASED,
            id="unreleased",
        ),
        pytest.param(Reason.UNRELEASED_FIX, FIX, [], Outcome.UNKNOWN, id="tags-not-read"),
        pytest.param(Reason.UNRELEASED_FIX, CHANGE, [REVERT], Outcome.REVERTED, id="reverted"),
        pytest.param(Reason.REVERTED, CHANGE, [REVERT, BACK], Outcome.RELANDED, id="relanded"),
        pytest.param(Reason.REVERTED, CHANGE, [REVERT], Outcome.NOTHING, id="still-out"),
        pytest.param(
            Reason.PRE_RELEASE,
            CANDIDATE,
            [replace(CANDIDATE, key="s", title="0.6.15", links=Links(tag="v0.6.15"), published=at(9))],
            Outcome.RELEASED,
            id="stable",
        ),
        pytest.param(
            Reason.PRE_RELEASE,
            CANDIDATE,
            [replace(CANDIDATE, key="s", title="0.6.15rc2", links=Links(tag="v0.6.15rc2"), published=at(9))],
            Outcome.PRE_RELEASED,
            id="next-candidate",
        ),
        pytest.param(
            Reason.PRE_RELEASE,
            CANDIDATE,
            [replace(CANDIDATE, key="w", title="0.6.15rc1 was withdrawn", published=at(9))],
            Outcome.WITHDRAWN,
            id="withdrawn",
        ),
        pytest.param(Reason.PRE_RELEASE, CANDIDATE, [], Outcome.NOTHING, id="no-release"),
        pytest.param(
            Reason.OPEN_SERIES,
            an_update("[2/4] Native server: entry", number=2, published=at(5)),
            [an_update("[3/4] Native server: exit", number=3, published=at(9))],
            Outcome.CONTINUED,
            id="next-part",
        ),
    ],
)
def test_what_was_watched_is_answered(reason: Reason, update: Update, later: list[Update], outcome: Outcome) -> None:
    """With evidence: a version, or the update that shows it."""
    (answer,) = answered([Watched(update.key, reason, at(6))], held(update), later)
    assert answer.outcome is outcome


def test_what_is_gone_from_the_store_is_not_known() -> None:
    """Nothing is guessed."""
    watched = Watched("gone", Reason.PRE_RELEASE, at(6))
    assert answered([watched], {}, []) == (Answered(watched, Outcome.UNKNOWN),)
    assert is_open(Answered(watched, Outcome.UNRELEASED))
    assert not is_open(Answered(watched, Outcome.RELEASED))
