"""At its hour: editions and daily or weekly subscriptions that have become due go into the outbox.

What is due are the instants between the last run and now; the last run is remembered in the store, so a night without
the process is caught up in one delivery that covers it whole. Keys are unique, so running twice changes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.domain.delivery import Delivery, Recipient, Thread
from bot.domain.digest import Digest
from bot.domain.document import Document
from bot.domain.editing.catching_up import caught_up
from bot.domain.editing.composing import compose_from
from bot.domain.editing.groundwork import Groundwork
from bot.domain.editing.material import Scope
from bot.domain.edition import Edition
from bot.domain.issuing import issue_due, next_issue
from bot.domain.language import Language
from bot.domain.schedule import Schedule, jitter
from bot.domain.window import Window
from bot.wording.catalogue import speaking, spoken
from handlers.audience import Sight, sight_of, with_sight
from handlers.deps import Deps
from handlers.issues import ground_of, issue_messages, remember
from handlers.jobs.messages import messages_due
from handlers.scopes import scope_name, scope_of
from storage.channels import Posting, WhenEmpty

LAST_RUN = "published until"
SET_BACK = timedelta(days=1)
"""So far back it is looked for what is due after the clock was set back; else nothing would be due until it has caught
up with a run that saw a wrong year."""


@dataclass(frozen=True, slots=True)
class Post:
    """An edition that goes to a place at the place's own hour (`schedule` None: at the edition's), in the language and
    narrowed to what the place wants ("" for everything); without a language in the one that is spoken. `silent` when
    nothing is posted where there is nothing to tell."""

    edition: Edition
    recipient: Recipient
    about: str = ""
    language: Language | None = None
    schedule: Schedule | None = None
    silent: bool = False

    @property
    def place(self) -> tuple[Recipient, str]:
        """What is sent once for each period."""
        return self.recipient, self.edition.key

    @property
    def hours(self) -> Schedule:
        """When it is due."""
        return self.schedule or self.edition.issues


def post_of(posting: Posting, edition: Edition) -> Post:
    """What a channel gets as it is set up."""
    return Post(
        edition,
        posting.recipient,
        posting.about,
        posting.language,
        posting.schedule,
        silent=posting.when_empty is WhenEmpty.NOTHING,
    )


def posts_set_up(deps: Deps) -> Sequence[Post]:
    """What channels get that set it up from chat and did not pause it. An edition that is gone is posted nowhere. Reads
    the store: call it in a thread."""
    return [
        post_of(posting, edition)
        for posting in deps.store.channels.all()
        if not posting.paused and (edition := deps.editions.named(posting.edition))
    ]


@dataclass(frozen=True, slots=True)
class Issued:
    """An issue for a place: its delivery, or None where the place wants nothing when there is nothing to tell."""

    post: Post
    scope: Scope
    digest: Digest
    delivery: Delivery | None


async def publish(posts: Sequence[Post], deps: Deps) -> int:
    """Enqueues what became due since the last run and answers how many deliveries that made. The first run of a new
    store owes nothing but the latest issue of each edition."""
    return await asyncio.to_thread(_publish, posts, deps)


def publish_now(post: Post, deps: Deps) -> bool:
    """Enqueues the issue that is out now before its hour in the place; False if the place has it already. At its hour
    it does not come again. Reads and writes the store: call it in a thread."""
    covered = deps.store.channels.covered().get(post.place)
    window = caught_up(post.edition, post.edition.window_out(deps.now()), covered)
    issued = list(_issued([(replace(post, silent=False), window)], deps))
    with deps.store.together():
        return bool(_keep(issued, deps))


def _publish(posts: Sequence[Post], deps: Deps) -> int:
    now, store = deps.now(), deps.store
    last = datetime.fromisoformat(store.meta.get(LAST_RUN) or now.isoformat())
    if last > now:
        # The clock was set back. Keys keep what was due in between from being sent twice.
        last = now - SET_BACK
    issued = list(_issued(_due(posts, deps), deps))
    messages = messages_due(last, now, deps)
    with store.together():
        told = store.deliveries.enqueue(messages.deliveries)
        store.subscriptions.serve(messages.served_by(told))
        made = (*_keep(issued, deps), *told)
        store.meta.set(LAST_RUN, now.isoformat())
    return len(made)


def _keep(issued: Sequence[Issued], deps: Deps) -> tuple[str, ...]:
    """Puts issues into the outbox and notes who has them; gives the keys that were new. Call it in a transaction."""
    deliveries = [one.delivery for one in issued if one.delivery is not None]
    made = deps.store.deliveries.enqueue(deliveries)
    for one in {id(one.digest): one for one in issued}.values():
        remember(one.digest, deps, scope_name(one.scope, one.digest))
    deps.store.channels.cover({one.post.place: one.digest.window.end for one in issued})
    return made


def _due(posts: Iterable[Post], deps: Deps) -> Iterator[tuple[Post, Window]]:
    """The places whose hour has come for an issue that they do not have, with the window that it covers there: begun
    where the place's last issue ended, so that after an outage one issue covers all of it (B062)."""
    now, covered = deps.now(), deps.store.channels.covered()
    for post in posts:
        until, delay = covered.get(post.place), jitter(str(post.recipient))
        if window := issue_due(post.edition, post.hours, until, now, delay):
            yield post, caught_up(post.edition, window, until)


