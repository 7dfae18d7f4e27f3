"""The versions of one release: 0.6.15rc1, 0.6.15rc2, 0.6.15 and the commit that sets the number are one story.

A release after it (0.6.15.post1, 0.6.16) is another. How versions are ordered is bot/domain/version.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.domain.likeness import SPAN
from bot.domain.update import Kind, Update

_VERSION = re.compile(
    r"(?<![\w.])(?P<series>[a-z][a-z0-9_-]{0,30}?-v|[a-z][a-z_-]{0,30}_v|v)?(?P<base>\d{1,4}(?:\.\d{1,4}){1,3})"
    r"(?P<pre>[.-]?(?:rc|alpha|beta|a|b|dev|pre|preview)[.-]?\d{0,4})?(?P<post>[.-]?(?:post|hotfix)\.?\d{1,3})?(?![\w.]*\d)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Release:
    """What a version is a version of (`base`, without trailing zeros and with what follows a release), in which series
    of tags ("fa4"; "" for the main one), and whether it comes before the release itself."""

    series: str
    base: str
    is_pre: bool


def release_of(update: Update) -> Release | None:
    """The release that an update is, or prepares; None for anything else, and where it names no version."""
    return _read(update.title) if update.kind is Kind.RELEASE and "withdraw" not in update.title else None


def release_pairs(updates: Sequence[Update]) -> Iterator[tuple[int, int]]:
    """The pairs of indices that are versions of one release: of several stable ones of a base number none."""
    waves: dict[tuple[str, Release], int] = {}
    for index, update in enumerate(updates):
        release = release_of(update)
        if release is None:
            continue
        key = update.project, Release(release.series, release.base, is_pre=False)
        other = waves.setdefault(key, index)
        if other != index and abs(updates[other].published - update.published) <= SPAN:
            yield other, index


@lru_cache(maxsize=2_048)
def _read(title: str) -> Release | None:
    found = _VERSION.search(title[:200])
    if found is None:
        return None
    series = (found["series"] or "").casefold().rstrip("v").rstrip("-_")
    base = re.sub(r"(?:\.0)+$", "", found["base"])
    return Release(series, base + (found["post"] or "").casefold().lstrip(".-"), is_pre=found["pre"] is not None)
