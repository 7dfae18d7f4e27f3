"""The Answer: what /whatsnew found, chosen and grouped, before it is put into words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.domain.label import Label, SectionHeading
from bot.domain.query import Query
from bot.domain.tag import Tag
from bot.domain.update import Update
from bot.domain.window import Window


@dataclass(frozen=True, slots=True)
class Story:
    """One thing that happened: its leading update and the others that belong to it (parts, follow-ups, reland).

    `detail` is the quoted change of a Default, Needs or Breaking label ("mega_moe_max_tokens 65536 → 131072"), "" if
    there is none.
    """

    lead: Update
    label: Label
    others: tuple[Update, ...] = ()
    detail: str = ""

    @property
    def updates(self) -> tuple[Update, ...]:
        return (self.lead, *self.others)


@dataclass(frozen=True, slots=True)
class Section:
    heading: SectionHeading
    stories: tuple[Story, ...]


class WindowChoice(StrEnum):
    """Why the window is what it is; said in the answer unless NAMED or the DEFAULT of 30 days."""

    NAMED = "named"
    DEFAULT = "default"
    NARROWED = "narrowed"
    WIDENED = "widened"


@dataclass(frozen=True, slots=True)
class Nearest:
    """A neighbouring question that has answers, offered when nothing was found: what was left away, and how many it
    finds in the window and since the store begins. `phrases` were left away too."""

    text: str
    without: tuple[Tag, ...]
    in_window: int
    ever: int
    phrases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """`sections` hold the stories shown, in order; `stories` counts all of them, `skipped` those of earlier pages;
    `mentions` and `noise` count updates that only mention the tags and docs, tests and CI that were left out;
    `updates_in_default` is how many a NARROWED window's default would have held. `ranked` holds the same stories as
    `sections`, best first; `family` says how many of all stories name only a family of what was asked (sort:best)."""

    query: Query
    text: str
    window: Window
    choice: WindowChoice
    sections: tuple[Section, ...]
    stories: int
    skipped: int
    mentions: int
    noise: int
    updates_in_default: int = 0
    nearest: tuple[Nearest, ...] = ()
    ranked: tuple[Story, ...] = ()
    family: int = 0

    @property
    def shown(self) -> int:
        return sum(len(section.stories) for section in self.sections)
