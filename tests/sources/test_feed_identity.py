"""Which entry is which, and what is remembered of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sources.feed_cursor import FeedCursor, read_cursor
from bot.sources.feed_document import Entry
from bot.sources.feed_identity import identified, unmarked
from bot.sources.seen import HASH_LENGTH, SEEN_LIMIT, Seen, hash_of

HOST = "b.example.com"
LINK = f"https://{HOST}/p"


def entry(title: str = "A", link: str = LINK, guid: str = "", html: str = "") -> Entry:
    """An entry that says no more than this."""
    return Entry(guid, link, title, "", html, whole=True, stated=None, authors=())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(entry(guid="1", title="A", link=LINK), entry(guid="1", title="B", link=LINK + "/b"), id="guid"),
        pytest.param(entry(guid="1"), entry(guid="2"), id="B019 link and title"),
        pytest.param(entry(link=LINK), entry(link=LINK + "/?utm_medium=x"), id="marks of a campaign"),
        pytest.param(entry(link=LINK), entry(link="http://www.b.example.com/p"), id="www and scheme"),
        pytest.param(entry(link=LINK + ";jsessionid=1"), entry(link=LINK + ";jsessionid=2"), id="session in the path"),
        pytest.param(entry(title="Ａ"), entry(title="a"), id="case and width of the title"),
        pytest.param(entry("", "", html="x"), entry("", "", html="x"), id="nothing but a text"),
    ],
)
def test_the_same_entry_is_known_again(one: Entry, other: Entry) -> None:
    """In two readings at least one hash is the same."""
    (first,), (second,) = identified([one], HOST), identified([other], HOST)
    assert set(first.hashes) & set(second.hashes)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(entry(title="A"), entry(title="B"), id="two titles of a page"),
        pytest.param(entry(link=LINK + "#1"), entry(link=LINK + "#2"), id="two parts of a page"),
        pytest.param(entry(link=LINK + "?id=1"), entry(link=LINK + "?id=2"), id="two queries"),
        pytest.param(entry("A", "", guid="x"), entry("B", "", guid="x"), id="one guid for both"),
        pytest.param(entry("", "", html="x"), entry("", "", html="y"), id="two texts"),
    ],
)
def test_two_entries_of_a_feed_are_told_apart(one: Entry, other: Entry) -> None:
    """Neither hash nor key is the same."""
    first, second = identified([one, other], HOST)
    assert not set(first.hashes) & set(second.hashes)
    assert first.key != second.key


def test_an_entry_that_is_listed_twice_is_one() -> None:
    """The first of them."""
    assert len(identified([entry(), entry(), entry(guid="x")], HOST)) == 1


@pytest.mark.parametrize(
    ("link", "plain"),
    [
        (f"{LINK}?utm_source=a&x=1&UTM_Campaign=b&fbclid=c", f"{LINK}?x=1"),
        (f"{LINK}?utm_source=a#part", f"{LINK}#part"),
        (f"{LINK}?side=1&assessment=2", f"{LINK}?side=1&assessment=2"),
        (LINK, LINK),
        ("", ""),
    ],
)
def test_marks_are_taken_off_links(link: str, plain: str) -> None:
    """Nothing else is."""
    assert unmarked(link) == plain


def test_the_key_is_that_of_the_address() -> None:
    """An article that cites the post means the same update; without a link the feed's host names it."""
    assert identified([entry()], HOST)[0].key == "post:b.example.com/p"
    assert identified([entry(link="")], HOST)[0].key.startswith("post:b.example.com#")


def test_b016_the_longest_unlisted_is_forgotten_first() -> None:
    """At the limit nothing is forgotten, one over it the oldest that is not listed now."""
    hashes = [hash_of(str(number)) for number in range(SEEN_LIMIT)]
    full = Seen().listing(hashes)
    assert len(full) == SEEN_LIMIT
    assert all(one in full for one in hashes)
    over = full.listing([hashes[0], hash_of("new")])
    assert len(over) == SEEN_LIMIT
    assert hashes[0] in over
    assert hashes[1] not in over
    assert hash_of("new") in over


def test_nothing_new_leaves_what_was_seen() -> None:
    """In the same order, so that the cursor is the same text."""
    seen = Seen().listing([hash_of("a"), hash_of("b")])
    assert seen.listing([hash_of("a")]) is seen


@given(st.lists(st.text(max_size=20), max_size=20))
def test_a_cursor_is_read_as_it_was_written(names: list[str]) -> None:
    """Whatever was seen."""
    hashes = [hash_of(name) for name in names]
    assert all(len(one) == HASH_LENGTH for one in hashes)
    cursor = FeedCursor("https://b.example.com", '"etag"', "", Seen(hashes))
    again = read_cursor(cursor.written)
    assert again is not None
    assert again.written == cursor.written
    assert all(one in again.seen for one in hashes)
    assert again.conditions == {"if-none-match": '"etag"'}


@pytest.mark.parametrize("state", [None, "", "{", "[]", "1", "{}", '{"url":1,"etag":"","modified":"","seen":""}'])
def test_what_is_no_cursor_is_none(state: str | None) -> None:
    """Then the feed is met as a new one."""
    assert read_cursor(state) is None
