"""The vocabulary: canonical tags with their labels, words, families and traps. Data comes from config/vocabulary.toml.

This room answers what a tag is called, what it belongs to and what a question for it finds. Reading words out of an
update is bot/domain/tagging, reading them out of a question is bot/domain/reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bot.domain.tag import Facet, Tag


@dataclass(frozen=True, slots=True)
class Alias:
    """A word or phrase for a tag.

    `where` is "both", "question" (too loose for an update's text: a bare `5090`) or "text" (too odd to type).
    `needs`: one of these words must stand in the same text; `forbids`: none of these may. `exact_case` keeps ordinary
    words apart from names (Step, Ring).
    """

    text: str
    where: str = "both"
    needs: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()
    exact_case: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A tag: `label` as readers see it (SM120), its words, the `families` it belongs to (blackwell), and a `note` that
    answers print under their heading ("RTX 50, RTX PRO 6000")."""

    tag: Tag
    label: str
    aliases: tuple[Alias, ...] = ()
    families: tuple[str, ...] = ()
    note: str = ""


class Vocabulary:
    """All entries, with families closed upwards and downwards."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries: Mapping[Tag, Entry] = MappingProxyType({entry.tag: entry for entry in entries})
        self._families = {tag: self._closed(tag) for tag in self.entries}
        members: dict[Tag, set[Tag]] = {}
        for tag, families in self._families.items():
            for family in families:
                members.setdefault(family, set()).add(tag)
        self._members = {family: frozenset(tags) for family, tags in members.items()}

    def _closed(self, tag: Tag) -> frozenset[Tag]:
        found: set[Tag] = set()
        open_ends = [tag]
        while open_ends:
            entry = self.entries.get(open_ends.pop())
            for name in entry.families if entry else ():
                family = Tag(tag.facet, name)
                if family not in found:
                    found.add(family)
                    open_ends.append(family)
        return frozenset(found)

    def label(self, tag: Tag) -> str:
        """How the tag is written for readers; a tag without an entry stands for itself, upper case if hardware."""
        entry = self.entries.get(tag)
        if entry:
            return entry.label
        return tag.name.upper() if tag.facet is Facet.HARDWARE else tag.name

    def families(self, tag: Tag) -> frozenset[Tag]:
        """The families that the tag belongs to, at every height, itself not among them."""
        return self._families.get(tag, frozenset())

    def members(self, tag: Tag) -> frozenset[Tag]:
        """The tags below a family, at every depth, itself not among them."""
        return self._members.get(tag, frozenset())

    def closure(self, tags: Iterable[Tag]) -> frozenset[Tag]:
        """The tags with all their families: what an update is indexed under, so that a family finds its members."""
        return frozenset(found for tag in tags for found in (tag, *self.families(tag)))
