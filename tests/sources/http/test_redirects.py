"""Redirects: how many, what goes along, and what is said of a host that has moved."""

from __future__ import annotations

from base64 import b64encode

import pytest

from bot.sources.http.fetching import REDIRECTS, FetchFault
from tests.sources.http.world import FEED, fault_of, world
from tests.standins.virtual_time import virtually
from tests.standins.web import page_of, redirect


@pytest.mark.parametrize(
    ("hops", "most", "fine"),
    [
        pytest.param(REDIRECTS - 1, REDIRECTS, True, id="one under"),
        pytest.param(REDIRECTS, REDIRECTS, True, id="at the limit"),
        pytest.param(REDIRECTS + 1, REDIRECTS, False, id="one over"),
        pytest.param(0, 0, True, id="none wanted, none given"),
        pytest.param(1, 0, False, id="none wanted"),
    ],
)
@virtually
async def test_so_many_redirects_are_followed(hops: int, most: int, fine: bool) -> None:
    """Up to the limit, and no request more (C30)."""
    async with world() as (here, http):
        for at in range(hops):
            here.server.pages[f"/{at}"] = redirect(f"/{at + 1}")
        here.server.pages[f"/{hops}"] = page_of(b"there")
        if fine:
            response = await http.get(FEED + "0", redirects=most)
            assert (response.body, response.url) == (b"there", f"{FEED}{hops}")
        else:
            fault = await fault_of(http.get(FEED + "0", redirects=most))
            assert (fault.kind, fault.sentence) == (
                FetchFault.REDIRECTS,
                f"feeds.example sends us on more than {most} times.",
            )
            assert len(here.server.asked) == most + 1


@virtually
async def test_a_circle_ends() -> None:
    """A page that sends us to itself is asked a bounded number of times."""
    async with world() as (here, http):
        here.server.pages["/"] = redirect("/", 301)
        assert (await fault_of(http.get(FEED))).kind is FetchFault.REDIRECTS
        assert len(here.server.asked) == REDIRECTS + 1


@pytest.mark.parametrize(
    ("statuses", "moved_to"),
    [
        pytest.param([301], "/1", id="moved for good"),
        pytest.param([308], "/1", id="308"),
        pytest.param([301, 308], "/2", id="moved twice"),
        pytest.param([302], None, id="for this once"),
        pytest.param([303], None, id="303"),
        pytest.param([307], None, id="307"),
        pytest.param([301, 302], "/1", id="moved, and from there for this once"),
        pytest.param([302, 301], None, id="for this once, and there moved"),
    ],
)
@virtually
async def test_c06_where_a_source_has_moved_to(statuses: list[int], moved_to: str | None) -> None:
    """C06: only permanent redirects from the first address on say where it has moved; others hold for this once."""
    async with world() as (here, http):
        for at, status in enumerate(statuses):
            here.server.pages[f"/{at}"] = redirect(f"/{at + 1}", status)
        here.server.pages[f"/{len(statuses)}"] = page_of(b"there")
        response = await http.get(FEED + "0")
        assert response.body == b"there"
        assert response.moved_to == (moved_to and f"http://feeds.example{moved_to}")


SECRET = {"Authorization": "Bearer s3cret", "Cookie": "s3cret", "X-Token": "s3cret", "If-None-Match": '"1"'}


@pytest.mark.parametrize(
    ("location", "kept"),
    [
        pytest.param("/next", True, id="the same host"),
        pytest.param("http://FEEDS.example:80/next", True, id="the same host, spelled differently"),
        pytest.param("http://other.example/next", False, id="another host"),
        pytest.param("http://feeds.example.other.example/next", False, id="a host that begins alike"),
        pytest.param("http://sub.feeds.example/next", False, id="a host below"),
        pytest.param("http://feeds.example:443/next", False, id="another port"),
    ],
)
@virtually
async def test_secrets_stay_with_their_host(location: str, kept: bool) -> None:
    """A token goes along on the same host only; what says which page we know goes along everywhere."""
    async with world() as (here, http):
        here.server.pages["/"] = redirect(location)
        here.server.pages["/next"] = page_of(b"there")
        await http.get(FEED, headers=SECRET)
        last = here.server.asked[-1].headers
        assert ("authorization" in last, "cookie" in last, "x-token" in last) == (kept, kept, kept)
        assert last["if-none-match"] == '"1"'
        assert last["host"] != "feeds.example" or kept


