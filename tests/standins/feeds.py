"""Blogs over real sockets: RSS and Atom with conditional requests, whose entries and manners a test changes.

arXiv is tests/standins/arxiv.py, harm beyond a feed's content tests/standins/web.py.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from xml.sax.saxutils import escape

from aiohttp import web


@dataclass
class Post:
    """An entry as its feed writes it; what is None is left out."""

    title: str | None = "FlashInfer on SM120"
    link: str | None = "/post"
    guid: str | None = None
    date: str | None = None
    summary: str | None = "A kernel for SM120."
    content: str | None = None


@dataclass
class Blog:
    """A feed and its switches: `raw` is answered in place of what the posts make, `status` in place of 200;
    `rotates_guids` gives every entry another guid each time (B019)."""

    posts: list[Post] = field(default_factory=list)
    title: str = "Blog"
    atom: bool = False
    raw: bytes | None = None
    content_type: str = "application/xml; charset=utf-8"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    rotates_guids: bool = False
    etags: bool = True


@dataclass(frozen=True)
class FeedRequest:
    """A request that arrived and how it was answered."""

    path: str
    status: int
    if_none_match: str
    if_modified_since: str


class FeedStandIn:
    """Started with `async with`. `blogs` by path ("/feed.xml"); `asked` is every request in its order."""

    def __init__(self) -> None:
        self.blogs: dict[str, Blog] = {}
        self.asked: list[FeedRequest] = []
        self.url = ""
        self._guids = count()
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> FeedStandIn:
        app = web.Application()
        app.router.add_get("/{path:.*}", self._answer)
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

    async def _answer(self, request: web.Request) -> web.Response:
        blog = self.blogs.get(request.path, Blog(status=404))
        body = blog.raw if blog.raw is not None else self._written(blog)
        etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        headers = {**blog.headers, **({"ETag": etag} if blog.etags else {})}
        status = blog.status
        if status == 200 and blog.etags and request.headers.get("If-None-Match") == etag:
            status = 304
        self.asked.append(
            FeedRequest(
                request.path,
                status,
                request.headers.get("If-None-Match", ""),
                request.headers.get("If-Modified-Since", ""),
            )
        )
        if status == 304:
            return web.Response(status=304, headers=headers)
        return web.Response(status=status, body=body, headers={**headers, "Content-Type": blog.content_type})

    def _written(self, blog: Blog) -> bytes:
        return (atom_of if blog.atom else rss_of)(blog, self._guids if blog.rotates_guids else None)


def rss_of(blog: Blog, guids: Iterator[int] | None = None) -> bytes:
    """The blog as RSS 2.0."""
    items = []
    for post in blog.posts:
        guid = f"session-{next(guids)}" if guids else post.guid
        parts = [
            _element("title", post.title),
            _element("link", post.link),
            _element("guid", guid, ' isPermaLink="false"'),
            _element("pubDate", post.date),
            _element("description", post.summary),
            _element("content:encoded", post.content),
        ]
        items.append(f"<item>{''.join(parts)}</item>")
    return (
        '<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">'
        f"<channel><title>{escape(blog.title)}</title><link>/</link>{''.join(items)}</channel></rss>"
    ).encode()


def atom_of(blog: Blog, guids: Iterator[int] | None = None) -> bytes:
    """The blog as Atom."""
    entries = []
    for post in blog.posts:
        guid = f"session-{next(guids)}" if guids else post.guid
        link = (
            f'<link rel="alternate" href="{escape(post.link, {chr(34): "&quot;"})}"/>' if post.link is not None else ""
        )
        parts = [
            _element("title", post.title, ' type="html"'),
            link,
            _element("id", guid),
            _element("published", post.date),
            _element("updated", post.date),
            _element("summary", post.summary, ' type="html"'),
            _element("content", post.content, ' type="html"'),
        ]
        entries.append(f"<entry>{''.join(parts)}</entry>")
    return (
        '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">'
        f"<title>{escape(blog.title)}</title>{''.join(entries)}</feed>"
    ).encode()


def _element(name: str, text: str | None, attributes: str = "") -> str:
    return "" if text is None else f"<{name}{attributes}>{escape(text)}</{name}>"
