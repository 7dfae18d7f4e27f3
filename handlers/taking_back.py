"""What waits in the outbox for subscriptions is taken back when they end or are paused."""

from __future__ import annotations

from bot.domain.delivery import Recipient
from bot.domain.subscription import Subscription
from handlers.deps import Deps
from handlers.jobs.amending import EDIT
from handlers.jobs.match import AMENDMENT


def cancel_waiting(place: Recipient, deps: Deps) -> None:
    """Takes back what waits in the outbox for the subscriptions of a place. Corrections are due anew: whoever goes on
    after a pause is told them then. Call it in a transaction."""
    for way in ("subscriptions", "at-once", "urgent"):
        deps.store.deliveries.cancel(place, f"{way}/")
    taken = [key for way in (AMENDMENT, EDIT) for key in deps.store.deliveries.cancel(place, f"{way}/")]
    for told, key in deps.store.told.settled(place) if taken else ():
        beginnings = f"{AMENDMENT}/{told}/", f"{EDIT}/{told}/"
        if any(one.startswith(beginnings) and one.endswith(f"/{key}") for one in taken):
            deps.store.told.reopen(told, key)


def cancel_at_once(subscription: Subscription, deps: Deps) -> None:
    """Takes back what waits for one subscription alone. Call it in a transaction."""
    for way in ("at-once", "urgent"):
        deps.store.deliveries.cancel(subscription.recipient, f"{way}/{subscription.id}/")


def end(subscription: Subscription, deps: Deps) -> None:
    """Ends a subscription and takes back what waits for it; the day's message only where it was the last one that the
    message is for."""
    with deps.store.together():
        deps.store.subscriptions.remove(subscription.id)
        cancel_at_once(subscription, deps)
        for way in ("try", "amendment/at-once", "amendment/urgent"):
            deps.store.deliveries.cancel(subscription.recipient, f"{way}/{subscription.id}/")
        if not deps.store.subscriptions.count(subscription.recipient):
            cancel_waiting(subscription.recipient, deps)
