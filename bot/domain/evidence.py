"""Evidence that a change asks something of those who use a project: the sign, its quote, and whether it is proof."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Sign(StrEnum):
    """What kind of sign was seen."""

    MARKED = "marked"
    REMOVED = "removed"
    RENAMED = "renamed"
    DROPPED = "dropped"
    DEPRECATED = "deprecated"
    FLOOR = "floor"
    DEFAULT = "default"
    CLUES = "clues"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One sign. `quote` is the verbatim span that shows it, `detail` the change in short ("a_b 1 → 2"; "" where the
    title says it best), `proven` whether it may be called Breaking.

    CLUES is no sign of its own but the sum of many weak ones (bot/domain/breakage); `telling` is False where they are
    enough to look at a change and too few to warn of it.
    """

    sign: Sign
    quote: str
    detail: str = ""
    proven: bool = False
    telling: bool = True
