"""Words by rule, taken out of titles and descriptions: what is said where no model is set or none has an answer."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.language import Language
from bot.domain.passage import Passage
from bot.summarizers.base import Budget, Run, Worded


class Extractive:
    """Says the sentence by rule (bot/domain/sentence), in the source's language, at no cost."""

    name = "rule"

    async def word(self, passages: Sequence[Passage], language: Language, budget: Budget) -> Run:
        """Every passage's own sentence."""
        del language, budget
        return Run({one.key: Worded(one.by_rule) for one in passages})
