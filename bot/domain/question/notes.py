"""What a reader is told about how a question was read: typed facts, no sentences.

bot/wording/notes.py puts them into words. Tags and project keys are canonical, so that any language can label them;
`words` are what was typed, folded, or a product's name as the vocabulary writes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from bot.domain.tag import Tag


@dataclass(frozen=True, slots=True)
class Correction:
    """A typed word and the word that it was taken for."""

    typed: str
    word: str


@dataclass(frozen=True, slots=True)
class ReadAs:
    """Something was guessed: a typo, a whole sentence, Chinese without spaces, an odd dash. "Read as FlashInfer, MLA."

    `tags` stand in the order in which they were typed, projects among them; `is_question` when a sentence was asked
    ("is ... working on ... yet"), so that the answer may point to `support`.
    """

    tags: tuple[Tag, ...]
    excluded: tuple[Tag, ...] = ()
    words: tuple[str, ...] = ()
    corrections: tuple[Correction, ...] = ()
    is_question: bool = False


@dataclass(frozen=True, slots=True)
class ProductIs:
    """A product was named and its number is looked for: "RTX 5090 is SM120."."""

    words: str
    tag: Tag


@dataclass(frozen=True, slots=True)
class NotMeant:
    """A name that looks alike is not looked for: "DSpark (speculative decoding) is not meant."."""

    words: str
    tag: Tag


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """The words name several things, `shown` (its name and tag) was taken; the reading's choices offer all of them."""

    words: str
    count: int
    shown: str
    tag: Tag


@dataclass(frozen=True, slots=True)
class EverywhereNot:
    """The tag is looked for in every project, not only in the one whose name it bears: "FA3 in every project"."""

    tag: Tag
    project: str


@dataclass(frozen=True, slots=True)
class EitherProject:
    """Several projects were named and any will do. `both` is the question for the last one's name in the first."""

    projects: tuple[str, ...]
    word: str
    both: str


@dataclass(frozen=True, slots=True)
class BothWays:
    """Two words name a project together and mean something apart: "vllm-ascend, and vLLM with Ascend"."""

    together: str
    project: str
    tag: Tag


@dataclass(frozen=True, slots=True)
class FutureSince:
    """`since:` names a day that has not come; it was ignored."""

    day: date


@dataclass(frozen=True, slots=True)
class WordsCut:
    """More words were typed than are looked for; the first `kept` count."""

    kept: int
    typed: int


Note: TypeAlias = (
    ReadAs | ProductIs | NotMeant | Ambiguous | EverywhereNot | EitherProject | BothWays | FutureSince | WordsCut
)
