"""Picked: a story with its score and the signals that make it up."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.answer import Story


@dataclass(frozen=True, slots=True)
class Reason:
    """A signal and what it adds to the score, already weighted; negative where it takes away."""

    signal: str
    weight: float


@dataclass(frozen=True, slots=True)
class Picked:
    """A story in its place. `reasons` sum to `score`, the strongest first; signals that add nothing are not there."""

    story: Story
    score: float
    reasons: tuple[Reason, ...]
