"""Feeds polled over real sockets: told by identity, dated with doubt, and never twice (failures.md B016-B032)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import pytest_asyncio

from bot.domain.feed import Feed
from bot.domain.project import Projects
from bot.domain.update import BodyState, Kind, Precision
from bot.sources.base import NamedOnly
from bot.sources.feed import FLOOD, FeedSource, probe
from bot.sources.http.client import Http
from bot.sources.http.fetching import FetchError, FetchFault
from bot.sources.polling import Condition, RateLimited, Unavailable
from config.catalog import load_projects
from tests.sources.polls import Polled, poll
from tests.standins.feeds import Blog, FeedStandIn, Post
from tests.standins.virtual_time import run_virtually
from tests.standins.web import HostileWeb, bomb, drip

NOW = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
TODAY = "Mon, 30 Nov 2026 09:00:00 GMT"
NO_PROJECTS = Projects(())


def post(number: int, date: str | None = TODAY, **other: str | None) -> Post:
    """The post of a number, with a guid and a page of its own."""
    fields = {"title": f"Post {number}", "link": f"/p/{number}", "guid": f"g{number}", "date": date, **other}
    return Post(**fields)


class Reader:
    """A blog and a source that reads it, poll after poll with the cursor of the one before."""

    def __init__(self, standin: FeedStandIn, http: Http) -> None:
        self.standin = standin
        self.http = http
        self.blog = standin.blogs["/feed"] = Blog()
        self.feed = Feed("blog", "The Blog", f"{standin.url}/feed", "vllm", everything=True)
        self.state: str | None = None
        self.now = NOW

    async def poll(self, *posts: Post, hours: int = 1) -> Polled:
        """Lists these posts, lets time pass and polls."""
        if posts:
            self.blog.posts = list(posts)
        self.now += HOUR * hours
        polled = await poll(self.source(), self.state, self.now)
        self.state = polled.state
        return polled

    def source(self) -> FeedSource:
        """The source as it stands."""
        return FeedSource(self.feed, self.http, load_projects(), lambda title, text: "SM120" in title + text)


@pytest_asyncio.fixture
async def reader() -> AsyncIterator[Reader]:
    async with FeedStandIn() as standin, Http(user_agent="test", allowed_hosts=[standin.host]) as http:
        yield Reader(standin, http)


@pytest_asyncio.fixture
async def known(reader: Reader) -> Reader:
    """A reader that has met the feed with one old post."""
    await reader.poll(post(0, "Sun, 29 Nov 2026 09:00:00 GMT"))
    return reader


async def test_b016_what_slides_out_and_in_again_is_not_new(known: Reader) -> None:
    """Identities are kept long after an entry has left the feed."""
    await known.poll(*[post(number) for number in range(20, 0, -1)])
    assert (await known.poll(*[post(number) for number in range(21, 1, -1)])).titles == ["Post 21"]
    assert (await known.poll(*[post(number) for number in range(20, 0, -1)])).titles == []


async def test_b017_a_date_that_moves_is_no_new_post(known: Reader) -> None:
    """The same guid with a later date, and with an edited title, is what is known."""
    assert (await known.poll(post(1))).titles == ["Post 1"]
    assert (await known.poll(post(1, "Tue, 01 Dec 2026 09:00:00 GMT"))).titles == []
    assert (await known.poll(post(1, title="Post 1, corrected"))).titles == []


async def test_b019_guids_that_change_with_every_fetch_repeat_nothing(known: Reader) -> None:
    """Link and title are the second identity, whatever the campaign or session in the link."""
    known.blog.rotates_guids = True
    assert (await known.poll(post(1), post(2))).titles == ["Post 1", "Post 2"]
    assert (await known.poll(post(1), post(2))).titles == []
    marked = post(2, link="/p/2?utm_source=rss&sid=4711")
    assert (await known.poll(post(1), marked, post(3))).titles == ["Post 3"]


async def test_b019_one_guid_for_all_hides_nothing(known: Reader) -> None:
    """A guid that several posts share identifies none of them."""
    posts = [post(number, guid="same") for number in (1, 2)]
    assert (await known.poll(*posts)).titles == ["Post 1", "Post 2"]
    assert (await known.poll(post(3, guid="same"), *posts)).titles == ["Post 3"]


async def test_b020_the_first_sight_of_a_feed_delivers_nothing(reader: Reader) -> None:
    """300 posts are met: the ones of the last 30 days are history (a batch with progress), the rest is only known."""
    dates = [f"{(NOW - timedelta(days=number)):%a, %d %b %Y %H:%M:%S} GMT" for number in range(300)]
    first = await reader.poll(*[post(number, date) for number, date in enumerate(dates)])
    assert first.titles == [f"Post {number}" for number in range(30)]
    assert [batch.progress for batch in first.batches] == [reader.now - timedelta(days=30)]
    later = await reader.poll(post(300), *reader.blog.posts)
    assert later.titles == ["Post 300"]
    assert [batch.progress for batch in later.batches] == [None]


async def test_b020_posts_without_a_date_are_only_known_at_first_sight(reader: Reader) -> None:
    """Nobody can tell how old they are."""
    assert (await reader.poll(*[post(number, None) for number in range(300)])).titles == []
    assert (await reader.poll(post(300, None), *reader.blog.posts)).titles == ["Post 300"]


@pytest.mark.parametrize("date", ["9999-12-31", "Thu, 03 Dec 2026 15:00:00 GMT"])
async def test_b021_a_date_in_the_future_becomes_the_first_sight(known: Reader, date: str) -> None:
    """It is shown once, and not pinned on top."""
    found = await known.poll(post(1, date))
    assert [(one.published, one.precision) for one in found.updates] == [(known.now, Precision.DAY)]
    assert (await known.poll(post(1, date))).titles == []


async def test_b022_dates_that_are_none_lose_no_post(known: Reader) -> None:
    """Nonsense becomes the moment of first sight; a zone that is not known leaves the day."""
    found = await known.poll(
        post(1, "2026-13-45T00:00:00Z"), post(2, "1700000000"), post(3, "30 Feb 2026"), post(4, "30/11/2026"),
        post(5, "Mon, 30 Nov 2026 10:00:00 IST"),
    )  # fmt: skip
    dated = {one.title: (one.published, one.precision) for one in found.updates}
    assert dated == dict.fromkeys(("Post 1", "Post 2", "Post 3", "Post 4"), (known.now, Precision.DAY)) | {
        "Post 5": (datetime(2026, 11, 30, tzinfo=UTC), Precision.DAY)
    }


@pytest.mark.parametrize("date", [None, "Thu, 01 Jan 1970 00:00:00 GMT"])
async def test_b023_new_posts_are_found_without_a_date(reader: Reader, date: str | None) -> None:
    """Where all posts have the same bogus date or none, what is new is told by identity."""
    await reader.poll(*[post(number, date) for number in range(5)])
    assert (await reader.poll(post(5, date), *reader.blog.posts)).titles == ["Post 5"]


async def test_b024_a_day_without_a_time_is_not_older_than_the_last_check(reader: Reader) -> None:
    """Published at 15:00 with the date of the day, last check at 12:00: it is found, with the precision of a day."""
    await reader.poll(post(1))
    (found,) = (await reader.poll(post(2, "2026-11-30"), post(1))).updates
    assert (found.published, found.precision) == (datetime(2026, 11, 30, tzinfo=UTC), Precision.DAY)


async def test_b025_posts_of_one_second_are_all_found(known: Reader) -> None:
    """Of three with one timestamp, one of them known, the other two are new."""
    await known.poll(post(1))
    assert (await known.poll(post(1), post(2), post(3))).titles == ["Post 2", "Post 3"]


async def test_b027_an_outage_of_three_days_costs_nothing(known: Reader) -> None:
    """Each poll says what is wrong and leaves the cursor; the first that works finds all."""
    before = known.state
    known.blog.status = 503
    for _ in range(3):
        down = await known.poll(post(1), post(2), hours=24)
        assert down.sentence == "The feed of The Blog has a fault on its own side (status 503)."
        assert (down.batches, known.state) == ((), before)
    known.blog.status = 200
    assert (await known.poll()).titles == ["Post 1", "Post 2"]


@pytest.mark.parametrize(
    ("link", "url"),
    [
        pytest.param("/post 1", "/post%201", id="relative, with a space"),
        pytest.param("beiträge/1", "/beitr%C3%A4ge/1", id="foreign letters"),
        pytest.param("http://b.example.com/x?utm_source=rss&a=1", "http://b.example.com/x?a=1", id="campaign"),
        pytest.param("", "", id="empty"),
        pytest.param(None, "", id="none"),
        pytest.param("ftp://x.example.com/1", "", id="ftp"),
        pytest.param("javascript:alert(1)", "", id="javascript"),
        pytest.param("http://me:pw@b.example.com/", "", id="password"),
        pytest.param("http://[::1", "", id="broken"),
        pytest.param("/" + "x" * 3000, "", id="too long"),
    ],
)
async def test_b028_odd_links_are_resolved_or_left_out(known: Reader, link: str | None, url: str) -> None:
    """The post comes in any case."""
    (found,) = (await known.poll(post(1, link=link))).updates
    assert found.url == (known.standin.url + url if url.startswith("/") else url)
    assert found.key.startswith("post:")


async def test_b029_a_gzip_bomb_is_a_fault_of_its_feed_alone(known: Reader) -> None:
    """500 MB in half a megabyte is cut off; the other feed is read."""
    known.standin.blogs["/bomb"] = Blog(raw=bomb(500), headers={"Content-Encoding": "gzip"})
    source = FeedSource(replace(known.feed, url=f"{known.standin.url}/bomb"), known.http, NO_PROJECTS, lambda *_: True)
    harmed = await poll(source, None, NOW)
    assert isinstance(harmed.fault, FetchError)
    assert harmed.fault.kind is FetchFault.TOO_LARGE
    assert (await known.poll(post(1))).titles == ["Post 1"]


def test_b030_a_drip_ends_at_the_deadline() -> None:
    """One byte per half second is given up after the deadline of the whole fetch, as a fault of its own kind."""

    async def dripping() -> Polled:
        async with HostileWeb() as hostile:
            hostile.pages["/feed"] = drip(0.5)
            host = hostile.url.removeprefix("http://")
            async with Http(user_agent="test", allowed_hosts=[host]) as http:
                feed = Feed("slow", "Slow", f"{hostile.url}/feed")
                return await poll(FeedSource(feed, http, NO_PROJECTS, lambda *_: True), None, NOW)

    fault = run_virtually(dripping()).fault
    assert isinstance(fault, FetchError)
    assert fault.kind is FetchFault.TIMEOUT


async def test_b031_a_feed_that_declares_entities_is_invalid(known: Reader) -> None:
    """Bombs are refused before a parser sees them; the cursor stays."""
    before = known.state
    known.blog.raw = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaa">]><rss><channel><title>&a;</title></channel></rss>'
    polled = await known.poll()
    assert polled.sentence.startswith("The feed of The Blog is invalid: it declares entities of its own")
    assert known.state == before


@pytest.mark.parametrize("url", ["/etc/hostname", "file:///etc/passwd"])
async def test_b032_a_file_is_no_feed(reader: Reader, url: str) -> None:
    """No local path is opened, whatever stands for an address."""
    reader.feed = replace(reader.feed, url=url)
    polled = await reader.poll()
    assert isinstance(polled.fault, FetchError)
    assert polled.fault.kind is FetchFault.REFUSED


async def test_b032_a_path_as_a_body_is_only_text(known: Reader) -> None:
    """What the parser gets are bytes: it takes them for no file's name."""
    known.blog.raw = b"/etc/hostname"
    assert (await known.poll()).sentence == "The feed of The Blog answers with text that is no feed."


