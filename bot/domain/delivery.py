"""Recipients, and deliveries: what is owed to whom, and how far it got."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.document import Document
from bot.domain.label import Label
from bot.domain.state import Stage
from bot.domain.tag import Tag


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


@dataclass(frozen=True, slots=True)
class Thread:
    """Where a delivery's parts stand that are not its first: `name` is shown where the platform names threads, `first`
    is the platform's id of the message that they hang on, "" until that is out. `marks` are words ("daily") that a
    forum may know as its own tags."""

    name: str
    first: str = ""
    marks: tuple[str, ...] = ()


class DeliveryState(StrEnum):
    PENDING = "pending"
    CLAIMED = "claimed"
    SENT = "sent"
    UNKNOWN = "unknown"
    PARKED = "parked"


@dataclass(frozen=True, slots=True)
class Told:
    """What a message told by a subscription: the key of a story's leading update, and how that was called then. `tags`
    are those of hardware, formats and models."""

    subscription: int
    key: str
    label: Label
    stage: Stage
    tags: frozenset[Tag] = frozenset()


@dataclass(frozen=True, slots=True)
class Delivery:
    """A row of the outbox. `key` is unique; part k is sent once, and `sent_ids` holds the platform's id of each part
    that is out, in order. `lease_until` and `token` fence a worker that was frozen past its lease.

    With `thread` the parts after the first stand in a thread: under the first, or all of them under a message that is
    out already where `thread.first` names it. `edits` is the platform's id of a message that the one part takes the
    place of (a correction). `attempts` are the claims that were no wait for a limit. `posting_since` is when the next
    part was begun by somebody who stopped in the middle of it. `tells` is what may have to be corrected one day; it is
    kept with the delivery and not read back with it (storage/told).
    """

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
    thread: Thread | None = None
    edits: str = ""
    posting_since: datetime | None = None
    tells: tuple[Told, ...] = ()


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
    """The platform will not take it from us at this place; the destination is parked with the reason. With
    `uninstalled` its whole workspace took the bot away, and takes nothing anywhere (A38)."""

    reason: str
    uninstalled: bool = False


@dataclass(frozen=True, slots=True)
class Later:
    """Not taken now; try again after so many seconds. `limited`: the platform wants to be asked less often, which is no
    failure."""

    seconds: float
    reason: str
    limited: bool = False


Outcome = Sent | Unknown | Refused | Later
