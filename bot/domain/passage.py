"""What a model may be asked to put into words, and what came of it: sentences by key, and how many were refused.

Label, figure, state, date and link of an item are never among it: they come from the update by rule (WORDING.md 0).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from bot.domain.answer import Story
from bot.domain.sentence import SENTENCE_LIMIT
from bot.domain.update import Kind, Update

HIGHLIGHT_LIMIT = 320
"""Characters of a highlight's text: two sentences."""
LEAD_LIMIT = 480
"""Characters of a lead: three sentences (WORDING.md 0.4)."""


class Part(StrEnum):
    """Where the words will stand."""

    ITEM = "item"
    HIGHLIGHT = "highlight"
    LEAD = "lead"


LIMITS: Mapping[Part, int] = MappingProxyType(
    {Part.ITEM: SENTENCE_LIMIT, Part.HIGHLIGHT: HIGHLIGHT_LIMIT, Part.LEAD: LEAD_LIMIT}
)
"""The most characters of each part."""


class Rejection(StrEnum):
    """Why a model's words were not kept."""

    EMPTY = "empty"
    LENGTH = "too long"
    LANGUAGE = "other language"
    MARKUP = "markup or control characters"
    LINK = "link"
    MENTION = "mention"
    INSTRUCTION = "instruction"
    NUMBER = "number or unit not in the source"
    NAME = "name not in the source"
    CLAIM = "claim not in the source"
    DIRECTION = "says the opposite"
    OVERLAP = "too little in common with the source"
    NEIGHBOUR = "nearer to another source"


@dataclass(frozen=True, slots=True)
class Passage:
    """Something to put into words: the updates that it cites. `key` is where the words go: the leading update's key for
    an item, "lead" or "highlight/1" otherwise."""

    key: str
    part: Part
    updates: tuple[Update, ...]


def _no_words() -> Mapping[str, str]:
    return MappingProxyType({})


def _no_rejections() -> Mapping[Rejection, int]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Wordings:
    """The sentences that passed the check, by the passage's key; every other passage keeps the sentence by rule.

    `asked` counts the passages that were handed in, `rejected` those whose words failed the check, by reason,
    `failed` those that the model gave nothing for: it is down or slow, or the budget is used up.
    """

    sentences: Mapping[str, str] = field(default_factory=_no_words)
    asked: int = 0
    rejected: Mapping[Rejection, int] = field(default_factory=_no_rejections)
    failed: int = 0

    @property
    def rejection_rate(self) -> float:
        """The share of checked sentences that were refused; 0 where none was checked."""
        refused = sum(self.rejected.values())
        checked = refused + len(self.sentences)
        return refused / checked if checked else 0.0


def items_of(stories: Iterable[Story]) -> tuple[Passage, ...]:
    """The passages of items, each story once. A release's sentence is its version, an editor's summary was written by
    a person, and a quoted change is proof: none of them is asked for."""
    found: dict[str, Passage] = {}
    for story in stories:
        lead = story.lead
        if lead.summary or story.detail or lead.kind is Kind.RELEASE:
            continue
        found.setdefault(lead.key, Passage(lead.key, Part.ITEM, (lead,)))
    return tuple(found.values())
