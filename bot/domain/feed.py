"""Feeds that the bot watches: blogs and digests, as config/sources.toml or somebody's /track describes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

Wanted: TypeAlias = Callable[[str, str], bool]
"""Whether readers of this bot care: asked with a title and the text that belongs to it."""


@dataclass(frozen=True, slots=True)
class Feed:
    """A watched feed. `key` names it in cursors and commands, `name` is written for readers, `url` is None where the
    blog's feed address is not known (then it is not read). `project` is the catalogue's key of the project that it
    belongs to, None for one of many; `everything` takes posts that name nothing of the vocabulary too; the entries of a
    `digest` are digest articles, read as bot/sources/article reads a file."""

    key: str
    name: str
    url: str | None
    project: str | None = None
    everything: bool = False
    digest: bool = False


@dataclass(frozen=True, slots=True)
class WatchList:
    """All feeds, and the arXiv categories whose announcements are read ("cs.LG")."""

    feeds: tuple[Feed, ...]
    categories: tuple[str, ...]

    @property
    def readable(self) -> tuple[Feed, ...]:
        """The feeds whose address is known."""
        return tuple(feed for feed in self.feeds if feed.url)
