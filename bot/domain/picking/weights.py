"""The weights of a ranking: what each signal counts, and how stories move each other."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.domain.picking.signal import Signal


@dataclass(frozen=True, slots=True)
class Weights:
    """Parsed from config/ranking.toml (config/ranking.py). A signal that is not named counts nothing.

    `words` are words of titles (bot/domain/picking/title_words.py) that tell a little more than the signals do.
    `ordinary` is what the signals of an ordinary change sum to; a story gains `company` times log(1 + s), where s sums
    what like stories are above that, each by how like it is. From the `settled`-th pick on a story loses `again` times
    its likeness to the likest one before it, so that themes take turns. An update that follows its story's leading one
    loses `follows` where it is ranked by itself.
    """

    signals: Mapping[Signal, float] = field(default_factory=dict)
    words: Mapping[str, float] = field(default_factory=dict)
    ordinary: float = 0.0
    company: float = 0.0
    again: float = 0.0
    settled: int = 10
    follows: float = 0.0

    @property
    def reach(self) -> float:
        """More than all signals together can move a story: what a reader named stands before all else."""
        return 1.0 + 2.0 * math.fsum(map(abs, (*self.signals.values(), *self.words.values())))
