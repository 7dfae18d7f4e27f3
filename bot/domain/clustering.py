"""Stories, not commits: updates that are one thing that happened, put together.

Parts of a series, follow-ups, a revert with what it undoes, a reland, cherry-picks, equal titles and near-equal ones.
Pure and quick: references are looked up, near-duplicates are compared only within blocks of rare words
(field/performance.md 3). Two updates whose titles differ in a number or an identifier are never near-duplicates: the
images `..._a3` and `..._a2` are two. Which story matters most is bot/domain/ranking.py.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import timedelta

from rapidfuzz import fuzz

from bot.domain.answer import Story
from bot.domain.builds import build_pairs, last_build
from bot.domain.label import Label, labelled
from bot.domain.tag import Facet, Place
from bot.domain.title import bare, marks, part, without_part
from bot.domain.update import Kind, Update

SPAN = timedelta(days=30)
"""Equal titles, near-duplicates and parts further apart than this are different stories."""

ALIKE = 90
"""From this token_sort_ratio on, two titles say the same."""

SPELLED_ALIKE = 70
"""From this ratio on, the words in which two titles differ are one word in two spellings."""

RARE_WORDS = 3
"""A title is compared with those that share one of its three rarest words."""

BLOCK_LIMIT = 40
"""A word that stands in more titles than this is not rare enough to compare by."""

_SHORT_TITLE = 3
_BODY_CHARACTERS = 6_000

_OWNER_AND_NAME = r"[\w.-]{1,60}/[\w.-]{1,100}"
_NUMBER = rf"(?:https?://[\w.-]{{1,60}}/{_OWNER_AND_NAME}/(?:pull|issues)/|{_OWNER_AND_NAME}#|#|PR\s?#?)(\d{{1,6}})\b"
_FOLLOWS = re.compile(
    rf"\b(?:follow(?:s|ing)?[ -]?up|followup)s?\b[^\n.]{{0,40}}?{_NUMBER}"
    rf"|\b(?:re-?lands?|re-?landing|re-?appl(?:y|ies)|re-?submits?|re-?introduces?)\b[^\n]{{0,160}}?{_NUMBER}"
    rf"|\bcherry[ -]?pick(?:s|ed|ing)?\b[^\n]{{0,60}}?{_NUMBER}"
    rf"|\bback-?port(?:s|ed|ing)?\b[^\n]{{0,60}}?{_NUMBER}",
    re.IGNORECASE,
)
_REFERRING = ("follow", "land", "appl", "pick", "port", "submit", "introduc", "revert")
"""Plain stems of the patterns below: most descriptions have none, and looking for them is cheap."""

_REVERTS = re.compile(rf"\brevert(?:s|ed|ing)?\b[^\n]{{0,160}}?{_NUMBER}", re.IGNORECASE)
_COMMIT = re.compile(
    r"\b(?:cherry[ -]?picked from(?: commit)?|this reverts commit|reverts? commit)\s+([0-9a-f]{7,40})\b", re.IGNORECASE
)
_PICKED = re.compile(r"\bcherry[ -]?pick|\bback-?port", re.IGNORECASE)
_QUOTED_REVERT = re.compile(r"^\W*revert\w*\W{1,6}[\"“'](?P<title>.+?)[\"”']?(?:\s*\(#\d+\))*\s*$", re.IGNORECASE)
_TOKEN = re.compile(r"[^\W_](?:[\w.+-]*[^\W_])?")
_KEEPS_APART = (Facet.HARDWARE, Facet.FORMAT, Facet.MODEL)


def stories(updates: Sequence[Update]) -> tuple[Story, ...]:
    """The updates as stories, each update in exactly one, in the order in which the stories' first members stand.

    A story's label is its leading update's, except that a revert together with what it undoes is Reverted. Near-linear:
    2,000 updates take some tens of milliseconds.
    """
    groups = _Groups(len(updates))
    for first, second in _links(updates):
        groups.join(first, second)
    members: dict[int, list[Update]] = {}
    for index, update in enumerate(updates):
        members.setdefault(groups.root(index), []).append(update)
    return tuple(_story(group) for group in members.values())


def is_cancelled(story: Story) -> bool:
    """Whether the story's change came and was taken back within these updates, so that nothing is left of it."""
    return story.label is Label.REVERTED and bool(story.others)


def normalised(title: str) -> str:
    """A title as it is compared: without prefixes, references and a revert's wrapping, folded, words only."""
    quoted = _QUOTED_REVERT.match(title)
    return " ".join(_TOKEN.findall(bare(quoted["title"] if quoted else title).casefold()))


class _Groups:
    """Union-find over indices; the smallest index is the root, so that order stays."""

    def __init__(self, count: int) -> None:
        self._parent = list(range(count))

    def root(self, index: int) -> int:
        while self._parent[index] != index:
            self._parent[index] = self._parent[self._parent[index]]
            index = self._parent[index]
        return index

    def join(self, first: int, second: int) -> None:
        low, high = sorted((self.root(first), self.root(second)))
        self._parent[high] = low


def _links(updates: Sequence[Update]) -> Iterator[tuple[int, int]]:
    changes = [
        index for index, update in enumerate(updates) if update.kind not in {Kind.PAPER, Kind.POST, Kind.RELEASE}
    ]
    titles = {index: normalised(updates[index].title) for index in changes}
    yield from _references(updates, changes)
    yield from _equal_titles(updates, titles)
    yield from _parts(updates, changes)
    yield from _near_duplicates(updates, titles)
    yield from build_pairs(updates)


