"""The order of a digest and of one reader's, with the weights that are shipped."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.domain.picking.company import ALIKE, likenesses
from bot.domain.picking.digest import AGAIN, COMPANY, FOLLOWS, rank_for_digest, rank_with_followers
from bot.domain.picking.habits import habits_of
from bot.domain.picking.picked import Picked
from bot.domain.picking.reader import TOUCHES, Reader, rank_for_reader
from bot.domain.picking.signal import Signal
from bot.domain.picking.weights import Weights
from bot.domain.update import Figure, Kind, Update
from config.ranking import load_ranking
from tests.domain.picking.changes import HABITS, ORDINARY, a_change, told
from tests.factories import a_tag, a_vocabulary, found

WEIGHTS = load_ranking()


def order(*updates: Update, weights: Weights = WEIGHTS.digest) -> list[str]:
    """The titles in the order of a digest."""
    return [one.story.lead.title for one in rank_for_digest(told(*updates), HABITS, weights)]


FEATURE = a_change("Add support for Qwen4 models", additions=900, tags=["model:qwen4"])


@pytest.mark.parametrize(
    "lesser",
    [
        pytest.param(a_change("Fix a wrong message", Kind.FIX, number=1), id="a small fix"),
        pytest.param(a_change("Run tests nightly", Kind.CI, number=1, noise=True, additions=900), id="CI"),
        pytest.param(a_change("Add cases", Kind.TEST, number=1, noise=True, paths=("tests/t.py",)), id="tests"),
        pytest.param(a_change("Explain the planner", Kind.DOCS, number=1, paths=("docs/a.md",)), id="docs"),
        pytest.param(a_change("Clean up the planner", Kind.REFACTOR, number=1, noise=True), id="refactoring"),
        pytest.param(a_change('Revert "Add planner"', Kind.REVERT, number=1), id="a revert"),
        pytest.param(a_change("Add a flag", number=1, additions=2), id="a small feature"),
    ],
)
def test_a_new_model_goes_before(lesser: Update) -> None:
    """A large new model support stands before everyday work."""
    assert order(lesser, FEATURE)[0] == FEATURE.title


@pytest.mark.parametrize(
    ("better", "lesser"),
    [
        pytest.param(
            a_change("Enable chunked prefill by default"),
            a_change("Tweak chunked prefill warning", number=1),
            id="a default before a tweak",
        ),
        pytest.param(
            a_change("Faster planner, 12% throughput", Kind.PERFORMANCE, figures=(Figure("12% throughput"),)),
            a_change("Faster planner for odd shapes", Kind.PERFORMANCE, number=1),
            id="measured before unmeasured",
        ),
        pytest.param(
            a_change("Planner engine", additions=9000),
            a_change("Planner engine for lists", number=1, additions=3),
            id="large before small",
        ),
        pytest.param(
            a_change("Update torch to 2.13.0", Kind.DEPENDENCY),
            a_change("Bump actions/x to 3.1", Kind.DEPENDENCY, number=1, noise=True),
            id="a toolchain before a bot's bump",
        ),
        pytest.param(
            a_change("[BREAKING] Planner takes lists"),
            a_change("Planner takes tuples", number=1),
            id="breaking before the same unmarked",
        ),
    ],
)
def test_what_matters_more_goes_before(better: Update, lesser: Update) -> None:
    """Pairs of which an editor would take the first."""
    assert order(lesser, better)[0] == better.title


def assert_sums(picked: tuple[Picked, ...]) -> None:
    """Every score is the sum of its reasons, each of which adds something, the strongest first."""
    for one in picked:
        assert math.isclose(one.score, math.fsum(reason.weight for reason in one.reasons), abs_tol=1e-12)
        assert all(reason.weight for reason in one.reasons)


def test_every_pick_says_why() -> None:
    """The reasons of each pick sum to its score."""
    picked = rank_for_digest(told(*ORDINARY, FEATURE), HABITS, WEIGHTS.digest)
    assert_sums(picked)
    assert_sums(rank_with_followers(told(*ORDINARY, FEATURE), HABITS, WEIGHTS.digest))
    assert_sums(rank_for_reader(told(*ORDINARY, FEATURE), HABITS, WEIGHTS.reader, Reader(frozenset(), a_vocabulary())))


def test_nothing_is_dropped_and_scores_never_rise() -> None:
    """A ranking holds every story once, and no pick has a better score than the one before."""
    given = told(*ORDINARY, FEATURE)
    picked = rank_for_digest(given, HABITS, WEIGHTS.digest)
    assert {one.story.lead.key for one in picked} == {story.lead.key for story in given}
    assert len(picked) == len(given)
    assert all(one.score >= two.score - 1e-9 for one, two in pairwise(picked))


def test_the_order_does_not_hang_on_the_order_given() -> None:
    """The same stories in another order are ranked alike."""
    given = (*ORDINARY, FEATURE)
    assert order(*given) == order(*reversed(given))


def test_followers_are_ranked_behind_their_leads() -> None:
    """Every update of a story has a line, and one that follows says so."""
    parts = [a_change(f"Tree planner [{n}/3]: layer{n}", number=n) for n in (1, 2, 3)]
    given = told(*parts)
    picked = rank_with_followers(given, HABITS, replace(WEIGHTS.digest, follows=1.0))
    assert len(given) == 1
    assert sorted(one.story.lead.links.pull or 0 for one in picked) == [1, 2, 3]
    assert picked[0].story.lead == given[0].lead
    assert sum(any(reason.signal == FOLLOWS for reason in one.reasons) for one in picked) == 2


def test_a_large_work_lifts_its_parts() -> None:
    """Strong stories about the same thing lift each other; a story alone is not lifted."""
    parts = [a_change(f"Add tree planner support for shape{n}x", number=n, additions=400) for n in range(4)]
    weights = Weights({Signal.FEATURE: 1.0}, company=1.0)
    picked = rank_for_digest(told(*parts, a_change("Add a lonely codec"), *ORDINARY), HABITS, weights)
    lifted = {one.story.lead.title for one in picked if any(reason.signal == COMPANY for reason in one.reasons)}
    assert {part.title for part in parts} <= lifted
    assert "Add a lonely codec" not in lifted


def test_themes_take_turns() -> None:
    """Behind the first picks a story that is like an earlier one gives way to one about something else."""
    alike = [a_change(f"Add tree planner shape{n}x", number=n) for n in range(3)]
    other = a_change("Rework codec", Kind.PERFORMANCE)
    weights = Weights({Signal.FEATURE: 1.0, Signal.PERFORMANCE: 0.9}, again=5.0, settled=1)
    given = told(*alike, other, *ORDINARY)
    picked = rank_for_digest(given, HABITS, weights)
    assert picked[1].story.lead == other
    assert any(reason.signal == AGAIN for one in picked for reason in one.reasons)
    plain = rank_for_digest(given, HABITS, replace(weights, settled=1000))
    assert plain[3].story.lead == other


def test_words_count_where_they_are_weighed() -> None:
    """A word of the table adds its weight, once, and is named."""
    weights = Weights(words={"planner": 2.0})
    (picked,) = rank_for_digest(told(a_change("Planner of planners")), HABITS, weights)
    assert [(reason.signal, reason.weight) for reason in picked.reasons] == [("word: planner", 2.0)]


def test_likeness_is_mutual_and_by_rare_words() -> None:
    """Titles that share rare words are alike, those that share what all have are not; nothing is like itself."""
    titles = ["add tree planner", "fix tree planner", *(f"add thing{n}x" for n in range(20))]
    found = likenesses(titles)
    assert found[0][1] == found[1][0] > ALIKE
    assert 0 not in found[0]
    assert not found[5]


def test_a_reader_gets_first_what_they_named() -> None:
    """The smallest fix for named hardware goes before everything else, and nothing is dropped."""
    small = a_change("Fix typo in the log", Kind.FIX, number=7, noise=True, additions=1, tags=["hardware:sm120"])
    given = told(FEATURE, small, *ORDINARY)
    picked = rank_for_reader(
        given, HABITS, WEIGHTS.reader, Reader(frozenset({a_tag("hardware:sm120")}), a_vocabulary())
    )
    assert picked[0].story.lead == small
    assert picked[0].reasons[0].signal == TOUCHES
    assert len(picked) == len(given)


def test_more_of_what_a_reader_named_goes_before_less() -> None:
    """A story about the named hardware and model stands before one about the hardware alone."""
    both = a_change("Fix case", Kind.FIX, number=7, tags=["hardware:sm120", "model:qwen4"])
    one = a_change("Faster planner, 12% throughput", Kind.PERFORMANCE, number=8, tags=["hardware:sm120"])
    reader = Reader(frozenset({a_tag("hardware:sm120"), a_tag("model:qwen4")}), a_vocabulary())
    picked = rank_for_reader(told(one, both), HABITS, WEIGHTS.reader, reader)
    assert [pick.story.lead for pick in picked] == [both, one]


@pytest.mark.parametrize(
    ("better", "lesser"),
    [
        pytest.param(
            a_change("Fix planner that gives wrong results", Kind.FIX, additions=1, number=7),
            a_change("Add support for lists", number=8, additions=9000),
            id="wrong results before a large feature",
        ),
        pytest.param(
            a_change("Fix case", Kind.FIX, additions=1, number=7),
            a_change("Add cases", Kind.TEST, number=8, noise=True, paths=("tests/t.py",)),
            id="the smallest repair before tests",
        ),
    ],
)
def test_what_bites_a_reader_goes_first(better: Update, lesser: Update) -> None:
    """Among what is about the same named hardware, the reader's own weights decide."""
    named = found(["hardware:sm120"])
    given = told(replace(lesser, tags=named), replace(better, tags=named))
    reader = Reader(frozenset({a_tag("hardware:sm120")}), a_vocabulary())
    picked = rank_for_reader(given, HABITS, WEIGHTS.reader, reader)
    assert [pick.story.lead.title for pick in picked] == [better.title, lesser.title]


