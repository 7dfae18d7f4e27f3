"""Versions of model families that nobody had to list: deepseek v5, "kimi 2.5", qwen3-vl, by the family's own rule.

The rule is bot/domain/vocabulary.Versions; reading it out of an update is bot/domain/tagging.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from bot.domain.tag import Facet, Tag
from bot.domain.vocabulary import Entry, Versions

_NUMBER = r"[0-9]{1,2}(?:\.[0-9]{1,2})?"


@dataclass(frozen=True, slots=True)
class VersionedModel:
    """A member of a family as it was typed: its tag, and where its key may be parted."""

    tag: Tag
    joints: frozenset[int]


class ModelVersions:
    """The counting families of a vocabulary, in one expression over the key of a run of tokens."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._rules: list[Versions] = [
            entry.versions for entry in entries if entry.tag.facet is Facet.MODEL and entry.versions is not None
        ]
        self.stems = tuple({_bare(stem) for rule in self._rules for stem in rule.stems})
        """The beginnings of keys that a version may follow."""
        self._expression = re.compile("|".join(_branch(at, rule) for at, rule in enumerate(self._rules)) or r"(?!)")

    def read(self, key: str) -> VersionedModel | None:
        """The member that the key writes; None if it is none. A family with letters takes its first one for a bare
        number ("kimi 2.5" is kimi-k2.5)."""
        found = self._expression.fullmatch(key)
        if found is None or found.lastgroup is None:
            return None
        at = found.lastgroup[1:]
        rule = self._rules[int(at)]
        stem, letter, number, variant = (found[f"{part}{at}"] or "" for part in "slnv")
        if rule.decimal and "." not in number:
            return None
        if rule.letters and not letter:
            letter = rule.letters[0]
        name = rule.name.format(letter + number) + (f"-{variant}" if variant else "")
        typed = [len(stem), len(stem) + len(found[f"l{at}"] or ""), found.start(f"v{at}") if variant else 0]
        return VersionedModel(Tag(Facet.MODEL, name), frozenset(typed))


def _branch(at: int, rule: Versions) -> str:
    stems = "|".join(sorted((re.escape(_bare(stem)) for stem in rule.stems), key=len, reverse=True))
    letters = "|".join(map(re.escape, rule.letters)) or "(?!)"
    variants = "|".join(map(re.escape, rule.variants)) or "(?!)"
    return f"(?P<r{at}>(?P<s{at}>{stems})(?P<l{at}>{letters})?(?P<n{at}>{_NUMBER})(?P<v{at}>{variants})?)"


def _bare(stem: str) -> str:
    return "".join(sign for sign in stem.casefold() if sign.isalnum())
