"""Who runs the bot hears of a failing source once, and once that it is read again; of one that is unusually silent once
for each silence. Several at a time are one message.

What is told and that it was told are saved in one transaction, so a crash neither loses nor doubles it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from bot.domain.delivery import Delivery, Recipient, RecipientKind
from bot.domain.document import Document
from bot.domain.health import HealthStatus, SourceHealth, is_due_to_tell, is_unusually_silent
from bot.domain.window import UTC_ZONE
from bot.wording.facts import Facts
from bot.wording.sources import failing_document, recovered_document, renamed_document, silent_document
from handlers.deps import Deps

SILENT_TOLD = "silent sources that were told"
"""The key in `meta`: the names of the silent sources of which the owner knows."""


def tell_owner(deps: Deps) -> int:
    """Puts into the outbox what the owner is to know of the sources; gives how many messages that were."""
    healths = deps.store.health.all()
    if not any(_told_of(healths, deps.now())) and _names(_silent(healths, deps)) == _silent_told(deps):
        return 0
    owner = owner_of(deps)
    if owner is None:
        return 0
    with deps.store.together():
        # Read once more: a poll may have ended meanwhile.
        healths = deps.store.health.all()
        failing, again = _told_of(healths, deps.now())
        silent, known = _silent(healths, deps), _silent_told(deps)
        facts = Facts(deps.projects, deps.vocabulary, deps.now(), UTC_ZONE)
        made = []
        if failing:
            made.append(_delivery("failed", failing, failing_document(failing, facts), owner, deps))
        if again:
            made.append(_delivery("recovered", again, recovered_document(again, facts), owner, deps))
        if fresh := [health for health in silent if health.name not in known]:
            made.append(_delivery("silent", fresh, silent_document(fresh, facts), owner, deps))
        deps.store.deliveries.enqueue(made)
        deps.store.meta.set(SILENT_TOLD, json.dumps(_names(silent)))
        for health in (*failing, *again):
            deps.store.health.save(replace(health, told=not health.told))
    return len(made)


def tell_of_new_name(health: SourceHealth, name: str, deps: Deps) -> None:
    """Puts into the outbox that a source is called otherwise now; once for each name (B041)."""
    owner = owner_of(deps)
    if owner is not None:
        facts = Facts(deps.projects, deps.vocabulary, deps.now(), UTC_ZONE)
        parts = deps.split(owner.platform, renamed_document(health, name, facts))
        deps.store.deliveries.enqueue([Delivery(f"source/{health.name}/renamed/{name}", owner, parts, deps.now())])


def owner_of(deps: Deps) -> Recipient | None:
    """OPS_CHANNEL, else who set the first digest up; None where nobody did."""
    if deps.ops is not None:
        return deps.ops
    for posting in deps.store.channels.all():
        place = posting.recipient
        return Recipient(place.platform, place.workspace, RecipientKind.USER, posting.owner)
    return None


def _told_of(healths: Sequence[SourceHealth], now: datetime) -> tuple[list[SourceHealth], list[SourceHealth]]:
    """What is to be told as failing, and what as read again."""
    return _failing(healths, now), [health for health in healths if health.told and health.is_well]


def _silent(healths: Sequence[SourceHealth], deps: Deps) -> list[SourceHealth]:
    return [health for health in healths if is_unusually_silent(health, deps.now())]


def _silent_told(deps: Deps) -> list[str]:
    return list(map(str, json.loads(deps.store.meta.get(SILENT_TOLD) or "[]")))


def _names(healths: Sequence[SourceHealth]) -> list[str]:
    return [health.name for health in healths]


def _failing(healths: Sequence[SourceHealth], now: datetime) -> list[SourceHealth]:
    """What is to be told: nothing until one source has failed for long enough, then with it all that fail as well."""
    if not any(is_due_to_tell(health, now) for health in healths):
        return []
    return [
        health
        for health in healths
        if not health.is_well and not health.told and health.failures and health.status is not HealthStatus.PAUSED
    ]


def _delivery(what: str, healths: Sequence[SourceHealth], document: Document, owner: Recipient, deps: Deps) -> Delivery:
    first = healths[0]
    since = min((health.failing_since or health.last_success or deps.now() for health in healths), default=deps.now())
    key = f"source/{first.name}/{since:%Y-%m-%dT%H:%M:%S}/{what}/{len(healths)}"
    return Delivery(key, owner, deps.split(owner.platform, document), deps.now())
