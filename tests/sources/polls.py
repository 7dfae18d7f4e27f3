"""One poll of a source, as a test looks at it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.errors import SourceError
from bot.domain.update import RawUpdate
from bot.sources.base import FoundUpdate, Refusal
from bot.sources.polling import Batch, PolledSource


@dataclass(frozen=True)
class Polled:
    """The batches of a poll, the cursor behind it and the fault that ended it."""

    batches: tuple[Batch, ...]
    state: str | None
    fault: SourceError | None

    @property
    def updates(self) -> list[RawUpdate]:
        """The updates of all batches."""
        return [item.raw for batch in self.batches for item in batch.items if isinstance(item, FoundUpdate)]

    @property
    def titles(self) -> list[str]:
        """Their titles."""
        return [update.title for update in self.updates]

    @property
    def refusals(self) -> list[str]:
        """The reasons of what was refused."""
        return [item.reason for batch in self.batches for item in batch.items if isinstance(item, Refusal)]

    @property
    def sentence(self) -> str:
        """What a person is told of the fault."""
        assert self.fault is not None
        return self.fault.sentence


async def poll(source: PolledSource, state: str | None, now: datetime, batches: int | None = None) -> Polled:
    """Polls once; with `batches` as if the process were killed behind so many."""
    found: list[Batch] = []
    fault: SourceError | None = None
    try:
        async for batch in source.poll(state, now):
            found.append(batch)
            state = batch.state
            if batches is not None and len(found) >= batches:
                break
    except SourceError as raised:
        fault = raised
    return Polled(tuple(found), state, fault)
