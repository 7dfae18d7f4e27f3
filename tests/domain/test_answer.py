"""From a question to an answer: its window, its stories, its pages, and what is nearest when there are none.

The store is a list: `_Shelf` searches it the way the store does, as far as the answers here can tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from bot.domain.answer import Answer, WindowChoice
from bot.domain.answering import (
    DEFAULT_DAYS,
    NARROW_DAYS,
    OVERVIEW_SHOWN,
    SHOWN,
    TOO_MANY,
    compose,
    compose_overview,
)
from bot.domain.label import Label, SectionHeading
from bot.domain.query import Query, Sort, VersionRange
from bot.domain.state import Stage, State
from bot.domain.tag import Facet, FoundTag, Tag
from bot.domain.update import Kind, Links, Update
from bot.domain.vocabulary import Entry, Vocabulary
from bot.domain.window import Window
from tests.factories import NOW, SHANGHAI, a_query, a_vocabulary, a_window, an_update

VOCABULARY = a_vocabulary()
SM120 = a_query("project:flashinfer", "hardware:sm120")


@dataclass(frozen=True)
class _Found:
    updates: tuple[Update, ...]
    about: int
    mentions: int
    noise: int


class _Shelf:
    """A store of a few updates: tags AND across facets, OR within one, families over their members."""

    def __init__(self, updates: Sequence[Update], vocabulary: Vocabulary = VOCABULARY) -> None:
        self.updates = tuple(updates)
        self.vocabulary = vocabulary

    def search(self, query: Query, limit: int) -> _Found:
        """The updates about the query, newest first; what only mentions it, and noise nobody asked for, are counted."""
        inside = [
            update
            for update in self.updates
            if (query.window is None or query.window.holds(update.published))
            and (query.versions is None or update.state.version in query.versions.covered)
        ]
        about = [update for update in inside if self._meets(query, self.vocabulary.closure(update.about()))]
        loud = [update for update in about if query.wants_noise or not update.noise]
        mentions = [
            update
            for update in inside
            if update not in about and self._meets(query, self.vocabulary.closure(update.about() | update.mentioned()))
        ]
        newest = sorted(loud, key=lambda update: update.published, reverse=True)
        return _Found(tuple(newest[:limit]), len(loud), len(mentions), len(about) - len(loud))

    @staticmethod
    def _meets(query: Query, tags: frozenset[Tag]) -> bool:
        return all(asked & tags for asked in query.facets().values()) and not query.excluded & tags


def _answer(query: Query, updates: Sequence[Update], skip: int = 0) -> Answer:
    shelf = _Shelf(updates)
    return compose(
        query, "flashinfer sm120", now=NOW, zone=SHANGHAI, search=shelf.search, vocabulary=VOCABULARY, skip=skip
    )


def _made(count: int, days: float = 1.0) -> list[Update]:
    """So many different updates about SM120, `days` ago, some minutes apart."""
    return [
        an_update(
            f"Add kernel variant k{number}",
            number=number,
            tags=("hardware:sm120",),
            kind=Kind.FEATURE,
            published=NOW - timedelta(days=days, minutes=number),
        )
        for number in range(1, count + 1)
    ]


def test_the_default_window_is_thirty_days() -> None:
    """Who names no window is answered over the last 30 days, half open."""
    answer = _answer(SM120, _made(5))
    assert answer.choice is WindowChoice.DEFAULT
    assert answer.window == Window(NOW - timedelta(days=DEFAULT_DAYS), NOW, SHANGHAI)


@pytest.mark.parametrize(
    ("count", "choice"),
    [
        pytest.param(TOO_MANY - 1, WindowChoice.DEFAULT, id="under"),
        pytest.param(TOO_MANY, WindowChoice.DEFAULT, id="at"),
        pytest.param(TOO_MANY + 1, WindowChoice.NARROWED, id="over"),
    ],
)
def test_more_than_a_hundred_updates_narrow_the_window(count: int, choice: WindowChoice) -> None:
    """A question that is too wide gets the last 7 days, and says how many 30 would have had."""
    answer = _answer(SM120, _made(count))
    assert answer.choice is choice
    narrowed = choice is WindowChoice.NARROWED
    assert answer.updates_in_default == (count if narrowed else 0)
    assert answer.window.start == NOW - timedelta(days=NARROW_DAYS if narrowed else DEFAULT_DAYS)


def test_a_window_is_not_narrowed_to_nothing() -> None:
    """If the last week holds next to nothing, thirty days stay."""
    answer = _answer(SM120, _made(TOO_MANY + 1, days=20))
    assert answer.choice is WindowChoice.DEFAULT


@pytest.mark.parametrize(
    ("recent", "choice"),
    [
        pytest.param(2, WindowChoice.WIDENED, id="under"),
        pytest.param(3, WindowChoice.DEFAULT, id="at"),
        pytest.param(4, WindowChoice.DEFAULT, id="over"),
    ],
)
def test_fewer_than_three_updates_widen_the_window(recent: int, choice: WindowChoice) -> None:
    """What is rare is looked for further back."""
    old = [replace(update, key=f"old {update.key}") for update in _made(2, days=60)]
    assert _answer(SM120, [*_made(recent), *old]).choice is choice


@pytest.mark.parametrize(
    ("days", "start"),
    [
        pytest.param(60, 90, id="90-days"),
        pytest.param(200, 365, id="a-year"),
        pytest.param(800, None, id="all"),
    ],
)
def test_a_window_is_widened_no_further_than_needed(days: int, start: int | None) -> None:
    """90 days, then a year, then since ever."""
    answer = _answer(SM120, _made(4, days=days))
    assert answer.choice is WindowChoice.WIDENED
    assert answer.window.start == (None if start is None else NOW - timedelta(days=start))


def test_the_smallest_window_that_holds_the_only_update_is_told() -> None:
    """One update in 30 days and none before: the window stays."""
    answer = _answer(SM120, _made(1))
    assert (answer.choice, answer.stories) == (WindowChoice.DEFAULT, 1)


@pytest.mark.parametrize("count", [pytest.param(1, id="few"), pytest.param(TOO_MANY + 50, id="many")])
def test_a_named_window_is_never_changed(count: int) -> None:
    """Who names a window gets it."""
    window = a_window(NOW - timedelta(days=14))
    answer = _answer(replace(SM120, window=window), _made(count))
    assert (answer.window, answer.choice) == (window, WindowChoice.NAMED)


@pytest.mark.parametrize(
    ("count", "shown"),
    [
        pytest.param(SHOWN - 1, SHOWN - 1, id="under"),
        pytest.param(SHOWN, SHOWN, id="at"),
        pytest.param(SHOWN + 1, SHOWN, id="over"),
    ],
)
def test_a_page_has_eight_stories(count: int, shown: int) -> None:
    """Eight are shown, all are counted."""
    answer = _answer(SM120, _made(count))
    assert (answer.shown, answer.stories) == (shown, count)


def test_pages_together_hold_every_story_once() -> None:
    """`more` goes on where the last page ended."""
    made = _made(20)
    told = [
        story.lead.key
        for skip in (0, 8, 16)
        for section in _answer(SM120, made, skip).sections
        for story in section.stories
    ]
    assert sorted(told) == sorted(update.key for update in made)


def test_a_limit_changes_the_size_of_a_page() -> None:
    """`limit:3` shows three."""
    assert _answer(replace(SM120, limit=3), _made(9)).shown == 3


def test_stories_stand_under_their_headings_newest_first() -> None:
    """Look out, releases, new, perf, fixed, the rest; inside, the newest first."""

    def made(title: str, number: int, kind: Kind, day: int) -> Update:
        published = NOW - timedelta(days=day)
        return an_update(title, number=number, kind=kind, tags=("hardware:sm120",), published=published)

    answer = _answer(
        SM120,
        [
            made("Fix a log line", 1, Kind.FIX, 1),
            made("Add FP4 attention", 2, Kind.FEATURE, 3),
            made("Add MLA decode", 3, Kind.FEATURE, 2),
            made("[BREAKING] Move the plan API", 4, Kind.FEATURE, 9),
            made("Speed up prefill", 5, Kind.PERFORMANCE, 4),
            replace(made("v0.6.15", 6, Kind.RELEASE, 5), links=Links(tag="v0.6.15")),
        ],
    )
    assert [(section.heading, [story.lead.links.pull for story in section.stories]) for section in answer.sections] == [
        (SectionHeading.LOOK_OUT, [4]),
        (SectionHeading.RELEASES, [None]),
        (SectionHeading.NEW, [3, 2]),
        (SectionHeading.PERF, [5]),
        (SectionHeading.FIXED, [1]),
    ]


def test_a_maybe_stands_after_what_is_certain() -> None:
    """An older proven look-out is read before a newer one without proof."""
    certain = an_update(
        "[BREAKING] Move the plan API", number=1, tags=("hardware:sm120",), published=NOW - timedelta(days=5)
    )
    maybe = an_update(
        "Deprecate the old plan API",
        number=2,
        kind=Kind.DEPRECATION,
        tags=("hardware:sm120",),
        published=NOW - timedelta(days=2),
    )
    (section,) = _answer(replace(SM120, window=a_window()), [maybe, certain]).sections
    assert [story.label for story in section.stories] == [Label.BREAKING, Label.MAY_BREAK]


def test_a_page_holds_what_matters_most_before_what_is_newest() -> None:
    """An older look-out is not pushed off the first page by newer small things."""
    breaking = an_update(
        "[BREAKING] Move the plan API", number=99, tags=("hardware:sm120",), published=NOW - timedelta(days=25)
    )
    answer = _answer(SM120, [*_made(12), breaking])
    assert answer.ranked[0].lead is breaking


def test_mentions_and_noise_are_counted_apart() -> None:
    """What only mentions the tag, and docs about it, are counted but not shown."""
    made = [
        *_made(3),
        an_update("A", number=90, mentions=("hardware:sm120",), published=NOW - timedelta(days=1)),
        an_update("B", number=91, tags=("hardware:sm120",), noise=True, published=NOW - timedelta(days=1)),
    ]
    answer = _answer(SM120, made)
    assert (answer.stories, answer.mentions, answer.noise) == (3, 1, 1)


def test_commits_of_one_story_are_counted_once() -> None:
    """Sixteen stories are sixteen things that happened, not sixteen commits."""
    made = _made(3)
    follow = an_update(
        "Handle empty batches",
        number=50,
        body="Follow up to #1",
        tags=("hardware:sm120",),
        published=NOW - timedelta(1),
    )
    assert _answer(SM120, [*made, follow]).stories == 3


def test_sorting_by_best_ranks_over_the_whole_window() -> None:
    """With sort:best relevance alone decides, and a wide window stays wide."""
    strong = an_update(
        "Add SM120 kernel", number=500, tags=("hardware:sm120",), kind=Kind.FEATURE, published=NOW - timedelta(days=29)
    )
    weak = [replace(update, tags=(*update.tags, *_extra("hardware:sm90"))) for update in _made(TOO_MANY + 1)]
    answer = _answer(replace(SM120, sort=Sort.BEST), [*weak, strong])
    assert answer.choice is WindowChoice.DEFAULT
    assert answer.ranked[0].lead is strong


def _extra(tag: str) -> tuple[FoundTag, ...]:
    return an_update(tags=(tag,)).tags


def test_sorting_by_best_adds_what_is_said_of_the_family_as_a_whole() -> None:
    """What is said of Blackwell holds for SM120 too, unless it names another card; it comes last and is counted."""
    exact = an_update("A", number=1, tags=("hardware:sm120",), published=NOW - timedelta(days=9))
    family = an_update("B", number=2, tags=("hardware:blackwell",), published=NOW - timedelta(days=1))
    other = an_update("C", number=3, tags=("hardware:sm100",), published=NOW - timedelta(days=1))
    answer = _answer(replace(SM120, sort=Sort.BEST, window=a_window()), [exact, family, other])
    assert [story.lead.links.pull for story in answer.ranked] == [1, 2]
    assert answer.family == 1


def test_a_page_is_an_overview() -> None:
    """Among stories that matter about the same, many of one heading make room for those of others."""
    fixes = [
        an_update(f"Fix the hang of k{n}", number=n, tags=("hardware:sm120",), published=NOW - timedelta(days=1))
        for n in range(1, 3 * SHOWN)
    ]
    older = an_update(
        "Add a scheduler", number=90, tags=("hardware:sm120",), kind=Kind.FEATURE, published=NOW - timedelta(days=6)
    )
    shown = {story.lead.links.pull for section in _answer(SM120, [*fixes, older]).sections for story in section.stories}
    assert 90 in shown


def test_sorting_by_best_tells_of_the_family_where_the_card_itself_has_nothing() -> None:
    """An empty answer is the worst one: what is said of Blackwell is better than nothing for SM120."""
    family = an_update("B", number=2, tags=("hardware:blackwell",), published=NOW - timedelta(days=1))
    answer = _answer(replace(SM120, sort=Sort.BEST, window=a_window()), [family])
    assert (answer.stories, answer.family, answer.nearest) == (1, 1, ())


@pytest.mark.parametrize(
    ("count", "shown"),
    [
        pytest.param(SHOWN - 1, True, id="under"),
        pytest.param(SHOWN, False, id="at"),
    ],
)
def test_sorting_by_best_fills_a_page_with_refactorings(count: int, shown: bool) -> None:
    """Where less than a page is found, refactorings come last and are no longer counted as left out."""
    quiet = an_update(
        "Split it", number=900, tags=("hardware:sm120",), kind=Kind.REFACTOR, noise=True, published=NOW - timedelta(1)
    )
    answer = _answer(replace(SM120, sort=Sort.BEST, window=a_window()), [*_made(count), quiet])
    assert (answer.ranked[-1].lead is quiet) is shown
    assert answer.noise == (0 if shown else 1)


def test_an_unspecific_format_is_kin_to_the_asked_one() -> None:
    """FP4 without more may be NVFP4; MXFP4 is another format."""
    vocabulary = Vocabulary(
        (
            Entry(Tag(Facet.FORMAT, "fp4"), "FP4"),
            Entry(Tag(Facet.FORMAT, "nvfp4"), "NVFP4", families=("fp4",)),
            Entry(Tag(Facet.FORMAT, "mxfp4"), "MXFP4", families=("fp4",)),
        )
    )
    made = [an_update(f"Add {name} kernel", number=n, tags=(f"format:{name}",)) for n, name in enumerate(_FORMATS)]
    shelf = _Shelf(made, vocabulary)
    query = a_query("format:nvfp4", sort=Sort.BEST, window=a_window())
    answer = compose(query, "nvfp4", now=NOW, zone=SHANGHAI, search=shelf.search, vocabulary=vocabulary)
    assert [story.lead.title for story in answer.ranked] == ["Add nvfp4 kernel", "Add fp4 kernel"]


_FORMATS = ("fp4", "mxfp4", "nvfp4")


def test_nothing_found_offers_the_nearest_that_exists() -> None:
    """Each asked facet is left away in turn; what then exists is offered with its counts, in the window and ever."""
    made = [*_made(4), an_update("AWQ on Hopper", number=60, repository="vllm-project/vllm", tags=("format:awq",))]
    query = replace(SM120, tags=SM120.tags | a_query("format:awq").tags)
    answer = _answer(query, made)
    assert (answer.stories, answer.sections, answer.choice) == (0, (), WindowChoice.DEFAULT)
    offers = [(offer.text, offer.in_window, offer.ever) for offer in answer.nearest]
    assert offers[:2] == [("flashinfer sm120", 4, 4), ("awq", 1, 1)]
    assert {tag.facet for tag in answer.nearest[0].without} == {Facet.FORMAT}


def test_a_question_of_one_part_has_no_nearest() -> None:
    """There is nothing to leave away."""
    assert _answer(a_query("hardware:sm120"), []).nearest == ()


def test_nothing_at_all_has_no_nearest() -> None:
    """An empty store offers nothing that it does not have."""
    assert _answer(SM120, []).nearest == ()


@pytest.mark.parametrize(
    ("count", "shown"),
    [
        pytest.param(OVERVIEW_SHOWN - 1, OVERVIEW_SHOWN - 1, id="under"),
        pytest.param(OVERVIEW_SHOWN, OVERVIEW_SHOWN, id="at"),
        pytest.param(OVERVIEW_SHOWN + 1, OVERVIEW_SHOWN, id="over"),
    ],
)
def test_an_overview_for_everyone_has_five(count: int, shown: int) -> None:
    """Who has no subscriptions is told the five that matter to everyone."""
    answer = compose_overview(Query(), "", a_window(), _made(count))
    assert (answer.shown, answer.stories) == (shown, count)


def test_an_overview_for_a_subscriber_has_what_matches() -> None:
    """Who has subscriptions is told what they would bring, noise counted."""
    made = [*_made(9), an_update("Docs", number=70, noise=True), an_update("Other", number=71, tags=("hardware:sm90",))]
    answer = compose_overview(
        Query(), "", a_window(), made, wanted=lambda update: not any(t.tag.name == "sm90" for t in update.tags)
    )
    assert (answer.shown, answer.stories, answer.noise) == (SHOWN, 9, 1)


def test_a_version_question_tells_what_the_version_brought() -> None:
    """What the asked versions brought, whenever it was, look-outs first; the window is not narrowed or widened."""

    def at_version(number: int, title: str, version: str) -> Update:
        state = State(Stage.RELEASED, version)
        return an_update(title, number=number, state=state, kind=Kind.FEATURE, published=NOW - timedelta(days=400))

    made = [
        at_version(1, "Add FP4 attention", "0.6.15"),
        at_version(2, "[BREAKING] Move the plan API", "0.6.15"),
        at_version(3, "Add a router", "0.6.14"),
    ]
    asked = VersionRange("flashinfer", None, "0.6.15", covered=("0.6.15rc1", "0.6.15"))
    answer = _answer(a_query("project:flashinfer", versions=asked), made)
    assert (answer.choice, answer.window.start) == (WindowChoice.NAMED, None)
    assert [story.lead.links.pull for section in answer.sections for story in section.stories] == [2, 1]
    assert answer.sections[0].stories[0].label is Label.BREAKING
