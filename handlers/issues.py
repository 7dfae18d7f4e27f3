"""Composing an issue of an edition from the store, for whoever wants it: a command, the publish job, the shell, a page.

What goes into an issue is decided in bot/domain/editing, how it reads in bot/wording.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import cache

from bot.domain.correcting import corrected_tags
from bot.domain.digest import Digest
from bot.domain.document import Document
from bot.domain.editing.composing import compose_from
from bot.domain.editing.groundwork import Groundwork, groundwork
from bot.domain.editing.material import EVERYTHING, LOOKED_BACK, Field, Material, Memory, Scope
from bot.domain.edition import Edition
from bot.domain.picking.habits import habits_of
from bot.domain.picking.weights import Weights
from bot.domain.posted import Posted
from bot.domain.schedule import following, window_before
from bot.domain.window import Window
from bot.wording.catalogue import spoken
from bot.wording.digest import digest_document
from bot.wording.facts import Facts
from bot.wording.issue.parts import issue_parts
from config.ranking import load_ranking
from handlers.asking import facts_about
from handlers.coverage import reach_of
from handlers.deps import Deps
from handlers.hindsight import Hindsight
from handlers.wordings import kept
from storage.digests import Issue


def ground_of(edition: Edition, window: Window, deps: Deps) -> Groundwork:
    """Everything that issues over a window have in common, with what `deps` lets be seen. Reads the store: call it in a
    thread. Issues of several scopes share one."""
    store = deps.store
    start = window.start or window.end
    everything = store.updates.in_window(Window(start - LOOKED_BACK, window.end, window.zone))
    everything = Hindsight(edition.out_at(window.end), deps).of(everything)
    updates = tuple(update for update in everything if window.holds(update.published))
    before = tuple(update for update in everything if update.published < start)
    reach = reach_of(deps, window.end)
    material = Material(updates, before, reach.read_to, reach.unread, _memory_of(edition, window, deps))
    known = Field(deps.projects, deps.vocabulary, _weights(), habits_of((*updates, *before)))
    return groundwork(edition, window, material, known)


def _memory_of(edition: Edition, window: Window, deps: Deps) -> Memory:
    """What earlier issues said, and what the store holds of it now."""
    digests, number = deps.store.digests, edition.number(window)
    start, out = window.start or window.end, edition.out_at(window.end)
    told = tuple(
        one for one in digests.told_since(start - LOOKED_BACK, edition.key) if one.number != number and one.posted < out
    )
    last = digests.before(edition.key, window.end, scope=None)
    watched = digests.watched_by(edition.key, last.number) if last else ()
    keys = {key for one in told for key in (one.key, *one.keys)} | {one.key for one in watched}
    held = {update.key: update for update in deps.store.updates.of_keys(sorted(keys))}
    return Memory(told, watched, digests.corrected_before(edition.key, number), held)


def issue_of(edition: Edition, window: Window, deps: Deps, scope: Scope = EVERYTHING) -> Digest:
    """The issue over a window, with what `deps` lets be seen. Reads the store: call it in a thread."""
    return compose_from(ground_of(edition, window, deps), scope)


@cache
def _weights() -> Weights:
    """The weights of config/, read once."""
    return load_ranking().digest


def latest_issue(edition: Edition, deps: Deps, scope: Scope = EVERYTHING) -> Digest:
    """The issue over the last window that is over."""
    return issue_of(edition, edition.latest_window(deps.now()), deps, scope)


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


def issue_document(
    digest: Digest,
    edition: Edition,
    deps: Deps,
    settings: str = "",
    coming: datetime | None = None,
    *,
    buttons: bool = True,
) -> Document:
    """A whole issue in words, with when the next one comes unless it is an old one; with `buttons` unless nobody can
    press or type them. `settings` is the command line behind [ Settings ], `coming` as in `issue_messages`. Reads the
    store: call it in a thread."""
    coming = coming or upcoming(digest, edition, deps)
    return digest_document(digest, issue_facts(digest, deps), coming, settings=settings, buttons=buttons)


def issue_opening(digest: Digest, edition: Edition, deps: Deps) -> Document:
    """The channel's message of an issue, for who shows it to others. Reads the store: call it in a thread."""
    return issue_messages(digest, edition, deps)[0]


def issue_messages(
    digest: Digest, edition: Edition, deps: Deps, settings: str = "", coming: datetime | None = None
) -> tuple[Document, ...]:
    """The issue as it is posted: the channel's message, then the replies of its thread. `settings` is the command line
    behind [ Settings ], `coming` when the place gets its next issue where it has its own hour. Reads the store: call it
    in a thread."""
    return issue_parts(digest, issue_facts(digest, deps), coming or upcoming(digest, edition, deps), settings)


def issue_facts(digest: Digest, deps: Deps) -> Facts:
    """What the words of an issue need to know of its projects, and the sentences that a model wrote for it."""
    # An old issue is told as of its own end: a later release is not its latest.
    facts = facts_about(digest.stories, min(deps.now(), digest.window.end), digest.window.zone, deps)
    return replace(facts, sentences=kept(digest, deps, spoken()))


def upcoming(digest: Digest, edition: Edition, deps: Deps) -> datetime | None:
    """When the next issue comes; None for an old one, which it says nothing about."""
    is_latest = digest.window.end >= edition.latest_window(deps.now()).end
    return edition.next_issue(deps.now()) if is_latest else None


def remember(digest: Digest, deps: Deps, scope: str = "") -> None:
    """Notes that an issue went out: what it told and watches, and what it corrected, so that the next one goes on from
    it and nothing is corrected twice. Doing it again changes nothing."""
    posted = deps.now()
    told = tuple(
        Posted(
            edition=digest.edition,
            number=digest.number,
            key=story.lead.key,
            posted=posted,
            label=story.label,
            keys=tuple(update.key for update in story.updates),
            state=story.lead.state,
            tags=corrected_tags(story.lead),
        )
        for story in digest.stories
    )
    issue = Issue(digest.edition, digest.number, digest.window, posted, scope)
    deps.store.digests.record(issue, told, digest.watched)
    deps.store.digests.correct(digest.corrections, told_in=digest.number)
