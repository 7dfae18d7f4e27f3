"""What a platform has beside posting, for those that are only posted to."""

from __future__ import annotations

from datetime import datetime

from bot.domain.delivery import Outcome, Recipient, Sent, Thread
from bot.domain.document import Document
from bot.platforms.base import Answer, Complete


class PostingOnly:
    """Nothing is corrected or in doubt here, and nobody types."""

    async def edit(self, recipient: Recipient, sent_id: str, part: Document) -> Outcome:
        """Nothing is corrected here."""
        return Sent(sent_id)

    async def find(
        self, recipient: Recipient, part: Document, part_id: str, since: datetime, thread: Thread | None = None
    ) -> str | None:
        """Nothing is in doubt here."""

    async def obstacle(self, recipient: Recipient) -> str | None:
        """Nothing is known against any place."""
        return None

    async def serve(self, answer: Answer, complete: Complete) -> None:
        """Nobody types here."""
