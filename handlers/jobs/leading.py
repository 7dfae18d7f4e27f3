"""Which process has a role of which there is one at a time over one store: publishing, reading the sources, cleaning.

Roles save work; what keeps anything from being sent twice is the outbox's keys. A process that was killed on this
machine loses its roles at once, one elsewhere when its lease ends.
"""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from storage.leases import Leases

LENGTH = timedelta(seconds=40)
"""With a tick each 15 seconds another process has taken over within a minute."""
PUBLISHING, READING, CLEANING = "publishing", "reading", "cleaning"


def _present() -> datetime:
    """Roles run on the wall's clock, also where the bot's own stands."""
    return datetime.now(UTC)


class Leading:
    """The roles of one process, over the roles of its store."""

    def __init__(
        self, leases: Leases, now: Callable[[], datetime] = _present, holder: str = "", here: str = ""
    ) -> None:
        """`holder` and `here` (this machine) are made up and found out where they are not given."""
        self._leases = leases
        self._now = now
        self._here = here or socket.gethostname()
        self.holder = holder or f"{self._here} {os.getpid()} {secrets.token_hex(4)}"

    def take(self, role: str) -> bool:
        """Takes or renews a role; False where another process has it. Writes to the store: call it in a thread."""
        now = self._now()
        holder = self._leases.holder(role, now)
        if holder is not None and holder != self.holder and self._is_gone(holder):
            self._leases.give_up(holder)
        return self._leases.take(role, self.holder, now, LENGTH)

    def give_up(self) -> None:
        """This process stops. Writes to the store: call it in a thread."""
        self._leases.give_up(self.holder)

    def _is_gone(self, holder: str) -> bool:
        """Whether a process of this machine ended without giving its roles up; one of its number that is this process
        itself was another one before."""
        machine, _, rest = holder.partition(" ")
        number = rest.partition(" ")[0]
        if machine != self._here or not number.isdigit():
            return False
        if int(number) == os.getpid():
            return True
        try:
            os.kill(int(number), 0)
        except ProcessLookupError:
            return True
        except PermissionError:
            return False
        return False
