"""Recipients, and deliveries: what is owed to whom, and how far it got."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.document import Document


class RecipientKind(StrEnum):
    CHANNEL = "channel"
    USER = "user"
    THREAD = "thread"


@dataclass(frozen=True, slots=True, order=True)
class Recipient:
    """Where a document goes; every field is part of its identity, so that workspaces never mix (B092)."""

    platform: str
    workspace: str
    kind: RecipientKind
    id: str

    def __str__(self) -> str:
        return f"{self.platform}:{self.workspace}/{self.kind.value}/{self.id}"


class DeliveryState(StrEnum):
    PENDING = "pending"
    CLAIMED = "claimed"
    SENT = "sent"
    UNKNOWN = "unknown"
    PARKED = "parked"


@dataclass(frozen=True, slots=True)
class Delivery:
    """A row of the outbox. `key` is unique; part k is sent once, and `sent_ids` holds the platform's id of each part
    that is out, in order. `lease_until` and `token` fence a worker that was frozen past its lease."""

    key: str
    recipient: Recipient
    parts: tuple[Document, ...]
    due: datetime
    state: DeliveryState = DeliveryState.PENDING
    attempts: int = 0
    sent_ids: tuple[str, ...] = ()
    lease_until: datetime | None = None
    token: int = 0
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Sent:
    """A part is out under the platform's id."""

    id: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """The platform may or may not have taken the part; it is never blindly sent again (B002)."""

    reason: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The platform will not take it from us at this place; the destination is parked with the reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Later:
    """Not taken now; try again after so many seconds."""

    seconds: float
    reason: str


Outcome = Sent | Unknown | Refused | Later
