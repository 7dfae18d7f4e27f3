"""The daily of 8 July 2026 and what its tests are made of."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time, timedelta
from typing import Any

from bot.domain.digest import Digest, Section
from bot.domain.editing.composing import compose
from bot.domain.editing.material import EVERYTHING, Field, Material, Memory, Scope
from bot.domain.edition import Edition, Limits
from bot.domain.label import Label
from bot.domain.picking.weights import Weights
from bot.domain.posted import Posted
from bot.domain.schedule import WORK_DAYS, Schedule
from bot.domain.update import Kind, Update
from bot.domain.window import Window
from tests.factories import SHANGHAI, VLLM, a_vocabulary, an_update, at, some_projects

WINDOW = Window(at(6, hour=23), at(7, hour=23), SHANGHAI)
INSIDE = at(7)
OUT_BEFORE, OUT = at(7, hour=0), at(8, hour=0)
"""When the issue before goes out, and this one."""
DAILY = Edition("systems-daily", ("daily",), Schedule(SHANGHAI, time(7), WORK_DAYS), timedelta(hours=1))
KNOWN = Field(some_projects(), a_vocabulary(), Weights())


def an_edition(limits: Limits | None = None, *, without: Iterable[Section] = (), **changes: Any) -> Edition:
    """The daily, with other limits or without some sections."""
    values: dict[str, Any] = {
        "limits": limits or DAILY.limits,
        "sections": frozenset(Section) - set(without),
        **changes,
    }
    return Edition(DAILY.key, DAILY.words, DAILY.closes, DAILY.delay, **values)


def made(count: int, repository: str = VLLM, first: int = 1, **changes: Any) -> list[Update]:
    """So many new features of a repository, each a story of its own."""
    values: dict[str, Any] = {"kind": Kind.FEATURE, "published": INSIDE, "first_seen": INSIDE, **changes}
    return [
        an_update(f"Add kernel variant k{n}", number=n, repository=repository, **values)
        for n in range(first, first + count)
    ]


def issue(
    updates: Iterable[Update],
    *,
    edition: Edition = DAILY,
    window: Window = WINDOW,
    scope: Scope = EVERYTHING,
    known: Field = KNOWN,
    **material: Any,
) -> Digest:
    """The issue over the window from these updates."""
    return compose(edition, window, Material(tuple(updates), **material), known, scope)


def left_out(digest: Digest) -> dict[str, int]:
    """How many were left out, by reason."""
    return {left.reason: left.count for left in digest.left_out}


def told(digest: Digest) -> list[str]:
    """The keys of the leading updates that are told, in their order."""
    return [story.lead.key for story in digest.stories]


def shown(digest: Digest) -> int:
    """How many updates are told."""
    return sum(len(story.updates) for story in digest.stories)


def posted(update: Update, label: Label = Label.FIX, number: str = "2026-07-07", at: datetime = OUT_BEFORE) -> Posted:
    """That an issue before told of an update."""
    return Posted(DAILY.key, number, update.key, at, label, (update.key,))


def remembering(*items: Update, **changes: Any) -> Memory:
    """A memory in which the issue before told of these updates."""
    values: dict[str, Any] = {"posted": tuple(map(posted, items)), "held": {one.key: one for one in items}, **changes}
    return Memory(**values)
