"""Between the end of a window and the hour of its issue: the model puts the issue into words, so that it need not wait.

What it does not manage until then is said by rule. Without a model nothing happens here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from bot.domain.edition import Edition
from bot.domain.language import Language
from bot.domain.passage import Wordings
from handlers.audience import Sight, with_sight
from handlers.deps import Deps
from handlers.issues import issue_of
from handlers.wordings import forget_old, word

AHEAD_SECONDS = 300
"""How often the clock asks; what is kept is not asked for again, what failed is."""


async def word_ahead(wanted: Iterable[tuple[Edition, Language, Sight]], deps: Deps) -> list[Wordings]:
    """Words the issues that will be posted next: of each edition, language and sight whose window is over and whose
    hour has not come."""
    if deps.summarizer is None:
        return []
    await asyncio.to_thread(forget_old, deps)
    found: list[Wordings] = []
    for edition, language, sight in dict.fromkeys(wanted):
        window = edition.latest_window(deps.now())
        if deps.now() < window.end + edition.delay:
            seen = with_sight(sight, deps)
            digest = await asyncio.to_thread(issue_of, edition, window, seen)
            found.append(await word(digest, seen, language))
    return found