@pytest.mark.parametrize(
    ("status", "condition"),
    [
        pytest.param(404, Condition.MISSING, id="404"),
        pytest.param(410, Condition.MISSING, id="410"),
        pytest.param(401, Condition.UNAUTHORIZED, id="401"),
        pytest.param(403, Condition.UNAUTHORIZED, id="403"),
        pytest.param(451, Condition.BLOCKED, id="451"),
    ],
)
async def test_a_status_says_how_the_feed_is(known: Reader, status: int, condition: Condition) -> None:
    """A feed that its host does not give has a condition and a sentence with its name."""
    known.blog.status = status
    fault = (await known.poll()).fault
    assert isinstance(fault, Unavailable)
    assert (fault.condition, fault.sentence[:21]) == (condition, "The feed of The Blog ")


async def test_a_host_that_is_asked_too_often_is_left_alone(known: Reader) -> None:
    """429 with Retry-After says until when."""
    known.blog.status, known.blog.headers = 429, {"Retry-After": "3600"}
    assert isinstance((await known.poll()).fault, RateLimited)


async def test_nothing_new_is_one_conditional_request_and_no_batch(known: Reader) -> None:
    """The ETag of the last answer is sent; 304 gives nothing and moves nothing."""
    before = known.state
    assert (await known.poll()).batches == ()
    assert known.state == before
    assert [(one.status, bool(one.if_none_match)) for one in known.standin.asked] == [(200, False), (304, True)]


