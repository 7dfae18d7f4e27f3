"""Behind a proxy: it looks names up, so only hosts of the bot's own list are fetched."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.sources.http.client import Http
from bot.sources.http.fetching import FetchFault
from bot.sources.http.sentences import OUTSIDE_PROXY, REFUSAL
from tests.sources.http.world import AGENT, fault_of, trusting_the_stand_in
from tests.standins.virtual_time import virtually
from tests.standins.web import HostileWeb, page_of, redirect


@asynccontextmanager
async def behind_a_proxy(**wishes: Any) -> AsyncIterator[tuple[HostileWeb, Http]]:
    """A proxy, and an Http that knows feeds.example and other.example."""
    async with HostileWeb() as proxy:
        address = f"http://bot:sesame%21@127.0.0.1:{proxy.port}"
        async with Http(
            user_agent=AGENT,
            proxy=address,
            known_hosts=["Feeds.example", "other.example"],
            tls=trusting_the_stand_in(),
            **wishes,
        ) as http:
            yield proxy, http


@virtually
async def test_http_goes_through_the_proxy() -> None:
    """A known host is asked for at the proxy, which is told who we are; the host is not."""
    async with behind_a_proxy() as (proxy, http):
        proxy.pages["http://feeds.example/feed"] = page_of(b"news")
        assert (await http.get("http://feeds.example/feed")).body == b"news"
        (asked,) = proxy.asked
        assert asked.headers["proxy-authorization"] == "Basic " + b64encode(b"bot:sesame!").decode()
        assert asked.headers["host"] == "feeds.example"


@virtually
async def test_https_goes_through_a_tunnel() -> None:
    """The proxy is asked for the host by name, and hears nothing of what is said to it."""
    async with behind_a_proxy() as (proxy, http), HostileWeb(tls=True) as site:
        proxy.tunnel_to = site.port
        site.pages["/feed"] = page_of(b"sealed")
        response = await http.get("https://feeds.example/feed", headers={"Authorization": "Bearer s3cret"})
        assert response.body == b"sealed"
        (tunnel,) = proxy.asked
        assert (tunnel.method, tunnel.target) == ("CONNECT", "feeds.example:443")
        assert "authorization" not in tunnel.headers
        (asked,) = site.asked
        assert (asked.server_name, asked.headers["authorization"]) == ("feeds.example", "Bearer s3cret")
        assert "proxy-authorization" not in asked.headers


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        pytest.param("http://stranger.example/", OUTSIDE_PROXY, id="a host that nobody knows"),
        pytest.param("https://feeds.example.stranger.example/", OUTSIDE_PROXY, id="a host that begins alike"),
        pytest.param("http://93.184.216.34/", OUTSIDE_PROXY, id="a number"),
        pytest.param("http://127.0.0.1/", REFUSAL, id="a number inside"),
        pytest.param("http://feeds.example:8080/", REFUSAL, id="another port"),
    ],
)
@virtually
async def test_other_hosts_are_refused(url: str, sentence: str) -> None:
    """What the proxy would look up for anybody is not asked of it."""
    async with behind_a_proxy() as (proxy, http):
        fault = await fault_of(http.get(url))
        assert (fault.kind, fault.sentence) == (FetchFault.REFUSED, sentence)
        assert proxy.connections == 0


@virtually
async def test_a_redirect_to_a_stranger_is_refused() -> None:
    """Every hop must lead to a known host."""
    async with behind_a_proxy() as (proxy, http):
        proxy.pages["http://feeds.example/"] = redirect("http://other.example/")
        proxy.pages["http://other.example/"] = redirect("http://stranger.example/")
        assert (await fault_of(http.get("http://feeds.example/"))).sentence == OUTSIDE_PROXY
        assert len(proxy.asked) == 2


@virtually
async def test_hosts_of_the_operator_are_reached_without_it() -> None:
    """What ALLOWED_HOSTS names lies on this side of the proxy."""
    async with HostileWeb() as site:
        site.pages["/"] = page_of(b"ours")
        async with behind_a_proxy(allowed_hosts=[f"127.0.0.1:{site.port}"]) as (proxy, http):
            assert (await http.get(site.url + "/")).body == b"ours"
            assert proxy.connections == 0


@virtually
async def test_a_proxy_that_says_no() -> None:
    """The sentence tells whose refusal it was."""
    async with behind_a_proxy() as (proxy, http):
        proxy.pages["feeds.example:443"] = page_of(status=407)
        fault = await fault_of(http.get("https://feeds.example/"))
        assert fault.sentence == "The proxy (HTTPS_PROXY) does not lead to feeds.example."
