"""What an issue is composed from: everything that the store knows of its window and of the issues before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import MappingProxyType

from bot.domain.digest import Unread
from bot.domain.picking.habits import Habits
from bot.domain.picking.weights import Weights
from bot.domain.posted import Posted, Watched
from bot.domain.project import Projects
from bot.domain.query import Query
from bot.domain.stack import Stack
from bot.domain.update import Update
from bot.domain.vocabulary import Vocabulary

EVIDENCE_WEEKS = 3
"""So many weeks, this one among them, are counted as evidence."""
LOOKED_BACK = timedelta(weeks=EVIDENCE_WEEKS - 1)
"""How far before its window an issue looks: for evidence, for reverts of what was told, for what came late."""


@dataclass(frozen=True, slots=True)
class Field:
    """The projects and tags that are known, and how changes are weighed."""

    projects: Projects
    vocabulary: Vocabulary
    weights: Weights
    habits: Habits | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """What earlier issues said and what the store now holds of it: `held` are the updates of all keys that `posted` and
    `watched` name; `corrected` are the places that were corrected before."""

    posted: tuple[Posted, ...] = ()
    watched: tuple[Watched, ...] = ()
    corrected: frozenset[tuple[str, str, str]] = frozenset()
    held: Mapping[str, Update] = field(default_factory=lambda: MappingProxyType({}))


NOTHING_SAID = Memory()


@dataclass(frozen=True, slots=True)
class Material:
    """`updates` are all those of the window, noise too; `before` those of LOOKED_BACK before it. `read_to` says per
    project how far its data reaches, `unread` are those that failed before the window was over."""

    updates: tuple[Update, ...]
    before: tuple[Update, ...] = ()
    read_to: Mapping[str, datetime] = field(default_factory=lambda: MappingProxyType({}))
    unread: Mapping[str, Unread] = field(default_factory=lambda: MappingProxyType({}))
    memory: Memory = NOTHING_SAID


NO_STACK = Stack()


@dataclass(frozen=True, slots=True)
class Scope:
    """What whoever gets the issue wants: `query` narrows it (`about` is how that is written), what touches the `stack`
    goes first. `project` is one project alone, by its key."""

    query: Query | None = None
    about: str = ""
    stack: Stack = NO_STACK
    project: str = ""


EVERYTHING = Scope()
