"""A network in which every host is found and every connection ends at one hostile web server."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpcore
import pytest

from bot.sources.http.client import Http
from bot.sources.http.fetching import FetchError
from bot.sources.http.transport import connect_to
from tests.standins.web import CERTIFICATE, HostileWeb

PUBLIC = "93.184.216.34"
AGENT = "whatsnew (+https://whatsnew.example/)"
XML = ("application/atom+xml", "application/xml")
FEED = "http://feeds.example/"


class World:
    """`names` says where a host leads: one answer after another, and the last one for ever; [] is no such host.

    `looked_up` are the names that were asked for, `dialled` the addresses that were connected to. Who is in `dead`
    refuses connections, who is in `mute` does not answer.
    """

    def __init__(self, server: HostileWeb) -> None:
        self.server = server
        self.names: dict[str, list[list[str]]] = {}
        self.looked_up: list[str] = []
        self.dialled: list[tuple[str, int]] = []
        self.dead: set[str] = set()
        self.mute: set[str] = set()

    async def resolve(self, host: str, port: int) -> Sequence[str]:
        """As the system's name service."""
        self.looked_up.append(host)
        answers = self.names.get(host, [[PUBLIC]])
        found = answers.pop(0) if len(answers) > 1 else answers[0]
        if not found:
            raise OSError("no such host")
        return found

    async def connect(self, address: str, port: int) -> httpcore.AsyncNetworkStream:
        """As TCP."""
        self.dialled.append((address, port))
        if address in self.dead:
            raise httpcore.ConnectError("refused")
        if address in self.mute:
            await never()
        return await connect_to("127.0.0.1", self.server.port)


async def never() -> None:
    """Waits longer than any deadline."""
    import asyncio

    await asyncio.sleep(10**6)


@asynccontextmanager
async def world(*, encrypted: bool = False, **wishes: Any) -> AsyncIterator[tuple[World, Http]]:
    """The network, and an Http in it; `wishes` are further arguments of Http."""
    async with HostileWeb(tls=encrypted) as server:
        here = World(server)
        async with Http(
            user_agent=AGENT, resolve=here.resolve, connect=here.connect, tls=trusting_the_stand_in(), **wishes
        ) as http:
            yield here, http


def trusting_the_stand_in() -> ssl.SSLContext:
    """TLS that trusts the certificate of feeds.example."""
    context = ssl.create_default_context(cafile=str(CERTIFICATE))
    # Newer Pythons read certificates more strictly than one that signs itself can bear.
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    return context


async def fault_of(fetch: Coroutine[Any, Any, Any]) -> FetchError:
    """The error with which a fetch ends."""
    with pytest.raises(FetchError) as caught:
        await fetch
    return caught.value
