"""Issues that went out, as everybody may see them: pages for the web door, and their list.

An issue that went to a channel with a stack or a subject of its own is shown without: its number and window are the
edition's, its words those for everybody (E11).
"""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime, timedelta
from threading import Lock

from handlers.audience import seen_by_everybody
from handlers.deps import Deps
from handlers.issues import issue_of
from handlers.pages import issue_page
from storage.digests import Issue

PAGES_KEPT = 32
KEPT_FOR = timedelta(minutes=10)
"""How long a page is given as it is: later corrections come into it after that."""
LISTED = 200


class Archive:
    """Pages of issues; the last ones are kept, so that many readers cost one composition."""

    def __init__(self, deps: Deps) -> None:
        self._deps = deps
        self._kept: OrderedDict[tuple[str, str], tuple[datetime, str]] = OrderedDict()
        self._lock = Lock()

    def page(self, edition_key: str, number: str) -> str | None:
        """The page of an issue that went out, None where there is none. Reads the store and draws: call it in a
        thread."""
        key, now = (edition_key, number), self._deps.now()
        with self._lock:
            made, page = self._kept.get(key, (None, ""))
        if made is not None and now - made < KEPT_FOR:
            return page
        page_now = self._composed(edition_key, number)
        if page_now is not None:
            with self._lock:
                self._kept[key] = (now, page_now)
                self._kept.move_to_end(key)
                while len(self._kept) > PAGES_KEPT:
                    self._kept.popitem(last=False)
        return page_now

    def issues(self) -> tuple[Issue, ...]:
        """The newest issues of editions that are still printed."""
        keys = {edition.key for edition in self._deps.editions.all}
        return tuple(issue for issue in self._deps.store.digests.newest(LISTED) if issue.edition in keys)

    def _composed(self, edition_key: str, number: str) -> str | None:
        edition = next((one for one in self._deps.editions.all if one.key == edition_key), None)
        issue = self._deps.store.digests.numbered(edition_key, number) if edition else None
        if edition is None or issue is None:
            return None
        seen = seen_by_everybody(self._deps)
        return issue_page(issue_of(edition, issue.window, seen), edition, seen)
