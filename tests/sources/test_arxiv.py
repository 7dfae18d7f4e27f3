"""arXiv polled over real sockets: what is announced, once for each paper, politely (failures.md B143-B147, C20-C22)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from datetime import UTC, date, datetime, time, timedelta

import pytest
import pytest_asyncio

from bot.domain.update import BodyState, Kind, Precision
from bot.sources.arxiv import API, HISTORY_DAYS, IDS_A_PAGE, LISTINGS, PAPERS_A_PAGE, TRIES, ArxivSource
from bot.sources.arxiv_cursor import read_arxiv_cursor
from bot.sources.http.client import Http
from bot.sources.http.fetching import Response
from bot.sources.pace import Pace
from tests.sources.polls import Polled, poll
from tests.standins.arxiv import ArxivStandIn, ArxivWorld, PaperFact

MONDAY = date(2026, 11, 30)
MORNING = time(9, 0, tzinfo=UTC)


def paper(number: str, announced: date = MONDAY, submitted: date | None = None, **other: object) -> PaperFact:
    """A paper about SM120, submitted three days before it was announced."""
    facts: dict[str, object] = {
        "title": f"Paper {number}",
        "abstract": "Kernels for SM120.",
        "submitted": datetime.combine(submitted or announced - timedelta(days=3), MORNING),
        "announced": announced,
        **other,
    }
    return PaperFact(number, **facts)  # type: ignore[arg-type]


class Ticking:
    """Time for a Pace that passes by sleeping, and one second with each look at the clock."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> Awaitable[None]:
        self.slept.append(seconds)
        self.now += seconds
        return _nothing()


async def _nothing() -> None:
    return None


class Library:
    """arXiv and a source that reads it, poll after poll with the cursor of the one before."""

    def __init__(self, standin: ArxivStandIn, http: Http) -> None:
        self.standin = standin
        self.world = standin.world
        self.http = http
        self.state: str | None = None
        self.time = Ticking()
        self.categories: tuple[str, ...] = ("cs.LG", "cs.DC")
        self.since: datetime | None = None
        self.pace = Pace(3.0, self.time.clock, self.time.sleep)

    def source(self) -> ArxivSource:
        """The source as it stands."""

        def wanted(title: str, text: str) -> bool:
            return "SM120" in title + text

        return ArxivSource(self.http, self.pace, self.categories, wanted, address=self.standin.url, since=self.since)

    async def poll(self, day: date | None = None, at: time = MORNING, batches: int | None = None) -> Polled:
        """Polls on a day."""
        self.world.today = day or self.world.today
        self.standin.asked.clear()
        polled = await poll(self.source(), self.state, datetime.combine(self.world.today, at), batches)
        self.state = polled.state
        return polled


@pytest_asyncio.fixture
async def library() -> AsyncIterator[Library]:
    async with (
        ArxivStandIn(ArxivWorld(MONDAY - timedelta(days=3))) as standin,
        Http(user_agent="test", allowed_hosts=[standin.host]) as http,
    ):
        yield Library(standin, http)


@pytest_asyncio.fixture
async def known(library: Library) -> Library:
    """A library whose first start is done, on the Friday before MONDAY."""
    assert (await library.poll()).fault is None
    return library


async def test_a_paper_becomes_an_update(known: Library) -> None:
    """Identity, address, abstract and authors, readable; dated by the day of its announcement."""
    known.world.add(
        paper(
            "2611.09825",
            title=r"$\alpha$-Cache: \textbf{Fast} KV on SM120 for Schr\"odinger",
            abstract="We use $O(n^2)$ work\n  on SM120.",
            authors=(r"J. M\"uller", "G. Hopper"),
            version=2,
        )
    )
    (found,) = (await known.poll(MONDAY)).updates
    assert (found.key, found.url) == ("arxiv:2611.09825", "https://arxiv.org/abs/2611.09825")
    assert (found.kind, found.project, found.repository) == (Kind.PAPER, "arxiv", "")
    assert found.title == "α-Cache: Fast KV on SM120 for Schrödinger"
    assert found.body == "We use O(n²) work on SM120.\n\nAuthors: J. Müller, G. Hopper"
    assert found.body_state is BodyState.WHOLE
    assert (found.published, found.precision) == (datetime(2026, 11, 30, 5, tzinfo=UTC), Precision.DAY)


