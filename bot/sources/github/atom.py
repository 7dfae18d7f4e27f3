"""Atom as GitHub's pages give it, read by expat: only bytes, no document type, no entities (B031, B032)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.parsers import expat

from bot.domain.errors import SourceError
from bot.domain.text import clean

ATOM = "http://www.w3.org/2005/Atom "
ENTRIES = 100
"""More entries of a feed are not read; GitHub gives 10 or 20."""
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)")
_TAG = re.compile(r"tag:github\.com,2008:Repository/(\d{1,18})/(.{1,1000})")
_COMMIT = re.compile(r"tag:github\.com,2008:Grit::Commit/([0-9a-f]{40}|[0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry: `title` is clean, `content` HTML as it stands."""

    id: str
    title: str
    updated: datetime
    content: str

    @property
    def repository_and_tag(self) -> tuple[int, str] | None:
        """The repository's number and the tag that it is about; None for another kind of entry."""
        found = _TAG.fullmatch(self.id)
        return (int(found[1]), found[2]) if found else None

    @property
    def commit(self) -> str:
        """The commit that it is about; "" for another kind of entry."""
        found = _COMMIT.fullmatch(self.id)
        return found[1] if found else ""


def entries_of(body: bytes, what: str) -> tuple[Entry, ...]:
    """The entries of a feed in their order; one without a date or an id is left out. SourceError if it is no feed."""
    reader = _Reader()
    try:
        reader.parse(body)
    except (expat.ExpatError, _NotAtomError) as fault:
        raise SourceError(f"GitHub's feed of {what} cannot be read: it is no Atom feed.") from fault
    return tuple(reader.entries)


class _NotAtomError(Exception):
    """The document is something else, or holds what a feed has no need of."""


class _Reader:
    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._path: list[str] = []
        self._texts: dict[str, list[str]] = {}

    def parse(self, body: bytes) -> None:
        parser = expat.ParserCreate("UTF-8", " ")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.StartDoctypeDeclHandler = _refuse
        parser.Parse(body, True)

    def _start(self, name: str, _: dict[str, str]) -> None:
        if not self._path and name != f"{ATOM}feed":
            raise _NotAtomError
        self._path.append(name.removeprefix(ATOM))
        if len(self._path) > 20:
            raise _NotAtomError
        if self._path == ["feed", "entry"]:
            self._texts = {}

    def _end(self, _: str) -> None:
        if self._path == ["feed", "entry"] and len(self.entries) < ENTRIES and (entry := self._entry()):
            self.entries.append(entry)
        self._path.pop()

    def _characters(self, text: str) -> None:
        if len(self._path) == 3 and self._path[1] == "entry":
            self._texts.setdefault(self._path[2], []).append(text)

    def _entry(self) -> Entry | None:
        found = {name: "".join(parts) for name, parts in self._texts.items()}
        updated = _instant(found.get("updated", "").strip())
        identity = found.get("id", "").strip()
        if updated is None or not identity:
            return None
        return Entry(identity, clean(found.get("title", "")), updated, found.get("content", ""))


def _refuse(*_: object) -> None:
    raise _NotAtomError


def _instant(text: str) -> datetime | None:
    if not _INSTANT.fullmatch(text):
        return None
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
