"""A web server that means harm, over real sockets: it redirects, drips, lies about lengths, sends bombs and hangs up.

A test names what stands at each path: bytes as they go over the wire, or a coroutine function that writes them.
"""

from __future__ import annotations

import asyncio
import ssl
import struct
import zlib
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from socket import SO_LINGER, SOL_SOCKET
from typing import TypeAlias

CERTIFICATE = Path(__file__).with_name("web_certificate.pem")
"""Key and certificate of feeds.example."""
MEGABYTE = 1024 * 1024

Behaviour: TypeAlias = Callable[[asyncio.StreamWriter], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request that arrived; header names in lower case. `server_name` is what TLS was asked for."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes = b""
    server_name: str | None = None


class HostileWeb:
    """Started with `async with`, on a free port of 127.0.0.1. `tls` serves under the certificate of feeds.example."""

    def __init__(self, *, tls: bool = False) -> None:
        self.pages: dict[str, bytes | Behaviour] = {}
        self.asked: list[Asked] = []
        self.connections = 0
        self.tunnel_to = 0
        """The port to which a CONNECT leads, whatever it names."""
        self.port = 0
        self._names: list[str | None] = []
        self._tls = self._context() if tls else None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        """Where it is, without a slash at the end."""
        return f"{'https' if self._tls else 'http'}://127.0.0.1:{self.port}"

    async def __aenter__(self) -> HostileWeb:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, ssl=self._tls)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    def _context(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE)
        context.sni_callback = lambda _socket, name, _context: self._names.append(name)
        return context

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self.connections += 1
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            await self._serve(reader, writer)
        writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while not reader.at_eof():
            asked = await self._request(reader)
            self.asked.append(asked)
            if asked.method == "CONNECT" and self.tunnel_to:
                await self._tunnel(reader, writer)
                return
            page = self.pages.get(asked.target, page_of(b"nothing here", status=404))
            if not isinstance(page, bytes):
                await page(writer)
                return
            writer.write(page)
            await writer.drain()

    async def _request(self, reader: asyncio.StreamReader) -> Asked:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, target, _ = head[0].split(" ")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        return Asked(method, target, headers, body, self._names[-1] if self._names else None)

    async def _tunnel(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        beyond_reader, beyond_writer = await asyncio.open_connection("127.0.0.1", self.tunnel_to)
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        try:
            await asyncio.gather(_pipe(reader, beyond_writer), _pipe(beyond_reader, writer))
        finally:
            beyond_writer.close()


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while chunk := await reader.read(MEGABYTE):
        writer.write(chunk)
        await writer.drain()
    writer.close()


def page_of(
    body: bytes = b"", *, status: int = 200, kind: str = "text/plain", headers: Mapping[str, str] | None = None
) -> bytes:
    """A whole response; an empty `kind` sends no content type."""
    given = {"Content-Length": str(len(body)), **({"Content-Type": kind} if kind else {}), **(headers or {})}
    lines = [f"HTTP/1.1 {status} Something", *(f"{name}: {value}" for name, value in given.items())]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def redirect(location: str, status: int = 302) -> bytes:
    """A response that sends the asker on."""
    return page_of(status=status, kind="", headers={"Location": location})


def drip(seconds: float = 0.5, *, head: bool = False) -> Behaviour:
    """One byte of an endless body every so many seconds (B030); of an endless header with `head`."""

    async def write(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n" + (b"X-Long: " if head else b"\r\n"))
        while True:
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(seconds)

    return write


async def hang(writer: asyncio.StreamWriter) -> None:
    """Takes the request and never says a word."""
    await asyncio.sleep(24 * 3600)
    writer.close()


async def reset(writer: asyncio.StreamWriter) -> None:
    """Begins to answer and drops the connection hard."""
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nhalf")
    await writer.drain()
    writer.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def silent_close(writer: asyncio.StreamWriter) -> None:
    """Closes without an answer."""
    writer.close()


def closing(answer: bytes) -> Behaviour:
    """Writes bytes and closes, whatever length they promised."""

    async def write(writer: asyncio.StreamWriter) -> None:
        writer.write(answer)
        await writer.drain()
        writer.close()

    return write


def endless(chunk: bytes, head: bytes) -> Behaviour:
    """A head, and then the same bytes as long as somebody reads."""

    async def write(writer: asyncio.StreamWriter) -> None:
        writer.write(head)
        while True:
            writer.write(chunk)
            await writer.drain()

    return write


def huge_headers(size: int = MEGABYTE) -> bytes:
    """A response whose header is this long."""
    return page_of(b"x", headers={"X-Long": "x" * size})


def bomb(megabytes: int = 500) -> bytes:
    """A gzip body of about 1 KiB for each megabyte of zeros (B029)."""
    packing = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    head = packing.compress(b"") + packing.flush(zlib.Z_FULL_FLUSH)
    block = packing.compress(bytes(MEGABYTE)) + packing.flush(zlib.Z_FULL_FLUSH)
    again = packing.compress(bytes(MEGABYTE)) + packing.flush(zlib.Z_FULL_FLUSH)
    return head + block + again * (megabytes - 1)
