"""What every summarizer gives: words for passages, each checked or by rule. Keeping them is the store's affair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.domain.language import Language
from bot.domain.passage import Passage, Rejection


@dataclass(frozen=True, slots=True)
class Budget:
    """The most calls and tokens that one run may cost; a run ends where the next call would cost more."""

    calls: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Worded:
    """What was said for one passage: the sentence, or "" and why it was refused."""

    text: str
    rejection: Rejection | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """The passages that something was said for, by key (the others were not reached), and what that cost."""

    worded: Mapping[str, Worded] = field(default_factory=dict)
    calls: int = 0
    tokens: int = 0


class Summarizer(Protocol):
    """Puts passages into words. `name` changes whenever the same passage could come out differently: it is part of the
    key under which words are kept."""

    @property
    def name(self) -> str:
        """Prompt version and model."""
        ...

    async def word(self, passages: Sequence[Passage], language: Language, budget: Budget) -> Run:
        """What is said for the passages. It raises nothing for a model's sake and ends in bounded time."""
        ...
