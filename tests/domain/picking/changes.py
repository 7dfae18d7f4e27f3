"""Changes of a made-up project whose habits are known: a hundred ordinary days."""

from __future__ import annotations

from typing import Any

from bot.domain.answer import Story
from bot.domain.clustering import stories
from bot.domain.picking.habits import Habits, habits_of
from bot.domain.update import Kind, Update
from tests.factories import an_update, at

ORDINARY = tuple(
    an_update(
        f"[Engine] Handle case{number} of the planner",
        number=number,
        kind=Kind.FIX,
        additions=number,
        deletions=number // 2,
        paths=(f"engine/part{number % 7}/planner.py",),
        published=at(6, minute=number % 60),
    )
    for number in range(1, 101)
)
"""A hundred fixes of 1 to 150 lines in seven folders."""

HABITS: Habits = habits_of(ORDINARY)


def a_change(title: str, kind: Kind = Kind.FEATURE, *, number: int = 900, **changes: Any) -> Update:
    """A change of the same project, of an ordinary size unless told."""
    usual = {"additions": 50, "deletions": 25, "paths": ("engine/part1/planner.py",)}
    return an_update(title, number=number, kind=kind, **{**usual, **changes})


def told(*updates: Update) -> tuple[Story, ...]:
    """The updates as the stories they are."""
    return stories(updates)
