"""Who can mend it hears once of a delivery that is in doubt or that a place does not take (B002, B079, B085).

That it was told is the notice itself: its key is the delivery's, so that neither a crash nor a second process tells it
twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from bot.domain.delivery import Delivery, DeliveryState
from bot.log import Logger
from bot.wording.doubts import doubt_document, parked_document
from handlers.deps import Deps
from handlers.doubts import stuck_of, who_can_mend
from storage.deliveries import notice_key

log = Logger(__name__)


async def tell_of_doubts(deps: Deps) -> int:
    """Puts into the outbox what somebody must decide on; answers how many messages that were."""
    return await asyncio.to_thread(_tell, deps)


def _tell(deps: Deps) -> int:
    notices = list(_notices(deps))
    return len(deps.store.deliveries.enqueue(notices)) if notices else 0


def _notices(deps: Deps) -> Iterator[Delivery]:
    for delivery in deps.store.deliveries.untold():
        told = who_can_mend(delivery, deps)
        if told is None or told == delivery.recipient:
            continue
        stuck = stuck_of(delivery, deps)
        is_parked = delivery.state is DeliveryState.PARKED
        document = parked_document(stuck) if is_parked else doubt_document(stuck)
        parts = deps.split(told.platform, document)
        log.warning("told of a delivery", delivery=delivery.key, state=delivery.state.value, told=str(told))
        yield Delivery(notice_key(delivery.key), told, parts, deps.now())
