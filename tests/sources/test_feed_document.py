"""A feed's bytes taken to pieces: what is read whatever it declares, and what is refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sources.feed_document import ENTRY_LIMIT, MENDED_LIMIT, NoFeedError, decoded, parse_feed
from tests.standins.feeds import Blog, Post, atom_of, rss_of

URL = "https://b.example.com/blog/feed.xml"
ITEM = "<item><title>A</title><link>/a</link></item>"


def rss(inside: str, before: str = "") -> str:
    """A feed with this in its channel."""
    return f'{before}<rss version="2.0"><channel><title>Blög</title>{inside}</channel></rss>'


def bombs() -> dict[str, str]:
    """Feeds whose entities blow up."""
    levels = "".join(f'<!ENTITY l{at} "{f"&l{at - 1};" * 10}">' for at in range(1, 10))
    quadratic = f'<!DOCTYPE x [<!ENTITY a "{"a" * 100_000}">]>'
    return {
        "billion laughs": rss("&l9;", f'<!DOCTYPE x [<!ENTITY l0 "lol">{levels}]>'),
        "quadratic": rss("&a;" * 10_000, quadratic),
        "external": rss("&x;", '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
        "parameter": rss("", '<!DOCTYPE x [<!ENTITY % p SYSTEM "http://169.254.169.254/"> %p;]>'),
        "behind a comment": rss("&a;", f"<!-- <rss> --><?x y?> {quadratic}"),
        "system and subset": rss("&a;", '<!DOCTYPE rss SYSTEM "x.dtd" [<!ENTITY a "b">]>'),
    }


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-8-sig"])
@pytest.mark.parametrize("name", bombs())
def test_b031_entities_are_refused(name: str, encoding: str) -> None:
    """In any encoding, and before a parser sees them."""
    with pytest.raises(NoFeedError, match=r"is invalid|no text|no feed"):
        parse_feed(bombs()[name].encode(encoding), URL)


def test_b031_entities_hide_in_no_other_encoding() -> None:
    """UTF-7 is not taken for an encoding, whatever declares it."""
    hidden = b'<?xml version="1.0" encoding="utf-7"?>' + bombs()["quadratic"].encode("utf-7")
    with pytest.raises(NoFeedError):
        parse_feed(hidden, URL, "text/xml; charset=utf-7")


def test_b031_an_old_expat_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Expat's own limit no feed is parsed at all."""
    monkeypatch.setattr("xml.parsers.expat.version_info", (2, 4, 0))
    with pytest.raises(NoFeedError, match="can be made to fill the memory"):
        parse_feed(rss(ITEM).encode(), URL)


def test_b031_a_post_about_entities_is_read() -> None:
    """Only what stands before the first element declares them."""
    feed = parse_feed(rss("<item><title><![CDATA[<!DOCTYPE x [<!ENTITY a 'b'>]>]]></title></item>").encode(), URL)
    assert len(feed.entries) == 1


def test_a_doctype_without_entities_is_read() -> None:
    """RSS 0.91 begins so."""
    doctype = '<!DOCTYPE rss PUBLIC "-//N//DTD RSS 0.91//EN" "http://n.example/rss-0.91.dtd">'
    assert len(parse_feed(rss(ITEM, doctype).encode(), URL).entries) == 1


@pytest.mark.parametrize(
    ("body", "said"),
    [
        pytest.param(b"<!DOCTYPE html><html></html>", "answers with a web page, not with a feed.", id="html"),
        pytest.param(b"\n<HTML><head>", "answers with a web page, not with a feed.", id="html without a doctype"),
        pytest.param(b"<head></head><html>", "answers with a web page, not with a feed.", id="broken html"),
        pytest.param(b'{"version": "https://jsonfeed.org/version/1.1"}', "answers with JSON", id="JSON feed"),
        pytest.param(b"[]", "answers with JSON", id="empty list"),
        pytest.param(b"", "answers with nothing.", id="nothing"),
        pytest.param(b" \n", "answers with nothing.", id="blanks"),
        pytest.param(b"<opml/>", "answers with XML that is no RSS or Atom feed.", id="other XML"),
        pytest.param(b"Not found", "answers with text that is no feed.", id="text"),
        pytest.param(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\x81\x8d", "answers with", id="picture"),
        pytest.param(b"<rss><channel>", "is not valid XML (line 1: no element found).", id="broken off"),
    ],
)
def test_what_is_no_feed_is_said(body: bytes, said: str) -> None:
    """In a sentence that a person understands."""
    with pytest.raises(NoFeedError) as refused:
        parse_feed(body, URL)
    assert refused.value.rest.startswith(said)


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        pytest.param(rss(ITEM).encode("utf-8"), "", id="utf-8, undeclared"),
        pytest.param(b"\n" + rss(ITEM).encode("utf-8"), "", id="an empty line before"),
        pytest.param(rss(ITEM, '<?xml version="1.0" encoding="iso-8859-1"?>').encode("latin-1"), "", id="declared"),
        pytest.param(rss(ITEM).encode("latin-1"), "text/xml; charset=ISO-8859-1", id="declared by the host"),
        pytest.param(rss(ITEM, '<?xml version="1.0" encoding="utf-8"?>').encode("latin-1"), "", id="a wrong one"),
        pytest.param(rss(ITEM, '<?xml version="1.0" encoding="rot13"?>').encode(), "", id="no encoding"),
        pytest.param(rss(ITEM).encode("utf-16"), "text/xml; charset=utf-8", id="a mark against the host"),
        pytest.param(rss(ITEM, "\x00\x0b").encode(), "", id="control characters"),
    ],
)
def test_encodings_that_are_wrong_are_found_out(body: bytes, content_type: str) -> None:
    """The title is read as it was meant."""
    assert parse_feed(body, URL, content_type).title == "Blög"


