"""The watch list: what to look at again next week, and what has become of last week's.

Only what can be answered from the store is watched: a severe fix that no stable release has, a series whose end was
promised, a pre-release before its release, a feature that was taken back. Answers are evidence, never opinions.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType

from bot.domain.answer import Story
from bot.domain.clustering import is_cancelled
from bot.domain.highlighting import Weigh, story_importance
from bot.domain.label import Label, is_severe_by_title, labelled
from bot.domain.netting import brings_back, takes_back
from bot.domain.posted import Answered, Outcome, Reason, Watched
from bot.domain.release_wave import release_of
from bot.domain.reverting import is_revert
from bot.domain.series import are_parts_of_one
from bot.domain.state import Stage
from bot.domain.title import part
from bot.domain.update import Kind, Update

MOST = 5
"""Things that one issue's watch list holds at the most."""

PER_REASON = 2
"""Things watched for one reason at the most, as long as others are there."""

WATCHED_FOR = timedelta(days=28)
"""So long something is carried from list to list."""

_LACKING = frozenset({Stage.UNRELEASED, Stage.PRERELEASE})
_FOR_NOW = re.compile(
    r"\bre-?(?:land|apply|submit)|\btemporar|\bfor now\b|\buntil\b|\bonce\b.{0,60}\bfixed\b", re.IGNORECASE
)
_BROUGHT = frozenset({Kind.FEATURE, Kind.PERFORMANCE})
_OPEN = frozenset({Outcome.UNRELEASED, Outcome.PRE_RELEASED, Outcome.NOTHING})


def watch_list(
    stories: Iterable[Story],
    now: datetime,
    *,
    weigh: Weigh = story_importance,
    still: Iterable[Watched] = (),
    most: int = MOST,
) -> tuple[Watched, ...]:
    """What is worth another look, the weightiest first. `stories` are the window's, with what came and was taken back;
    `still` is what was watched and is open (`is_open`): it goes first, for four weeks and with its own date."""
    kept = [one for one in still if now - one.since < WATCHED_FOR]
    known = {one.key for one in kept}
    found = [
        (weigh(story), watched)
        for story in stories
        if (watched := _watched(story, now)) is not None and watched.key not in known
    ]
    ordered = [watched for _, watched in sorted(found, key=lambda pair: (-pair[0], pair[1].key))]
    return tuple([*kept, *_mixed(ordered)][:most])


def is_open(answer: Answered) -> bool:
    """Whether what was watched is not settled, so that it may be watched on."""
    return answer.outcome in _OPEN


def answered(watched: Iterable[Watched], held: Mapping[str, Update], later: Iterable[Update]) -> tuple[Answered, ...]:
    """What has become of each thing that was watched, in its order. `held` are the updates of the watched keys as the
    store has them now, `later` the updates since the oldest one, noise among them."""
    by_project: dict[str, list[Update]] = defaultdict(list)
    for update in later:
        by_project[update.project].append(update)
    return tuple(_answered(one, held.get(one.key), by_project) for one in watched)


def _watched(story: Story, now: datetime) -> Watched | None:
    lead = story.lead
    if is_cancelled(story):
        taken = next((update for update in story.updates if update.kind in _BROUGHT and not is_revert(update)), None)
        return Watched(taken.key, Reason.REVERTED, now) if taken else None
    if story.label is Label.REVERTED:
        promised = _FOR_NOW.search(f"{lead.title}\n{lead.body[:2_000]}")
        return Watched(lead.key, Reason.REVERTED, now) if promised else None
    if story.label is Label.PRE_RELEASE:
        return Watched(lead.key, Reason.PRE_RELEASE, now) if lead.links.tag and release_of(lead) else None
    if story.label is Label.FIX and lead.state.stage in _LACKING and is_severe_by_title(lead):
        return Watched(lead.key, Reason.UNRELEASED_FIX, now)
    numbers = [found for update in story.updates if (found := part(update.title))]
    total = max((found.total or 0 for found in numbers), default=0)
    if total and max(found.number for found in numbers) < total:
        return Watched(lead.key, Reason.OPEN_SERIES, now)
    return None


