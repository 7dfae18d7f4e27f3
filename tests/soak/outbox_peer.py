"""A chat platform that misbehaves as it is told, behind a Unix socket in another process than whoever sends to it.

It keeps a ledger of what it really took, which outlives every sender. `Slack` takes each request for a new message;
`discord` gives the message back that it took under the same name within the last minutes (B-11).
"""

from __future__ import annotations

import asyncio
import json
import socketserver
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from pathlib import Path
from random import Random
from threading import Lock, Thread
from typing import Any

from bot.domain.delivery import Later, Outcome, Recipient, Refused, Sent, Unknown
from bot.domain.delivery import Thread as PostThread
from bot.domain.document import Document

PATIENCE = 0.3
"""Seconds that a sender waits for a reply; a peer that hangs does so longer."""
NONCE_SECONDS = 180.0
"""Virtual seconds for which Discord knows a nonce; no figure is documented but "the past few minutes" (B-11)."""


class Behaviour(Enum):
    """What becomes of a request, and what is said about it."""

    TAKE = "taken, and said so"
    LOSE_REPLY = "taken, the connection dropped"
    CUT = "not taken, the connection dropped"
    FAIL_AFTER = "taken, and said 500"
    FAIL = "not taken, and said 500"
    HANG_AFTER = "taken, and said nothing"
    HANG = "not taken, and said nothing"
    LIMIT = "429"


_TAKING = {Behaviour.TAKE, Behaviour.LOSE_REPLY, Behaviour.FAIL_AFTER, Behaviour.HANG_AFTER}
_SILENT = {Behaviour.LOSE_REPLY, Behaviour.CUT}
_WEIGHTS = {
    Behaviour.TAKE: 80,
    Behaviour.LIMIT: 8,
    Behaviour.LOSE_REPLY: 3,
    Behaviour.CUT: 2,
    Behaviour.FAIL_AFTER: 3,
    Behaviour.FAIL: 2,
    Behaviour.HANG_AFTER: 1,
    Behaviour.HANG: 1,
}


@dataclass(frozen=True, slots=True)
class Taken:
    """A message that is really out: the part's name, the message that it hangs on ("" for none), and its id."""

    part_id: str
    first: str
    id: str


@dataclass
class Peer:
    """The platform's side. `closed` are places that are archived, or whose token is revoked, until they are opened."""

    random: Random
    kind: bool = False
    """Takes everything at once."""
    closed: dict[str, str] = field(default_factory=dict)
    ledger: list[Taken] = field(default_factory=list)
    met: dict[str, int] = field(default_factory=dict)
    """How often each behaviour was met."""
    _lock: Lock = field(default_factory=Lock)
    _nonces: dict[str, tuple[float, str]] = field(default_factory=dict)

    def meet(self, request: dict[str, Any]) -> tuple[Behaviour, dict[str, Any]]:
        """Takes a request or not, and says what is to be answered."""
        with self._lock:
            if reason := self.closed.get(request["place"]):
                self._count(reason)
                return Behaviour.TAKE, {"refused": reason}
            behaviour = Behaviour.TAKE if self.kind else self._drawn()
            self._count(behaviour.value)
            if behaviour is Behaviour.LIMIT:
                return behaviour, {"later": 7.0}
            sent_id = self._take(request) if behaviour in _TAKING else ""
            failed = behaviour in (Behaviour.FAIL, Behaviour.FAIL_AFTER)
            return behaviour, {"failed": 500} if failed else {"id": sent_id}

    def _drawn(self) -> Behaviour:
        return self.random.choices(list(_WEIGHTS), weights=list(_WEIGHTS.values()))[0]

    def _count(self, what: str) -> None:
        self.met[what] = self.met.get(what, 0) + 1

    def _take(self, request: dict[str, Any]) -> str:
        part_id, at = request["part"], request["at"]
        if request["platform"] == "discord":
            since, known = self._nonces.get(part_id, (0.0, ""))
            if known and at - since <= NONCE_SECONDS:
                return known
        taken = Taken(part_id, request["first"], f"m{len(self.ledger) + 1}")
        self.ledger.append(taken)
        self._nonces[part_id] = at, taken.id
        return taken.id


@contextmanager
def listening(peer: Peer, path: Path) -> Iterator[None]:
    """The peer answers at a socket for the length of the block."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            line = self.rfile.readline()
            if not line.endswith(b"\n"):
                return
            behaviour, answer = peer.meet(json.loads(line))
            if behaviour in (Behaviour.HANG, Behaviour.HANG_AFTER):
                self.rfile.read()
            elif behaviour not in _SILENT:
                with suppress(OSError):
                    self.wfile.write(json.dumps(answer).encode() + b"\n")

    class Server(socketserver.ThreadingUnixStreamServer):
        daemon_threads = True
        request_queue_size = 256

    with Server(str(path), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()


@dataclass
class Line:
    """The sender's side: a Platform that speaks to the peer, once for each part, and tells what it knows."""

    name: str
    socket: str
    now: datetime
    repeats_for: timedelta = timedelta()

    async def post(
        self, recipient: Recipient, part: Document, part_id: str, thread: PostThread | None = None
    ) -> Outcome:
        """What the peer says of the part; Unknown where it says nothing."""
        request = {
            "platform": self.name,
            "place": recipient.id,
            "part": part_id,
            "first": thread.first if thread else "",
            "at": self.now.timestamp(),
        }
        try:
            reader, writer = await asyncio.open_unix_connection(self.socket)
        except OSError:
            return Later(1, "unreachable")
        try:
            async with asyncio.timeout(PATIENCE):
                writer.write(json.dumps(request).encode() + b"\n")
                await writer.drain()
                line = await reader.readline()
        except TimeoutError:
            return Unknown("timeout")
        except OSError:
            return Unknown("connection lost")
        finally:
            writer.close()
        return _outcome(json.loads(line)) if line.endswith(b"\n") else Unknown("connection lost")

    async def edit(self, recipient: Recipient, sent_id: str, part: Document) -> Outcome:
        """Nothing is corrected here."""
        return Refused("no edits")

    async def find(self, *_: object) -> str | None:
        """Nothing is read back here."""
        return None

    async def obstacle(self, recipient: Recipient) -> str | None:
        """Nothing is known against any place."""
        return None

    async def serve(self, *_: object) -> None:
        """Nobody types here."""


def _outcome(answer: dict[str, Any]) -> Outcome:
    match answer:
        case {"refused": reason}:
            return Refused(str(reason))
        case {"later": seconds}:
            return Later(float(seconds), "429", limited=True)
        case {"id": sent_id}:
            return Sent(str(sent_id))
        case _:
            return Unknown("500")
