"""A Query as JSON text and back, field by field, so that a standing query outlives versions of the bot.

Fields that a stored text does not have take their defaults; facets and orders that are gone raise ValueError.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from bot.domain.query import Query, Sort, VersionRange
from bot.domain.tag import Tag
from bot.domain.window import Window

TAGS_KNOWN = 4_096
"""Tags that are not read again: a million queries name the same few hundred, and reading them was a quarter of it."""
_tag = lru_cache(TAGS_KNOWN)(Tag.parse)


def encode_query(query: Query) -> str:
    """The query as JSON; equal queries give equal texts. Fields at their defaults are left out."""
    shape = {
        "tags": _names(query.tags),
        "excluded": _names(query.excluded),
        "words": list(query.words),
        "excluded_words": list(query.excluded_words),
        "phrases": list(query.phrases),
        "window": _window(query.window),
        "versions": _versions(query.versions),
        "sort": None if query.sort is Sort.NEW else query.sort.value,
        "limit": query.limit,
        "either": [_names(tags) for tags in query.either],
    }
    return json.dumps({name: value for name, value in shape.items() if value not in (None, [])}, sort_keys=True)


def decode_query(text: str) -> Query:
    """The query of a JSON text; ValueError for anything else."""
    shape = json.loads(text)
    if not isinstance(shape, dict):
        raise ValueError("a stored query is no object")
    return Query(
        tags=_tags(shape.get("tags", ())),
        excluded=_tags(shape.get("excluded", ())),
        words=tuple(shape.get("words", ())),
        excluded_words=tuple(shape.get("excluded_words", ())),
        phrases=tuple(shape.get("phrases", ())),
        window=_window_of(shape.get("window")),
        versions=_versions_of(shape.get("versions")),
        sort=Sort(shape.get("sort", Sort.NEW)),
        limit=shape.get("limit"),
        either=tuple(_tags(names) for names in shape.get("either", ())),
    )


def _names(tags: Iterable[Tag]) -> list[str]:
    return sorted(map(str, tags))


def _tags(names: Iterable[str]) -> frozenset[Tag]:
    return frozenset(map(_tag, names))


def _window(window: Window | None) -> dict[str, str | None] | None:
    if window is None:
        return None
    start = None if window.start is None else window.start.isoformat()
    return {"start": start, "end": window.end.isoformat(), "zone": window.zone.key}


def _window_of(shape: Mapping[str, Any] | None) -> Window | None:
    if shape is None:
        return None
    start = None if shape["start"] is None else datetime.fromisoformat(shape["start"])
    return Window(start, datetime.fromisoformat(shape["end"]), ZoneInfo(shape["zone"]))


def _versions(versions: VersionRange | None) -> dict[str, Any] | None:
    if versions is None:
        return None
    return {
        "project": versions.project,
        "low": versions.low,
        "high": versions.high,
        "covered": list(versions.covered),
    }


def _versions_of(shape: Mapping[str, Any] | None) -> VersionRange | None:
    if shape is None:
        return None
    return VersionRange(shape["project"], shape["low"], shape["high"], tuple(shape.get("covered", ())))