@virtually
async def test_a_token_does_not_come_back() -> None:
    """What was left behind at the first change of hosts is not sent again where the way leads back."""
    async with world() as (here, http):
        here.server.pages["/"] = redirect("http://other.example/back")
        here.server.pages["/back"] = redirect("http://feeds.example/next")
        here.server.pages["/next"] = page_of(b"there")
        await http.get(FEED, headers=SECRET)
        assert ["authorization" in asked.headers for asked in here.server.asked] == [True, False, False]


@virtually
async def test_a_token_does_not_leave_encryption() -> None:
    """From https to http of the same host, nothing secret goes along."""
    async with world(encrypted=True) as (here, http):
        here.server.pages["/"] = redirect("http://feeds.example/")
        fault = await fault_of(http.get("https://feeds.example/", headers=SECRET))
        assert fault.kind is FetchFault.UNREACHABLE
        assert len(here.server.asked) == 1  # the second arrives without TLS, and is none


@virtually
async def test_user_and_password_of_an_address_are_sent_once() -> None:
    """They are told to their host, are in no address that comes back, and those of a redirect are left out."""
    async with world() as (here, http):
        here.server.pages["/"] = redirect("http://eve:sesame@other.example/next", 301)
        here.server.pages["/next"] = page_of(b"there")
        response = await http.get("http://bot:hunter%402@feeds.example/")
        first, second = here.server.asked
        assert first.headers["authorization"] == "Basic " + b64encode(b"bot:hunter@2").decode()
        assert "authorization" not in second.headers
        assert (response.url, response.moved_to) == ("http://other.example/next", "http://other.example/next")


@virtually
async def test_a_redirect_without_an_address_is_an_answer() -> None:
    """Where there is nothing to follow, the response itself is given back."""
    async with world() as (here, http):
        here.server.pages["/"] = page_of(status=302)
        assert (await http.get(FEED)).status == 302


@virtually
async def test_an_address_with_spaces_and_letters_is_followed() -> None:
    """Hosts write addresses as they please."""
    async with world() as (here, http):
        here.server.pages["/"] = redirect("/a b?c=\xe4")
        here.server.pages["/a%20b?c=%C3%A4"] = page_of(b"there")
        assert (await http.get(FEED)).body == b"there"


@pytest.mark.parametrize(
    ("status", "location", "outcome"),
    [
        pytest.param(307, "/next", "sent again", id="307 on the same host"),
        pytest.param(308, "/next", "sent again", id="308 on the same host"),
        pytest.param(301, "/next", "given back", id="301"),
        pytest.param(302, "/next", "given back", id="302"),
        pytest.param(303, "/next", "given back", id="303"),
        pytest.param(308, "http://other.example/next", "an error", id="to another host"),
    ],
)
@virtually
async def test_a_query_is_not_carried_elsewhere(status: int, location: str, outcome: str) -> None:
    """A POST is sent again as it was on its own host, is never turned into a GET, and goes to no other host."""
    async with world() as (here, http):
        here.server.pages["/"] = redirect(location, status)
        here.server.pages["/next"] = page_of(b"{}", kind="application/json")
        if outcome == "an error":
            assert (await fault_of(http.post(FEED, {}))).kind is FetchFault.REDIRECTS
        else:
            assert (await http.post(FEED, {})).status == (200 if outcome == "sent again" else status)
        assert [asked.method for asked in here.server.asked] == ["POST"] * (2 if outcome == "sent again" else 1)
