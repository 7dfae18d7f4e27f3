"""What belonged into a message that was out when it came in: it stands in the next one (DESIGN.md 3, Late)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from bot.domain.matching import matches
from bot.domain.serving import LATE_REACH, Turn, came_late
from bot.domain.stack import stack_query, touches
from bot.domain.subscription import Subscription
from bot.domain.update import Update
from bot.domain.window import UTC_ZONE, Window
from handlers.audience import Sight
from handlers.deps import Deps
from handlers.hindsight import Hindsight
from handlers.stacks import stack_of


class LateArrivals:
    """The updates that may have come late for some of the turns of a run; read once for all who see the same. Reads the
    store: use it in a thread."""

    def __init__(self, turns: Iterable[tuple[Subscription, Turn]]) -> None:
        own = list(turns)
        self._starts = [turn.window.start for _, turn in own if turn.window.start is not None]
        self._seen = [one.seen for one, _ in own if one.seen is not None]
        self._found: dict[Sight, Sequence[Update]] = {}

    def of(self, subscription: Subscription, start: datetime | None, sight: Sight, deps: Deps) -> tuple[Update, ...]:
        """Those for a subscription whose message begins at `start`; `deps` are of the sight."""
        if start is None or subscription.seen is None:
            return ()
        stack = stack_of(subscription.recipient, deps) if subscription.of_stack else None
        query = subscription.query if stack is None else stack_query(stack)
        late = [
            update
            for update in self._all(sight, deps)
            if came_late(update, subscription, start)
            and matches(update, query, deps.vocabulary)
            and (stack is None or touches(update, stack, deps.vocabulary))
        ]
        return Hindsight(deps.now(), deps).of(late)

    def _all(self, sight: Sight, deps: Deps) -> Sequence[Update]:
        if sight not in self._found:
            window = Window(min(self._starts) - LATE_REACH, max(self._starts), UTC_ZONE)
            self._found[sight] = deps.store.updates.in_window(window, seen_after=min(self._seen))
        return self._found[sight]
