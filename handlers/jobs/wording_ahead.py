"""Between the end of a window and the hour of its issue: the model puts the issue into words, so that it need not wait.

What it does not manage until then is said by rule. Without a model nothing happens here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.domain.digest import Digest
from bot.domain.editing.composing import compose_from
from bot.domain.editing.groundwork import Groundwork
from bot.domain.editing.material import Scope
from bot.domain.edition import Edition
from bot.domain.language import Language
from bot.domain.passage import Wordings
from bot.domain.schedule import following
from handlers.audience import Sight, sight_of, with_sight
from handlers.deps import Deps
from handlers.issues import ground_of
from handlers.jobs.publish import Post
from handlers.scopes import scope_of
from handlers.wordings import forget_old, word

AHEAD_SECONDS = 300
"""How often the clock asks; what is kept is not asked for again, what failed is."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """An issue as some place will get it: of an edition, for what the place may see, asked for and runs, in its
    language. Places that want the same share it."""

    edition: Edition
    sight: Sight
    scope: Scope
    language: Language


async def word_ahead(posts: Sequence[Post], language: Language, deps: Deps) -> list[Wordings]:
    """Words the issues that will be posted next: in each language and scope that is due, of the editions whose window
    is over, for the places whose hour has not come. `language` is that of places without one of their own."""
    if deps.summarizer is None:
        return []
    await asyncio.to_thread(forget_old, deps)
    wanted = await asyncio.to_thread(lambda: list(dict.fromkeys(_wanted(posts, language, deps))))
    issues = await asyncio.to_thread(lambda: list(_issues(wanted, deps)))
    return [await word(digest, with_sight(one.sight, deps), one.language) for one, digest in issues]


def _wanted(posts: Iterable[Post], language: Language, deps: Deps) -> Iterator[Wanted]:
    for post in posts:
        end = post.edition.latest_window(deps.now()).end
        if deps.now() < max(post.edition.out_at(end), following(post.hours, end)):
            scope = scope_of(post.recipient, post.about, deps)
            yield Wanted(post.edition, sight_of(post.recipient, deps), scope, post.language or language)


def _issues(wanted: Iterable[Wanted], deps: Deps) -> Iterator[tuple[Wanted, Digest]]:
    """Each wanted issue; the material of one edition is read once for all who see the same."""
    grounds: dict[tuple[Edition, Sight], Groundwork] = {}
    digests: dict[tuple[Edition, Sight, Scope], Digest] = {}
    for one in wanted:
        place = one.edition, one.sight
        if place not in grounds:
            window = one.edition.latest_window(deps.now())
            grounds[place] = ground_of(one.edition, window, with_sight(one.sight, deps))
        if (*place, one.scope) not in digests:
            digests[*place, one.scope] = compose_from(grounds[place], one.scope)
        yield one, digests[*place, one.scope]
