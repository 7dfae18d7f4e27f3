"""What a handler is given; made once in bot/app.py."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from bot.domain.delivery import Recipient
from bot.domain.document import Document
from bot.domain.project import Projects
from bot.domain.question.lexicon import Lexicon
from bot.domain.vocabulary import Vocabulary
from storage.store import Store

if TYPE_CHECKING:
    from bot.domain.edition import Editions
    from bot.summarizers.base import Summarizer


def whole(_: str, document: Document) -> tuple[Document, ...]:
    """The document as one part, for platforms whose messages have no limit."""
    return (document,)


def shipped() -> Editions:
    """The editions of config/, read when one is first asked for: a question from the shell needs none."""
    from config.editions import shipped_editions

    return shipped_editions()


def nobody() -> None:
    """Nobody waits to be woken."""


async def no_obstacle(_: Recipient) -> str | None:
    """Nothing is known against any place."""
    return None


@dataclass(frozen=True, slots=True)
class Trackable:
    """A public source that can be tracked: its name ("github:owner/repo", "feed:address"), the key that its updates
    will stand under, how it is written, and its host's number for it."""

    source: str
    project: str
    title: str
    repository_id: int | None = None


async def unreachable(_: str) -> Trackable | None:
    """Nothing can be looked at from here."""
    return None


@dataclass(frozen=True, slots=True)
class Deps:
    """The store, what the bot knows of the field, and the clock (timezone-aware).

    `split` cuts a document into parts that are one message each on the platform of this name. `sample` says that the
    store holds nothing but the sample; then the clock stands at the sample's end. `nudge` wakes whoever empties the
    outbox, so that what a command has put there does not wait for the next tick; called from the event loop. `obstacle`
    asks the platform why a place would take nothing from the bot. `look_at` finds what can be tracked at owner/repo or
    an address, None for what is private, unreachable or neither. `ops` is the place that hears how the bot does.
    `find_editions` gives the editions, those of config/ unless others are handed in. `summarizer` is the model that may
    put issues into words (None: the rule does), at no more than `tokens_a_day`. `platforms` are the chat platforms that
    are configured.
    """

    store: Store
    projects: Projects
    vocabulary: Vocabulary
    lexicon: Lexicon
    now: Callable[[], datetime]
    split: Callable[[str, Document], tuple[Document, ...]] = whole
    sample: bool = False
    nudge: Callable[[], None] = nobody
    obstacle: Callable[[Recipient], Awaitable[str | None]] = no_obstacle
    look_at: Callable[[str], Awaitable[Trackable | None]] = unreachable
    ops: Recipient | None = None
    find_editions: Callable[[], Editions] = shipped
    summarizer: Summarizer | None = None
    tokens_a_day: int = 0
    platforms: tuple[str, ...] = ()

    @property
    def editions(self) -> Editions:
        """Every edition that is printed."""
        return self.find_editions()