async def test_without_an_etag_nothing_new_writes_nothing(known: Reader) -> None:
    """The same feed read again leaves the same cursor."""
    known.blog.etags = False
    await known.poll()
    before = known.state
    assert (await known.poll()).batches == ()
    assert known.state == before
    assert known.standin.asked[-1].status == 200


async def test_another_address_is_asked_without_the_old_conditions(known: Reader) -> None:
    """A feed that moved in the configuration keeps what it has seen, not its ETag."""
    known.standin.blogs["/new"] = known.blog
    known.feed = replace(known.feed, url=f"{known.standin.url}/new")
    assert (await known.poll(post(1), post(0))).titles == ["Post 1"]
    assert known.standin.asked[-1].if_none_match == ""


async def test_a_post_becomes_an_update(known: Reader) -> None:
    """Kind, project, address, identity and the whole text as plain lines."""
    known.blog.atom = True
    text = "<h1>Fast &amp; small</h1><p>It runs<br>on <b>SM120</b>.</p><script>alert(1)</script>"
    (found,) = (
        await known.poll(post(1, "2026-11-30T08:00:00+08:00", title="A &lt;b&gt; <i>x</i>", content=text))
    ).updates
    assert (found.kind, found.project, found.repository) == (Kind.POST, "vllm", "")
    assert found.url == f"{known.standin.url}/p/1"
    assert found.key == f"post:{known.standin.host}/p/1"
    assert found.title == "A <b> x"
    assert (found.body, found.body_state) == ("Fast & small\n\nIt runs\non SM120.", BodyState.WHOLE)
    assert (found.published, found.precision) == (datetime(2026, 11, 30, tzinfo=UTC), Precision.SECOND)