async def test_many_authors_are_counted(known: Library) -> None:
    """Fifty are named."""
    known.world.add(paper("2611.00001", authors=tuple(f"A{number}" for number in range(53))))
    (found,) = (await known.poll(MONDAY)).updates
    assert found.body.endswith("A48, A49 and 3 more")


async def test_only_what_readers_care_for_is_asked_for(known: Library) -> None:
    """The list says what a paper is about: what names nothing of the vocabulary costs no request."""
    known.world.add(paper("2611.00001"))
    known.world.add(paper("2611.00002", abstract="About frogs."))
    assert (await known.poll(MONDAY)).titles == ["Paper 2611.00001"]
    assert known.standin.asked_for("ids") == ["ids 2611.00001"]


async def test_without_abstracts_in_the_list_the_api_says_what_papers_are_about(known: Library) -> None:
    """Then all are asked for, and kept by the API's abstract."""
    known.world.abstracts_listed = False
    known.world.add(paper("2611.00001"))
    known.world.add(paper("2611.00002", abstract="About frogs."))
    assert (await known.poll(MONDAY)).titles == ["Paper 2611.00001"]
    assert known.standin.asked_for("ids") == ["ids 2611.00001,2611.00002"]


async def test_nothing_new_is_one_conditional_request_a_category(known: Library) -> None:
    """A second poll of the day writes nothing."""
    known.world.add(paper("2611.00001"))
    await known.poll(MONDAY)
    before = known.state
    assert (await known.poll(at=time(10, tzinfo=UTC))).batches == ()
    assert [(one.what, one.status) for one in known.standin.asked] == [("list cs.LG", 304), ("list cs.DC", 304)]
    assert known.state == before


async def test_b143_an_empty_page_is_asked_for_again(known: Library) -> None:
    """Once, at the pace; if it has papers then, nothing was wrong."""
    known.world.add(paper("2611.00001"))
    known.world.empty_pages = 1
    assert (await known.poll(MONDAY)).titles == ["Paper 2611.00001"]
    assert len(known.standin.asked_for("ids")) == 2


async def test_b143_an_empty_page_that_stays_is_a_fault(known: Library) -> None:
    """It is never "no papers": the cursor is unchanged, and the next poll finds all."""
    known.world.add(paper("2611.00001"))
    known.world.empty_pages = 2
    before = known.state
    failed = await known.poll(MONDAY)
    assert failed.sentence == "arXiv answers with an empty page although it says that there are 1 papers."
    assert (failed.batches, known.state) == ((), before)
    assert (await known.poll()).titles == ["Paper 2611.00001"]


async def test_b144_an_error_as_an_entry_is_no_paper(known: Library) -> None:
    """It is a fault with arXiv's own words; the cursor is unchanged."""
    known.world.add(paper("2611.00001"))
    known.world.error = "incorrect id format for 2611.00001"
    before = known.state
    failed = await known.poll(MONDAY)
    assert failed.sentence == "arXiv answers with an error: incorrect id format for 2611.00001."
    assert (failed.batches, known.state) == ((), before)
    known.world.error = ""
    assert (await known.poll()).titles == ["Paper 2611.00001"]


async def test_b145_a_held_paper_is_found_when_it_is_announced(known: Library) -> None:
    """Submitted six days before, announced today: it is today's."""
    known.world.add(paper("2611.00001", submitted=MONDAY - timedelta(days=6)))
    (found,) = (await known.poll(MONDAY)).updates
    assert found.published.date() == MONDAY


