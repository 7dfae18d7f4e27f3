"""Tagged: what the tagger says of an update."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.tag import FoundTag
from bot.domain.update import Figure, Kind


@dataclass(frozen=True, slots=True)
class Tagged:
    """Kind, tags (none of the facets project and kind), figures and noise of one update."""

    kind: Kind
    tags: tuple[FoundTag, ...] = ()
    figures: tuple[Figure, ...] = ()
    noise: bool = False
