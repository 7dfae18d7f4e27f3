"""Which subscriptions' news come in one message, and the key under which it is sent once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from bot.domain.delivery import Recipient
from bot.domain.subscription import Cadence


@dataclass(frozen=True, slots=True)
class MessageSlot:
    """All that is due to a recipient up to an instant in a rhythm. `moved` is the first subscription, by its id, of
    those whose hour was moved to one that is over: the message of that hour may be out, so that theirs is another."""

    recipient: Recipient
    instant: datetime
    cadence: Cadence
    moved: int | None = None

    @property
    def key(self) -> str:
        """The delivery's key."""
        key = f"subscriptions/{self.cadence.value}/{self.recipient}/{self.instant.astimezone(UTC):%Y-%m-%dT%H:%M}"
        return key if self.moved is None else f"{key}/{self.moved}"
