"""From a question to an Answer: which window, which stories, how many, and what is nearest when nothing is found.

The store is asked through a function that the caller hands in, so that every decision here can be tested without one.
What a question means is bot/domain/reading, how its answer is worded is bot/wording/answer.py, and the answer's types
are bot/domain/answer.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot.domain.answer import Answer, Story, WindowChoice
from bot.domain.clustering import stories as stories_of
from bot.domain.importance import importance
from bot.domain.label import SectionHeading
from bot.domain.neighbours import nearest
from bot.domain.query import Query, Sort
from bot.domain.ranking import rank
from bot.domain.related import CANDIDATES, Found, Search, of_families, refactorings, with_breaks
from bot.domain.sections import heading, sections
from bot.domain.update import Update
from bot.domain.vocabulary import Vocabulary
from bot.domain.window import Window

DEFAULT_DAYS = 30
NARROW_DAYS = 7
WIDER_DAYS: tuple[int | None, ...] = (90, 365, None)
"""The windows that are tried in turn when too little is found; None is since the store begins."""

TOO_MANY = 100
"""More updates than this in the default window narrow it."""

TOO_FEW = 3
"""Fewer updates than this in the default window widen it."""

SHOWN = 8
"""Stories on a page (WORDING.md 0.4)."""

OVERVIEW_SHOWN = 5
"""Stories of an overview that matter to everyone (WORDING.md 10)."""

MATTERS = 0.6
"""What importance counts beside relevance when the stories of a page are chosen."""

REPEATED = 0.15
"""What a story loses for every better one under its heading, look-outs apart: eight small fixes are no overview."""


def compose(
    query: Query, text: str, *, now: datetime, zone: ZoneInfo, search: Search, vocabulary: Vocabulary, skip: int = 0
) -> Answer:
    """The answer to a question: a page of `query.limit` (8) stories after the first `skip`, chosen by relevance and
    importance, grouped under headings, newest first inside; with sort:best `ranked` is the order.

    A question for versions of a project is answered with what they brought, whenever that was. `text` is the question
    as the reader would type it again. A window that the query names is never changed.
    """
    search = with_breaks(search)
    window, choice, found, in_default = _window(query, now, zone, search)
    placed = replace(query, window=window)
    answer = Answer(query, text, window, choice, (), 0, skip, found.mentions, found.noise, in_default)
    related = of_families(placed, found, search, vocabulary) if query.sort is Sort.BEST else ()
    if not found.updates and not related:
        return replace(answer, nearest=nearest(query, window, zone, now, search))
    if query.sort is Sort.BEST:
        few = len(found.updates) + len(related) < (query.limit or SHOWN)
        quiet = refactorings(placed, search) if few else ()
        ranked = [one.update for one in rank((*found.updates, *related, *quiet), placed, vocabulary, now)]
        chosen: Sequence[Story] = stories_of(ranked)
        wider = {update.key for update in related}
        best = replace(
            answer,
            stories=len(chosen) + found.about - len(found.updates),
            family=sum(wider.issuperset(update.key for update in story.updates) for story in chosen),
            noise=found.noise - len(quiet),
        )
        return _paged(best, chosen)
    chosen = _by_choice(stories_of(found.updates), placed, vocabulary, now)
    return _paged(replace(answer, stories=len(chosen) + found.about - len(found.updates)), chosen)


def compose_overview(
    query: Query,
    text: str,
    window: Window,
    updates: Iterable[Update],
    *,
    wanted: Callable[[Update], bool] | None = None,
    skip: int = 0,
) -> Answer:
    """The answer to an empty question: what is new in the window for the asker's subscriptions (`wanted`), or the five
    that matter most to everyone."""
    matching = [update for update in updates if wanted is None or wanted(update)]
    loud = [update for update in matching if not update.noise]
    chosen = sorted(stories_of(loud), key=_by_importance)
    limit = query.limit or (OVERVIEW_SHOWN if wanted is None else SHOWN)
    answer = Answer(query, text, window, WindowChoice.NAMED, (), len(chosen), skip, 0, len(matching) - len(loud))
    return _paged(replace(answer, query=replace(query, limit=limit)), chosen)


def _window(query: Query, now: datetime, zone: ZoneInfo, search: Search) -> tuple[Window, WindowChoice, Found, int]:
    """The window that answers best, why it is what it is, what it holds, and what the default would have held."""

    def within(days: int | None, limit: int = CANDIDATES) -> tuple[Window, Found]:
        window = Window(None if days is None else now - timedelta(days=days), now, zone)
        return window, search(replace(query, window=window), limit)

    if query.window is not None:
        return query.window, WindowChoice.NAMED, search(query, CANDIDATES), 0
    if query.versions is not None:
        window, found = within(None)
        return window, WindowChoice.NAMED, found, 0
    may_narrow = query.sort is Sort.NEW
    window, found = within(DEFAULT_DAYS, TOO_MANY if may_narrow else CANDIDATES)
    if found.about > TOO_MANY and may_narrow:
        week, in_week = within(NARROW_DAYS)
        if in_week.about >= TOO_FEW and not _loses_words(query, window, week, search):
            return week, WindowChoice.NARROWED, in_week, found.about
        window, found = within(DEFAULT_DAYS)
    choice, widest = WindowChoice.DEFAULT, found
    if found.about < TOO_FEW:
        for days in WIDER_DAYS:
            wider, in_wider = within(days)
            if in_wider.about > widest.about:
                window, choice, widest = wider, WindowChoice.WIDENED, in_wider
            if in_wider.about >= TOO_FEW:
                break
    return window, choice, widest, 0


def _loses_words(query: Query, window: Window, week: Window, search: Search) -> bool:
    """Whether a word that only ranks stands in a text of the window and in none of the narrower one."""

    def has(word: str, within: Window) -> bool:
        required = replace(query, phrases=(*query.phrases, word), words=(), window=within)
        return search(required, 1).about > 0

    return any(has(word, window) and not has(word, week) for word in query.words)


def _by_choice(stories: Sequence[Story], query: Query, vocabulary: Vocabulary, now: datetime) -> list[Story]:
    """The stories by how much they matter for this reader: relevance first, then importance."""
    relevance = {
        one.update.key: one.score
        for one in rank((update for story in stories for update in story.updates), query, vocabulary, now)
    }

    def score(story: Story) -> float:
        return max(relevance[update.key] for update in story.updates) + MATTERS * importance(story.lead, story.label)

    best_first = sorted(((score(story), story) for story in stories), key=_by_score)
    above: Counter[SectionHeading] = Counter()
    mixed = []
    for points, story in best_first:
        name = heading(story)
        mixed.append((points - REPEATED * above[name] * (name is not SectionHeading.LOOK_OUT), story))
        above[name] += 1
    return [story for _, story in sorted(mixed, key=_by_score)]


def _by_score(scored: tuple[float, Story]) -> tuple[float, float, str]:
    points, story = scored
    return -points, -story.lead.published.timestamp(), story.lead.key


def _by_importance(story: Story) -> tuple[float, float, str]:
    return -importance(story.lead, story.label), -story.lead.published.timestamp(), story.lead.key


def _paged(answer: Answer, chosen: Sequence[Story]) -> Answer:
    page = tuple(chosen[answer.skipped : answer.skipped + (answer.query.limit or SHOWN)])
    return replace(answer, sections=sections(page), ranked=page)