async def test_b146_versions_and_cross_lists_are_one_paper(known: Library) -> None:
    """Announced in two categories, replaced the next day and cross-listed later: once."""
    known.world.add(paper("2611.00001", categories=("cs.LG", "cs.DC")))
    tuesday, wednesday = MONDAY + timedelta(days=1), MONDAY + timedelta(days=2)
    known.world.also_listed = [(tuesday, "2611.00001", "replace"), (wednesday, "2611.00001", "cross")]
    assert (await known.poll(MONDAY)).titles == ["Paper 2611.00001"]
    known.world.papers["2611.00001"].version = 2
    assert (await known.poll(tuesday)).titles == []
    assert (await known.poll(wednesday)).titles == []
    assert known.standin.asked_for("ids") == []


async def test_b146_a_new_version_of_an_unknown_paper_is_not_new(known: Library) -> None:
    """What was announced before we watched stays there; a cross-list of it is new to the category."""
    old = MONDAY - timedelta(days=300)
    known.world.add(paper("2601.00001", old))
    known.world.add(paper("2601.00002", old))
    known.world.also_listed = [(MONDAY, "2601.00001", "replace-cross"), (MONDAY, "2601.00002", "cross")]
    assert (await known.poll(MONDAY)).titles == ["Paper 2601.00002"]


async def test_b147_weekends_and_holidays_are_quiet(known: Library) -> None:
    """No fault, nothing again, and no search for days on which nothing was announced."""
    thursday = date(2026, 12, 24)
    known.state = None
    known.world.add(paper("2612.00001", thursday))
    await known.poll(thursday)
    for days, hour in [(1, 2), (1, 20), (2, 9), (3, 9)]:
        polled = await known.poll(thursday + timedelta(days=days), time(hour, tzinfo=UTC))
        assert (polled.updates, polled.fault) == ([], None)
        assert known.standin.asked_for("search") == []
    monday = thursday + timedelta(days=4)
    known.world.add(paper("2612.00002", monday))
    assert (await known.poll(monday)).titles == ["Paper 2612.00002"]
    assert known.standin.asked_for("search") == []


async def test_b147_a_list_that_is_not_renewed_repeats_nothing(known: Library) -> None:
    """Where Friday's list stays until Sunday without an ETag."""
    known.world.add(paper("2611.00001"))
    await known.poll(MONDAY)
    state = read_arxiv_cursor(known.state)
    assert state is not None
    known.state = known.state.replace('\\"', "") if known.state else None
    assert (await known.poll(at=time(23, tzinfo=UTC))).titles == []


async def test_a_first_start_loads_35_days_newest_first(library: Library) -> None:
    """By submission, a batch for each day, none of it to be delivered: every batch has its progress."""
    friday = library.world.today
    for back in (0, 1, 10, HISTORY_DAYS, HISTORY_DAYS + 1):
        submitted = friday - timedelta(days=back)
        announced = friday if back == 0 else submitted + timedelta(days=1)
        library.world.add(paper(f"2611.{back:05}", announced, submitted))
    first = await library.poll()
    assert first.titles == ["Paper 2611.00000", "Paper 2611.00001", "Paper 2611.00010", f"Paper 2611.{HISTORY_DAYS:05}"]
    assert all(batch.progress for batch in first.batches)
    days = [batch.progress for batch in first.batches[1:]]
    assert days == sorted(days, key=str, reverse=True)
    assert len(days) == HISTORY_DAYS + 1
    (tenth,) = [one for one in first.updates if one.key == "arxiv:2611.00010"]
    assert (tenth.published.date(), tenth.precision) == (friday - timedelta(days=10), Precision.SECOND)
    later = await library.poll(MONDAY)
    assert (later.titles, library.standin.asked_for("search")) == ([], [])


async def test_a_first_start_loads_what_was_asked_for(library: Library) -> None:
    """From a day on (`ingest --since`), that day included."""
    friday = library.world.today
    for back in (2, 3, 4):
        library.world.add(paper(f"2611.{back:05}", friday - timedelta(days=1), friday - timedelta(days=back)))
    library.since = datetime.combine(friday - timedelta(days=3), MORNING)
    assert (await library.poll()).titles == ["Paper 2611.00002", "Paper 2611.00003"]
    assert len(library.standin.asked_for("search")) == 4


