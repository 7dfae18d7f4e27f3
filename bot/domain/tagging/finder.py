"""Finds every tag that the words of a text name, by dictionary and by rule. What a find is worth is not known here."""

from __future__ import annotations

from collections.abc import Callable

from bot.domain.tag import Facet
from bot.domain.tagging import formats, hardware
from bot.domain.tagging.dictionary import Dictionary, Match, Phrase
from bot.domain.tagging.models import ModelNames
from bot.domain.tagging.tokens import Words
from bot.domain.vocabulary import Vocabulary

WORDS_REMEMBERED = 50_000
"""How many different words are remembered with what can begin at them; then the memory starts anew."""

LOOK_BACK = 12
"""Among so many finds before it, a longer name that covers a find is looked for."""

_PHRASE, _HARDWARE, _MODEL, _FORMAT, _CHINESE = 1, 2, 4, 8, 16
_CONSUMING = (Facet.MODEL, Facet.FORMAT, Facet.TOPIC)
"""A longer name of these facets hides the shorter ones inside it (deepseek-ocr is not deepseek)."""

Holds = Callable[[str], bool]


class Finder:
    """Made once for a vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        entries = tuple(vocabulary.entries.values())
        self._dictionary = Dictionary(entries)
        self._models = ModelNames(entries)
        self._known: dict[str, int] = {}

    def find(self, words: Words, holds: Holds) -> list[Match]:
        """All matches from left to right; `holds` says whether the whole update has a word, for aliases that set
        conditions."""
        found: list[Match] = []
        known = self._known
        for index, word in enumerate(words.folded):
            rules = known.get(word, -1)
            if rules < 0:
                rules = self._learn(word)
            if rules:
                self._at(words, index, rules, holds, found)
        return found

    def _learn(self, word: str) -> int:
        rules = _PHRASE if self._dictionary.knows(word) else 0
        if hardware.may_begin(word):
            rules |= _HARDWARE
        if self._models.may_begin(word):
            rules |= _MODEL
        if formats.may_begin(word):
            rules |= _FORMAT
        if word[0] >= "\u4e00":
            rules |= _CHINESE
        if len(self._known) >= WORDS_REMEMBERED:
            self._known.clear()
        self._known[word] = rules
        return rules

    def _at(self, words: Words, index: int, rules: int, holds: Holds, found: list[Match]) -> None:
        here: list[Match] = []
        if rules & _HARDWARE:
            here += hardware.numbers_at(words, index)
        if rules & _MODEL:
            here += self._models.at(words, index)
        if rules & _FORMAT:
            here += formats.formats_at(words, index)
        if rules & _PHRASE:
            phrases = self._dictionary.phrases_at(words, index)
            here += [_match(p, index, len(p.words)) for p in phrases if _allowed(p, holds)]
        if rules & _CHINESE:
            phrases = self._dictionary.chinese_in(words.folded[index])
            here += [_match(p, index, 1) for p in phrases if _allowed(p, holds)]
        for match in here:
            if match.tag.facet not in _CONSUMING or not _hidden(match, found, here):
                found.append(match)


def _match(phrase: Phrase, index: int, size: int) -> Match:
    return Match(phrase.tag, index, index + size, phrase.alias.loose)


def _allowed(phrase: Phrase, holds: Holds) -> bool:
    alias = phrase.alias
    if alias.needs and not any(map(holds, alias.needs)):
        return False
    return not (alias.forbids and any(map(holds, alias.forbids)))


def _hidden(match: Match, found: list[Match], here: list[Match]) -> bool:
    """Whether a longer name of the same facet covers the match."""
    facet, size = match.tag.facet, match.last - match.first
    before = found[-LOOK_BACK:]
    for other in (*here, *before):
        if other is match or other.tag.facet is not facet:
            continue
        if other.first <= match.first and other.last >= match.last and other.last - other.first > size:
            return True
    return False