def _issued(posts: Iterable[tuple[Post, Window]], deps: Deps) -> Iterator[Issued]:
    """The issues of places. Their material is read once for all places that see the same, and each is composed once for
    those that want the same."""
    grounds: dict[tuple[Edition, Window, Sight], Groundwork] = {}
    digests: dict[tuple[Edition, Window, Sight, Scope], Digest] = {}
    drawn: dict[tuple[int, Language, Schedule], tuple[Document, ...]] = {}
    for post, window in posts:
        edition, sight = post.edition, sight_of(post.recipient, deps)
        seen, scope = with_sight(sight, deps), scope_of(post.recipient, post.about, deps)
        if (edition, window, sight) not in grounds:
            grounds[edition, window, sight] = ground_of(edition, window, seen)
        if (edition, window, sight, scope) not in digests:
            digests[edition, window, sight, scope] = compose_from(grounds[edition, window, sight], scope)
        digest = digests[edition, window, sight, scope]
        if post.silent and not digest.stories and not digest.corrections:
            yield Issued(post, scope, digest, None)
            continue
        language = post.language or spoken()
        if (id(digest), language, post.hours) not in drawn:
            with speaking(language):
                drawn[id(digest), language, post.hours] = _drawn(digest, post, seen)
        key = issue_key(edition, window, post.recipient)
        yield Issued(post, scope, digest, _delivery(key, post, digest, drawn[id(digest), language, post.hours], deps))


def _drawn(digest: Digest, post: Post, deps: Deps) -> tuple[Document, ...]:
    """The messages of an issue, with when the place gets its next one."""
    coming = next_issue(post.edition, post.hours, digest.window.end, deps.now()).astimezone(post.hours.zone)
    return issue_messages(digest, post.edition, deps, f"setup {post.edition.words[0]}", coming)


def issue_key(edition: Edition, window: Window, recipient: Recipient) -> str:
    """One delivery for an edition, a period and a place, whatever happens (B008)."""
    return f"edition/{edition.key}/{edition.number(window)}/{recipient}"


def _delivery(key: str, post: Post, digest: Digest, messages: Iterable[Document], deps: Deps) -> Delivery:
    """The channel's message and its replies, each small enough for the platform, in a thread of the issue's name."""
    edition, recipient = post.edition, post.recipient
    parts = tuple(part for message in messages for part in deps.split(recipient.platform, message))
    name = f"{digest.number} {edition.key.replace('-', ' ')}"
    marks = tuple(word for word in edition.words if word.isascii())
    return Delivery(key, recipient, parts, deps.now(), thread=Thread(name, marks=marks))
