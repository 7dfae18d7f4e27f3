"""What a handler looked up so that a document can be honest: latest releases, what the store holds, what loads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import TypeVar
from zoneinfo import ZoneInfo

from bot.domain.digest import Unread
from bot.domain.project import Projects
from bot.domain.vocabulary import Vocabulary

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Latest:
    """The latest stable release of a project, and when it was tagged if that is known."""

    version: str
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """How many updates of a project the store holds, since when, and the date of the newest."""

    updates: int
    since: datetime
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Loading:
    """History that is still being read: the asked project ("" where none was named) back to when (None: nothing yet),
    how many projects are done, and in how many minutes asking again is worth it."""

    project: str
    back_to: datetime | None
    done: int
    of: int
    minutes: int


def _nothing() -> Mapping[str, _Value]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Facts:
    """`now` and `zone` are the asker's; `latest` and `held` are by project key; `owner` is who is told of a fault;
    `released` when versions of the project that was asked for were tagged; `tags_read` are the projects whose versions
    are stored, as far as the document shows changes of theirs; `absent_words` were asked for and stand in no text of
    the window; `unread` are the projects among those asked for (among all where none was) that could not be read
    lately, `lacks` what is not told of them the way they are read; `sample` when the store holds nothing but the
    shipped sample. `sentences` are those that a model wrote and that passed the grounding check, by what they stand
    for: a leading update's key, "lead", "highlight/1"."""

    projects: Projects
    vocabulary: Vocabulary
    now: datetime
    zone: ZoneInfo
    latest: Mapping[str, Latest] = field(default_factory=_nothing)
    held: Mapping[str, Held] = field(default_factory=_nothing)
    released: Mapping[str, datetime] = field(default_factory=_nothing)
    tags_read: frozenset[str] = frozenset()
    absent_words: tuple[str, ...] = ()
    loading: Loading | None = None
    unread: Mapping[str, Unread] = field(default_factory=_nothing)
    lacks: tuple[str, ...] = ()
    owner: str = ""
    sample: bool = False
    sentences: Mapping[str, str] = field(default_factory=_nothing)
