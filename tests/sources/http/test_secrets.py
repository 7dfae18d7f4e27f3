"""No secret is in what people are told, nor in logs or tracebacks (B132)."""

from __future__ import annotations

import logging
import traceback

import pytest

from bot.sources.http.client import Http
from bot.sources.http.fetching import FetchError
from tests.sources.http.world import AGENT, PUBLIC, fault_of, world
from tests.standins import web
from tests.standins.virtual_time import virtually
from tests.standins.web import Behaviour, closing, page_of, redirect

PATH = "/services/s3cret-path?token=s3cret-query"
URL = f"http://bot:s3cret-password@feeds.example{PATH}"
TOKEN = {"Authorization": "Bearer s3cret-header"}
FAULTS = [
    pytest.param(web.hang, id="timeout"),
    pytest.param(web.reset, id="reset"),
    pytest.param(closing(b"s3cret-path?token=s3cret-query\r\n\r\n"), id="nonsense"),
    pytest.param(page_of(b"x" * 2000), id="too large"),
    pytest.param(page_of(b"x", kind="s3cret/path"), id="wrong type"),
    pytest.param(redirect("http://bot:s3cret@127.0.0.1/s3cret"), id="refused redirect"),
    pytest.param(redirect(PATH), id="redirects"),
]


@pytest.mark.parametrize("page", FAULTS)
@virtually
async def test_b132_a_sentence_holds_no_secret(page: bytes | Behaviour) -> None:
    """B132: user, password, path, query and headers are in no sentence, and in no traceback of it."""
    async with world() as (here, http):
        here.server.pages[PATH] = page
        with pytest.raises(FetchError) as caught:
            await http.get(URL, headers=TOKEN, accept=("text/plain",), most=1000, deadline=1)
        shown = "".join(traceback.format_exception(caught.value))
        if "s3cret/path" not in caught.value.sentence:  # the type that the host named is quoted
            assert "s3cret" not in caught.value.sentence
        assert not any(secret in shown for secret in ("s3cret-", "token=", "bot:"))


@pytest.mark.parametrize("url", [URL.replace("feeds", "inside"), URL.replace("feeds", "nowhere"), URL + "\n"])
@virtually
async def test_b132_what_is_never_sent_is_not_told_either(url: str) -> None:
    """B132: an address that is refused or not found is not quoted."""
    async with world() as (here, http):
        here.names |= {"inside.example": [["10.0.0.1"]], "nowhere.example": [[]]}
        assert "s3cret" not in "".join(traceback.format_exception(await fault_of(http.get(url))))


def test_b132_no_log_line_holds_a_secret(caplog: pytest.LogCaptureFixture) -> None:
    """B132: what libraries log on the way, at any level, is free of tokens before anything redacts it."""

    @virtually
    async def fetch() -> None:
        async with world() as (here, http):
            here.server.pages[PATH] = page_of(b"fine")
            await http.get(URL, headers=TOKEN)

    with caplog.at_level(logging.DEBUG):
        fetch()
    assert "s3cret" not in caplog.text


@virtually
async def test_b132_a_proxys_password_is_not_told() -> None:
    """B132: a proxy that does not let us through is named by its variable."""
    async with world() as (here, _):
        here.server.pages["http://feeds.example/"] = web.silent_close
        proxy = f"http://bot:s3cret-password@127.0.0.1:{here.server.port}"
        async with Http(user_agent=AGENT, proxy=proxy, known_hosts=["feeds.example"]) as http:
            for url in ("http://feeds.example/", "https://feeds.example/"):
                fault = await fault_of(http.get(url))
                assert "s3cret" not in "".join(traceback.format_exception(fault))
            assert "HTTPS_PROXY" in fault.sentence


@virtually
async def test_addresses_that_come_back_hold_no_password() -> None:
    """What a source stores as its address can be shown."""
    async with world() as (here, http):
        here.server.pages[PATH] = page_of(b"fine")
        response = await http.get(URL)
        assert "password" not in response.url
        assert here.dialled == [(PUBLIC, 80)]