@pytest.mark.parametrize("batches", [1, 2, 17, HISTORY_DAYS + 1])
async def test_a_first_start_that_is_killed_goes_on_where_it_was(library: Library, batches: int) -> None:
    """Between any two batches; nothing is missing and nothing is there twice."""
    friday = library.world.today
    for back in range(HISTORY_DAYS + 1):
        library.world.add(
            paper(f"2611.{back:05}", friday - timedelta(days=max(back - 1, 0)), friday - timedelta(days=back))
        )
    killed = await library.poll(batches=batches)
    rest = await library.poll()
    assert sorted(killed.titles + rest.titles) == sorted(one.title for one in library.world.papers.values())


async def test_what_is_announced_during_a_first_start_is_news(library: Library) -> None:
    """After a kill the next list is no history, though days are still to be loaded."""
    await library.poll(batches=2)
    library.world.add(paper("2611.00009"))
    monday = await library.poll(MONDAY)
    assert [item.progress is None for item in monday.batches][:2] == [True, False]
    assert monday.titles == ["Paper 2611.00009"]


@pytest.mark.parametrize("back", [pytest.param(4, id="on a Friday"), pytest.param(5, id="on a Saturday")])
async def test_days_that_were_missed_are_searched(known: Library, back: int) -> None:
    """Off from Monday evening to Friday: what was announced between is found, also what was held; as news."""
    await known.poll(MONDAY)
    known.world.add(paper("2612.00001", MONDAY + timedelta(days=1)))
    known.world.add(paper("2612.00002", MONDAY + timedelta(days=2), MONDAY - timedelta(days=5)))
    known.world.add(paper("2612.00003", MONDAY + timedelta(days=3), abstract="About frogs."))
    known.world.add(paper("2612.00004", MONDAY + timedelta(days=4)))
    found = await known.poll(MONDAY + timedelta(days=back))
    assert sorted(found.titles) == ["Paper 2612.00001", "Paper 2612.00002", "Paper 2612.00004"]
    assert not any(batch.progress for batch in found.batches)
    assert (await known.poll(at=time(12, tzinfo=UTC))).batches == ()


async def test_one_list_that_fails_holds_back_no_other(known: Library) -> None:
    """The others are read, the fault is told at the end, and the list is read when it is well again."""
    known.world.add(paper("2611.00001"))
    known.world.add(paper("2611.00002", categories=("cs.DC",)))
    known.world.list_faults["cs.LG"] = b"<html>Sorry</html>"
    failed = await known.poll(MONDAY)
    assert failed.titles == ["Paper 2611.00002"]
    assert failed.sentence == "arXiv's list of cs.LG answers with a web page, not with a feed."
    known.world.list_faults.clear()
    assert (await known.poll()).titles == ["Paper 2611.00001"]


async def test_a_list_that_fails_from_the_first_day_on_is_made_up_for(library: Library) -> None:
    """What it announced meanwhile is searched for when it can be read."""
    library.world.list_faults["cs.LG"] = b"no"
    assert (await library.poll()).fault is not None
    library.world.add(paper("2612.00001", MONDAY))
    assert (await library.poll(MONDAY)).titles == []
    library.world.list_faults.clear()
    assert (await library.poll(MONDAY + timedelta(days=1))).titles == ["Paper 2612.00001"]


async def test_where_all_lists_fail_nothing_moves(known: Library) -> None:
    """The cursor stays and the first fault is told."""
    before = known.state
    known.world.list_faults = {"cs.LG": b"no", "cs.DC": b"no"}
    failed = await known.poll(MONDAY)
    assert (failed.batches, known.state) == ((), before)
    assert failed.sentence == "arXiv's list of cs.LG answers with text that is no feed."


async def test_a_status_of_the_api_is_a_fault(known: Library) -> None:
    """503 leaves the cursor."""
    known.world.add(paper("2611.00001"))
    known.world.statuses.append(500)
    before = known.state
    assert (await known.poll(MONDAY)).sentence == "arXiv has a fault on its own side (status 500)."
    assert known.state == before


