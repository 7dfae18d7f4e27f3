"""What is not fetched: addresses that lead inside, at the first hop or at any other (B129-B131)."""

from __future__ import annotations

import pytest

from bot.sources.http.client import Http
from bot.sources.http.fetching import FetchFault
from bot.sources.http.sentences import REFUSAL
from tests.sources.http.world import AGENT, FEED, PUBLIC, fault_of, world
from tests.standins.virtual_time import virtually
from tests.standins.web import page_of, redirect

LEADS_INSIDE = {
    "inside.example": [["10.0.0.7"]],
    "half.example": [[PUBLIC, "127.0.0.1"]],
    "carrier.example": [["100.64.0.1"]],
    "gateway.example": [["64:ff9b::a9fe:a9fe"]],
    "localhost": [["127.0.0.1", "::1"]],
}


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("http://169.254.169.254/latest/meta-data/", id="the metadata of a cloud"),
        pytest.param("http://0x7f.1/", id="hexadecimal"),
        pytest.param("http://①②⑦.0.0.1/", id="circled digits"),
        pytest.param("http://１２７.0.0.1/", id="digits of full width"),
        pytest.param("http://127。0。0。1/", id="Chinese full stops"),
        pytest.param("http://2130706433/", id="one number"),
        pytest.param("http://0177.0.0.1/", id="octal"),
        pytest.param("http://127.1/", id="two parts"),
        pytest.param("http://0.0.0.0/", id="unspecified"),
        pytest.param("http://[::1]/", id="loopback of IPv6"),
        pytest.param("http://[::ffff:127.0.0.1]/", id="mapped"),
        pytest.param("http://[::127.0.0.1]/", id="compatible"),
        pytest.param("http://[64:ff9b::7f00:1]/", id="NAT64"),
        pytest.param("http://[2002:7f00:1::]/", id="6to4"),
        pytest.param("http://[fe80::1%25eth0]/", id="scoped"),
        pytest.param("http://inside.example/", id="a name that leads inside"),
        pytest.param("http://half.example/", id="a name that leads inside as well"),
        pytest.param("http://carrier.example/", id="a name that leads to a carrier's network"),
        pytest.param("http://gateway.example/", id="a name that leads inside through NAT64"),
        pytest.param("http://localhost/", id="localhost"),
        pytest.param("http://feeds.example:8080/", id="another port"),
        pytest.param("http://feeds.example:22/", id="a port of another service"),
        pytest.param("http://feeds.example:0/", id="port 0"),
        pytest.param("http://feeds.example:99999/", id="no port"),
        pytest.param("file:///etc/passwd", id="a file"),
        pytest.param("/etc/hostname", id="a path"),
        pytest.param("gopher://feeds.example/", id="another scheme"),
        pytest.param("ftp://feeds.example/", id="ftp"),
        pytest.param("//feeds.example/", id="no scheme"),
        pytest.param("", id="nothing"),
        pytest.param("http://", id="no host"),
        pytest.param("http://feeds.example/\r\nHost: x", id="a line break"),
        pytest.param("http://feeds.example\\@127.0.0.1/", id="a backslash"),
        pytest.param("http://feeds.example@127.0.0.1/", id="a user that looks like a host"),
        pytest.param("http://feeds.example/" + "x" * 2000, id="a very long one"),
        pytest.param("http://" + "x" * 300 + ".example/", id="a very long host"),
    ],
)
@virtually
async def test_b129_an_address_that_leads_inside_is_refused(url: str) -> None:
    """B129: every such address gets the very same sentence, and nothing connects."""
    async with world() as (here, http):
        here.names |= LEADS_INSIDE
        fault = await fault_of(http.get(url))
        assert (fault.kind, fault.sentence) == (FetchFault.REFUSED, REFUSAL)
        assert here.dialled == []


@pytest.mark.parametrize(
    "location",
    [
        pytest.param("http://127.0.0.1/", id="loopback"),
        pytest.param("http://0x7f.1/", id="loopback, hexadecimal"),
        pytest.param("http://inside.example/", id="a name that leads inside"),
        pytest.param("//169.254.169.254/", id="without a scheme"),
        pytest.param("file:///etc/passwd", id="a file"),
        pytest.param("http://feeds.example:8080/", id="another port"),
        pytest.param("http://[::1", id="half an address"),
    ],
)
@virtually
async def test_b130_a_redirect_that_leads_inside_is_refused(location: str) -> None:
    """B130: the hop is judged like a first address, and the request inside is never made."""
    async with world() as (here, http):
        here.names |= LEADS_INSIDE
        here.server.pages["/"] = redirect(location)
        fault = await fault_of(http.get(FEED))
        assert (fault.kind, fault.sentence) == (FetchFault.REFUSED, REFUSAL)
        assert here.dialled == [(PUBLIC, 80)]
        assert len(here.server.asked) == 1


@virtually
async def test_b131_the_judged_address_is_the_one_connected_to() -> None:
    """B131: a name service that answers differently the second time is not asked a second time."""
    async with world() as (here, http):
        here.names["rebinding.example"] = [[PUBLIC], ["127.0.0.1"]]
        here.server.pages["/"] = page_of(b"fine")
        assert (await http.get("http://rebinding.example/")).body == b"fine"
        assert here.looked_up == ["rebinding.example"]
        assert here.dialled == [(PUBLIC, 80)]
        assert here.server.asked[0].headers["host"] == "rebinding.example"


@virtually
async def test_b131_a_new_connection_is_judged_anew() -> None:
    """B131: where the name leads inside later on, the next connection is refused."""
    async with world() as (here, http):
        here.names["rebinding.example"] = [[PUBLIC], ["127.0.0.1"]]
        here.server.pages["/"] = page_of(b"fine", headers={"Connection": "close"})
        await http.get("http://rebinding.example/")
        assert (await fault_of(http.get("http://rebinding.example/"))).sentence == REFUSAL
        assert here.dialled == [(PUBLIC, 80)]


async def test_the_systems_own_names_are_judged() -> None:
    """With the machine's name service, localhost is looked up by us, and refused."""
    async with Http(user_agent=AGENT) as http:
        assert (await fault_of(http.get("http://localhost/"))).sentence == REFUSAL


@virtually
async def test_a_host_may_be_written_in_its_own_script() -> None:
    """An international name is fetched, under the name that the network knows."""
    async with world() as (here, http):
        here.server.pages["/%E6%96%B0"] = page_of(b"fine")
        assert (await http.get("http://例え.example/新")).url == "http://xn--r8jz45g.example/%E6%96%B0"
        assert here.looked_up == ["xn--r8jz45g.example"]
