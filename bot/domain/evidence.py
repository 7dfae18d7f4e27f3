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


@dataclass(frozen=True, slots=True)
class Evidence:
    """One sign. `quote` is the verbatim span that shows it, `detail` the change in short ("a_b 1 → 2"; "" where the
    title says it best), `proven` whether it may be called Breaking."""

    sign: Sign
    quote: str
    detail: str = ""
    proven: bool = False
