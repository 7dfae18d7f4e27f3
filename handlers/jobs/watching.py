"""Who waits for a change hears once when a release holds it, or when it was taken back; who paused everything hears
that afterwards.

Which open pull requests are waited for is asked here by whoever reads the sources (bot/reading.SourceBook), so that a
change is known before it is merged.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable

from bot.domain.delivery import Delivery, Recipient
from bot.domain.document import Document, Link
from bot.domain.identity import release_key
from bot.domain.state import Stage
from bot.domain.update import Update
from bot.domain.version import find
from bot.domain.window import UTC_ZONE
from bot.wording.catalogue import speaking
from bot.wording.links import link_of
from bot.wording.watches import SETTLED, Waiting, given_up_document, released_document
from handlers.asking import facts_of_projects
from handlers.audience import seen_from
from handlers.deps import Deps
from handlers.persons import language_of
from handlers.stacks import stack_of
from storage.watches import Watch


async def tell_released(deps: Deps) -> int:
    """Puts a message into the outbox for each watch whose change is settled, and ends the watch; answers how many.
    Run again after a crash, it loses nothing and tells nothing twice."""
    return await asyncio.to_thread(_tell, deps)


def _tell(deps: Deps) -> int:
    deps.store.watches.wake(deps.now())
    waiting: dict[Recipient, list[Watch]] = defaultdict(list)
    for watch in deps.store.watches.all():
        if not watch.paused:
            waiting[watch.recipient].append(watch)
    made = 0
    for recipient, watches in waiting.items():
        seen = seen_from(recipient, deps)
        held = {one.key: one for one in seen.store.updates.of_keys([watch.key for watch in watches])}
        for watch in watches:
            # An update that was merged since it was asked for may be known under another key by now.
            update = held.get(watch.key) or seen.store.updates.get(watch.key)
            if update is not None and update.state.stage in SETTLED:
                made += _settled(watch, update, seen)
    return made


def _settled(watch: Watch, update: Update, deps: Deps) -> int:
    with speaking(language_of(watch.recipient, deps)):
        document = _document(watch, update, deps)
    parts = deps.split(watch.recipient.platform, document)
    delivery = Delivery(key_of(watch), watch.recipient, parts, deps.now())
    with deps.store.together():
        made = deps.store.deliveries.enqueue([delivery])
        deps.store.watches.remove(watch.recipient, watch.key)
    return len(made)


def _document(watch: Watch, update: Update, deps: Deps) -> Document:
    chosen = deps.store.people.profile(watch.recipient).zone
    zone = chosen or next((one.zone for one in deps.store.subscriptions.of(watch.recipient)), UTC_ZONE)
    facts = facts_of_projects([update.project], deps.now(), zone, deps)
    waiting = Waiting(watch.key, watch.since, update)
    if update.state.stage is not Stage.RELEASED:
        return given_up_document(waiting, facts)
    pins = {pin.project: pin.version for pin in stack_of(watch.recipient, deps).pins}
    pinned = pins.get(update.project, "")
    other = pinned if pinned != update.state.version else ""
    return released_document(waiting, facts, _release(update, deps), other)


def _release(update: Update, deps: Deps) -> Link | None:
    """The link to the release that holds it, where the store has that."""
    project = deps.projects.by_key.get(update.project)
    found = find(project, deps.store.versions.of(update.project), update.state.version or "")
    release = deps.store.updates.get(release_key(update.repository, found.tag)) if found else None
    return link_of(release) if release else None


def key_of(watch: Watch) -> str:
    """One delivery for a recipient and a change, ever."""
    return f"watch/{watch.recipient}/{watch.key}"


def awaited_in(deps: Deps) -> Callable[[str], frozenset[int]]:
    """What SourceBook asks for: the numbers of a project's pull requests that somebody waits for."""

    def awaited(project: str) -> frozenset[int]:
        keys = [watch.key.rpartition("#") for watch in deps.store.watches.all()]
        return frozenset(
            int(number)
            for repository, mark, number in keys
            if mark and number.isdecimal() and deps.projects.key_for(repository) == project
        )

    return awaited