def test_look_outs_and_releases_go_first() -> None:
    """What breaks and what is out stands before the rest of what a reader named, and their own again first."""
    own = a_change("Fix case", Kind.FIX, number=7, tags=["hardware:sm120"])
    own_break = a_change("[BREAKING] Drop planner", number=8, tags=["hardware:sm120"])
    other_break = a_change("[BREAKING] Drop parser", number=9)
    reader = Reader(frozenset({a_tag("hardware:sm120")}), a_vocabulary())
    picked = rank_for_reader(told(own, other_break, own_break), HABITS, WEIGHTS.reader, reader)
    assert [pick.story.lead for pick in picked] == [own_break, other_break, own]


def test_a_named_family_stands_for_its_members() -> None:
    """Who names Blackwell gets a fix for SM120 first."""
    member = a_change("Fix case", Kind.FIX, number=7, tags=["hardware:sm120"])
    reader = Reader(frozenset({a_tag("hardware:blackwell")}), a_vocabulary())
    picked = rank_for_reader(told(*ORDINARY, FEATURE, member), HABITS, WEIGHTS.reader, reader)
    assert picked[0].story.lead == member


@pytest.mark.parametrize(
    "updates",
    [
        pytest.param((), id="none"),
        pytest.param((a_change("x"),), id="one"),
        pytest.param((a_change("x", additions=None, deletions=None, paths=()),), id="nothing known"),
        pytest.param(
            (a_change("字" * 500), a_change("مرحبا " * 90, number=2), a_change("👩‍👩‍👧" * 99, number=3)),
            id="other scripts",
        ),
        pytest.param((a_change("a" * 10_000), a_change("[" * 10_000, number=2)), id="long titles"),
        pytest.param(tuple(a_change("Same title", number=n, repository="a/b") for n in range(50)), id="all the same"),
    ],
)
def test_odd_windows_are_ranked(updates: tuple[Update, ...]) -> None:
    """Whatever a window holds is ranked, without loss."""
    given = told(*updates)
    habits = habits_of(updates)
    assert len(rank_for_digest(given, habits, WEIGHTS.digest)) == len(given)
    assert len(rank_for_reader(given, habits, WEIGHTS.reader, Reader(frozenset(), a_vocabulary()))) == len(given)


def test_a_very_full_window_is_ranked() -> None:
    """Twenty thousand stories are ranked, every one once."""
    words = ("tree", "codec", "planner", "kernel", "cache", "router", "beam")
    given = told(*(a_change(f"Add {words[n % 7]} {words[n // 7 % 7]} case{n}x", number=n) for n in range(20_000)))
    assert len(rank_for_digest(given, HABITS, WEIGHTS.digest)) == len(given)
