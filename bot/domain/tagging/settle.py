"""Settles what an update carries: each tag once, at its best place and in its best role."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.domain.tag import Facet, FoundTag, Place, Role, Tag
from bot.domain.tagging.heading import Heading
from bot.domain.tagging.topics import settle_topics
from bot.domain.update import Kind
from bot.domain.vocabulary import Vocabulary

_PLACES = {
    place: rank for rank, place in enumerate((Place.TITLE, Place.PATH, Place.LABEL, Place.BODY, Place.REPOSITORY))
}


_VERSION = re.compile(r"\d(?:\.\d)?")


class Draft:
    """The tags found so far in one update."""

    def __init__(self, vocabulary: Vocabulary, kind: Kind, noise: bool, heading: Heading, project: str) -> None:
        self.vocabulary = vocabulary
        self.kind = kind
        self.noise = noise
        self.heading = heading
        self.project = project
        self.found: dict[Tag, FoundTag] = {}
        self.words: dict[Tag, str] = {}

    @property
    def titled(self) -> bool:
        """Whether the title names hardware."""
        return any(tag.facet is Facet.HARDWARE and found.place is Place.TITLE for tag, found in self.found.items())

    def add(self, tag: Tag, place: Place, role: Role = Role.ABOUT, words: str = "") -> None:
        """Add a find; about beats mention, then the better place counts."""
        known = self.found.get(tag)
        if known is None or _rank(place, role) < _rank(known.place, known.role):
            self.found[tag] = FoundTag(tag, place, role)
            self.words[tag] = words

    def drop(self, tag: Tag) -> None:
        """Take a tag away."""
        self.found.pop(tag, None)

    def is_about(self, tag: Tag) -> bool:
        """Whether the update is about the tag by what was found so far."""
        found = self.found.get(tag)
        return found is not None and found.role is Role.ABOUT

    def about(self, facet: Facet) -> list[str]:
        """The names of one facet that the update is about so far."""
        return [tag.name for tag, found in self.found.items() if tag.facet is facet and found.role is Role.ABOUT]


def _rank(place: Place, role: Role) -> tuple[bool, int]:
    return role is Role.MENTION, _PLACES[place]


def settle(draft: Draft, stated: Iterable[FoundTag]) -> tuple[FoundTag, ...]:
    """The tags of the update in canonical order; what the source states is kept as it is."""
    _settle_models(draft)
    _settle_formats(draft)
    _settle_hardware(draft)
    settle_topics(draft)
    for found in stated:
        draft.found[found.tag] = found
    return tuple(sorted(draft.found.values(), key=lambda found: (found.tag.facet.value, found.tag.name)))


def _settle_models(draft: Draft) -> None:
    """A family's name beside one of its versions says nothing more; a prefix may give the version ("feat(m3): ...")."""
    for entry in [draft.vocabulary.entries.get(Tag(Facet.MODEL, name)) for name in draft.about(Facet.MODEL)]:
        for mark in draft.heading.marks if entry and entry.versions else ():
            if entry and entry.versions and mark[:1] in entry.versions.letters and _VERSION.fullmatch(mark[1:]):
                draft.add(Tag(Facet.MODEL, entry.versions.name.format(mark)), Place.TITLE)
    for tag in [tag for tag in draft.found if tag.facet is Facet.MODEL]:
        if any(tag in draft.vocabulary.families(other) for other in draft.found if other.facet is Facet.MODEL):
            draft.drop(tag)


def _settle_formats(draft: Draft) -> None:
    """FP4 is the format whose kind is not said; beside NVFP4 it says nothing more."""
    about = draft.about(Facet.FORMAT)
    for general, exact in (("fp4", ("nvfp4", "mxfp4")), ("mxfp", ("mxfp4", "mxfp6", "mxfp8"))):
        if general in about and any(name in about for name in exact):
            draft.drop(Tag(Facet.FORMAT, general))


_SM12X = ("sm120", "sm121")
_BACKENDS = frozenset(("hip", "rocm", "vulkan", "metal", "sycl", "opencl", "musa", "cann", "cpu"))


def _settle_hardware(draft: Draft) -> None:
    """CUDA is the target only where nothing nearer is named, or as one of the backends before a colon ("CUDA/HIP:
    ..."); b12x is both SM12x chips unless the title names one of them by number."""
    marks = draft.heading.marks
    beside = "cuda" in marks and not _BACKENDS.isdisjoint(marks)
    if len(draft.about(Facet.HARDWARE)) > 1 and not beside:
        draft.drop(Tag(Facet.HARDWARE, "cuda"))
    if "b12x" not in draft.heading.folded:
        return
    named = [name for name in _SM12X if name in draft.heading.folded.replace("_", "").replace(" ", "")]
    if len(named) == 1:
        for name in _SM12X:
            if name not in named and draft.words.get(Tag(Facet.HARDWARE, name), "").casefold() == "b12x":
                draft.drop(Tag(Facet.HARDWARE, name))
