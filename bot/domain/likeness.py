"""Whether two titles say the same in other words: near-duplicates, compared only within blocks of rare words
(field/performance.md 3).

Two updates whose titles differ in a number or an identifier are never near-duplicates: the images `..._a3` and
`..._a2` are two. Nor are titles that differ in a word that is no other spelling: a host's and a device's code generator
are two however long the rest of the sentence is.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from functools import lru_cache

from rapidfuzz import fuzz

from bot.domain.tag import Facet, Place
from bot.domain.title import bare, part
from bot.domain.update import Kind, Update

SPAN = timedelta(days=30)
"""Equal titles, near-duplicates and parts further apart than this are different stories."""

ALIKE = 90
"""From this token_sort_ratio on, two titles say the same."""

SPELLED_ALIKE = 70
"""From this ratio on, the words in which two titles differ are one word in two spellings."""

SHORTEST_SLIP = 5
"""Words shorter than this are only the same word where one begins with the other."""

CONTAINED_WORDS = 4
"""Of so many words and more, a title says the same as a longer one that has them all."""

SAME_CASE = 4
"""Fixes whose titles end in the same condition of so many words ("when the parser ends early") mend the same case."""

HALF = 0.5
"""What two titles must be alike at least to be compared word by word."""

RARE_WORDS = 3
"""A title is compared with those that share one of its three rarest words."""

BLOCK_LIMIT = 40
"""A word that stands in more titles than this is not rare enough to compare by."""

SHORT_TITLE = 3
"""Titles of fewer words than this are no ground to call two updates one."""

_QUOTED_REVERT = re.compile(
    r"^\W*revert\w*\W{1,6}[\"“'](?P<title>.+?)[\"”']?(?:\s*\((?:#|llama/|whisper/)\d+\))*\s*$", re.IGNORECASE
)
_TOKEN = re.compile(r"[^\W_](?:[\w.+-]*[^\W_])?")
_NAME = re.compile(r"[\w.+/-]+")
_IDENTIFIER = re.compile(r"[\d_+/.-]|[a-z][A-Z]|^[A-Z]{2,}$")
_ASIDE = re.compile(r"\([^()]{0,80}\)")
_FOLLOW_UP = re.compile(r"[\s,(:-]*\bfollow[ -]?up(?:\s?\d{1,2})?\)?\s*$", re.IGNORECASE)
_KEEPS_APART = (Facet.HARDWARE, Facet.FORMAT, Facet.MODEL)


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


_LITTLE = _listed(
    "a an the of for in to on at and or with when by from into is are be it its as via per that this some all"
)
_TURNS_ROUND = _listed(
    "not no never without disable disables disabled remove removes removed drop drops revert reverts skip skips stop"
    " deprecate off false un exclude forbid"
)
"""Words that turn a sentence round: a title that has one more of them says the opposite."""
_SAME_VERBS = tuple(
    frozenset(verbs.split())
    for verbs in (
        "add adds support supports enable enables implement implements introduce introduces allow",
        "update prepare refresh refine polish draft",
        "fix fixes resolve repair correct handle address",
        "improve optimize optimise speed accelerate",
        "return recover restore keep preserve",
    )
)
_CONDITIONS = frozenset({"when", "if", "while", "after", "unless", "whenever"})
_OPPOSITES = ({"inter", "intra"}, {"upload", "unload"}, {"input", "inout"})
_SAYS_NOTHING = _LITTLE | _listed(
    "add adds support supports enable implement introduce fix fixes refactor update improve use make new kernel kernels"
    " model models feature part test tests ci path backend api initial final"
)


@lru_cache(maxsize=8_192)
def normalised(title: str) -> str:
    """A title as it is compared: without prefixes, references and a revert's wrapping, folded, words only."""
    text = title if (quoted := _QUOTED_REVERT.match(title)) else bare(title)
    if quoted := quoted or _QUOTED_REVERT.match(text):
        return normalised(quoted["title"])
    return " ".join(_TOKEN.findall(text.casefold()))


def quotes(title: str) -> str:
    """The title that a revert quotes, as it is compared; "" if it quotes none."""
    quoted = _QUOTED_REVERT.match(title) or _QUOTED_REVERT.match(bare(title))
    return normalised(quoted["title"]) if quoted else ""


@lru_cache(maxsize=8_192)
def content_words(title: str) -> frozenset[str]:
    """The words of a title that tell what it is about."""
    return frozenset(word for word in normalised(title).split() if word not in _SAYS_NOTHING and len(word) > 1)


