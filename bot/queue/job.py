"""What can be put into the queue, and what is done with it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

Work: TypeAlias = Callable[[str], Awaitable[None]]
"""What is done of one task, given what the job is about."""


@dataclass(frozen=True, slots=True)
class Job:
    """A task that is to be done about something, by whichever process works on that task.

    Of one task and thing one job waits at the most. `alone`: one is done at a time, too; what keeps itself from being
    done twice goes without that, for who waits for a lock is only looked at once a poll. What is more `urgent` (0 is
    most) comes first, and nothing before so many seconds have gone by.
    """

    task: str
    about: str = ""
    alone: bool = True
    urgent: int = 0
    seconds: float = 0.0

    @property
    def name(self) -> str:
        """What it is known by while it waits."""
        return f"{self.task}/{self.about}"
