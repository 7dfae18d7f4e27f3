"""Tags: what an update is about, one facet at a time."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Facet(StrEnum):
    """The six directions in which updates are found; AND across facets, OR within one."""

    PROJECT = "project"
    HARDWARE = "hardware"
    FORMAT = "format"
    MODEL = "model"
    TOPIC = "topic"
    KIND = "kind"


@dataclass(frozen=True, slots=True, order=True)
class Tag:
    """A facet and a canonical lower-case name, written `hardware:sm120`."""

    facet: Facet
    name: str

    def __str__(self) -> str:
        return f"{self.facet.value}:{self.name}"

    @classmethod
    def parse(cls, text: str) -> Tag:
        """The tag written `facet:name`; ValueError if the facet is unknown or the name is empty."""
        facet, _, name = text.partition(":")
        if not name:
            raise ValueError(f"not a tag: {text!r}")
        return cls(Facet(facet), name)


class Place(StrEnum):
    """Where in an update a tag was found."""

    TITLE = "title"
    PATH = "path"
    LABEL = "label"
    BODY = "body"
    REPOSITORY = "repository"


class Role(StrEnum):
    """Whether the update is about the tag, or only mentions it (a contrast, a test machine, a known-issue list)."""

    ABOUT = "about"
    MENTION = "mention"


@dataclass(frozen=True, slots=True, order=True)
class FoundTag:
    """A tag as an update carries it."""

    tag: Tag
    place: Place
    role: Role = Role.ABOUT