def _mixed(ordered: Sequence[Watched]) -> list[Watched]:
    """The first ones, but of each reason its share before any more of it."""
    taken: Counter[Reason] = Counter()
    first: list[Watched] = []
    rest: list[Watched] = []
    for one in ordered:
        (first if taken[one.reason] < PER_REASON else rest).append(one)
        taken[one.reason] += 1
    return first + rest


def _answered(one: Watched, update: Update | None, by_project: Mapping[str, Sequence[Update]]) -> Answered:
    if update is None:
        return Answered(one, Outcome.UNKNOWN)
    later = sorted(by_project.get(update.project, ()), key=lambda other: (other.published, other.key))
    return _HOW[one.reason](one, update, [other for other in later if other.key != update.key])


def _of_fix(one: Watched, update: Update, later: Sequence[Update]) -> Answered:
    state = update.state
    if reverted := _taken_back(one, update, later):
        return reverted
    outcome = {
        Stage.RELEASED: Outcome.RELEASED,
        Stage.PRERELEASE: Outcome.PRE_RELEASED,
        Stage.UNRELEASED: Outcome.UNRELEASED,
        Stage.REVERTED: Outcome.REVERTED,
    }.get(state.stage, Outcome.UNKNOWN)
    return Answered(one, outcome, state.version, state.by, state.at)


def _of_series(one: Watched, update: Update, later: Sequence[Update]) -> Answered:
    parts = [other for other in later if other.published > update.published and are_parts_of_one(update, other)]
    if parts:
        return Answered(one, Outcome.CONTINUED, by=parts[-1].key, at=parts[-1].published)
    return _taken_back(one, update, later) or Answered(one, Outcome.NOTHING)


def _of_pre_release(one: Watched, update: Update, later: Sequence[Update]) -> Answered:
    own = release_of(update)
    withdrawn = [other for other in later if update.links.tag and other.links.tag == update.links.tag]
    for other in withdrawn:
        if labelled(other).label is Label.WITHDRAWN:
            return Answered(one, Outcome.WITHDRAWN, by=other.key, at=other.published)
    newer: list[Update] = []
    for other in later:
        release = release_of(other)
        same = own and release and (release.series, release.base) == (own.series, own.base)
        if same and other.links.tag is not None and other.published > update.published:
            if release and not release.is_pre:
                return Answered(one, Outcome.RELEASED, other.title, other.key, other.published)
            newer.append(other)
    if newer:
        return Answered(one, Outcome.PRE_RELEASED, newer[-1].title, newer[-1].key, newer[-1].published)
    return Answered(one, Outcome.NOTHING)


def _of_reverted(one: Watched, update: Update, later: Sequence[Update]) -> Answered:
    for other in later:
        again = takes_back(other, update) if is_revert(update) else brings_back(other, update)
        if again and other.published > update.published:
            return Answered(one, Outcome.RELANDED, by=other.key, at=other.published)
    for revert in [other for other in later if is_revert(other) and takes_back(other, update)]:
        for other in later:
            if is_revert(other) and other.key != revert.key and takes_back(other, revert):
                return Answered(one, Outcome.RELANDED, by=other.key, at=other.published)
    return Answered(one, Outcome.NOTHING)


def _taken_back(one: Watched, update: Update, later: Sequence[Update]) -> Answered | None:
    reverts = [other for other in later if is_revert(other) and takes_back(other, update)]
    standing = [revert for revert in reverts if not any(takes_back(other, revert) for other in later)]
    if not standing or any(brings_back(other, update) and other.published > standing[-1].published for other in later):
        return None
    return Answered(one, Outcome.REVERTED, by=standing[-1].key, at=standing[-1].published)


_How = Callable[[Watched, Update, Sequence[Update]], Answered]
_HOW: Mapping[Reason, _How] = MappingProxyType(
    {
        Reason.UNRELEASED_FIX: _of_fix,
        Reason.OPEN_SERIES: _of_series,
        Reason.PRE_RELEASE: _of_pre_release,
        Reason.REVERTED: _of_reverted,
    }
)
