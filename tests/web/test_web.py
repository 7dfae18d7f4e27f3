"""The web door over handed functions: pages, checks, figures, and what it says when something fails."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta

import httpx
import pytest
from starlette.types import ASGIApp

from bot.domain.delivery import DeliveryState
from bot.domain.errors import ConfigError, StoreError
from bot.domain.health import HealthStatus, SourceHealth
from bot.domain.operation import BEHIND, DISCONNECTED, TICK, TICK_LATE, Operation, Queue
from bot.domain.send_count import BEYOND, LATENESS_BOUNDS, SendCount, SendResult
from bot.web.app import HEADERS, web_app
from bot.web.reads import IssueLink, Reads
from bot.web.server import listening, served, site_of
from tests.factories import at

NOW = at(8)
WELL = Operation(NOW, heard={TICK: NOW - timedelta(seconds=15), "slack": NOW - timedelta(hours=1)}, updates=203)
CONNECTED = replace(
    WELL, heard={TICK: NOW + timedelta(minutes=2)}, wanted=("slack",), connected={"slack": NOW, "discord": NOW}
)
SITE = "https://whatsnew.example"


def page(edition: str, number: str) -> str | None:
    """One issue went out."""
    return "<p>the daily</p>" if (edition, number) == ("systems-daily", "2026-07-08") else None


def links() -> tuple[IssueLink, ...]:
    """Its line in the list."""
    return (IssueLink("systems-daily", "systems-daily", "2026-07-08", NOW),)


READS = Reads(page, links, lambda: WELL)


class Browser:
    """Asks the door for addresses."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    def get(self, address: str, headers: Mapping[str, str] | None = None) -> httpx.Response:
        """What is there."""
        return self.ask("GET", address, headers)

    def ask(self, method: str, address: str, headers: Mapping[str, str] | None = None) -> httpx.Response:
        """The answer to one request."""

        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self._app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url=SITE) as http:
                return await http.request(method, address, headers=headers)

        return asyncio.run(ask())


def client(reads: Reads = READS, token: str | None = None) -> Browser:
    """A browser before the door."""
    return Browser(web_app(reads, SITE, token))


def failing(error: Exception) -> Callable[[], Operation]:
    """A read that fails."""

    def read() -> Operation:
        raise error

    return read


def test_pages_are_shown() -> None:
    """An issue that went out has its page, and the list leads to it."""
    assert client().get("/issues/systems-daily/2026-07-08").text == "<p>the daily</p>"
    assert f"{SITE}/issues/systems-daily/2026-07-08" in client().get("/").text


@pytest.mark.parametrize(
    "address",
    [
        pytest.param("/issues/systems-daily/2026-07-09", id="no such number"),
        pytest.param("/issues/systems-daily/../../etc/passwd", id="a path"),
        pytest.param("/issues/systems-daily/%2e%2e%2fetc", id="an encoded path"),
        pytest.param("/issues/" + "a" * 10_000 + "/2026-07-08", id="a long name"),
        pytest.param("/issues/<script>/2026-07-08", id="markup"),
        pytest.param("/admin", id="another page"),
    ],
)
def test_what_is_not_there_is_told_plainly(address: str) -> None:
    """What does not exist is 404 in one plain sentence that repeats nothing of the address."""
    answer = client().get(address)
    assert answer.status_code == 404
    assert answer.text == "There is no such page. The issues that went out are listed at /.\n"
    assert answer.headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize("address", ["/", "/healthz", "/readyz", "/metrics", "/nowhere"])
def test_every_answer_has_the_headers(address: str) -> None:
    """Nothing may be framed, sniffed or run, whatever is answered."""
    answer = client().get(address)
    assert {name: answer.headers[name] for name, _ in HEADERS} == dict(HEADERS)


def test_only_reading() -> None:
    """Nothing is taken in."""
    assert client().ask("POST", "/").status_code == 405


def test_a_fault_is_told_by_its_number(caplog: pytest.LogCaptureFixture) -> None:
    """A page that fails says a number and nothing of the fault, also where headers are concerned."""

    def broken(_: str, __: str) -> str | None:
        raise RuntimeError("postgresql://user:secret@host/db")

    answer = client(replace(READS, issue=broken)).get("/issues/systems-daily/2026-07-08")
    assert answer.status_code == 500
    assert answer.text.startswith("Something failed on our side: E-")
    assert "secret" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("operation", "faults"),
    [
        pytest.param(WELL, [], id="well"),
        pytest.param(replace(WELL, heard={TICK: NOW - TICK_LATE}), [], id="a tick at the limit"),
        pytest.param(
            replace(WELL, heard={TICK: NOW - TICK_LATE - timedelta(seconds=1)}),
            ["the clock stands still"],
            id="a clock that stands still",
        ),
        pytest.param(replace(WELL, heard={}), ["the clock has not ticked yet"], id="no tick yet"),
        pytest.param(replace(CONNECTED, at=NOW + DISCONNECTED), [], id="connected until the limit"),
        pytest.param(
            replace(CONNECTED, at=NOW + DISCONNECTED + timedelta(seconds=1)), ["slack is not connected"], id="away"
        ),
        pytest.param(replace(CONNECTED, connected={}), ["slack is not connected"], id="never connected"),
        pytest.param(
            replace(WELL, queues=(Queue("slack", DeliveryState.PENDING, 1, NOW - BEHIND),)), [], id="at the limit"
        ),
        pytest.param(
            replace(WELL, queues=(Queue("slack", DeliveryState.PENDING, 1, NOW - BEHIND - timedelta(seconds=1)),)),
            ["deliveries are behind"],
            id="behind",
        ),
        pytest.param(
            replace(WELL, queues=(Queue("slack", DeliveryState.PARKED, 9, NOW - timedelta(days=9)),)),
            [],
            id="parked places wait for people",
        ),
    ],
)
def test_ready_or_why_not(operation: Operation, faults: list[str]) -> None:
    """Readiness says what is wrong, and nothing else."""
    answer = client(replace(READS, operation=lambda: operation)).get("/readyz")
    assert answer.json() == {"ready": not faults, "faults": faults}
    assert answer.status_code == (503 if faults else 200)


