"""How long and how much is read, whatever a host does (B029, B030, C26)."""

from __future__ import annotations

import asyncio
import gzip
import subprocess
import sys
import tracemalloc
import zlib
from pathlib import Path

import pytest

from bot.sources.http.fetching import DEADLINE, DECODED_LIMIT, FetchFault
from tests.sources.http.world import FEED, fault_of, world
from tests.standins import web
from tests.standins.virtual_time import virtually
from tests.standins.web import Behaviour, closing, endless, page_of, redirect

ROOT = Path(__file__).resolve().parents[3]
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
ZIPPED = {"Content-Encoding": "gzip"}


@pytest.mark.parametrize(
    "behaviour",
    [
        pytest.param(web.drip(0.5), id="one byte per half second"),
        pytest.param(web.drip(0.5, head=True), id="a header that never ends"),
        pytest.param(web.hang, id="no word at all"),
        pytest.param(closing(HEAD + b"Content-Length: 10\r\n\r\n12345"), id="closes early: no deadline needed"),
    ],
)
@virtually
async def test_b030_a_fetch_has_a_deadline(behaviour: Behaviour) -> None:
    """B030: the whole of it, and not each read; other hosts are read meanwhile."""
    clock = asyncio.get_running_loop().time
    async with world() as (here, http):
        here.server.pages["/"] = behaviour
        here.server.pages["/fine"] = page_of(b"fine")
        slow = asyncio.create_task(fault_of(http.get(FEED, deadline=2)))
        assert (await http.get("http://other.example/fine")).body == b"fine"
        assert clock() < 1
        fault = await slow
        assert clock() < 3
        if fault.kind is not FetchFault.UNREACHABLE:
            assert (fault.kind, fault.sentence) == (FetchFault.TIMEOUT, "feeds.example took longer than 2 seconds.")


