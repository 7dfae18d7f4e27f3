"""The vocabulary: canonical tags with their labels, words, families and traps. Data comes from config/vocabulary.toml.

This room answers what a tag is called, what it belongs to and what a question for it finds. Reading words out of an
update is bot/domain/tagging, reading them out of a question is bot/domain/reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bot.domain.tag import Facet, Tag

FAMILIES_BY_NUMBER = (
    ("gfx11", "gfx11"),
    ("gfx12", "gfx12"),
    ("gfx10", "rdna2"),
    ("gfx9", "cdna"),
    ("sm12", "blackwell"),
    ("sm10", "blackwell"),
    ("sm9", "hopper"),
    ("sm8", "ampere"),
)
"""Families of numbers that have no entry of their own; the first prefix that fits (field/vocabulary.md 6.1, 6.2)."""
SHORT_VARIANT = 2
"""A variant of so many letters is an abbreviation (VL), a longer one a word (Next)."""


@dataclass(frozen=True, slots=True)
class Alias:
    """A word or phrase for a tag.

    `where` is "both", "question" (too loose for an update's text: a bare `5090`) or "text" (too odd to type).
    `needs`: one of these words must stand in the same text; `forbids`: none of these may ("@triton" is the project
    triton; several words, or a word with a slash, are looked for in the title, "cp:" at its beginning). `exact_case`
    keeps ordinary words apart from names (Step, Ring). `prefix`: only as an update's prefix counts ("[CPU] ...",
    "cuda: ..."). `loose` words name the tag only as the thing that is changed (tcgen05 for Blackwell), not deep in a
    body.
    """

    text: str
    where: str = "both"
    needs: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()
    exact_case: bool = False
    prefix: bool = False
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Versions:
    """How a model family counts on, so that a version nobody listed is still known (deepseek-v5).

    `name` and `label` write a member with {} for its version ("deepseek-{}", "DeepSeek-{}"); `stems` are the words
    before a version ("deepseek", "ds"), `letters` what the version begins with ("v", "r"; none: a bare number),
    `variants` the words after it that make another model (qwen3-vl). `joins` may stand between stem and version.
    `known` versions have entries of their own, for completion. `decimal` takes only versions with a point, where the
    stem is an ordinary word (Wan 2.2); `exact_case` wants the stem's first letter as a capital. `marks`: a known
    version without its family's name counts as an update's prefix ("[K3] ..."), unless the update has one of the words
    that `forbids` lists (an M3 beside Metal is Apple's chip).
    """

    name: str
    label: str
    stems: tuple[str, ...]
    letters: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    joins: tuple[str, ...] = ("", "-", "_", " ")
    known: tuple[str, ...] = ()
    decimal: bool = False
    exact_case: bool = False
    marks: bool = False
    forbids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A tag: `label` as readers see it (SM120), its words, the `families` it belongs to (blackwell), and a `note` that
    answers print under their heading ("RTX 50, RTX PRO 6000").

    `versions` makes a model family count on; `fine` marks a finer tag than the closed list of topics (fa4), which the
    `tag` command leaves out; `home` are the projects whose updates are about the tag whatever else they are about,
    `otherwise` those whose updates are about it if they name no topic.
    """

    tag: Tag
    label: str
    aliases: tuple[Alias, ...] = ()
    families: tuple[str, ...] = ()
    note: str = ""
    versions: Versions | None = None
    fine: bool = False
    home: tuple[str, ...] = ()
    otherwise: tuple[str, ...] = ()


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
        self._home = _by_project((project, entry.tag) for entry in self.entries.values() for project in entry.home)
        self._otherwise = _by_project(
            (project, entry.tag) for entry in self.entries.values() for project in entry.otherwise
        )
        self._counting = [entry for entry in self.entries.values() if entry.versions]

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

    def at_home(self, project: str) -> tuple[Tag, ...]:
        """The tags that updates of a project (by key) carry whatever else they are about."""
        return self._home.get(project, ())

    def otherwise(self, project: str) -> tuple[Tag, ...]:
        """The tags that updates of a project carry if they name no topic."""
        return self._otherwise.get(project, ())

    def label(self, tag: Tag) -> str:
        """How the tag is written for readers. A version that no entry lists is written as its family's are; SM numbers
        are upper case; anything else stands for itself."""
        entry = self.entries.get(tag)
        if entry:
            return entry.label
        if tag.facet is Facet.HARDWARE and tag.name.startswith("sm"):
            return tag.name.upper()
        family, version = self._family_by_version(tag)
        if family and family.versions:
            return family.versions.label.format(written(version))
        return tag.name

    def families(self, tag: Tag) -> frozenset[Tag]:
        """The families that the tag belongs to, at every height, itself not among them; those of a tag without an
        entry follow from its name (deepseek-v5 is a deepseek, gfx1152 a gfx11)."""
        known = self._families.get(tag)
        if known is not None:
            return known
        parent = self._parent_by_name(tag)
        return self._families.get(parent, frozenset()) | {parent} if parent else frozenset()

    def members(self, tag: Tag) -> frozenset[Tag]:
        """The tags below a family, at every depth, itself not among them."""
        return self._members.get(tag, frozenset())

    def closure(self, tags: Iterable[Tag]) -> frozenset[Tag]:
        """The tags with all their families: what an update is indexed under, so that a family finds its members."""
        return frozenset(found for tag in tags for found in (tag, *self.families(tag)))

    def _parent_by_name(self, tag: Tag) -> Tag | None:
        if tag.facet is Facet.MODEL:
            family, _ = self._family_by_version(tag)
            return family.tag if family else None
        if tag.facet is not Facet.HARDWARE:
            return None
        for prefix, parent in FAMILIES_BY_NUMBER:
            if tag.name.startswith(prefix):
                return Tag(Facet.HARDWARE, parent)
        return None

    def _family_by_version(self, tag: Tag) -> tuple[Entry | None, str]:
        """The entry whose members are named so, with what stands for {} in the name; the longest name wins."""
        best: Entry | None = None
        found = ""
        for entry in self._counting if tag.facet is Facet.MODEL else ():
            before, after = entry.versions.name.split("{}", 1) if entry.versions else ("", "")
            version = tag.name[len(before) : len(tag.name) - len(after)]
            fits = tag.name.startswith(before) and tag.name.endswith(after) and any(map(str.isdigit, version))
            if fits and (best is None or len(version) < len(found)):
                best, found = entry, version
        return best, found


def _by_project(pairs: Iterable[tuple[str, Tag]]) -> Mapping[str, tuple[Tag, ...]]:
    found: dict[str, tuple[Tag, ...]] = {}
    for project, tag in pairs:
        found[project] = (*found.get(project, ()), tag)
    return found


def written(version: str) -> str:
    """A version as vendors write it: the letters are capitals, a variant after a hyphen too if it is short (3-VL)."""
    head, hyphen, variant = version.partition("-")
    return head.upper() + hyphen + (variant.upper() if len(variant) <= SHORT_VARIANT else variant.capitalize())
