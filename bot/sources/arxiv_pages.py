"""What arXiv answers: lists of announced papers (RSS, one for each category) and pages of papers (Atom, its API).

An error comes as a page with one entry, an empty page although papers are there is none (B143, B144): both are told
apart from papers here. When to ask is bot/sources/arxiv.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.domain.identity import ReferenceKind, paper_key, paper_url, reference_of
from bot.domain.latex import readable
from bot.domain.text import clean
from bot.domain.update import Kind, Precision, RawUpdate
from bot.sources.content import body_of, title_of
from bot.sources.feed_dates import Stated, read_date
from bot.sources.feed_document import parsed, text_in
from bot.sources.markup import text_of

PROJECT = "arxiv"
"""What stands for the project of a paper."""
AUTHORS_LIMIT = 50
"""So many authors are named; papers of a laboratory have thousands."""

_ERRORS = "/api/errors"
_ABSTRACT = re.compile(r"\bAbstract:\s*")
_HOW = re.compile(r"\bAnnounce Type:\s*([A-Za-z-]+)")
_NEW = ("new", "cross")


class ArxivError(Exception):
    """An answer that holds no papers though it should; `rest` is a sentence without its first word, arXiv."""

    def __init__(self, rest: str) -> None:
        super().__init__(rest)
        self.rest = rest


@dataclass(frozen=True, slots=True)
class Announced:
    """A paper that a list announces as new in its category; title and abstract may be ""."""

    paper: str
    title: str
    abstract: str


@dataclass(frozen=True, slots=True)
class Listing:
    """One day's list of a category; empty on a day without announcements. `day` is when it was made."""

    day: Stated | None
    papers: tuple[Announced, ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper as the API describes it, readable; `submitted` is the date of its first version."""

    number: str
    title: str
    abstract: str
    authors: tuple[str, ...]
    submitted: Stated | None


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the API: of `total` papers that were asked for, these. `entries` counts what it listed."""

    total: int
    entries: int
    papers: tuple[Paper, ...]


def read_listing(body: bytes, content_type: str = "") -> Listing:
    """The papers that a list announces for the first time there; later versions of old ones are left out (B146).
    NoFeedError for what is no feed."""
    read = parsed(body, content_type)
    made = text_in(read["feed"], "published") or text_in(read["feed"], "updated")
    papers = {paper.paper: paper for paper in _announced(read["entries"])}
    return Listing(read_date(made), tuple(papers.values()))


def _announced(entries: list[Mapping[str, Any]]) -> Iterator[Announced]:
    for entry in entries:
        number = _number(text_in(entry, "link")) or _number(text_in(entry, "id").rpartition(":")[2])
        about = text_of(text_in(entry, "summary"))
        found = _HOW.search(about)
        how = _of_any_prefix(entry, "announce_type") or (found[1] if found else "new")
        if number and how.casefold() in _NEW:
            begins = _ABSTRACT.search(about)
            abstract = readable(about[begins.end() :]) if begins else ""
            yield Announced(number, readable(text_in(entry, "title")), abstract)


def read_page(body: bytes, content_type: str = "") -> Page:
    """A page of the API. NoFeedError for what is no feed, ArxivError where the page tells an error (B144)."""
    read = parsed(body, content_type)
    entries = read["entries"]
    for entry in entries:
        if _ERRORS in text_in(entry, "id"):
            raise ArxivError(
                f"answers with an error: {clean(text_in(entry, 'summary'))[:150] or 'it does not say which'}."
            )
    total = _of_any_prefix(read["feed"], "totalresults")
    papers = {paper.number: paper for paper in _papers(entries)}
    if not total.isdecimal():
        raise ArxivError("answers with a page that does not say how many papers there are.")
    return Page(int(total[:9]), len(entries), tuple(papers.values()))


def _papers(entries: list[Mapping[str, Any]]) -> Iterator[Paper]:
    for entry in entries:
        number, title = _number(text_in(entry, "id")), readable(clean(text_in(entry, "title")))
        if number and title:
            authors = (text_in(author, "name") for author in entry.get("authors", ()))
            yield Paper(
                number,
                title,
                readable(clean(text_in(entry, "summary"))),
                tuple(name for author in authors if (name := readable(clean(author)))),
                read_date(text_in(entry, "published")),
            )


def _of_any_prefix(of: Mapping[str, Any], name: str) -> str:
    """The text of an element that feedparser knows by the prefix the page happens to give its namespace."""
    return next((text_in(of, key).strip() for key in of if key == name or key.endswith(f"_{name}")), "")


def _number(address: str) -> str:
    """The number without its version; "" for what is no paper (or one from before 2007)."""
    reference = reference_of(address.strip())
    return reference.paper if reference and reference.kind is ReferenceKind.PAPER else ""


def update_of(paper: Paper, published: datetime, precision: Precision) -> RawUpdate:
    """The update that a paper is: its abstract, and behind it the authors on a line of their own."""
    named = ", ".join(paper.authors[:AUTHORS_LIMIT])
    more = len(paper.authors) - AUTHORS_LIMIT
    authors = f"Authors: {named}{f' and {more:,} more' if more > 0 else ''}" if named else ""
    body, body_state = body_of("\n\n".join(part for part in (paper.abstract, authors) if part))
    return RawUpdate(
        key=paper_key(paper.number),
        url=paper_url(paper.number),
        project=PROJECT,
        repository="",
        title=title_of(paper.title),
        body=body,
        body_state=body_state,
        published=published,
        precision=precision,
        kind=Kind.PAPER,
    )
