"""Which of today's stories go on from what an earlier issue told: "continues from" (field/editions.md B).

Only links are made here. What has become wrong about an earlier issue is bot/domain/correcting.py; what belongs
together within one window is bot/domain/clustering.py.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bot.domain.answer import Story
from bot.domain.likeness import SPAN, content_words, identifiers, normalised, say_the_same
from bot.domain.netting import takes_back
from bot.domain.posted import Continues, Posted
from bot.domain.references import Tie, forerunners
from bot.domain.release_wave import release_of
from bot.domain.reverting import SHORTEST_HASH, is_revert
from bot.domain.series import SHARED_WORDS, are_parts_of_one
from bot.domain.update import Kind, Update

SAME_SUBJECT = 4
"""Words that say something of which an earlier title must have as many, all of them again in the later one."""

_ORDER = (Tie.REVERT, Tie.RELAND, Tie.FIX, Tie.SERIES, Tie.PICK, Tie.RELEASE, Tie.FOLLOW_UP)
"""Of several ties the one that says most is told."""


@dataclass(frozen=True, slots=True)
class _Told:
    """What earlier issues told, by how it can be found again."""

    by_key: Mapping[str, Posted]
    by_pull: dict[tuple[str, int], list[Update]] = field(default_factory=lambda: defaultdict(list))
    by_commit: dict[str, list[Update]] = field(default_factory=lambda: defaultdict(list))
    by_project: dict[str, list[Update]] = field(default_factory=lambda: defaultdict(list))


def continued(stories: Iterable[Story], posted: Iterable[Posted], held: Mapping[str, Update]) -> dict[str, Continues]:
    """The link of each story that goes on from a posted one, by the key of its leading update; others have none.

    `held` are the updates of the posted keys as the store has them now; what is not there ties nothing. An update that
    stands in both, as in a weekly after its dailies, is no continuation of itself. Of several posted items the one of
    the strongest tie is taken, then the latest issue's.
    """
    told = _told(posted, held)
    found: dict[str, Continues] = {}
    for story in stories:
        ties = sorted(
            _ties(story, told),
            key=lambda tie: (_ORDER.index(tie[0]), -told.by_key[tie[1].key].posted.timestamp(), tie[1].key),
        )
        if ties:
            tie, update = ties[0]
            item = told.by_key[update.key]
            found[story.lead.key] = Continues(story.lead.key, item.key, item.edition, item.number, tie)
    return found


def _told(posted: Iterable[Posted], held: Mapping[str, Update]) -> _Told:
    newest: dict[str, Posted] = {}
    for item in sorted(posted, key=lambda item: item.posted):
        for key in {item.key, *item.keys}:
            newest[key] = item
    told = _Told(newest)
    for update in (held[key] for key in newest if key in held):
        if update.links.pull is not None:
            told.by_pull[update.repository.casefold(), update.links.pull].append(update)
        for commit in update.links.commits:
            told.by_commit[commit[:SHORTEST_HASH]].append(update)
        told.by_project[update.project].append(update)
    return told


def _ties(story: Story, told: _Told) -> Iterator[tuple[Tie, Update]]:
    own = {update.key for update in story.updates}
    for update in story.updates:
        for tie, earlier in (*_named(update, told), *_like(update, told.by_project.get(update.project, ()))):
            if earlier.key not in own and earlier.published <= update.published:
                yield tie, earlier


def _named(update: Update, told: _Told) -> Iterator[tuple[Tie, Update]]:
    """What the update itself names as its forerunner, in its own project; a copy also in the one it was copied from."""
    for named in forerunners(update):
        if named.pull is None:
            others: Sequence[Update] = told.by_commit.get(named.commit, ())
        else:
            others = told.by_pull.get((named.repository, named.pull), ())
        for other in others:
            if other.project == update.project or named.tie is Tie.PICK:
                yield named.tie, other


def _like(update: Update, earlier: Iterable[Update]) -> Iterator[tuple[Tie, Update]]:
    """What it shows to go on from without naming it: parts of a series, versions of a release, the same words."""
    for other in earlier:
        if abs(other.published - update.published) > SPAN:
            continue
        if is_revert(update) and takes_back(update, other):
            yield Tie.REVERT, other
        elif are_parts_of_one(other, update):
            yield Tie.SERIES, other
        elif (wave := release_of(update)) and (before := release_of(other)):
            if (wave.series, wave.base) == (before.series, before.base):
                yield Tie.RELEASE, other
        elif Kind.RELEASE not in {update.kind, other.kind} and not is_revert(update) and _goes_on(other, update):
            yield Tie.RELAND if is_revert(other) else Tie.FOLLOW_UP, other


def _goes_on(earlier: Update, later: Update) -> bool:
    if len(content_words(earlier.title) & content_words(later.title)) < SHARED_WORDS:
        return False
    return say_the_same(earlier, later) or _has_the_subject(earlier.title, later.title)


def _has_the_subject(earlier: str, later: str) -> bool:
    """Whether a later title says all that an earlier one says, and something more."""
    words = content_words(earlier)
    return (
        len(words) >= SAME_SUBJECT
        and words <= content_words(later)
        and identifiers(earlier) <= identifiers(later)
        and normalised(earlier) != normalised(later)
    )
