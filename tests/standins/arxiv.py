"""An arXiv over real sockets: announced lists per category (RSS) and the API (Atom), with the faults it really has.

Its calendar is the test's: a list shows what was announced on `today` and is empty on days without announcements.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from typing import TypeAlias
from xml.sax.saxutils import escape

from aiohttp import web

PER_SLICE = 2000

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass
class PaperFact:
    """A paper as arXiv knows it; `submitted` is the date of its first version."""

    number: str
    title: str
    abstract: str
    submitted: datetime
    announced: date
    categories: tuple[str, ...] = ("cs.LG",)
    authors: tuple[str, ...] = ("A. Author", "B. Author")
    version: int = 1


@dataclass
class ArxivWorld:
    """What arXiv holds, and its switches. `also_listed` are (day, number, how) of later versions and cross-lists;
    `unknown` are announced numbers that the API does not give; `empty_pages` counts pages that come empty."""

    today: date
    papers: dict[str, PaperFact] = field(default_factory=dict)
    also_listed: list[tuple[date, str, str]] = field(default_factory=list)
    unknown: set[str] = field(default_factory=set)
    empty_pages: int = 0
    error: str = ""
    statuses: deque[int] = field(default_factory=deque)
    list_faults: dict[str, bytes] = field(default_factory=dict)
    abstracts_listed: bool = True

    def add(self, paper: PaperFact) -> None:
        """A paper more."""
        self.papers[paper.number] = paper


@dataclass(frozen=True)
class ArxivRequest:
    """A request: what it asked for ("list cs.LG", "ids 2611.00001", "search ...") and the status of the answer."""

    what: str
    status: int


class ArxivStandIn:
    """Started with `async with`; `url` stands in place of ARXIV_URL. `asked` is every request in its order, `at_once`
    how many ran side by side at most."""

    def __init__(self, world: ArxivWorld) -> None:
        self.world = world
        self.asked: list[ArxivRequest] = []
        self.at_once = 0
        self.url = ""
        self._running = 0
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> ArxivStandIn:
        app = web.Application(middlewares=[self._counted])
        app.router.add_get("/rss/{category}", self._list)
        app.router.add_get("/api/query", self._query)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._runner:
            await self._runner.cleanup()

    @property
    def host(self) -> str:
        """host:port, as ALLOWED_HOSTS wants it."""
        return self.url.removeprefix("http://")

    def asked_for(self, what: str) -> list[str]:
        """The requests whose description begins so."""
        return [one.what for one in self.asked if one.what.startswith(what)]

    @web.middleware
    async def _counted(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        self._running += 1
        self.at_once = max(self.at_once, self._running)
        try:
            return await handler(request)
        finally:
            self._running -= 1

    async def _list(self, request: web.Request) -> web.Response:
        category = request.match_info["category"]
        body = self.world.list_faults.get(category) or self._list_of(category)
        etag = f'"{hash(body)}"'
        status = 304 if request.headers.get("If-None-Match") == etag else 200
        self.asked.append(ArxivRequest(f"list {category}", status))
        if status == 304:
            return web.Response(status=304, headers={"ETag": etag})
        return web.Response(body=body, headers={"ETag": etag, "Content-Type": "application/rss+xml"})

    def _list_of(self, category: str) -> bytes:
        today = self.world.today
        fresh = [
            (paper, "new" if paper.categories[0] == category else "cross")
            for paper in self.world.papers.values()
            if paper.announced == today and category in paper.categories
        ]
        again = [(self.world.papers[number], how) for day, number, how in self.world.also_listed if day == today]
        items = "".join(self._item(paper, how) for paper, how in [*fresh, *again])
        made = f"{datetime.combine(today, time()):%a, %d %b %Y} 00:00:00 -0500"
        return (
            '<?xml version="1.0" encoding="UTF-8"?><rss xmlns:arxiv="http://arxiv.org/schemas/atom" '
            'xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0"><channel>'
            f"<title>{category} updates on arXiv.org</title><link>http://rss.arxiv.org/rss/{category}</link>"
            f"<lastBuildDate>{made}</lastBuildDate><pubDate>{made}</pubDate>"
            f"<skipDays><day>Sunday</day><day>Saturday</day></skipDays>{items}</channel></rss>"
        ).encode()

    def _item(self, paper: PaperFact, how: str) -> str:
        number = f"{paper.number}v{paper.version}"
        abstract = f"\nAbstract: {paper.abstract}" if self.world.abstracts_listed else ""
        return (
            f"<item><title>{escape(paper.title)}</title><link>https://arxiv.org/abs/{paper.number}</link>"
            f"<description>{escape(f'arXiv:{number} Announce Type: {how} {abstract}')}</description>"
            f'<guid isPermaLink="false">oai:arXiv.org:{number}</guid><arxiv:announce_type>{how}</arxiv:announce_type>'
            f"<dc:creator>{escape(', '.join(paper.authors))}</dc:creator></item>"
        )

    async def _query(self, request: web.Request) -> web.Response:
        asked = request.query
        what = f"ids {asked['id_list']}" if "id_list" in asked else f"search {asked['search_query']}"
        if self.world.statuses:
            status = self.world.statuses.popleft()
            self.asked.append(ArxivRequest(what, status))
            return web.Response(status=status)
        self.asked.append(ArxivRequest(what, 200))
        if self.world.error:
            return _atom(1, [_error(self.world.error)])
        found = self._by_ids(asked["id_list"]) if "id_list" in asked else self._submitted(asked["search_query"])
        start, most = int(asked.get("start", "0")), min(int(asked.get("max_results", "10")), PER_SLICE)
        if self.world.empty_pages:
            self.world.empty_pages -= 1
            return _atom(len(found), [])
        return _atom(len(found), [_entry(paper) for paper in found[start : start + most]])

    def _by_ids(self, ids: str) -> list[PaperFact]:
        return [self.world.papers[number] for number in ids.split(",") if number not in self.world.unknown]

    def _submitted(self, query: str) -> list[PaperFact]:
        categories = set(re.findall(r"cat:([\w.-]+)", query))
        first, last = re.findall(r"\d{12}", query)
        return sorted(
            (
                paper
                for paper in self.world.papers.values()
                if categories.intersection(paper.categories)
                and first <= f"{paper.submitted.astimezone(UTC):%Y%m%d%H%M}" <= last
                and paper.announced <= self.world.today
            ),
            key=lambda paper: paper.submitted,
            reverse=True,
        )


def _entry(paper: PaperFact) -> str:
    authors = "".join(f"<author><name>{escape(name)}</name></author>" for name in paper.authors)
    return (
        f"<entry><id>http://arxiv.org/abs/{paper.number}v{paper.version}</id>"
        f"<updated>{paper.submitted:%Y-%m-%dT%H:%M:%SZ}</updated>"
        f"<published>{paper.submitted:%Y-%m-%dT%H:%M:%SZ}</published>"
        f"<title>{escape(paper.title)}</title><summary>  {escape(paper.abstract)}\n</summary>{authors}"
        f'<link href="http://arxiv.org/abs/{paper.number}v{paper.version}" rel="alternate" type="text/html"/></entry>'
    )


def _error(what: str) -> str:
    return (
        "<entry><id>http://arxiv.org/api/errors#incorrect_id_format</id><title>Error</title>"
        f"<summary>{escape(what)}</summary><author><name>arXiv api core</name></author></entry>"
    )


def _atom(total: int, entries: Iterable[str]) -> web.Response:
    body = (
        '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom">'
        '<title type="html">ArXiv Query</title><id>http://arxiv.org/api/x</id>'
        f'<opensearch:totalResults xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">{total}'
        f"</opensearch:totalResults>{''.join(entries)}</feed>"
    )
    return web.Response(text=body, content_type="application/atom+xml")
