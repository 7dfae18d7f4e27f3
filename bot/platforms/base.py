"""What a place where people meet the bot must do: pass a Command in, put a Document out, complete while somebody types.

The platforms stand in their own files. They are handed `answer` and `complete` by bot/app.py and know no handler.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol, TypeAlias

from bot.domain.command import Command
from bot.domain.delivery import Outcome, Recipient, Thread
from bot.domain.document import Document
from bot.domain.reply import Reply


@dataclass(frozen=True, slots=True)
class Completion:
    """A line that what was typed may become, and what it will be read as."""

    text: str
    note: str = ""


Answer: TypeAlias = Callable[[Command], Awaitable[Reply]]
Complete: TypeAlias = Callable[[str], tuple[Completion, ...]]


class Places(Protocol):
    """What happens to the places of a platform, as it tells of it; each may be told more than once."""

    async def gone(self, platform: str, workspace: str, reason: str) -> None:
        """The workspace took the bot away."""
        ...

    async def back(self, platform: str, workspace: str) -> None:
        """The bot is in the workspace, whatever was before."""
        ...

    async def renamed(self, place: Recipient, new: str) -> None:
        """The channel has another id."""
        ...

    async def opened(self, place: Recipient) -> None:
        """The channel takes messages again."""
        ...


class Platform(Protocol):
    """One chat platform."""

    name: str
    repeats_for: timedelta
    """For how long posting a part again under the same `part_id` gives the message that is there already (B-11); zero
    where it would be another message."""

    async def post(
        self, recipient: Recipient, part: Document, part_id: str, /, thread: Thread | None = None
    ) -> Outcome:
        """Puts one part of a delivery out and says what became of it; it does not raise for what the platform refuses
        and never tries again by itself (B001, B002). `part_id` names the part, the same at every attempt (B014). With
        a `thread` that has its first message the part is a reply there; with one that has none it is that message."""
        ...

    async def edit(self, recipient: Recipient, sent_id: str, part: Document, /) -> Outcome:
        """Puts the part in the place of a message that is out. Doing it twice is doing it once, so that an unknown
        outcome may be tried again."""
        ...

    async def find(
        self, recipient: Recipient, part: Document, part_id: str, since: datetime, /, thread: Thread | None = None
    ) -> str | None:
        """The platform's id of a part that stands in its place, posted at `since` or later; None where it is not there
        or the platform does not let the bot look."""
        ...

    async def obstacle(self, recipient: Recipient, /) -> str | None:
        """Why this place would take nothing from the bot, as a sentence for who sets something up there; None if
        nothing is known against it (B096)."""
        ...

    async def serve(self, answer: Answer, complete: Complete) -> None:
        """Takes commands and shows their answers until it is cancelled or the platform is left."""
        ...