async def test_a_summary_that_breaks_off_is_a_cut_body(known: Reader) -> None:
    """A feed that gives only the beginning of a post says so by its dots."""
    (found,) = (await known.poll(post(1, summary="<p>The beginning [&hellip;]</p>"))).updates
    assert (found.body, found.body_state) == ("The beginning […]", BodyState.CUT)


async def test_a_feed_of_no_project_belongs_to_its_host(known: Reader) -> None:
    """The project is then the host of the post."""
    known.feed = replace(known.feed, project=None)
    (found,) = (await known.poll(post(1, link="https://www.b.example.com/1"))).updates
    assert found.project == "b.example.com"


async def test_only_what_readers_care_for_is_kept(known: Reader) -> None:
    """A post is kept where title or summary names something of the vocabulary; what is not kept is known too."""
    known.feed = replace(known.feed, everything=False)
    found = await known.poll(
        post(1, title="On SM120", summary=""), post(2, summary="Now on SM120"), post(3, summary="A party"),
        post(4, summary=None, content="<p>Kernels for SM120</p>"),
    )  # fmt: skip
    assert found.titles == ["On SM120", "Post 2", "Post 4"]
    assert (await known.poll(post(3, summary="A party"), post(4, summary=None))).titles == []


async def test_what_is_hostile_in_a_post_is_cleaned(known: Reader) -> None:
    """Control and bidirectional characters go, a title is bounded, and one that is missing is made of the text."""
    nasty = post(1, title="a\u202eb\u200b" + "x" * 5000)
    nameless = post(2, title=None, summary="First line.<br>Second.")
    first, second = (await known.poll(nasty, nameless)).updates
    assert first.title.startswith("abx")
    assert len(first.title) <= 1000
    assert second.title == "First line."


async def test_sections_of_one_page_are_several_updates(known: Reader) -> None:
    """A page of changes whose entries differ by the part behind # only has a key for each."""
    posts = [post(number, link=f"/changes#v{number}", guid=None) for number in (1, 2)]
    posts += [post(number, link="/news", guid=None) for number in (3, 4)]
    found = (await known.poll(*posts)).updates
    assert len({one.key for one in found}) == 4
    assert found[0].key == f"post:{known.standin.host}/changes#v1"


