"""A feed's bytes taken to pieces: what each entry says of itself, as it stands there.

The bytes are decoded here, and what stands before the first element is judged before any parser sees it: a feed that
declares entities is refused (B031), a page or JSON in place of a feed gets a sentence of its own. feedparser reads the
rest; it is given bytes only, for a text it would take for the name of a file (B032). What an entry is to us is not
known here.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urljoin, urlsplit, urlunsplit
from xml.parsers import expat
from xml.parsers.expat import errors

from bot.domain.identity import reference_of
from bot.domain.text import clean
from bot.sources.feed_dates import Stated, read_date
from bot.sources.markup import text_of

ENTRY_LIMIT = 5_000
"""A feed of more entries is refused; busy blogs list 50."""
MENDED_LIMIT = 1024 * 1024
"""A feed that is no well-formed XML is read all the same up to so many characters; the tolerant reader is slow."""
LINK_LIMIT = 2_000
"""A longer address is taken for none."""
SAFE_EXPAT = (2, 4, 1)
"""Since this version Expat bounds what entities blow up to (C25)."""

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
          (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))  # fmt: skip
_DECLARED = re.compile(rb"""^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
_CHARSET = re.compile(r"""charset\s*=\s*["']?([A-Za-z0-9._-]{1,40})""", re.IGNORECASE)
_ENCODINGS = re.compile(r"utf|ascii|iso8859|iso2022|cp125|cp932|cp949|koi8|gb|big5|euc|shift_jis|mac")
_NEVER = re.compile(r"utf_?7|utf-?7")
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_LOOKED_AT = 1_000
"""So many characters tell whether bytes of two for a letter were read as one."""
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_PROLOG = re.compile(r"\s+|<\?[^>]*\?>|<!--(?:[^-]|-(?!->))*-->")
_DOCTYPE = re.compile(r"<!DOCTYPE\s+([A-Za-z]+)[^<>\[]*(.)", re.IGNORECASE | re.DOTALL)
_ROOT = re.compile(r"<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)")
_ENDS_EARLY = (errors.XML_ERROR_NO_ELEMENTS, errors.XML_ERROR_UNCLOSED_TOKEN, errors.XML_ERROR_PARTIAL_CHAR,
               errors.XML_ERROR_UNCLOSED_CDATA_SECTION)  # fmt: skip
_ENTRY = re.compile(r"<(?:[A-Za-z_][\w.-]*:)?(?:item|entry)[\s>]", re.IGNORECASE)
_ROOTS = frozenset({"rss", "feed", "rdf"})
_JSON = re.compile(r"""\s*(?:\{\s*["}]|\[\s*[\[{"\]])""")


class NoFeedError(Exception):
    """What was answered is no feed that can be read; `rest` is a sentence without its first words, the feed's name."""

    def __init__(self, rest: str) -> None:
        super().__init__(rest)
        self.rest = rest


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry as it says. `guid` may be "", `link` is an http(s) address or "" (B028), `title` and the texts are plain
    and not yet shortened; `html` is the fullest text with its marks."""

    guid: str
    link: str
    title: str
    summary: str
    html: str
    whole: bool
    stated: Stated | None
    authors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FeedDocument:
    """A feed: its title, and its entries in its own order."""

    title: str
    entries: tuple[Entry, ...]


def parse_feed(body: bytes, url: str, content_type: str = "") -> FeedDocument:
    """The feed that was answered under an address. Takes up to a second of computing for 5,000 entries: call it in a
    thread. NoFeedError with the end of a sentence ("answers with a web page, not with a feed.")."""
    read = parsed(body, content_type)
    about: Mapping[str, Any] = read["feed"]
    base = _link(text_in(about, "link"), url) or url
    title = clean(text_of(text_in(about, "title")))
    return FeedDocument(title, tuple(_entries(read["entries"], base)))


def parsed(body: bytes, content_type: str = "") -> Any:
    """What feedparser reads in the bytes of a feed; NoFeedError for anything else."""
    if expat.version_info < SAFE_EXPAT:
        raise NoFeedError(
            f"is not read: this Python's XML parser ({expat.EXPAT_VERSION}) can be made to fill the memory."
        )
    text = _DECLARATION.sub("", decoded(body, content_type).removeprefix("\ufeff"), count=1)
    text = _NO_XML.sub("", text).lstrip()
    _judge(text)
    fault = _fault(text)
    if fault and len(text) > MENDED_LIMIT:
        raise NoFeedError(f"is not valid XML ({fault}).")
    # Here, for it takes 60 ms and only a poll needs it. It has no types.
    import feedparser  # type: ignore[import-untyped]  # it ships no types

    read = feedparser.parse(
        text.encode("utf-8"),
        response_headers={"content-type": "application/xml; charset=utf-8"},
        resolve_relative_uris=False,
        sanitize_html=False,
    )
    if fault and fault.endswith(_ENDS_EARLY):
        # The last entry may be half of one; it is read whole when it comes again.
        del read["entries"][-1:]
    if fault and not read["entries"]:
        raise NoFeedError(f"is not valid XML ({fault}).")
    return read


def decoded(body: bytes, content_type: str) -> str:
    """The text of a feed: by its byte order mark, by what it and its host declare, else UTF-8, else Windows-1252 (what
    old blogs write whatever they declare). NoFeedError for what is no text."""
    declared = _DECLARED.match(body)
    charset = _CHARSET.search(content_type)
    names = [name for mark, name in _MARKS if body.startswith(mark)]
    names += [declared[1].decode("ascii")] if declared else []
    names += [charset[1]] if charset else []
    for name in (*names, "utf-8", "cp1252"):
        try:
            codec = codecs.lookup(name).name
            if _ENCODINGS.match(codec.replace("-", "").replace("_", "")) and not _NEVER.match(codec):
                text = codecs.decode(body, codec)
                if isinstance(text, str) and text.count("\0", 0, _LOOKED_AT) < _LOOKED_AT // 10:
                    return text
        except (LookupError, UnicodeError):
            continue
    raise NoFeedError("answers with bytes that are no text in the encoding they declare, nor in UTF-8.")


def _judge(text: str) -> None:
    """NoFeedError unless the first element is a feed's, and nothing before it declares entities."""
    if _JSON.match(text):
        raise NoFeedError("answers with JSON; only RSS and Atom feeds are read.")
    at = 0
    while found := _PROLOG.match(text, at) or _DOCTYPE.match(text, at):
        at = found.end()
        if found.re is _DOCTYPE and found[1].casefold() == "html":
            raise NoFeedError("answers with a web page, not with a feed.")
        if found.re is _DOCTYPE and found[2] != ">":
            raise NoFeedError("is invalid: it declares entities of its own, which is how feeds attack their readers.")
    root = _ROOT.match(text, at)
    name = root[1].casefold() if root else ""
    if name in _ROOTS:
        if sum(1 for _ in _ENTRY.finditer(text)) > ENTRY_LIMIT:
            raise NoFeedError(f"lists more than {ENTRY_LIMIT:,} entries: that is no news feed.")
        return
    if not text:
        raise NoFeedError("answers with nothing.")
    if name in ("html", "head", "body", "div", "p") or "<html" in text[:2000].casefold():
        raise NoFeedError("answers with a web page, not with a feed.")
    raise NoFeedError("answers with XML that is no RSS or Atom feed." if root else "answers with text that is no feed.")