@lru_cache(maxsize=8_192)
def identifiers(title: str) -> frozenset[str]:
    """Words with a digit, an underscore, a dash or a capital inside: what must not differ. What stands in brackets is
    an aside."""
    text = _ASIDE.sub(" ", _FOLLOW_UP.sub("", bare(title)))
    return frozenset(word.casefold() for word in _NAME.findall(text) if _IDENTIFIER.search(word))


def equal_titles(updates: Sequence[Update], titles: Mapping[int, str]) -> Iterator[tuple[int, int]]:
    """The pairs of indices whose normalised titles are equal and that may be one."""
    seen: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, title in titles.items():
        if title.count(" ") + 1 < SHORT_TITLE:
            continue
        same = seen[updates[index].project, title]
        yield from ((index, other) for other in same if may_be_one(updates[index], updates[other]))
        same.append(index)


def near_duplicates(updates: Sequence[Update], titles: Mapping[int, str]) -> Iterator[tuple[int, int]]:
    """The pairs of indices of one project whose titles say the same."""
    words = {index: frozenset(title.split()) for index, title in titles.items() if title.count(" ") + 1 >= SHORT_TITLE}
    frequency = Counter(word for own in words.values() for word in own)
    blocks: dict[tuple[str, str], list[int]] = defaultdict(list)
    compared: set[tuple[int, int]] = set()
    for index, own in words.items():
        for word in sorted(own, key=lambda word: (frequency[word], word))[:RARE_WORDS]:
            if not 1 < frequency[word] <= BLOCK_LIMIT:
                continue
            block = blocks[updates[index].project, word]
            for other in block:
                if (other, index) not in compared:
                    compared.add((other, index))
                    if _one(updates[other], updates[index], titles[other], titles[index]):
                        yield other, index
            block.append(index)


def say_the_same(one: Update, two: Update) -> bool:
    """Whether the titles of two updates say the same, of the same things, not too far apart in time."""
    first, second = normalised(one.title), normalised(two.title)
    if min(first.count(" "), second.count(" ")) + 1 < SHORT_TITLE:
        return False
    if first == second:
        return may_be_one(one, two)
    return _one(one, two, first, second)


@lru_cache(maxsize=8_192)
def _compared(title: str, aside: bool) -> str:
    """A title as it is compared with another, without "follow-up 2" at its end, with its asides or without them."""
    text = _FOLLOW_UP.sub("", bare(title)) or title
    return normalised(text if aside else _ASIDE.sub(" ", text))


def _one(one: Update, two: Update, first: str, second: str) -> bool:
    if not fuzz.token_sort_ratio(first, second, score_cutoff=HALF * 100):
        return False
    if identifiers(one.title) != identifiers(two.title):
        return False
    # What only one of two titles says in brackets is an aside; what both say there may be the difference.
    aside = ("(" in bare(one.title)) == ("(" in bare(two.title))
    first, second = _compared(one.title, aside), _compared(two.title, aside)
    mended = one.kind is two.kind is Kind.FIX and _same_case(first, second)
    return (mended or _reworded(first, second)) and may_be_one(one, two)


def _reworded(first: str, second: str) -> bool:
    """Whether two different titles are the same sentence, by the words in which they differ."""
    one, two = set(first.split()), set(second.split())
    lost, gained = one - two - _LITTLE, two - one - _LITTLE
    if (lost | gained) & _TURNS_ROUND:
        return False
    if not lost or not gained:
        return fuzz.token_sort_ratio(first, second) >= ALIKE or len((one & two) - _LITTLE) >= CONTAINED_WORDS
    return all(_spelled_alike(word, gained) for word in lost) and all(_spelled_alike(word, lost) for word in gained)


def _spelled_alike(word: str, others: set[str]) -> bool:
    return any(
        _is_other_spelling(word, other) or any(word in verbs and other in verbs for verbs in _SAME_VERBS)
        for other in others
    )


def _is_other_spelling(word: str, other: str) -> bool:
    """Whether two words are one in two spellings: "kernel" and "kernels", but not "encode" and "decode", whose first
    letters differ, and not "text" and "test", which are too short for a slip of the pen."""
    if word[0] != other[0] or {word, other} in _OPPOSITES:
        return False
    if min(len(word), len(other)) < SHORTEST_SLIP:
        return word.startswith(other) or other.startswith(word)
    return fuzz.ratio(word, other) >= SPELLED_ALIKE


def _same_case(first: str, second: str) -> bool:
    """Whether two titles end in the same condition, and share more than half of all their words."""
    one, two = first.split(), second.split()
    ends = [words[index:] for words in (one, two) for index, word in enumerate(words) if word in _CONDITIONS]
    shared = set(one) & set(two)
    return len(ends) == 2 and ends[0] == ends[1] and len(ends[0]) > SAME_CASE and len(shared) > HALF * len({*one, *two})


def may_be_one(one: Update, two: Update) -> bool:
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