def test_a_store_out_of_reach_is_not_ready_and_alive() -> None:
    """Without the store the process is not ready; it is alive all the same, so that nobody restarts it for that."""
    lost = client(replace(READS, operation=failing(StoreError("The store at host is gone."))))
    assert lost.get("/readyz").json() == {"ready": False, "faults": ["the store cannot be reached"]}
    assert lost.get("/healthz").status_code == 200


def test_figures() -> None:
    """Queues, sources, silence and the clock's age are told by platform, state and source."""
    source = SourceHealth("github:a/b", status=HealthStatus.FAILING, last_try=NOW, failures=3)
    queues = (Queue("slack", DeliveryState.PENDING, 2, NOW - timedelta(seconds=90)),)
    text = (
        client(replace(READS, operation=lambda: replace(WELL, queues=queues, sources=(source,)))).get("/metrics").text
    )
    for line in (
        "whatsnew_clock_steps_total 0.0",
        'whatsnew_deliveries{platform="slack",state="pending"} 2.0',
        'whatsnew_queue_age_seconds{platform="slack",state="pending"} 90.0',
        'whatsnew_delivery_lateness_seconds{platform="slack"} 90.0',
        'whatsnew_sources{status="failing"} 1.0',
        'whatsnew_source_failures{source="github:a/b"} 3.0',
        'whatsnew_inbound_silence_seconds{platform="slack"} 3600.0',
        "whatsnew_tick_age_seconds 15.0",
        "whatsnew_ready 1.0",
    ):
        assert line in text.splitlines()


def test_figures_of_sends() -> None:
    """Sends and failures are counted by platform and how they ended; lateness is a histogram of what arrived."""
    sends = (
        SendCount("slack", SendResult.SENT, LATENESS_BOUNDS[0], 3, 9.0),
        SendCount("slack", SendResult.SENT, BEYOND, 1, 90_000.0),
        SendCount("slack", SendResult.REFUSED, 0, 2, 0.0),
    )
    operation = replace(CONNECTED, at=NOW + timedelta(hours=1), sends=sends, clock_steps=2)
    lines = client(replace(READS, operation=lambda: operation)).get("/metrics").text.splitlines()
    for line in (
        'whatsnew_sends_total{platform="slack",result="sent"} 4.0',
        'whatsnew_sends_total{platform="slack",result="refused"} 2.0',
        'whatsnew_sent_lateness_seconds_bucket{le="15",platform="slack"} 3.0',
        'whatsnew_sent_lateness_seconds_bucket{le="21600",platform="slack"} 3.0',
        'whatsnew_sent_lateness_seconds_bucket{le="+Inf",platform="slack"} 4.0',
        'whatsnew_sent_lateness_seconds_sum{platform="slack"} 90009.0',
        'whatsnew_connected{platform="slack"} 0.0',
        "whatsnew_clock_steps_total 2.0",
    ):
        assert line in lines


@pytest.mark.parametrize(
    ("given", "status"),
    [
        pytest.param("Bearer open-sesame", 200, id="the token"),
        pytest.param("Bearer open", 401, id="another token"),
        pytest.param("open-sesame", 401, id="no bearer"),
        pytest.param("", 401, id="nothing"),
    ],
)
def test_figures_for_the_operator(given: str, status: int) -> None:
    """With a token the figures are its bearer's."""
    assert client(token="open-sesame").get("/metrics", headers={"authorization": given}).status_code == status


def test_a_taken_port_is_told() -> None:
    """Where somebody else listens, one sentence says so."""
    with (
        socket.create_server(("127.0.0.1", 0)) as other,
        pytest.raises(ConfigError, match=r"cannot be served at 127\.0\.0\.1, port"),
    ):
        listening("127.0.0.1", other.getsockname()[1])


def test_it_is_served_over_a_socket_and_ends() -> None:
    """A real socket answers while the block lasts, and is closed after it."""

    async def ask(site: str) -> bytes:
        host, _, port = site.removeprefix("http://").rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        answer = await reader.read()
        writer.close()
        await writer.wait_closed()
        return answer

    async def run() -> tuple[bytes, str]:
        listener = listening("127.0.0.1", 0)
        site = site_of(listener)
        async with served(web_app(READS, site), listener):
            answer = await ask(site)
        with pytest.raises(OSError):
            await ask(site)
        return answer, site

    answer, _ = asyncio.run(run())
    assert answer.startswith(b"HTTP/1.1 200")
    assert b"server:" not in answer.lower()
