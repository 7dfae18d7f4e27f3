"""Composing an issue of an edition from the store, for whoever wants it: a command, the publish job, the shell.

What goes into an issue is decided in bot/domain/editing.py.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.domain.digest import Digest
from bot.domain.document import Document
from bot.domain.editing import DAILY, WEEKLY, compose_digest
from bot.domain.edition import Edition
from bot.domain.schedule import following, window_before
from bot.domain.window import Window
from bot.wording.digest import digest_document
from handlers.asking import facts_about
from handlers.coverage import reach_of
from handlers.deps import Deps


def issue_of(edition: Edition, window: Window, deps: Deps, project: str | None = None) -> Digest:
    """The issue over a window, of one project alone if it is named, with what `deps` lets be seen. It reads the store:
    call it in a thread."""
    updates = deps.store.updates.in_window(window, [project] if project else None)
    reach = reach_of(deps, window.end)
    digest = compose_digest(
        edition.key,
        edition.number(window),
        window,
        updates,
        projects=deps.projects,
        limits=WEEKLY if edition.is_weekly else DAILY,
        read_to=reach.read_to,
        unread=reach.unread,
    )
    if project is None:
        return digest
    return replace(digest, coverage=tuple(one for one in digest.coverage if one.project == project))


def latest_issue(edition: Edition, deps: Deps) -> Digest:
    """The issue over the last window that is over."""
    return issue_of(edition, edition.latest_window(deps.now()), deps)


def newest_issue(edition: Edition, deps: Deps) -> tuple[Digest, datetime] | None:
    """The issue in which the newest data stands and when that was published, where all data is older than the latest
    window; None where it is not, or there is none. Reads the store: call it in a thread."""
    held = deps.store.updates.coverage().values()
    newest = max((one.newest for one in held if one.newest <= deps.now()), default=None)
    start = edition.latest_window(deps.now()).start
    if newest is None or start is None or newest >= start:
        return None
    window = window_before(edition.closes, following(edition.closes, newest))
    return issue_of(edition, window, deps), newest


def issue_document(digest: Digest, edition: Edition, deps: Deps) -> Document:
    """An issue in words, with when the next one comes unless it is an old one. Reads the store: call it in a thread."""
    shown = [story for section in digest.sections for story in section.stories]
    facts = facts_about(shown, deps.now(), digest.window.zone, deps)
    is_latest = digest.window.end >= edition.latest_window(deps.now()).end
    return digest_document(digest, facts, edition.next_issue(deps.now()) if is_latest else None)
