"""One request and its answer: sent through httpx, its type checked, its body read within bounds. No hop is followed."""

from __future__ import annotations

import re
import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

import httpx

from bot.sources.addresses import Target
from bot.sources.http.body import BodyReader, BodyTooLargeError, beginning_of
from bot.sources.http.sentences import WrongTypeError
from bot.sources.http.transport import (
    HEAD,
    Connect,
    Head,
    Pinned,
    Proxy,
    Resolve,
    Resolver,
    Transport,
    connect_to,
    trusting,
)

ERROR_LIMIT = 64 * 1024
"""So many bytes of an error's page are kept."""
_LENGTH = re.compile(r"\d{1,18}")


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. A redirect and a 304 have no body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Exchange:
    """The connections of one Http. `allowed` hosts are reached directly, all others through the proxy if there is
    one."""

    def __init__(
        self,
        allowed: frozenset[str],
        proxy: str | None,
        resolve: Resolve | None,
        connect: Connect | None,
        tls: ssl.SSLContext | None,
    ) -> None:
        self._allowed = allowed
        self._resolver = None if resolve else Resolver()
        backend = Pinned(resolve or self._resolver or Resolver(), connect or connect_to, allowed)
        tls = tls or trusting()
        self._direct = Transport(backend, tls)
        self._proxied = Transport(backend, tls, proxy_of(proxy)) if proxy else None

    async def close(self) -> None:
        """Closes the connections."""
        await self._direct.aclose()
        if self._proxied:
            await self._proxied.aclose()
        if self._resolver:
            self._resolver.close()

    async def answer(
        self,
        method: str,
        target: Target,
        headers: Mapping[str, str],
        content: bytes | None,
        *,
        accept: Sequence[str],
        most: int,
    ) -> Answer:
        """The answer to one request. Raises what httpx and httpcore raise, and WrongTypeError, BodyTooLargeError or
        BodyBrokenError."""
        transport = self._proxied if self._proxied and target.named not in self._allowed else self._direct
        # Without httpx's client: it logs whole addresses, keeps cookies and reads where a redirect leads.
        request = httpx.Request(method, target.url, headers=dict(headers), content=content)
        head = Head()
        HEAD.set(head)
        response = await transport.handle_async_request(request)
        head.done = True
        try:
            given = {name.lower(): value for name, value in response.headers.items()}
            return Answer(response.status_code, given, await _body(response, given, accept, most))
        finally:
            await response.aclose()


async def _body(response: httpx.Response, headers: Mapping[str, str], accept: Sequence[str], most: int) -> bytes:
    encoding = headers.get("content-encoding", "")
    if response.status_code >= 400:
        return await beginning_of(response.aiter_raw(), encoding, ERROR_LIMIT)
    if response.status_code >= 300 or response.status_code in (204, 205):
        return b""
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if accept and kind not in accept:
        raise WrongTypeError(kind, tuple(accept))
    length = headers.get("content-length", "")
    if _LENGTH.fullmatch(length) and int(length) > most:
        raise BodyTooLargeError
    reader = BodyReader(encoding, most)
    async for chunk in response.aiter_raw():
        reader.feed(chunk)
    return reader.end()


def proxy_of(address: str) -> Proxy:
    """A proxy by its address, which may hold user and password."""
    parts = urlsplit(address)
    before, at, place = parts.netloc.rpartition("@")
    user, _, password = before.partition(":")
    return Proxy(f"{parts.scheme}://{place}", (unquote(user), unquote(password)) if at else None)
