"""Small working things that stand where the outside would be."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.domain.delivery import Outcome, Recipient, Refused, Sent
from bot.domain.document import Document
from bot.domain.reply import Reply
from bot.platforms.base import Answer, Complete
from bot.platforms.terminal import shown
from bot.renderers.terminal import render


class Killed(BaseException):
    """The process was killed here; nothing may catch it."""


@dataclass
class FakePlatform:
    """A platform that keeps what was posted. `outcomes` are answered in turn before everything is Sent; an exception
    among them is raised instead, Killed too."""

    name: str = "terminal"
    outcomes: deque[Outcome | BaseException] = field(default_factory=deque)
    posted: list[tuple[Recipient, Document]] = field(default_factory=list)
    obstacles: dict[Recipient, str] = field(default_factory=dict)
    part_ids: list[str] = field(default_factory=list)
    """The name of every part that was handed in, taken or not."""
    closed: set[str] = field(default_factory=set)
    """Ids of recipients that take nothing."""

    async def post(self, recipient: Recipient, part: Document, part_id: str) -> Outcome:
        """Takes the part, unless the next outcome says otherwise."""
        self.part_ids.append(part_id)
        if recipient.id in self.closed:
            return Refused("archived")
        outcome = self.outcomes.popleft() if self.outcomes else Sent(f"m{len(self.posted) + 1}")
        if isinstance(outcome, BaseException):
            raise outcome
        if isinstance(outcome, Sent):
            self.posted.append((recipient, part))
        return outcome

    async def obstacle(self, recipient: Recipient) -> str | None:
        """What a test says stands in the way there."""
        return self.obstacles.get(recipient)

    async def serve(self, answer: Answer, complete: Complete) -> None:
        """Nobody types here."""

    def answers_with(self, *outcomes: Outcome | BaseException) -> None:
        """What the next posts meet."""
        self.outcomes.extend(outcomes)

    @property
    def seen(self) -> list[str]:
        """The posted parts as a reader sees them, in order."""
        return texts(document for _, document in self.posted)


def texts(replies: Iterable[Reply]) -> list[str]:
    """Replies as the shell draws them."""
    return [render(shown(reply)) for reply in replies]
