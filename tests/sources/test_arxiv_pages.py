"""What arXiv answers, taken to pieces."""

from __future__ import annotations

import pytest

from bot.domain.tag import Facet, Tag
from bot.domain.tagging.tagger import Tagger
from bot.domain.template import EMPTY
from bot.domain.update import Precision
from bot.sources.arxiv_pages import AUTHORS_LIMIT, ArxivError, Paper, read_listing, read_page, update_of
from bot.sources.feed_dates import Stated
from bot.sources.feed_document import NoFeedError
from config.catalog import load_projects
from config.vocabulary import load_vocabulary
from tests.sources.test_feed_dates import NOW

ATOM = '<feed xmlns="http://www.w3.org/2005/Atom"{0}>{1}</feed>'
TOTAL = '<o:totalResults xmlns:o="http://a9.com/-/spec/opensearch/1.1/">{0}</o:totalResults>'
ENTRY = "<entry><id>{0}</id><title>{1}</title><summary>S</summary><published>2026-11-27T09:00:00Z</published></entry>"


def page(inside: str) -> bytes:
    """A page of the API."""
    return ATOM.format("", inside).encode()


@pytest.mark.parametrize(
    ("address", "number"),
    [
        ("http://arxiv.org/abs/2611.00001v1", "2611.00001"),
        ("https://arxiv.org/abs/2611.00001", "2611.00001"),
        ("http://arxiv.org/abs/1411.0001v12", "1411.0001"),
    ],
)
def test_b146_versions_are_taken_off(address: str, number: str) -> None:
    """One number for all versions of a paper."""
    (found,) = read_page(page(TOTAL.format(1) + ENTRY.format(address, "T"))).papers
    assert found.number == number
    assert isinstance(found.submitted, Stated)


@pytest.mark.parametrize(
    "address", ["", "http://arxiv.org/abs/cs/0701001v1", "http://evil.example/abs/2611.00001", "x"]
)
def test_what_is_no_paper_is_left_out(address: str) -> None:
    """It counts as an entry, so that pages are followed to their end."""
    read = read_page(page(TOTAL.format(1) + ENTRY.format(address, "T")))
    assert (read.entries, read.papers) == (1, ())


def test_a_paper_without_a_title_is_left_out() -> None:
    """There is nothing to show."""
    assert read_page(page(TOTAL.format(1) + ENTRY.format("http://arxiv.org/abs/2611.00001v1", ""))).papers == ()


def test_two_versions_on_a_page_are_one_paper() -> None:
    """The later of them."""
    entries = "".join(ENTRY.format(f"http://arxiv.org/abs/2611.00001v{at}", f"T{at}") for at in (1, 2))
    (found,) = read_page(page(TOTAL.format(2) + entries)).papers
    assert found.title == "T2"


@pytest.mark.parametrize("total", ["", TOTAL.format("many"), TOTAL.format("-1")])
def test_a_page_without_a_count_is_an_error(total: str) -> None:
    """Nobody could tell whether it is all."""
    with pytest.raises(ArxivError, match="does not say how many papers"):
        read_page(page(total + ENTRY.format("http://arxiv.org/abs/2611.00001v1", "T")))


@pytest.mark.parametrize("body", [b"", b"<html></html>", b"{}", b"rate exceeded"])
def test_what_is_no_page_is_no_feed(body: bytes) -> None:
    """arXiv's own pages of faults are no papers."""
    with pytest.raises(NoFeedError):
        read_page(body)
    with pytest.raises(NoFeedError):
        read_listing(body)


@pytest.mark.parametrize(("how", "new"), [("new", True), ("cross", True), ("replace", False), ("replace-cross", False)])
@pytest.mark.parametrize("tag", [True, False])
def test_what_is_announced_for_the_first_time_is_new(how: str, new: bool, tag: bool) -> None:
    """As the list's own tag says, or its text where the tag is missing."""
    tagged = f'<a:announce_type xmlns:a="http://arxiv.org/schemas/atom">{how}</a:announce_type>' if tag else ""
    item = (
        f"<item><title>T</title><link>https://arxiv.org/abs/2611.00001</link><description>arXiv:2611.00001v1 "
        f"Announce Type: {how} \nAbstract: Words.</description>{tagged}</item>"
    )
    read = read_listing(f'<rss version="2.0"><channel><title>x</title>{item}</channel></rss>'.encode())
    assert [(one.paper, one.abstract) for one in read.papers] == ([("2611.00001", "Words.")] if new else [])


@pytest.mark.parametrize(
    ("count", "end"),
    [(AUTHORS_LIMIT - 1, "A48"), (AUTHORS_LIMIT, "A49"), (AUTHORS_LIMIT + 1, "A49 and 1 more")],
)
def test_the_limit_of_authors(count: int, end: str) -> None:
    """One under and the limit are all named, one more is counted."""
    authors = tuple(f"A{number}" for number in range(count))
    body = update_of(Paper("2611.00001", "T", "S", authors, None), NOW, Precision.DAY).body
    assert body.splitlines()[-1].endswith(f", {end}")


def test_a_paper_that_names_nobody_has_no_line_of_authors() -> None:
    """Only its abstract."""
    assert update_of(Paper("2611.00001", "T", "S", (), None), NOW, Precision.DAY).body == "S"


def test_authors_are_no_hardware() -> None:
    """A paper by Grace Hopper is not about Hopper; one whose abstract says so is."""
    tagger = Tagger(load_vocabulary(), load_projects())
    by = update_of(Paper("2611.00001", "Fast", "On GPUs.", ("Grace Hopper", "Ada Volta"), None), NOW, Precision.DAY)
    about = update_of(Paper("2611.00002", "Fast", "On Hopper GPUs.", ("A. B.",), None), NOW, Precision.DAY)
    assert not [one for one in tagger.tag(by, EMPTY).tags if one.tag.facet is Facet.HARDWARE]
    assert Tag(Facet.HARDWARE, "hopper") in {one.tag for one in tagger.tag(about, EMPTY).tags}
