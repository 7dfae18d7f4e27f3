"""The server behind the web door: uvicorn on one socket, inside the event loop of whoever serves.

Signals are not its affair: who serves ends it.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from starlette.types import ASGIApp
from uvicorn import Config, Server

from bot.domain.errors import ConfigError

CONNECTIONS = 200
"""Requests at once; what comes beyond them is told 503."""
KEEP_ALIVE_SECONDS = 5
STOP_SECONDS = 3
"""How long answers that are under way may take when the process stops."""
LONGEST_HEAD = 16_384
"""Bytes of a request's head."""
BACKLOG = 128


class _Quiet(Server):
    """A server that leaves the process's signals alone."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Nothing is captured."""
        yield


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there (port 0: any free one); ConfigError where that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise ConfigError(f"The page cannot be served at {host}, port {port}: {error.strerror or error}.") from None


def site_of(listener: socket.socket) -> str:
    """The address of a site that is served there."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


@asynccontextmanager
async def served(app: ASGIApp, listener: socket.socket) -> AsyncIterator[None]:
    """Serves the application until the block ends, then lets answers that are under way end."""
    config = Config(
        app,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
        h11_max_incomplete_event_size=LONGEST_HEAD,
    )
    server = _Quiet(config)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield
    finally:
        server.should_exit = True
        await serving
        listener.close()
