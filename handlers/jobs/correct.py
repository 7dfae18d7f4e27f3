"""What was posted and is wrong by now is put right: the message is edited in place, and its thread hears of it once.

A revert, a withdrawal, another label or tag of something that an issue told makes one correction of it, ever; the next
issue begins with it (bot/domain/editing). Which corrections are due is bot/domain/correcting.py's to say.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from bot.domain.correcting import corrections
from bot.domain.delivery import Delivery, DeliveryState, Thread
from bot.domain.editing.material import LOOKED_BACK
from bot.domain.posted import Correction, Posted
from bot.domain.update import Update
from bot.domain.window import UTC_ZONE, Window
from bot.wording.facts import Facts
from bot.wording.issue.corrections import correction_document, struck
from handlers.asking import facts_of_projects
from handlers.deps import Deps
from handlers.jobs.amending import amend


async def correct(deps: Deps) -> int:
    """Notes the corrections that are due and puts their edits and replies into the outbox; answers how many there were.
    Run again after a crash, it corrects nothing twice and forgets nothing."""
    return await asyncio.to_thread(_correct, deps)


def _correct(deps: Deps) -> int:
    store, now = deps.store, deps.now()
    posted, told = store.digests.told_since(now - LOOKED_BACK), store.told.forms(now - LOOKED_BACK)
    if not posted and not told:
        return 0
    later = store.updates.in_window(Window(now - LOOKED_BACK, now, UTC_ZONE))
    return _correct_issues(posted, later, deps) + amend(told, later, deps)


def _correct_issues(posted: Sequence[Posted], later: Sequence[Update], deps: Deps) -> int:
    store = deps.store
    before = store.digests.corrections()
    held = {update.key: update for update in store.updates.of_keys(sorted({one.key for one in posted}))}
    found = corrections(posted, held, later, deps.now(), {one.place for one in before})
    if not found:
        return 0
    named = {key for one in (*before, *found) for key in (one.key, one.by) if key}
    cited = {update.key: update for update in store.updates.of_keys(sorted(named))}
    with store.together():
        for issue in _by_issue(found):
            store.deliveries.enqueue(list(_of_issue(issue, before, found, cited, deps)))
        store.digests.correct(found)
    return len(found)


def _by_issue(found: Iterable[Correction]) -> list[tuple[str, str]]:
    return sorted({(one.edition, one.number) for one in found})


def _of_issue(
    issue: tuple[str, str],
    before: Iterable[Correction],
    found: Iterable[Correction],
    cited: Mapping[str, Update],
    deps: Deps,
) -> Iterator[Delivery]:
    """For every place that an issue went to: an edit of each part that told what is wrong, and one reply. What was
    corrected before stays struck out."""
    edition, number = issue
    old = [one for one in before if (one.edition, one.number) == issue]
    new = [one for one in found if (one.edition, one.number) == issue]
    made = deps.editions.named(edition)
    facts = facts_of_projects(
        {cited[one.key].project for one in new if one.key in cited},
        deps.now(),
        made.closes.zone if made else UTC_ZONE,
        deps,
    )
    for delivery in deps.store.deliveries.beginning_with(f"edition/{edition}/{number}/"):
        if delivery.state is DeliveryState.SENT:
            yield from _for_place(delivery, old, new, cited, facts, deps)


def _for_place(
    delivery: Delivery,
    old: Sequence[Correction],
    new: Sequence[Correction],
    cited: Mapping[str, Update],
    facts: Facts,
    deps: Deps,
) -> Iterator[Delivery]:
    name = f"{len(old)}-{len(old) + len(new)}"
    told = False
    for at, (part, sent_id) in enumerate(zip(delivery.parts, delivery.sent_ids, strict=False)):
        edited = struck(part, (*old, *new), cited, facts)
        if edited != struck(part, old, cited, facts):
            told = True
            key = f"correction/{delivery.key}/{at}/{name}"
            yield Delivery(key, delivery.recipient, (edited,), deps.now(), edits=sent_id)
    if told:
        thread = replace(delivery.thread or Thread(delivery.key), first=delivery.sent_ids[0])
        parts = deps.split(delivery.recipient.platform, correction_document(new, cited, facts))
        yield Delivery(f"correction/{delivery.key}/reply/{name}", delivery.recipient, parts, deps.now(), thread=thread)
