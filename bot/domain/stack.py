"""A stack: what somebody runs, and which changes touch it.

No AND query: a change touches a stack if its project is in it and every hardware, format and model that it is about
meets the stack's. One that names none of them may concern everybody, and whoever shows it says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from bot.domain.query import Query
from bot.domain.tag import Facet, Tag
from bot.domain.update import Update
from bot.domain.vocabulary import Vocabulary

_RUN = (Facet.HARDWARE, Facet.FORMAT, Facet.MODEL)


@dataclass(frozen=True, slots=True, order=True)
class Pin:
    """A project that is run, by its key, and in which version, "" where that was not said."""

    project: str
    version: str = ""


@dataclass(frozen=True, slots=True)
class Passed:
    """That a stable release went past a pin: the latest version of the pin's series, and when it was tagged."""

    pin: Pin
    latest: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Stack:
    """Pins of projects, and tags of hardware, formats and models. Without tags of a facet, all of it is run."""

    pins: tuple[Pin, ...] = ()
    tags: frozenset[Tag] = field(default_factory=frozenset)

    @property
    def projects(self) -> frozenset[str]:
        """The keys of the projects that are run."""
        return frozenset(pin.project for pin in self.pins)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was said of what is run."""
        return not self.pins and not self.tags


def touches(update: Update, stack: Stack, vocabulary: Vocabulary) -> bool:
    """Whether a change concerns who runs the stack. A stack without projects is one of any project."""
    return not stack.is_empty and not missed(update, stack, vocabulary)


def missed(update: Update, stack: Stack, vocabulary: Vocabulary) -> frozenset[Tag]:
    """What the stack runs where the change is about something else: its projects, its hardware, formats or models."""
    about, lacking = update.about(), frozenset[Tag]()
    if stack.pins and update.project not in stack.projects:
        lacking |= stack_query(stack).tags
    for facet in _RUN:
        run = _of(facet, stack.tags)
        lacking |= frozenset() if _meets(_of(facet, about), run, vocabulary) else run
    return lacking


def stack_query(stack: Stack) -> Query:
    """A question that finds at least all that touches the stack: its projects, whatever else they are about."""
    return Query(tags=frozenset(Tag(Facet.PROJECT, project) for project in stack.projects))


def names_a_setup(update: Update) -> bool:
    """Whether the change itself names hardware, formats or models; one that names none touches every stack of its
    project, and its line says so."""
    return any(tag.facet in _RUN for tag in update.about())


def names_what_is_run(update: Update, stack: Stack) -> bool:
    """Of a change that touches the stack whether it names hardware, formats or models where the stack names them."""
    return any(_of(facet, update.about()) for facet in _RUN if _of(facet, stack.tags))


def _meets(about: frozenset[Tag], run: frozenset[Tag], vocabulary: Vocabulary) -> bool:
    """Whether one of the tags is run, by its own name, a member's or a family's; what is not named excludes nothing."""
    if not about or not run:
        return True
    ours = vocabulary.closure(run) | frozenset().union(*(vocabulary.members(tag) for tag in run))
    return not ours.isdisjoint(about) or any(not vocabulary.families(tag).isdisjoint(run) for tag in about)


def _of(facet: Facet, tags: Iterable[Tag]) -> frozenset[Tag]:
    return frozenset(tag for tag in tags if tag.facet is facet)
