"""What a fetch gives, over real sockets and in virtual time: status, headers, body, and what the host is told."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.sources.http.client import Http
from bot.sources.http.exchange import ERROR_LIMIT
from bot.sources.http.fetching import FetchFault
from bot.sources.limits import HostLimits, Manners
from bot.sources.polling import RateLimited
from tests.sources.http.world import AGENT, FEED, PUBLIC, XML, fault_of, world
from tests.standins.virtual_time import virtually
from tests.standins.web import page_of

ROOT = Path(__file__).resolve().parents[3]


@virtually
async def test_a_page_is_read() -> None:
    """Status, address, lower-case headers and body come back; the host is told who asks and what is wanted."""
    async with world() as (here, http):
        here.server.pages["/feed?x=1"] = page_of(b"<feed/>", kind="application/atom+xml", headers={"ETag": '"1"'})
        response = await http.get(FEED + "feed?x=1#top", accept=XML, headers={"If-None-Match": '"0"'})
        assert (response.status, response.url, response.body) == (200, FEED + "feed?x=1", b"<feed/>")
        assert response.headers["etag"] == '"1"'
        assert (response.moved_to, response.limited_until) == (None, None)
        (asked,) = here.server.asked
        assert (asked.method, asked.headers["host"], asked.headers["user-agent"]) == ("GET", "feeds.example", AGENT)
        assert asked.headers["accept"] == "application/atom+xml, application/xml"
        assert (asked.headers["accept-encoding"], asked.headers["if-none-match"]) == ("gzip", '"0"')


@pytest.mark.parametrize("status", [304, 400, 401, 403, 404, 410, 429, 451, 500, 502, 503])
@virtually
async def test_a_status_is_never_an_error(status: int) -> None:
    """Whatever a host answers is given back, with its body and whatever its type."""
    async with world() as (here, http):
        body = b"" if status == 304 else b"a page of words"
        here.server.pages["/"] = page_of(body, status=status, kind="text/html")
        response = await http.get(FEED, accept=XML)
        assert (response.status, response.body) == (status, body)


@pytest.mark.parametrize(("size", "kept"), [(ERROR_LIMIT - 1, ERROR_LIMIT - 1), (ERROR_LIMIT, ERROR_LIMIT),
                                            (ERROR_LIMIT * 4, ERROR_LIMIT)])  # fmt: skip
@virtually
async def test_of_an_error_the_beginning_is_kept(size: int, kept: int) -> None:
    """A long page of an error is cut, not refused."""
    async with world() as (here, http):
        here.server.pages["/"] = page_of(b"x" * size, status=500)
        assert len((await http.get(FEED, most=10)).body) == kept


@virtually
async def test_json_is_posted() -> None:
    """A query goes out as JSON, and half a surrogate pair in it breaks nothing."""
    async with world() as (here, http):
        here.server.pages["/graphql"] = page_of(b"{}", kind="application/json; charset=utf-8")
        response = await http.post(
            FEED + "graphql", {"query": "{ 昇腾 \ud800 }"}, headers={"Authorization": "bearer t"}
        )
        assert response.body == b"{}"
        (asked,) = here.server.asked
        assert (asked.method, asked.headers["content-type"]) == ("POST", "application/json")
        assert asked.body.decode() == '{"query": "{ 昇腾 ? }"}'
        assert asked.headers["authorization"] == "bearer t"


@pytest.mark.parametrize(
    ("kind", "fine"),
    [
        pytest.param("application/atom+xml", True, id="as asked"),
        pytest.param("Application/XML; charset=utf-8", True, id="in other letters, with a parameter"),
        pytest.param("text/html", False, id="a page"),
        pytest.param("application/json", False, id="another format"),
        pytest.param("", False, id="none"),
        pytest.param("application/xml-dtd", False, id="one that begins alike"),
    ],
)
@virtually
async def test_b051_another_content_type_is_an_error(kind: str, fine: bool) -> None:
    """B051: what was not asked for is a fault of the fetch, and not an empty feed."""
    async with world() as (here, http):
        here.server.pages["/"] = page_of(b"<feed/>", kind=kind)
        if fine:
            assert (await http.get(FEED, accept=XML)).body == b"<feed/>"
        else:
            fault = await fault_of(http.get(FEED, accept=XML))
            assert fault.kind is FetchFault.WRONG_TYPE
            assert fault.sentence.endswith("not application/atom+xml or application/xml.")


@virtually
async def test_a_strange_content_type_is_not_quoted() -> None:
    """The type is the host's word, and may hold anything."""
    async with world() as (here, http):
        here.server.pages["/"] = page_of(b"x", kind="<!channel>\x1b[31m")
        assert "something without a type" in (await fault_of(http.get(FEED, accept=XML))).sentence


@virtually
async def test_tls_keeps_the_name_of_the_host() -> None:
    """Connected is to the address; certificate, server name and Host header are those of the host (C30)."""
    async with world(encrypted=True) as (here, http):
        here.server.pages["/"] = page_of(b"sealed")
        assert (await http.get("https://feeds.example/")).body == b"sealed"
        assert here.dialled == [(PUBLIC, 443)]
        assert here.server.asked[0].server_name == "feeds.example"
        assert here.server.asked[0].headers["host"] == "feeds.example"


