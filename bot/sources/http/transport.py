"""httpx over connections of our own: each goes to an IP address that was looked up and judged here (C30, B131).

The connection pool asks `Pinned` for a connection to a host; what it gets is one to a judged address of that host.
Host header, server name and certificate stay those of the host, and no library looks the name up a second time.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import certifi
import httpcore
import httpx

from bot.sources.addresses import AddressRefusedError, bracketed, is_number, is_public

CONNECT_TIMEOUT = 8.0
"""Seconds that one address of a host may take to answer; the next one is tried then."""
MOST_ADDRESSES = 4
"""So many addresses of a host are tried."""
CONNECTIONS = 40
KEPT_ALIVE = 20
HEAD_LIMIT = 192 * 1024
"""Bytes before a body at most; h11 reads 100 KiB of one header, and the first bytes of the body come along."""
KEPT_ALIVE_FOR = 5.0
"""Seconds that an idle connection is kept, for the next page of the same host."""
LOOKUPS = 8
"""Names that are looked up at once, in threads of their own: a slow resolver must not hold those of the store."""

Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""(host, port) -> IP addresses in their usual spelling, best first; OSError where there are none."""


class Connect(Protocol):
    """Opens a connection to an IP address."""

    async def __call__(self, address: str, port: int) -> httpcore.AsyncNetworkStream: ...


class HostNotFoundError(Exception):
    """A host name that leads to no address."""


class Resolver:
    """The system's resolver."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(LOOKUPS, thread_name_prefix="lookup")

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        found = await asyncio.get_running_loop().run_in_executor(self._threads, _look_up, host, port)
        return list(dict.fromkeys(found))

    def close(self) -> None:
        """Ends the threads without waiting for a name that is still looked up."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _look_up(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return [str(where[0]) for *_, where in found]


async def connect_to(address: str, port: int) -> httpcore.AsyncNetworkStream:
    """A TCP connection to an IP address."""
    return await httpcore.AnyIOBackend().connect_tcp(address, port)


class Head:
    """The part of an answer before its body. A host may send any number of interim answers (100 Continue), which cost
    more to read than to send; `left` bytes may come until the head is `done`."""

    def __init__(self) -> None:
        self.left = HEAD_LIMIT
        self.done = False


HEAD: ContextVar[Head | None] = ContextVar("head", default=None)
"""The head that the request of this task is waiting for."""


class _Guarded(httpcore.AsyncNetworkStream):
    """A connection that counts the bytes of a head."""

    def __init__(self, stream: httpcore.AsyncNetworkStream) -> None:
        self._stream = stream

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109  # httpcore's
        chunk = await self._stream.read(max_bytes, timeout)
        head = HEAD.get()
        if head is not None and not head.done:
            head.left -= len(chunk)
            if head.left < 0:
                raise httpcore.RemoteProtocolError("a head without an end")
        return chunk

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109  # httpcore's
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109  # httpcore's
    ) -> httpcore.AsyncNetworkStream:
        return _Guarded(await self._stream.start_tls(ssl_context, server_hostname, timeout))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class Pinned(httpcore.AsyncNetworkBackend):
    """Connects to judged addresses only. `allowed` are host:port pairs that may lead anywhere.

    AddressRefusedError if any address of a host is not public: one that has an address inside is not trusted at all.
    """

    def __init__(self, resolve: Resolve, connect: Connect, allowed: frozenset[str]) -> None:
        self._resolve = resolve
        self._connect = connect
        self._allowed = allowed

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  # httpcore's
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to one of the host's addresses, the first that answers."""
        del timeout, local_address, socket_options
        fault: Exception | None = None
        for address in (await self._addresses(host, port))[:MOST_ADDRESSES]:
            try:
                async with asyncio.timeout(CONNECT_TIMEOUT):
                    return _Guarded(await self._connect(address, port))
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                fault = error
            except TimeoutError:
                fault = httpcore.ConnectTimeout()
        raise fault or HostNotFoundError

    async def _addresses(self, host: str, port: int) -> Sequence[str]:
        try:
            found = [host] if is_number(host) else await self._resolve(host, port)
        except (OSError, UnicodeError):
            raise HostNotFoundError from None
        if f"{bracketed(host)}:{port}" not in self._allowed and not all(map(is_public, found)):
            raise AddressRefusedError
        return found


@dataclass(frozen=True, slots=True)
class Proxy:
    """The operator's proxy: where it is, and who we are there. It looks names up, so addresses cannot be judged."""

    url: str
    user: tuple[str, str] | None = None


class Transport(httpx.AsyncBaseTransport):
    """httpx's door to the network: the pool with our connections, or one that goes through the proxy."""

    def __init__(self, backend: Pinned, tls: ssl.SSLContext | None, proxy: Proxy | None = None) -> None:
        tls = tls or trusting()
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=tls,
            proxy=httpcore.Proxy(proxy.url, auth=proxy.user) if proxy else None,
            max_connections=CONNECTIONS,
            max_keepalive_connections=KEPT_ALIVE,
            keepalive_expiry=KEPT_ALIVE_FOR,
            network_backend=None if proxy else backend,
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """One request and its answer; errors are httpcore's own."""
        assert isinstance(request.stream, httpx.AsyncByteStream)
        answer = await self._pool.handle_async_request(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(
                    scheme=request.url.raw_scheme,
                    host=request.url.raw_host,
                    port=request.url.port,
                    target=request.url.raw_path,
                ),
                headers=request.headers.raw,
                content=request.stream,
            )
        )
        return httpx.Response(answer.status, headers=answer.headers, stream=_Stream(answer))

    async def aclose(self) -> None:
        """Closes what is open."""
        await self._pool.aclose()


class _Stream(httpx.AsyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._answer.aiter_stream():
            yield chunk

    async def aclose(self) -> None:
        await self._answer.aclose()


def trusting() -> ssl.SSLContext:
    """TLS that trusts certifi's authorities and those of the machine, where a company's own may stand."""
    context = ssl.create_default_context(cafile=certifi.where())
    context.load_default_certs()
    return context