async def test_5000_entries_are_met_and_the_next_one_is_found(reader: Reader) -> None:
    """The largest feed that is read, and double ids in it."""
    many = [post(number, None) for number in range(4_998)]
    assert (await reader.poll(*many, many[0], many[1])).fault is None
    assert (await reader.poll(post(5_000), *many)).titles == ["Post 5000"]


async def test_5001_entries_are_no_news_feed(reader: Reader) -> None:
    """One more than the limit is refused with a sentence."""
    polled = await reader.poll(*[post(number, None) for number in range(5_001)])
    assert polled.sentence == "The feed of The Blog lists more than 5,000 entries: that is no news feed."


async def test_a_feed_made_anew_floods_nobody(known: Reader) -> None:
    """More new entries at once than anybody writes: those without a recent date are taken as old, and that is said."""
    moved = [post(number, "Thu, 01 Jan 2015 00:00:00 GMT") for number in range(1, FLOOD + 1)]
    polled = await known.poll(post(1_000), *moved)
    assert polled.titles == ["Post 1000"]
    assert polled.sentence == (
        "The feed of The Blog listed 51 entries at once that it never listed before; "
        "50 of them have no recent date and were taken as old."
    )
    assert (await known.poll(post(1_001), *known.blog.posts)).titles == ["Post 1001"]


async def test_as_many_as_a_blog_may_write_are_all_delivered(known: Reader) -> None:
    """At the limit nothing is left out."""
    polled = await known.poll(*[post(number, None) for number in range(1, FLOOD + 1)])
    assert (len(polled.titles), polled.fault) == (FLOOD, None)


async def test_a_digest_is_read_as_an_article(known: Reader) -> None:
    """An entry of a digest gives an update for each address that it cites, and what cannot be read is refused alone."""
    known.feed = replace(known.feed, digest=True)
    text = (
        "<p>2026-11-28~11-29</p><p>FlashInfer adds an MLA kernel for SM120 "
        '<a href="https://github.com/flashinfer-ai/flashinfer/pull/3838">[1]</a>.</p>'
        "<p>vLLM 0.26.0 is out [2].</p><p>[2] https://github.com/vllm-project/vllm/releases/tag/v0.26.0</p>"
    )
    polled = await known.poll(post(1, title="Weekly", content=text), post(2, title="No date", content="<p>x</p>"))
    assert [one.key for one in polled.updates] == ["flashinfer-ai/flashinfer#3838", "vllm-project/vllm:v0.26.0"]
    assert polled.updates[0].summary == "FlashInfer adds an MLA kernel for SM120"
    assert {one.precision for one in polled.updates} == {Precision.RANGE}
    assert [reason for reason in polled.refusals if "No date" in reason]
    assert not any(isinstance(item, NamedOnly) for batch in polled.batches for item in batch.items)
    assert (await known.poll()).batches == ()


async def test_a_blog_without_a_known_address_says_so(reader: Reader) -> None:
    """It is listed, and never asked."""
    reader.feed = replace(reader.feed, url=None)
    assert (await reader.poll()).sentence == "The feed of The Blog is not read: its address is not known."
    assert reader.standin.asked == []


async def test_a_cursor_that_cannot_be_read_is_a_first_sight(known: Reader) -> None:
    """It floods nobody."""
    known.state = "{broken"
    polled = await known.poll(post(1), post(2, "Thu, 01 Jan 2015 00:00:00 GMT"))
    assert polled.titles == ["Post 1"]
    assert all(batch.progress for batch in polled.batches)


async def test_probe_gives_the_title_of_a_feed(known: Reader) -> None:
    """/track asks what stands at an address before it is watched."""
    assert await probe(f"{known.standin.url}/feed", known.http) == "Blog"
    known.blog.raw = b"<!DOCTYPE html><html></html>"
    with pytest.raises(Exception, match="answers with a web page, not with a feed"):
        await probe(f"{known.standin.url}/feed", known.http)


def test_a_source_says_what_it_is(reader: Reader) -> None:
    """Name, project and what it lacks, for cursors, coverage and `check`."""
    source = reader.source()
    assert (source.name, source.project, source.lacks) == ("feed:blog", "vllm", frozenset())
