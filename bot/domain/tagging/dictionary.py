"""The vocabulary's words as a dictionary of token n-grams: one look-up a word, the longest match wins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.domain.tag import Tag
from bot.domain.tagging.tokens import Words, words_of
from bot.domain.vocabulary import Alias, Entry

_ASIDE = frozenset(" -_/.+:=,")
"""Two words of one phrase are joined by at most one of these, or by nothing."""
_TAILS = ("attention", "attn", "moe", "gemm")
"""A compound that ends in one of these is about it (TreeAttention, Qwen3MoE), unless it has an entry of its own."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """An alias cut into words, with the tags that it stands for."""

    words: tuple[str, ...]
    written: tuple[str, ...]
    tag: Tag
    alias: Alias


@dataclass(frozen=True, slots=True)
class Match:
    """A tag found from word `first` up to and without `last`. `loose` if the words stand for it only as the thing
    changed (tcgen05 for Blackwell), which an alias for texts alone says."""

    tag: Tag
    first: int
    last: int
    loose: bool = False


class Dictionary:
    """Phrases by their first word, longest first."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._first: dict[str, list[Phrase]] = {}
        self._chinese: dict[str, list[Phrase]] = {}
        for entry in entries:
            for alias in entry.aliases:
                if alias.where != "question" and not alias.prefix:
                    self._add(entry.tag, alias)
        for phrases in (*self._first.values(), *self._chinese.values()):
            phrases.sort(key=lambda phrase: len(phrase.words), reverse=True)
        self._longest_chinese = max((len(word) for word in self._chinese), default=0)

    def _add(self, tag: Tag, alias: Alias) -> None:
        words = words_of(alias.text)
        if not words.folded:
            return
        phrase = Phrase(words.folded, words.written, tag, alias)
        chinese = words.folded[0][0] >= "\u4e00"
        (self._chinese if chinese else self._first).setdefault(words.folded[0], []).append(phrase)

    def knows(self, word: str) -> bool:
        """Whether a phrase begins with the word."""
        return word in self._first or bool(_tail(word))

    def phrases_at(self, words: Words, index: int) -> list[Phrase]:
        """The longest phrases that begin at a word; several if they are equally long (b12x is SM120 and SM121).
        Conditions of an alias on other words are not looked at."""
        found: list[Phrase] = []
        word = words.folded[index]
        if word not in self._first:
            return [phrase for phrase in self._first.get(_tail(word), ()) if len(phrase.words) == 1]
        for phrase in self._first[word]:
            if found and len(phrase.words) < len(found[0].words):
                break
            if self._stands(phrase, words, index):
                found.append(phrase)
        return found

    def chinese_in(self, run: str) -> list[Phrase]:
        """The phrases inside an unbroken run of Chinese characters, leftmost and longest first."""
        found: list[Phrase] = []
        at = 0
        while at < len(run):
            for size in range(min(self._longest_chinese, len(run) - at), 0, -1):
                if phrases := self._chinese.get(run[at : at + size]):
                    found.extend(phrase for phrase in phrases if len(phrase.words) == 1)
                    at += size - 1
                    break
            at += 1
        return found

    @staticmethod
    def _stands(phrase: Phrase, words: Words, index: int) -> bool:
        size = len(phrase.words)
        if size > 1:
            if words.folded[index : index + size] != phrase.words:
                return False
            if not all(len(gap) <= 1 and _ASIDE.issuperset(gap) for gap in words.gaps[index + 1 : index + size]):
                return False
        if phrase.alias.exact_case:
            return words.written[index : index + size] == phrase.written
        return True


def _tail(word: str) -> str:
    """The word that a compound ends in, or an empty text."""
    return next((tail for tail in _TAILS if word.endswith(tail) and word != tail), "")
