"""Which entry of a feed is which: by its guid where that can be relied on, and by its link and title (C27).

Guids change with every fetch or are the same for all entries (B019); links carry marks of the campaign and session. An
entry is known if either identity is. What was seen is kept in bot/sources/seen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from bot.domain.identity import post_key
from bot.domain.text import fold
from bot.sources.feed_document import Entry
from bot.sources.seen import hash_of

_TRACKING = re.compile(r"(?:utm_\w+|fbclid|gclid|mc_[ce]id|phpsessid|jsessionid|session_?id|sess|sid)=", re.IGNORECASE)
_PATH_SESSION = re.compile(r";jsessionid=[^/?#]*", re.IGNORECASE)
_HASH_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Identified:
    """An entry, the hashes that it is known by, the key of its update and its address without marks ("" for none)."""

    entry: Entry
    hashes: tuple[str, ...]
    key: str
    url: str


def identified(entries: Sequence[Entry], host: str) -> tuple[Identified, ...]:
    """The entries of one reading of a feed, each once. `host` is the feed's, for entries without a link."""
    contents = [_content(entry) for entry in entries]
    by_guid: dict[str, set[str]] = {}
    for entry, content in zip(entries, contents, strict=True):
        by_guid.setdefault(entry.guid, set()).add(content)
    distinct: dict[str, Entry] = {}
    for entry, content in zip(entries, contents, strict=True):
        distinct.setdefault(content, entry)
    keys = Counter(_key(entry, host, content) for content, entry in distinct.items())
    found = []
    for content, entry in distinct.items():
        own_guid = (hash_of("guid", entry.guid),) if entry.guid and len(by_guid[entry.guid]) == 1 else ()
        key = _key(entry, host, content)
        # One page with a section for each entry is several updates.
        part = f"#{urlsplit(entry.link).fragment or content[:_HASH_SHOWN]}" if keys[key] > 1 else ""
        found.append(Identified(entry, (*own_guid, content), key + part, unmarked(entry.link)))
    return tuple(found)


def unmarked(link: str) -> str:
    """An address without what says from where its reader came."""
    if not link:
        return ""
    parts = urlsplit(link)
    query = "&".join(part for part in parts.query.split("&") if part and not _TRACKING.match(part))
    return urlunsplit((parts.scheme, parts.netloc, _PATH_SESSION.sub("", parts.path), query, parts.fragment))


def _content(entry: Entry) -> str:
    """The identity by link and title; without both, by what the entry says."""
    link = unmarked(entry.link)
    fragment = urlsplit(link).fragment
    place = f"{post_key(link).replace(':www.', ':', 1)}#{fragment}" if link else ""
    title = fold(entry.title)
    return hash_of("content", place, title, "" if place or title else entry.html)


def _key(entry: Entry, host: str, content: str) -> str:
    link = unmarked(entry.link)
    return post_key(link) if link else f"post:{host}#{content[:_HASH_SHOWN]}"