def _references(updates: Sequence[Update], changes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Follow-ups, relands, cherry-picks and reverts that name the other's number or commit."""
    by_pull = {(updates[index].project, updates[index].links.pull): index for index in changes}
    by_commit = {commit[:7]: index for index in changes for commit in updates[index].links.commits}
    for index in changes:
        update = updates[index]
        text = _text(update)
        folded = text.casefold()
        if not any(stem in folded for stem in _REFERRING):
            continue
        numbers = {group for match in _FOLLOWS.finditer(text) for group in match.groups() if group}
        if update.kind is Kind.REVERT:
            numbers.update(match[1] for match in _REVERTS.finditer(text))
        for number in numbers:
            other = by_pull.get((update.project, int(number)))
            if other is not None and other != index:
                yield index, other
        for match in _COMMIT.finditer(text):
            other = by_commit.get(match[1][:7].lower())
            if other is not None and other != index and updates[other].project == update.project:
                yield index, other


def _equal_titles(updates: Sequence[Update], titles: dict[int, str]) -> Iterator[tuple[int, int]]:
    seen: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, title in titles.items():
        if title.count(" ") + 1 < _SHORT_TITLE:
            continue
        same = seen[updates[index].project, title]
        yield from ((index, other) for other in same if _may_be_one(updates[index], updates[other]))
        same.append(index)


def _parts(updates: Sequence[Update], changes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Parts of a series that has a name of its own: words before the number, in a bracket or before a colon."""
    series: dict[tuple[str, str], int] = {}
    for index in changes:
        update = updates[index]
        name = _series_name(update.title) if part(update.title) else ""
        if not name:
            continue
        other = series.get((update.project, name))
        if other is not None and abs(updates[other].published - update.published) <= SPAN:
            yield index, other
        series[update.project, name] = index


def _series_name(title: str) -> str:
    """What the parts of a series have in common, "" if the title shows nothing of the kind."""
    wordy = [mark.casefold() for mark in marks(title) if len(mark.split()) >= 2 and part(f"[{mark}]") is None]
    if wordy:
        return max(wordy, key=len)
    text = without_part(bare(title))
    head, colon, _ = text.partition(":")
    return head.strip().casefold() if colon and len(head.split()) >= 2 else ""


def _near_duplicates(updates: Sequence[Update], titles: dict[int, str]) -> Iterator[tuple[int, int]]:
    words = {index: frozenset(title.split()) for index, title in titles.items() if title.count(" ") + 1 >= _SHORT_TITLE}
    frequency = Counter(word for own in words.values() for word in own)
    blocks: dict[tuple[str, str], list[int]] = defaultdict(list)
    compared: set[tuple[int, int]] = set()
    for index, own in words.items():
        for word in sorted(own, key=lambda word: (frequency[word], word))[:RARE_WORDS]:
            if not 1 < frequency[word] <= BLOCK_LIMIT:
                continue
            block = blocks[updates[index].project, word]
            for other in block:
                pair = (other, index)
                if pair not in compared:
                    compared.add(pair)
                    if _says_the_same(updates, titles, index, other):
                        yield pair
            block.append(index)


def _says_the_same(updates: Sequence[Update], titles: dict[int, str], one: int, two: int) -> bool:
    first, second = titles[one], titles[two]
    if fuzz.token_sort_ratio(first, second, score_cutoff=ALIKE) < ALIKE:
        return False
    return _identifiers(updates[one].title) == _identifiers(updates[two].title) and _may_be_one(
        updates[one], updates[two]
    )


def _identifiers(title: str) -> frozenset[str]:
    """Words with a digit, an underscore, a dash or a capital inside: what must not differ."""
    return frozenset(
        word.casefold()
        for word in re.findall(r"[\w.+/-]+", bare(title))
        if re.search(r"[\d_+/.-]|[a-z][A-Z]|^[A-Z]{2,}$", word)
    )


def _may_be_one(one: Update, two: Update) -> bool:
    """Near in time, and not said of different hardware, formats or models in their titles."""
    if abs(one.published - two.published) > SPAN or part(one.title) != part(two.title):
        return False
    for facet in _KEEPS_APART:
        first, second = (
            {found.tag for found in update.tags if found.tag.facet is facet and found.place is Place.TITLE}
            for update in (one, two)
        )
        if first != second and first and second:
            return False
    return True


def _story(members: Sequence[Update]) -> Story:
    lead = members[0] if len(members) == 1 else _lead(members)
    named = labelled(lead)
    return Story(lead, named.label, tuple(update for update in members if update is not lead), named.detail)


def _lead(members: Sequence[Update]) -> Update:
    """The member that stands for all: what is left after reverts, else the original before picks and follow-ups."""
    if build := last_build(members):
        return build
    newest_first = sorted(members, key=lambda update: (update.published, update.key), reverse=True)
    reverts = [update for update in newest_first if update.kind is Kind.REVERT]
    if reverts and newest_first[0].kind is Kind.REVERT:
        return reverts[0]
    changes = [update for update in newest_first if update.kind is not Kind.REVERT]
    if reverts:
        return changes[0]
    if all(part(update.title) for update in changes):
        return changes[0]
    originals = [update for update in changes if not (_PICKED.search(update.title) or _FOLLOWS.search(_text(update)))]
    return min(originals or changes, key=lambda update: (update.noise, -len(update.figures), update.published))


def _text(update: Update) -> str:
    return f"{update.title}\n{update.body[:_BODY_CHARACTERS]}"