@virtually
async def test_a_certificate_of_another_host_is_not_trusted() -> None:
    """Who cannot show a certificate for the name that was asked for is told so."""
    async with world(encrypted=True) as (here, http):
        fault = await fault_of(http.get("https://other.example/"))
        assert (fault.kind, fault.sentence) == (
            FetchFault.UNREACHABLE,
            "other.example has no certificate that can be trusted.",
        )
        assert here.server.asked == []


@virtually
async def test_a_connection_is_used_again() -> None:
    """Pages of one host come over one connection, looked up once."""
    async with world() as (here, http):
        here.server.pages["/"] = page_of(b"fine")
        for _ in range(5):
            await http.get(FEED)
        assert (here.server.connections, here.looked_up) == (1, ["feeds.example"])


@virtually
async def test_no_cookie_is_kept() -> None:
    """What one fetch is given to remember is not sent with the next."""
    async with world() as (here, http):
        here.server.pages["/"] = page_of(b"fine", headers={"Set-Cookie": "who=you; Path=/"})
        await http.get(FEED)
        await http.get(FEED)
        assert "cookie" not in here.server.asked[1].headers


@virtually
async def test_the_environment_changes_nothing() -> None:
    """A proxy of the shell and a .netrc are not for this program (trust_env)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HTTP_PROXY", "http://127.0.0.1:1/")
        patch.setenv("ALL_PROXY", "http://127.0.0.1:1/")
        async with world() as (here, http):
            here.server.pages["/"] = page_of(b"fine")
            assert (await http.get(FEED)).body == b"fine"


@virtually
async def test_a_host_of_the_operator_may_be_private_and_on_another_port() -> None:
    """ALLOWED_HOSTS names host and port; the same host on another port is refused as ever."""
    async with world() as (here, _):
        here.server.pages["/"] = page_of(b"stand-in")
        here.names["localhost"] = [["127.0.0.1"]]
        port = here.server.port
        allowed = [f"127.0.0.1:{port}", f"LocalHost:{port}"]
        async with Http(user_agent=AGENT, allowed_hosts=allowed, resolve=here.resolve) as http:
            for host in ("127.0.0.1", "localhost"):
                assert (await http.get(f"http://{host}:{port}/")).body == b"stand-in"
                assert here.server.asked[-1].headers["host"] == f"{host}:{port}"
            assert (await fault_of(http.get("http://localhost/"))).kind is FetchFault.REFUSED


@virtually
async def test_the_next_address_is_tried() -> None:
    """A host with an address that refuses and one that is mute is reached at its third."""
    async with world() as (here, http):
        here.names["feeds.example"] = [["93.184.216.1", "2606:2800::1", PUBLIC]]
        here.dead, here.mute = {"93.184.216.1"}, {"2606:2800::1"}
        here.server.pages["/"] = page_of(b"fine")
        assert (await http.get(FEED)).body == b"fine"
        assert here.dialled == [("93.184.216.1", 80), ("2606:2800::1", 80), (PUBLIC, 80)]


@pytest.mark.parametrize(
    ("names", "dead", "mute", "said"),
    [
        pytest.param([], False, False, "feeds.example cannot be found", id="no such host"),
        pytest.param([PUBLIC], True, False, "feeds.example takes no connection.", id="refuses"),
        pytest.param([PUBLIC], False, True, "feeds.example does not answer.", id="mute"),
    ],
)
@virtually
async def test_a_host_that_is_not_there(names: list[str], dead: bool, mute: bool, said: str) -> None:
    """Each way of not being there has its sentence."""
    async with world() as (here, http):
        here.names["feeds.example"] = [names]
        here.dead, here.mute = ({PUBLIC} if dead else set()), ({PUBLIC} if mute else set())
        assert said in (await fault_of(http.get(FEED))).sentence


@virtually
async def test_a_host_that_says_too_often_is_left_alone() -> None:
    """The answer is given back with its instant; the next fetch of that host is told without asking it (C02)."""
    now = datetime(2026, 11, 30, 12, tzinfo=UTC)
    limits = HostLimits(now=lambda: now, monotonic=lambda: 0.0, jitter=lambda: 0.0)
    async with world(limits=limits) as (here, http):
        here.server.pages["/"] = page_of(status=429, headers={"Retry-After": "600"})
        first = await http.get(FEED)
        assert (first.status, first.limited_until) == (429, now + timedelta(minutes=10))
        with pytest.raises(RateLimited) as caught:
            await http.get(FEED)
        assert caught.value.until == now + timedelta(minutes=10)
        assert len(here.server.asked) == 1
        here.server.pages["/other"] = page_of(b"fine")
        assert (await http.get("http://other.example/other")).body == b"fine"


@virtually
async def test_waiting_for_a_turn_is_not_the_hosts_slowness() -> None:
    """A host that wants to be asked every 100 seconds is, however short the deadline of a fetch."""
    import asyncio

    clock = asyncio.get_running_loop().time
    async with world(limits=HostLimits({"feeds.example": Manners(1, spacing=100)}, monotonic=clock)) as (here, http):
        here.server.pages["/"] = page_of(b"fine")
        answers = await asyncio.gather(*(http.get(FEED, deadline=2) for _ in range(4)))
        assert [answer.status for answer in answers] == [200] * 4
        assert 300 <= clock() < 310


def test_importing_the_client_does_not_import_httpx() -> None:
    """A command that fetches nothing does not wait for httpx."""
    code = "import sys, bot.sources.http.client; sys.exit('httpx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
