"""What fetching gives and how it fails: the types that sources and their fakes share.

Nothing here opens a connection, and importing it does not import httpx.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Protocol

from bot.domain.errors import SourceError

DECODED_LIMIT = 10 * 1024 * 1024
"""So many bytes of a body are read at most, counted after decompression (B029)."""
DEADLINE = 30.0
"""Seconds for a whole fetch, redirects and body included (B030)."""
REDIRECTS = 5
"""Hops that are followed at most (C30)."""


class FetchFault(Enum):
    """Why a fetch gave no response."""

    REFUSED = "refused"
    UNREACHABLE = "unreachable"
    TIMEOUT = "timeout"
    TOO_LARGE = "too large"
    WRONG_TYPE = "wrong type"
    REDIRECTS = "redirects"


class FetchError(SourceError):
    """A fetch that gave no response. The sentence names the host at most: no path, query, user or password (B132)."""

    def __init__(self, kind: FetchFault, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Response:
    """What a host answered, whatever its status.

    `url` is where it was found in the end, without user and password. `headers` have lower-case names. `body` is
    decompressed and whole for a status of 2xx; of an error's page only the beginning is kept. `moved_to` is where a
    chain of permanent redirects (301, 308) from the very first hop ended, None if there was none (C06).
    `limited_until` is set where the host said that it was asked too often (C02).
    """

    status: int
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    moved_to: str | None = None
    limited_until: datetime | None = None


class Fetching(Protocol):
    """What sources are given to fetch with. FetchError where there is no response, RateLimited where the host may not
    be asked now; a status is never an error here."""

    async def get(
        self,
        url: str,
        *,
        headers: Mapping[str, str] = ...,
        accept: Sequence[str] = ...,
        most: int = ...,
        deadline: float = ...,
        redirects: int = ...,
        resource: str = ...,
    ) -> Response:
        """Reads an address. `accept`: the content types that a 2xx may have, also sent as the Accept header unless
        `headers` holds one; empty takes any. `resource`: which of the host's budgets it is counted in."""
        ...

    async def post(
        self,
        url: str,
        json_body: object,
        *,
        headers: Mapping[str, str] = ...,
        accept: Sequence[str] = ...,
        most: int = ...,
        deadline: float = ...,
        resource: str = ...,
    ) -> Response:
        """Sends JSON to an address; never to another host than that."""
        ...
