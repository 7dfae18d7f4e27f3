"""What is owed by now is put into the outbox, and what the outbox holds is sent: one round of both."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from bot.domain.language import Language
from bot.platforms.base import Platform
from handlers.deps import Deps
from handlers.jobs.connection_notices import tell_of_connections
from handlers.jobs.correct import correct
from handlers.jobs.deliver import deliver
from handlers.jobs.delivery_notices import tell_of_doubts
from handlers.jobs.match import match
from handlers.jobs.publish import Post, posts_set_up, publish
from handlers.jobs.sending import Means
from handlers.jobs.watching import tell_released
from handlers.jobs.wording_ahead import word_ahead


def postings(deps: Deps) -> Sequence[Post]:
    """What is posted to channels, as it was set up from chat or stands in config/editions.toml; what was set up from
    chat wins, also where it was paused there."""
    set_up = {(posting.edition, posting.recipient) for posting in deps.store.channels.all()}
    listed = [(edition, place) for edition in deps.editions.all for place in edition.post_to]
    return [
        *posts_set_up(deps),
        *(Post(edition, place) for edition, place in listed if (edition.key, place) not in set_up),
    ]


async def owe(deps: Deps, posts: Sequence[Post]) -> None:
    """Puts into the outbox all that is due: corrections, issues, messages, and what somebody must hear of them."""
    await correct(deps)
    await publish(posts, deps)
    await match(deps)
    await tell_released(deps)
    await tell_of_doubts(deps)
    await tell_of_connections(deps)


async def send(deps: Deps, platforms: Mapping[str, Platform], posts: Sequence[Post], means: Means | None = None) -> int:
    """Puts into the outbox what is due, and empties it onto the platforms of this process; answers how much was
    sent."""
    await owe(deps, posts)
    return await drain(deps, platforms, means)


async def drain(deps: Deps, platforms: Mapping[str, Platform], means: Means | None = None) -> int:
    """Empties the outbox onto the platforms of this process; answers how much was sent."""
    sent = 0
    while claimed := await deliver(deps, platforms, means):
        sent += claimed
    return sent


async def word_postings_ahead(deps: Deps, language: Language) -> None:
    """The model words the issues that are posted next, ahead of their hour."""
    await word_ahead(await asyncio.to_thread(postings, deps), language, deps)
