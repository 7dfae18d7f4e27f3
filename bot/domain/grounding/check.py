"""The grounding check: may a sentence that a model wrote stand for the updates that it cites?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from bot.domain.grounding.claims import unproven_claim
from bot.domain.grounding.concepts import chinese_concepts, concepts_of_word, turns_round
from bot.domain.grounding.hostile import hostile_part
from bot.domain.grounding.names import strange_name
from bot.domain.grounding.numbers import counts_otherwise
from bot.domain.grounding.relations import turns_relation
from bot.domain.grounding.source import Source, content_words, runs_of, stem, tags_in
from bot.domain.language import Language
from bot.domain.passage import LIMITS, Part, Rejection
from bot.domain.project import Projects
from bot.domain.spelling import name_key
from bot.domain.tagging.finder import Finder
from bot.domain.update import Update
from bot.domain.vocabulary import Vocabulary

OVERLAP = 0.34
"""The share of a sentence's content words that its source must have (E10: faithful ones .64 to .88, a wrong one
.07)."""
SOURCES_REMEMBERED = 256
CLAUSE_WORDS = 3
"""A clause of so many content words must share one of them with the source."""

_CJK = re.compile("[\u3400-\u4dbf一-鿿]")
_CLAUSE = re.compile(
    r"[;；。！？]|(?<=\w)[.!?](?=\s)|，|, (?=and |which |so |but |while |users|this|it |all )|\s[—–]\s|:\s"
)
_HOLDS_ALL = 0.99


class Grounding:
    """Made once for a vocabulary; `check` is pure and may be called from any thread."""

    def __init__(self, vocabulary: Vocabulary, projects: Projects) -> None:
        self._vocabulary = vocabulary
        self._projects = projects
        self._finder = Finder(vocabulary)
        self._source = lru_cache(maxsize=SOURCES_REMEMBERED)(self._read)

    def check(
        self,
        sentence: str,
        cited: Sequence[Update],
        neighbours: Sequence[Update] = (),
        language: Language = Language.ENGLISH,
        part: Part = Part.ITEM,
    ) -> Rejection | None:
        """Why the sentence must not be kept, None if it may.

        `cited` are the updates that it stands for, `neighbours` others that were put to the model beside them;
        `language` is the one that it should be in.
        """
        source = self._source(tuple(cited))
        if refused := self._refused_form(sentence, source, language, part):
            return refused
        if not source.numbers.hold(sentence) or counts_otherwise(sentence, source.title):
            return Rejection.NUMBER
        if strange_name(sentence, source, self._vocabulary, self._finder):
            return Rejection.NAME
        if unproven_claim(sentence, source.text):
            return Rejection.CLAIM
        if turns_round(sentence, source.text, source.title, source.numbers.directions):
            return Rejection.DIRECTION
        if turns_relation(sentence, source.text):
            return Rejection.DIRECTION
        own = self._overlap(sentence, source, language)
        if own < OVERLAP or self._has_strange_clause(sentence, source):
            return Rejection.OVERLAP
        others = [self._source((one,)) for one in neighbours if one not in cited]
        return (
            Rejection.NEIGHBOUR
            if any(self._is_nearer(sentence, source, own, one, language) for one in others)
            else None
        )

    def _read(self, updates: tuple[Update, ...]) -> Source:
        names = [self._projects.name(one.project) for one in updates]
        return Source(updates, self._vocabulary, self._finder, names)

    @staticmethod
    def _refused_form(sentence: str, source: Source, language: Language, part: Part) -> Rejection | None:
        if not sentence.strip():
            return Rejection.EMPTY
        if len(sentence) > LIMITS[part]:
            return Rejection.LENGTH
        if bool(_CJK.search(sentence)) is not (language == Language.CHINESE):
            return Rejection.LANGUAGE
        return hostile_part(sentence, source.links)

    def _overlap(self, sentence: str, source: Source, language: Language) -> float:
        """The share of the sentence's content words that the source has, as words, names or concepts. Of a Chinese
        sentence these are the words that are not translated, and the concepts that its Chinese words name; without any
        of the former it is not known whose sentence it is."""
        words = content_words(sentence)
        shared = [self._shares(word, source) for word in words]
        if language == Language.CHINESE:
            native = _native_share(sentence, source.text)
            if native is not None:
                return native
            if not words and not any(sign.isdigit() for sign in sentence):
                return 0.0
            shared += [name in source.concepts for name in chinese_concepts(sentence)]
        return sum(shared) / len(shared) if shared else 0.0

    def _shares(self, word: str, source: Source) -> bool:
        if stem(word) in source.stems or name_key(word) in source.grams:
            return True
        if concepts_of_word(word) & source.concepts:
            return True
        return bool(tags_in(word, self._finder) & source.tags)

    def _has_strange_clause(self, sentence: str, source: Source) -> bool:
        """Whether a part of the sentence has nothing to do with the source: what somebody put behind a true one."""
        for clause in _CLAUSE.split(sentence):
            words = content_words(clause)
            if len(words) >= CLAUSE_WORDS and not any(
                stem(word) in source.stems or name_key(word) in source.grams for word in words
            ):
                return True
        return False

    def _is_nearer(self, sentence: str, source: Source, own: float, other: Source, language: Language) -> bool:
        """Whether the other source has as much of the sentence, and more of what it says is the other's title."""
        theirs = self._overlap(sentence, other, language)
        if theirs < own:
            return False
        ours, their_title = _title_share(sentence, source), _title_share(sentence, other)
        return (theirs > own + (1 - _HOLDS_ALL) and their_title >= ours) or their_title > ours


def _title_share(sentence: str, source: Source) -> float:
    """How much of a source's title stands in the sentence: its words and its concepts."""
    stems = {stem(word) for word in content_words(sentence)} | {name_key(run) for run in runs_of(sentence)}
    concepts = set(chinese_concepts(sentence))
    terms = [term in stems for term in source.title_stems]
    if concepts:
        terms += [name in concepts for name in source.title_concepts]
    return sum(terms) / len(terms) if terms else 0.0


def _native_share(sentence: str, text: str) -> float | None:
    """The share of a Chinese sentence's pairs of characters that a Chinese source has; None if the source has none."""
    theirs = _pairs(text)
    if len(theirs) < CLAUSE_WORDS:
        return None
    ours = _pairs(sentence)
    return len(ours & theirs) / len(ours) if ours else None


def _pairs(text: str) -> frozenset[str]:
    runs = re.findall("[一-鿿]{2,}", text)
    return frozenset(run[at : at + 2] for run in runs for at in range(len(run) - 1))
