"""Small working things that stand where the outside would be."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.domain.delivery import Outcome, Recipient, Refused, Sent, Thread
from bot.domain.document import Document
from bot.domain.reply import Reply
from bot.platforms.base import Answer, Complete
from bot.platforms.terminal import shown
from bot.renderers.terminal import render
from bot.sources.base import FoundUpdate
from bot.sources.polling import Batch, Lack, PolledItem


class Killed(BaseException):
    """The process was killed here; nothing may catch it."""


@dataclass
class FakePlatform:
    """A platform that keeps what was posted. `outcomes` are answered in turn before everything is Sent; an exception
    among them is raised instead, Killed too."""

    name: str = "terminal"
    repeats_for: timedelta = timedelta()
    outcomes: deque[Outcome | BaseException] = field(default_factory=deque)
    posted: list[tuple[Recipient, Document]] = field(default_factory=list)
    obstacles: dict[Recipient, str] = field(default_factory=dict)
    part_ids: list[str] = field(default_factory=list)
    """The name of every part that was handed in, taken or not."""
    closed: set[str] = field(default_factory=set)
    """Ids of recipients that take nothing."""
    threads: list[Thread | None] = field(default_factory=list)
    """The thread of every part that was taken."""
    edited: list[tuple[str, Document]] = field(default_factory=list)
    """What took the place of which message."""
    readable: dict[str, str] = field(default_factory=dict)
    """Ids of the messages that can be read back, by the name of their part."""

    async def post(self, recipient: Recipient, part: Document, part_id: str, thread: Thread | None = None) -> Outcome:
        """Takes the part, unless the next outcome says otherwise."""
        self.part_ids.append(part_id)
        if recipient.id in self.closed:
            return Refused("archived")
        outcome = self.outcomes.popleft() if self.outcomes else Sent(f"m{len(self.posted) + 1}")
        if isinstance(outcome, BaseException):
            raise outcome
        if isinstance(outcome, Sent):
            self.posted.append((recipient, part))
            self.threads.append(thread)
        return outcome

    async def edit(self, recipient: Recipient, sent_id: str, part: Document) -> Outcome:
        """Puts the part in a message's place, unless the next outcome says otherwise."""
        if recipient.id in self.closed:
            return Refused("archived")
        outcome = self.outcomes.popleft() if self.outcomes else Sent(sent_id)
        if isinstance(outcome, BaseException):
            raise outcome
        if isinstance(outcome, Sent):
            self.edited.append((sent_id, part))
        return outcome

    async def find(
        self, recipient: Recipient, part: Document, part_id: str, since: datetime, thread: Thread | None = None
    ) -> str | None:
        """What a test says can be read back."""
        return self.readable.get(part_id)

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


@dataclass
class FakeSource:
    """A polled source whose items a test edits: append to `items`, oldest first, and the next poll finds them. A first
    start gives history newest first, `page` items a batch, and goes on after a kill where it was. While `fault` is set
    a poll raises it after `good` batches."""

    name: str = "github:flashinfer-ai/flashinfer"
    project: str | None = "flashinfer"
    items: list[PolledItem] = field(default_factory=list)
    page: int = 2
    fault: BaseException | None = None
    good: int = 0
    lacks: frozenset[Lack] = frozenset()
    polls: list[datetime] = field(default_factory=list)
    """When it was polled."""

    async def poll(self, state: str | None, now: datetime) -> AsyncIterator[Batch]:
        """What was appended since `state`, then what is left of the history."""
        self.polls.append(now)
        for given, batch in enumerate(self._batches(state)):
            if self.fault is not None and given >= self.good:
                break
            yield batch
        if self.fault is not None:
            raise self.fault

    def _batches(self, state: str | None) -> Iterable[Batch]:
        top, down = json.loads(state) if state else (len(self.items), len(self.items))
        if top < len(self.items):
            news, top = tuple(self.items[top:]), len(self.items)
            yield Batch(news, json.dumps([top, down]))
        if state is None and not self.items:
            yield Batch((), json.dumps([0, 0]))
        while down > 0:
            low = max(0, down - self.page)
            history, down = tuple(reversed(self.items[low:down])), low
            yield Batch(history, json.dumps([top, down]), self._reached(history))

    @staticmethod
    def _reached(history: Iterable[PolledItem]) -> datetime | None:
        return min((item.raw.published for item in history if isinstance(item, FoundUpdate)), default=None)
