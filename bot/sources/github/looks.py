"""How often quiet repositories are looked at closely, so that a poll of all of them stays small (C04, B048)."""

from __future__ import annotations

import zlib
from datetime import datetime, timedelta

LOOK_EVERY = timedelta(hours=2)
"""How old a look may be before another one is due."""
LOOKS_A_ROUND = 4
"""So many repositories without news are looked at in one round of polls, two requests each: with 35 repositories and
two requests for each of them a round stays within 80."""
ROUND = timedelta(minutes=5)
"""Polls that are nearer to each other are one round."""


class QuietLooks:
    """Which repositories get a closer look (name, privacy, plain tags) although nothing has changed: a few a round, in
    turn. One for all sources of a process."""

    def __init__(self) -> None:
        self._sources = 0
        self._round: datetime | None = None
        self._left = 0
        self._turn: int | None = None

    def join(self) -> None:
        """Counts a source in."""
        self._sources += 1

    def take(self, repository_id: int, looked: datetime | None, now: datetime) -> bool:
        """Whether the repository may be looked at now, its last look being at `looked`."""
        if looked is not None and timedelta() <= now - looked < LOOK_EVERY:
            return False
        if self._round is None or not timedelta() <= now - self._round < ROUND:
            self._round, self._left = now, LOOKS_A_ROUND
            # Where a process begins must not depend on the hour at which it is started every day.
            begin = zlib.crc32(now.isoformat().encode())
            self._turn = begin if self._turn is None else self._turn + 1
        turns = -(-self._sources // LOOKS_A_ROUND) or 1
        if self._left == 0 or (repository_id + (self._turn or 0)) % turns:
            return False
        self._left -= 1
        return True
