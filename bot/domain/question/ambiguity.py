"""Names that several things bear, and names that look alike: what is taken, and what is said of the rest.

Sources: field/vocabulary.md 6.1 (RTX 6000 Ada, RTX PRO 6000, RTX A6000 are three cards), 6.7 (DSpark is no DGX Spark).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.domain.tag import Facet, Tag


@dataclass(frozen=True, slots=True)
class Meaning:
    """One of the things that a name may mean, as it is written in full."""

    name: str
    tag: Tag


def _card(name: str, number: str) -> Meaning:
    return Meaning(name, Tag(Facet.HARDWARE, number))


AMBIGUOUS: Mapping[str, tuple[Meaning, ...]] = {
    "rtx6000": (_card("RTX PRO 6000", "sm120"), _card("RTX 6000 Ada", "sm89"), _card("RTX A6000", "sm86")),
}
"""By key; the first one is taken."""

_DSPARK = Meaning("DSpark", Tag(Facet.TOPIC, "speculative-decoding"))
LOOK_ALIKE: Mapping[str, Meaning] = {"dgxspark": _DSPARK, "rtxspark": _DSPARK, "spark": _DSPARK}
"""By key of a product: what it is not."""