@virtually
async def test_b030_the_deadline_is_one_for_all_hops() -> None:
    """B030: redirects do not begin it anew, and the usual one is half a minute."""
    clock = asyncio.get_running_loop().time

    async def slowly(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(20)
        writer.write(redirect("/"))
        writer.close()

    async with world() as (here, http):
        here.server.pages["/"] = slowly
        assert (await fault_of(http.get(FEED))).kind is FetchFault.TIMEOUT
        assert clock() == pytest.approx(DEADLINE, abs=1)


@virtually
async def test_b030_a_name_service_that_hangs_is_within_the_deadline() -> None:
    """B030: looking a name up counts as well."""
    clock = asyncio.get_running_loop().time
    async with world() as (here, http):
        here.mute = {"93.184.216.34", "93.184.216.35", "93.184.216.36", "93.184.216.37"}
        here.names["feeds.example"] = [sorted(here.mute)]
        assert (await fault_of(http.get(FEED, deadline=5))).kind is FetchFault.TIMEOUT
        assert clock() == pytest.approx(5, abs=0.5)


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize(("size", "fine"), [(99_999, True), (100_000, True), (100_001, False)])
@virtually
async def test_b029_a_body_has_a_size(size: int, fine: bool, packed: bool) -> None:
    """B029: at the limit and one under it is read whole, one over is refused; counted after decompression."""
    async with world() as (here, http):
        body = b"x" * size
        here.server.pages["/"] = page_of(gzip.compress(body), headers=ZIPPED) if packed else page_of(body)
        if fine:
            assert (await http.get(FEED, most=100_000)).body == body
        else:
            fault = await fault_of(http.get(FEED, most=100_000))
            assert fault.kind is FetchFault.TOO_LARGE
            assert fault.sentence == "feeds.example sent more than 100,000 bytes, which is not read."


@virtually
async def test_b029_a_bomb_is_not_unpacked() -> None:
    """B029: about 500 KiB that stand for 500 MB are given up at the limit, in memory of its order."""
    packed = web.bomb()
    assert 400 * 1024 < len(packed) < 600 * 1024
    async with world() as (here, http):
        here.server.pages["/"] = page_of(packed, headers=ZIPPED)
        await fault_of(http.get(FEED, most=1000))  # what is imported and opened once does not count
        tracemalloc.start()
        try:
            fault = await fault_of(http.get(FEED))
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert (fault.kind, fault.sentence) == (
            FetchFault.TOO_LARGE,
            "feeds.example sent more than 10 MB, which is not read.",
        )
        assert peak < 2 * DECODED_LIMIT


def test_b029_a_bomb_leaves_the_process_small() -> None:
    """B029: the resident set of a process that meets it grows by no more than a few times the limit."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.sources.http.bomb"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < 4 * DECODED_LIMIT // 1024


@pytest.mark.parametrize(
    "behaviour",
    [
        pytest.param(endless(b"x" * 65536, HEAD + b"\r\n"), id="without a length"),
        pytest.param(endless(b"10000\r\n" + b"x" * 65536 + b"\r\n", HEAD + b"Transfer-Encoding: chunked\r\n\r\n"),
                     id="in chunks"),
        pytest.param(endless(b"x" * 65536, HEAD + b"Content-Length: 99999999999\r\n\r\n"), id="a length of 100 GB"),
        pytest.param(endless(gzip.compress(b"") * 3000, HEAD + b"Content-Encoding: gzip\r\n\r\n"),
                     id="gzip of nothing"),
    ],
)  # fmt: skip
@virtually
async def test_b029_an_endless_body_ends(behaviour: Behaviour) -> None:
    """B029: it is given up at the limit, also where what arrives unpacks to nothing."""
    async with world() as (here, http):
        here.server.pages["/"] = behaviour
        assert (await fault_of(http.get(FEED, most=1_000_000))).kind is FetchFault.TOO_LARGE


PLAIN = b"news " * 40_000


@pytest.mark.parametrize(
    ("body", "encoding"),
    [
        pytest.param(gzip.compress(PLAIN), "gzip", id="gzip"),
        pytest.param(gzip.compress(PLAIN), "X-GZIP", id="an old name of it"),
        pytest.param(gzip.compress(PLAIN[:99_999]) + gzip.compress(PLAIN[99_999:]), "gzip", id="in two parts"),
        pytest.param(gzip.compress(PLAIN) + bytes(100), "gzip", id="with padding"),
        pytest.param(PLAIN, "identity", id="not packed"),
    ],
)
@virtually
async def test_a_packed_body_is_unpacked(body: bytes, encoding: str) -> None:
    """What was asked for packed is read as it was before."""
    async with world() as (here, http):
        here.server.pages["/"] = page_of(body, headers={"Content-Encoding": encoding})
        assert (await http.get(FEED)).body == PLAIN


@pytest.mark.parametrize(
    ("body", "encoding"),
    [
        pytest.param(gzip.compress(PLAIN)[:-20], "gzip", id="cut off"),
        pytest.param(b"no gzip at all", "gzip", id="not packed"),
        pytest.param(gzip.compress(PLAIN)[:50] + b"x" * 500, "gzip", id="damaged"),
        pytest.param(zlib.compress(PLAIN), "deflate", id="packed in another way"),
        pytest.param(b"x", "br", id="not to be unpacked here"),
        pytest.param(gzip.compress(gzip.compress(PLAIN)), "gzip, gzip", id="packed twice"),
    ],
)
@virtually
async def test_what_cannot_be_unpacked_is_an_error(body: bytes, encoding: str) -> None:
    """Half a feed is no feed."""
    async with world() as (here, http):
        here.server.pages["/"] = page_of(body, headers={"Content-Encoding": encoding})
        fault = await fault_of(http.get(FEED))
        assert (fault.kind, fault.sentence) == (
            FetchFault.UNREACHABLE,
            "feeds.example sent compressed data that is damaged or incomplete.",
        )


@virtually
async def test_an_error_page_that_cannot_be_unpacked_is_still_an_answer() -> None:
    """A status counts, whatever its page is."""
    async with world() as (here, http):
        here.server.pages["/"] = page_of(web.bomb(5), status=503, headers=ZIPPED)
        here.server.pages["/damaged"] = page_of(b"x", status=404, headers=ZIPPED)
        here.server.pages["/br"] = page_of(b"x", status=404, headers={"Content-Encoding": "br"})
        assert len((await http.get(FEED)).body) <= 65536
        assert (await http.get(FEED + "damaged")).status == 404
        assert ((await http.get(FEED + "br")).status, (await http.get(FEED + "br")).body) == (404, b"")


CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(web.reset, id="a reset"),
        pytest.param(web.silent_close, id="no answer"),
        pytest.param(closing(HEAD + b"Content-Length: 100\r\n\r\nhalf"), id="half a body"),
        pytest.param(closing(CHUNKED + b"5\r\nhal"), id="half a chunk"),
        pytest.param(closing(CHUNKED + b"zz\r\nnonsense\r\n"), id="a chunk of nonsense"),
        pytest.param(closing(CHUNKED + b"-5\r\nhello\r\n0\r\n\r\n"), id="a negative chunk"),
        pytest.param(closing(CHUNKED + b"f" * 100), id="a chunk of immense size"),
        pytest.param(closing(HEAD + b"Content-Length: -1\r\n\r\n"), id="a negative length"),
        pytest.param(closing(HEAD + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx"), id="two lengths"),
        pytest.param(web.huge_headers(), id="a header of 1 MB"),
        pytest.param(closing(b"SSH-2.0-OpenSSH_9.2\r\n"), id="not HTTP"),
        pytest.param(closing(b"HTTP/1.1 200 OK\r\nno header\r\n\r\n"), id="no header"),
        pytest.param(closing(b"\x00" * 1000), id="zeros"),
        pytest.param(closing(b"HTTP/1.1 9999 What\r\n\r\n"), id="no status"),
    ],
)
@virtually
async def test_nonsense_is_one_sentence(page: bytes | Behaviour) -> None:
    """Whatever does not come in whole and in HTTP ends the fetch with a sentence, and the next fetch is fine."""
    async with world() as (here, http):
        here.server.pages["/"] = page
        here.server.pages["/fine"] = page_of(b"fine")
        fault = await fault_of(http.get(FEED, deadline=1))
        assert fault.kind in (FetchFault.UNREACHABLE, FetchFault.TIMEOUT)
        assert "feeds.example" in fault.sentence
        assert (await http.get(FEED + "fine")).body == b"fine"


@virtually
async def test_interim_answers_end() -> None:
    """A host that always says "continue" is given up after some thousand of them, long before the deadline: reading
    them costs more than sending them."""
    clock = asyncio.get_running_loop().time
    async with world() as (here, http):
        here.server.pages["/"] = endless(b"HTTP/1.1 100 Continue\r\n\r\n" * 1000, b"")
        assert (await fault_of(http.get(FEED))).sentence == "feeds.example broke off, or did not answer in HTTP."
        assert clock() < 1


@virtually
async def test_a_fetch_can_be_cancelled() -> None:
    """Who stops waiting leaves nothing behind: the host's place and connection are free again."""
    async with world() as (here, http):
        here.server.pages["/"] = web.hang
        here.server.pages["/fine"] = page_of(b"fine")
        waiting = [asyncio.create_task(http.get(FEED)) for _ in range(20)]
        await asyncio.sleep(1)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert all(task.cancelled() for task in waiting)
        assert (await http.get(FEED + "fine")).body == b"fine"