async def test_a_paper_that_the_api_does_not_give_is_waited_for(known: Library) -> None:
    """The others come at once; it comes when it is there."""
    known.world.add(paper("2611.00001"))
    known.world.add(paper("2611.00002"))
    known.world.unknown.add("2611.00002")
    assert (await known.poll(MONDAY)).titles == ["Paper 2611.00001"]
    known.world.unknown.clear()
    (found,) = (await known.poll(MONDAY + timedelta(days=1))).updates
    assert (found.title, found.published.date()) == ("Paper 2611.00002", MONDAY)


async def test_a_paper_that_the_api_never_gives_is_given_up(known: Library) -> None:
    """After TRIES polls, with a reason; once it was asked for among others, it is no fault that it alone is missing."""
    known.world.add(paper("2611.00001"))
    known.world.add(paper("2611.00002"))
    known.world.unknown.add("2611.00001")
    refused: list[list[str]] = []
    for _ in range(TRIES):
        polled = await known.poll(MONDAY)
        assert polled.fault is None
        refused.append(polled.refusals)
    assert refused == [[]] * (TRIES - 1) + [["arXiv announced 2611.00001 and does not give it"]]
    assert (await known.poll()).batches == ()


async def test_papers_of_which_the_api_knows_none_are_a_fault(known: Library) -> None:
    """They were announced today: the cursor is unchanged."""
    known.world.add(paper("2611.00001"))
    known.world.unknown.add("2611.00001")
    before = known.state
    assert (await known.poll(MONDAY)).sentence == "arXiv does not know the papers that it has announced."
    assert known.state == before


async def test_pages_are_followed_to_their_end(library: Library) -> None:
    """A day of more papers than a page, and a list of more than one page of numbers."""
    friday = library.world.today
    thursday = friday - timedelta(days=1)
    for number in range(PAPERS_A_PAGE + 1):
        library.world.add(paper(f"2611.{number:05}", friday, thursday))
    first = await library.poll()
    assert len(set(first.titles)) == len(first.titles) == PAPERS_A_PAGE + 1
    assert [len(one.split(",")) for one in library.standin.asked_for("ids")] == [IDS_A_PAGE, IDS_A_PAGE, 1]
    assert sum(f"{thursday:%Y%m%d}" in one for one in library.standin.asked_for("search")) == 2


async def test_c20_requests_keep_their_pace(known: Library) -> None:
    """Three seconds between any two, one at a time, lists and API together."""
    known.world.add(paper("2611.00001"))
    known.time.slept.clear()
    await known.poll(MONDAY)
    assert len(known.standin.asked) == 3
    assert known.time.slept == [3.0, 3.0, 3.0]
    assert known.standin.at_once == 1


async def test_a_cursor_that_cannot_be_read_is_a_first_start(known: Library) -> None:
    """It delivers nothing."""
    known.state = '{"listings": 1}'
    known.world.add(paper("2611.00001"))
    polled = await known.poll(MONDAY)
    assert polled.titles == ["Paper 2611.00001"]
    assert all(batch.progress for batch in polled.batches)


class Addresses:
    """Something to fetch with that only notes addresses."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def get(self, url: str, **_: object) -> Response:
        self.asked.append(url)
        return Response(503, url)

    async def post(self, url: str, json_body: object, **_: object) -> Response:
        return Response(503, url)


@pytest.mark.parametrize(
    ("address", "lists"), [(API, LISTINGS), (f"{API}/", LISTINGS), ("https://mirror.example", "https://mirror.example")]
)
async def test_lists_have_a_host_of_their_own(address: str, lists: str) -> None:
    """arXiv's lists stand on another host than its API; a stand-in has both."""
    http = Addresses()
    await poll(
        ArxivSource(http, Pace(0), ["cs.LG"], lambda *_: True, address=address),
        None,
        datetime(2026, 11, 30, tzinfo=UTC),
    )
    assert http.asked == [f"{lists}/rss/cs.LG"]


def test_a_source_says_what_it_is(library: Library) -> None:
    """Name, project and what it lacks, for cursors, coverage and `check`."""
    source = library.source()
    assert (source.name, source.project, source.lacks) == ("arxiv", None, frozenset())