def _fault(text: str) -> str:
    """What is wrong with the XML ("line 3: mismatched tag"); "" for what is well formed."""
    parser = expat.ParserCreate("utf-8")
    try:
        parser.Parse(text.encode("utf-8"), True)
    except expat.ExpatError as fault:
        return f"line {fault.lineno}: {expat.ErrorString(fault.code)}"
    return ""


def _entries(read: list[Mapping[str, Any]], base: str) -> Iterator[Entry]:
    for entry in read:
        contents = [text_in(content, "value") for content in entry.get("content", ()) if _is_text(content)]
        summary_html = text_in(entry, "summary")
        fullest = max((*contents, summary_html), key=len)
        summary = text_of(summary_html)
        title = text_in(entry, "title")
        detail = entry.get("title_detail") or {}
        yield Entry(
            guid=text_in(entry, "id").strip(),
            link=_link(text_in(entry, "feedburner_origlink") or text_in(entry, "link"), base),
            title=text_of(title) if "html" in text_in(detail, "type") else title,
            summary=summary,
            html=fullest,
            whole=bool(contents) or not summary.rstrip(" ]").endswith(("…", "...")),
            stated=_stated(entry),
            authors=tuple(_authors(entry)),
        )


def _is_text(content: Mapping[str, Any]) -> bool:
    return text_in(content, "type") in ("", "text/plain", "text/html", "application/xhtml+xml")


def text_in(of: Mapping[str, Any], key: str) -> str:
    """The text under a key of what feedparser read, "" where there is none."""
    # dict.get: feedparser's own `get` answers "updated" with "published", and warns of it.
    value = dict.get(of, key) if isinstance(of, dict) else None
    return value if isinstance(value, str) else ""


def _stated(entry: Mapping[str, Any]) -> Stated | None:
    """The date of publication, else that of the last change."""
    for key in ("published", "created", "updated"):
        if stated := read_date(text_in(entry, key)):
            return stated
    return None


def _authors(entry: Mapping[str, Any]) -> Iterator[str]:
    for author in entry.get("authors", ()):
        if isinstance(author, dict) and (name := clean(text_of(text_in(author, "name")))):
            yield name


def _link(link: str, base: str) -> str:
    """The http(s) address that a link means, spaces and foreign letters encoded; "" if it means none (B028)."""
    link = link.strip()
    if not link or len(link) > LINK_LIMIT:
        return ""
    try:
        parts = urlsplit(urljoin(base, link))
        address = urlunsplit(
            (parts.scheme, parts.netloc, _encoded(parts.path), _encoded(parts.query), _encoded(parts.fragment))
        )
    except ValueError:
        return ""
    return address if address.startswith(("http://", "https://")) and reference_of(address) else ""


def _encoded(part: str) -> str:
    return quote(part, safe="%/:=&?~#+!$,;'@()*[]")
