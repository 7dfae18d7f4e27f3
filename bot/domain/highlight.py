"""A highlight: one event that several stories tell, perhaps over several projects (WORDING.md 5), and the counted
evidence of several weeks.

Types only: highlights are found in bot/domain/highlighting.py, tallies in bot/domain/tallying.py; how they read is
bot/wording.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.domain.answer import Story
from bot.domain.tag import Tag


class Theme(StrEnum):
    """What the stories of a highlight have in common."""

    TAG = "tag"
    """The same kind of change for one hardware, format or model, in several projects."""
    WRONG_RESULTS = "wrong results"
    """Fixes of results that were wrong, or data that was lost, without an error."""
    BREAKING = "breaking"
    """Several breaking changes of one project."""
    SECURITY = "security"
    """Several security changes."""
    DEFAULT = "default"
    """Several changed defaults."""
    PIN = "pin"
    """Several projects moved to one release of another."""
    STORY = "story"
    """One story that stands out by itself."""


class Change(StrEnum):
    """What kind of change a theme's stories are."""

    NEW = "new"
    FIX = "fix"
    PERF = "perf"


@dataclass(frozen=True, slots=True)
class Highlight:
    """One event with the stories that support it, the weightiest first; each story stands in one highlight at most.

    `projects` are the keys of the stories' projects, in the stories' order. `tag` and `change` are set for TAG,
    `project` for BREAKING and STORY and, as the project that others moved to, with its `version` for PIN. `weight` is
    what highlights are ordered by.
    """

    theme: Theme
    stories: tuple[Story, ...]
    projects: tuple[str, ...]
    weight: float
    tag: Tag | None = None
    change: Change | None = None
    project: str = ""
    version: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the leading updates: what the highlight cites."""
        return tuple(story.lead.key for story in self.stories)


@dataclass(frozen=True, slots=True)
class Tally:
    """A counted and cited statement over weeks ("four projects in three weeks added X"): evidence, no opinion.

    `projects` (keys) have each made the `change` for `tag` (a hardware, format, model or topic) in the last `weeks`
    weeks; `keys` cite one update of each project, in the projects' order; `stories` counts all there were.
    """

    tag: Tag
    change: Change
    projects: tuple[str, ...]
    keys: tuple[str, ...]
    stories: int
    weeks: int
