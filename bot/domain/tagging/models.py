"""Model versions, read by the grammar of their families: DeepSeek-V4, dsv3, kimi_k25, Qwen3.5-35B-A3B, GLM52.

A version nobody listed is a version all the same; size and variant (Flash, 30B-A3B) are dropped. K3 and K3.1 are two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.domain.tag import Facet, Tag
from bot.domain.tagging.dictionary import Match
from bot.domain.tagging.tokens import Words, words_of
from bot.domain.vocabulary import Entry, Versions

_GLUED = re.compile(r"([a-z]+?)([vrkm]?)(\d{1,2}(?:\.\d{1,2})?)([a-z]*)")
_VERSION = re.compile(r"([vrkm]?)(\d{1,2}(?:\.\d{1,2})?)([a-z]*)")
_PART_OF_VERSION = frozenset("nv")
_GOES_ON = frozenset(("/", " / ", " & ", " and ", ", ", "&"))


class ModelNames:
    """The families that count on, by the words before their versions."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._single: dict[str, Versions] = {}
        self._double: dict[tuple[str, str], Versions] = {}
        self._heads: set[str] = set()
        for entry in entries:
            for stem in entry.versions.stems if entry.versions else ():
                words = words_of(stem).folded
                if entry.versions and len(words) == 1:
                    self._single[words[0]] = entry.versions
                elif entry.versions:
                    self._double[(words[0], words[1])] = entry.versions
                self._heads.add(words[0])

    def may_begin(self, word: str) -> bool:
        """Whether a model's name can begin at the word."""
        if word in self._heads:
            return True
        found = _GLUED.fullmatch(word)
        return found is not None and (found[1] in self._single or found[1] + found[2] in self._single)

    def at(self, words: Words, index: int) -> list[Match]:
        """The versions named at a word, with those that go on after it ("DeepSeek V3.2/V4")."""
        found = self._first(words, index)
        if not found:
            return []
        match, versions, version = found
        matches = [match]
        while more := self._more(words, matches[-1].last, versions, version):
            matches.append(more)
        return matches

    def _first(self, words: Words, index: int) -> tuple[Match, Versions, str] | None:
        word = words.folded[index]
        following = words.folded[index + 1] if index + 1 < len(words.folded) else ""
        if (versions := self._double.get((word, following))) and words.gaps[index + 1] in versions.joins:
            return self._read(words, index, index + 2, versions)
        if versions := self._single.get(word):
            return self._read(words, index, index + 1, versions)
        glued = _GLUED.fullmatch(word)
        if not glued:
            return None
        if versions := self._single.get(glued[1]):
            letter = glued[2]
        elif versions := self._single.get(glued[1] + glued[2]):
            letter = ""
        else:
            return None
        return self._name(words, index, index + 1, versions, (letter, glued[3], glued[4]))

    def _read(self, words: Words, first: int, at: int, versions: Versions) -> tuple[Match, Versions, str] | None:
        if at >= len(words.folded) or words.gaps[at] not in versions.joins:
            return None
        found = _VERSION.fullmatch(words.folded[at])
        return self._name(words, first, at + 1, versions, (found[1], found[2], found[3])) if found else None

    def _name(
        self, words: Words, first: int, last: int, versions: Versions, parts: tuple[str, str, str]
    ) -> tuple[Match, Versions, str] | None:
        letter, number, suffix = parts
        glued = last - first == 1 or bool(letter)
        if not _allowed(versions, letter, number, suffix, words.written[first]):
            return None
        if versions.letters and not letter:
            letter = versions.letters[0]
        if glued and len(number) == 2 and number.isdigit():
            number = f"{number[0]}.{number[1]}"
        elif (
            len(number) == 1
            and last < len(words.folded)
            and words.gaps[last] in ("_", "-")
            and _digit(words.folded[last])
        ):
            number, last = f"{number}.{words.folded[last]}", last + 1
        if versions.decimal and "." not in number:
            return None
        version = letter + number + (suffix if suffix in _PART_OF_VERSION else "")
        variant = suffix
        if (
            last < len(words.folded)
            and words.gaps[last] in ("", "-", "_", " ")
            and words.folded[last] in versions.variants
        ):
            variant, last = words.folded[last], last + 1
        if variant in versions.variants:
            version = f"{version}-{variant}"
        return Match(Tag(Facet.MODEL, versions.name.format(version)), first, last), versions, version

    def _more(self, words: Words, at: int, versions: Versions, version: str) -> Match | None:
        if at >= len(words.folded) or words.gaps[at] not in _GOES_ON:
            return None
        found = _VERSION.fullmatch(words.folded[at])
        if not found or found[3] or bool(found[1]) != bool(versions.letters and version[0].isalpha()):
            return None
        if not found[1] and words.gaps[at] != "/":
            return None
        named = self._name(words, at, at + 1, versions, (found[1], found[2], found[3]))
        return named[0] if named else None


def _digit(word: str) -> bool:
    return len(word) == 1 and word.isdigit()


def _allowed(versions: Versions, letter: str, number: str, suffix: str, written: str) -> bool:
    """Whether the parts make a version of the family: not a size (8B), not a letter that it does not use."""
    if suffix in ("b", "x", "d", "k", "m", "t", "gb", "th", "st", "nd", "rd", "s", "ms"):
        return False
    if letter and letter not in versions.letters:
        return False
    if versions.letters and not letter and "." not in number:
        return False
    return not versions.exact_case or written[0].isupper()