@pytest.mark.parametrize(
    "inside",
    [
        pytest.param(ITEM + "<item><title>A & B &nbsp;</title></item>", id="a bare &"),
        pytest.param(ITEM + "<item><title>A <b>B</title></item>", id="tags across"),
        pytest.param(ITEM + "<item><title>\x01A</title></item>", id="a control character"),
    ],
)
def test_slightly_broken_feeds_are_mended(inside: str) -> None:
    """Nothing of them is lost."""
    assert len(parse_feed(rss(inside).encode(), URL).entries) == 2


def test_of_a_feed_that_breaks_off_the_whole_entries_are_read() -> None:
    """The last one may be half of one: it comes again."""
    feed = parse_feed(
        rss(ITEM + "<item><title>B</title></item><item><title>C is cu").encode()[: -len("</channel></rss>")], URL
    )
    assert [entry.title for entry in feed.entries] == ["A", "B"]


def test_a_large_broken_feed_is_refused() -> None:
    """The tolerant reader is slow, so it gets MENDED_LIMIT characters at most."""
    filler = f"<item><title>A & B</title><description>{'x' * MENDED_LIMIT}</description></item>"
    with pytest.raises(NoFeedError, match=r"is not valid XML \(line 1: "):
        parse_feed(rss(filler).encode(), URL)


@pytest.mark.parametrize("piece", ["<item>", "<", "&", "<a b='", "<!--", "<![CDATA[", "<?", "&#", "</item>", "<!x "])
def test_hostile_text_is_read_or_refused(piece: str) -> None:
    """Whatever is repeated; what stands before it is not lost if it can be told apart."""
    body = rss(ITEM + ITEM).encode()[: -len("</channel></rss>")] + piece.encode() * 5_000
    with suppress(NoFeedError):
        assert parse_feed(body, URL).entries[0].title == "A"


@pytest.mark.parametrize(("count", "read"), [(ENTRY_LIMIT - 1, True), (ENTRY_LIMIT, True), (ENTRY_LIMIT + 1, False)])
def test_the_limit_of_entries(count: int, read: bool) -> None:
    """One under and the limit are read, one more is refused."""
    body = rss(ITEM * count).encode()
    if read:
        assert len(parse_feed(body, URL).entries) == count
    else:
        with pytest.raises(NoFeedError, match="lists more than 5,000 entries"):
            parse_feed(body, URL)


@pytest.mark.parametrize("write", [rss_of, atom_of])
def test_both_formats_say_the_same(write: Callable[[Blog], bytes]) -> None:
    """RSS and Atom give the same entries."""
    blog = Blog([Post("A", "/a", "g", "2026-11-30T10:00:00Z", "short", "<p>long text</p>")], title="T")
    (entry,) = parse_feed(write(blog), URL).entries
    assert (entry.title, entry.link, entry.guid) == ("A", "https://b.example.com/a", "g")
    assert (entry.summary, entry.html, entry.whole) == ("short", "<p>long text</p>", True)
    assert entry.stated is not None
    assert entry.stated.at.isoformat() == "2026-11-30T10:00:00+00:00"


def test_dates_of_change_stand_in_for_dates_of_publication() -> None:
    """Where a feed has only those, and no warning of the parser's is raised."""
    body = (
        b'<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>A</title><updated>2026-11-30</updated></entry></feed>'
    )
    (entry,) = parse_feed(body, URL).entries
    assert entry.stated is not None


def test_the_real_address_comes_before_the_counted_one() -> None:
    """FeedBurner's links count readers; the blog's own stands beside them."""
    inside = (
        "<item><title>A</title><link>http://feeds.example.com/~r/1</link>"
        '<f:origLink xmlns:f="http://rssnamespace.org/feedburner/ext/1.0">https://b.example.com/a</f:origLink></item>'
    )
    assert parse_feed(rss(inside).encode(), URL).entries[0].link == "https://b.example.com/a"


@given(st.binary(max_size=300))
def test_any_bytes_give_a_feed_or_a_sentence(body: bytes) -> None:
    """Nothing else comes out."""
    said = "."
    try:
        parse_feed(b"<rss><channel>" + body, URL)
    except NoFeedError as refused:
        said = refused.rest
    assert said.endswith(".")


@given(st.text(max_size=200))
def test_text_is_decoded_as_it_was(text: str) -> None:
    """UTF-8 without a declaration."""
    body = text.encode("utf-8", "ignore")
    if b"\0" not in body and not body.startswith((b"\xef\xbb\xbf",)):
        assert decoded(b"<rss>" + body, "") == "<rss>" + body.decode()
