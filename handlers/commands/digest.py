"""`digest weekly`, `daily`, `周报`: the latest issue of an edition, shown to the asker alone.

`digest daily 2026-07-08` is the issue of that number as the place gets it, `digest weekly 2026-W28 mine` the one for
what the asker runs.

`digest daily here 9:00` has every issue posted to the channel, at its own hour; `stop` ends that, `pause` and `resume`
interrupt it, `preview` shows to the asker what the channel would get, `now` posts it before its hour. `daily here` and
`digest here` are the same. Who may is said in handlers/channels.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.domain.command import Command
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.document import Document
from bot.domain.editing.material import Scope
from bot.domain.edition import Edition
from bot.domain.errors import Suggestion, UserError
from bot.domain.issuing import next_issue
from bot.domain.stack import Stack
from bot.domain.text import fold
from bot.wording.catalogue import speaking, spoken
from bot.wording.channels import paused_posting_document, posted_document, posted_now_document, unposted_document
from handlers.channels import new_posting, posting_line, refuse_changing, standing_posting
from handlers.deps import Deps
from handlers.here import HERE
from handlers.hours import When, when_of
from handlers.issues import issue_document, issue_of, latest_issue
from handlers.jobs.publish import post_of, publish_now
from handlers.numbered import is_number, window_numbered
from handlers.ownership import own_place, refuse_unreachable
from handlers.scopes import scope_of
from handlers.stacks import stack_of
from storage.channels import Posting

STOP = frozenset({"stop", "停止"})
PREVIEW = frozenset({"preview", "预览"})
NOW = frozenset({"now", "立即"})
PAUSE = frozenset({"pause", "暂停"})
RESUME = frozenset({"resume", "恢复"})
MINE = frozenset({"mine", "我的"})

Verb = Callable[[Edition, Command, Deps], Awaitable[Document]]


def accepts(rest: str, deps: Deps) -> bool:
    """Nothing, or the name of an edition (the daily's may be left out), then perhaps an issue's number or what is to be
    done with it; `here` takes an hour and a zone."""
    name, _, words = rest.partition(" ")
    return accepts_issue(words if deps.editions.named(name) else rest, deps)


async def digest(command: Command, deps: Deps) -> Document:
    """The latest issue of the edition that is named, of the daily if none is; or what its posting is from now on."""
    name, _, words = command.text.partition(" ")
    edition = deps.editions.named(name)
    if edition is None:
        edition, words = deps.editions.first, command.text
    verb, _, more = words.partition(" ")
    if is_number(verb):
        return await asyncio.to_thread(_numbered, edition, verb, bool(more), command, deps)
    for named, carry_out in _VERBS:
        if fold(verb) in named:
            return await carry_out(edition, replace(command, text=more.strip()), deps)
    if fold(verb) in MINE:
        number = edition.number(edition.latest_window(deps.now()))
        return await asyncio.to_thread(_numbered, edition, number, True, command, deps)
    return await asyncio.to_thread(_shown, edition, command, deps)


def _shown(edition: Edition, command: Command, deps: Deps) -> Document:
    return issue_document(latest_issue(edition, deps), edition, deps, _settings(edition, command.place))


def _settings(edition: Edition, place: Recipient) -> str:
    """The line behind [ Settings ], where there is a channel to set up."""
    return f"setup {edition.words[0]}" if place.kind is RecipientKind.CHANNEL else ""


def _numbered(edition: Edition, number: str, is_mine: bool, command: Command, deps: Deps) -> Document:
    """The issue of a number: as the place gets it, or for what the asker runs."""
    window = window_numbered(edition, number, deps)
    scope = _mine(edition, number, command, deps) if is_mine else _of_place(edition, command, deps)
    return issue_document(issue_of(edition, window, deps, scope), edition, deps, _settings(edition, command.place))


def _mine(edition: Edition, number: str, command: Command, deps: Deps) -> Scope:
    scope = scope_of(own_place(command), "", deps)
    if scope.stack.is_empty:
        raise UserError(
            "I do not know yet what you run. Say it, then ask again.",
            Suggestion("stack vllm==0.24.0 h200 nvfp4", "stack vllm==0.24.0 h200 nvfp4"),
            Suggestion(number, f"digest {edition.words[0]} {number}"),
        )
    return scope


def _of_place(edition: Edition, command: Command, deps: Deps) -> Scope:
    posting = deps.store.channels.get(command.place, edition.key)
    return scope_of(command.place, posting.about if posting else "", deps)


async def _post_here(edition: Edition, command: Command, deps: Deps) -> Document:
    before = await asyncio.to_thread(deps.store.channels.get, command.place, edition.key)
    refuse_changing(command, edition, before)
    when = when_of(command.text, lambda words: f"digest {edition.words[0]} here {words}")
    await refuse_unreachable(command.place, deps)
    after = replace(_at(when, before or new_posting(command, edition), command), paused=False)
    undo = f"digest {edition.words[0]} stop"
    if before is not None and before != after:
        undo = await asyncio.to_thread(posting_line, before, edition, deps)
    return await set_up(after, edition, undo, deps)


def _at(when: When, posting: Posting, command: Command) -> Posting:
    """The posting at the hour that was said; an hour without a zone is meant in the asker's."""
    if when.hour is None:
        return posting if when.zone is None else replace(posting, zone=when.zone)
    return replace(posting, hour=when.hour, zone=when.zone or command.zone)


async def set_up(posting: Posting, edition: Edition, undo: str, deps: Deps) -> Document:
    """Keeps how an edition is posted, lets go what waited for the place to take deliveries again, and says when the
    next issue comes. `undo` is the line that takes it back."""
    await asyncio.to_thread(_kept, posting, deps)
    deps.nudge()
    covered = (await asyncio.to_thread(deps.store.channels.covered)).get((posting.recipient, edition.key))
    now = deps.now()
    upcoming = next_issue(edition, posting.schedule, covered, now)
    after = upcoming if upcoming > now else next_issue(edition, posting.schedule, edition.window_out(now).end, now)
    return posted_document(edition, posting.schedule, after, undo, comes_now=upcoming == now)


def _kept(posting: Posting, deps: Deps) -> None:
    deps.store.channels.set(posting)
    deps.store.deliveries.unpark(posting.recipient)


async def _post_no_more(edition: Edition, command: Command, deps: Deps) -> Document:
    posting = await asyncio.to_thread(standing_posting, command, edition, deps)
    undo = await asyncio.to_thread(posting_line, posting, edition, deps)
    await asyncio.to_thread(_ended, posting, deps)
    return unposted_document(edition, undo)


def _ended(posting: Posting, deps: Deps) -> None:
    with deps.store.together():
        deps.store.channels.remove(posting.recipient, posting.edition)
        deps.store.deliveries.cancel(posting.recipient, f"edition/{posting.edition}/")


async def _pause(edition: Edition, command: Command, deps: Deps) -> Document:
    posting = await asyncio.to_thread(standing_posting, command, edition, deps)
    await asyncio.to_thread(deps.store.channels.set, replace(posting, paused=True))
    return paused_posting_document(edition, f"digest {edition.words[0]} resume")


async def _resume(edition: Edition, command: Command, deps: Deps) -> Document:
    posting = await asyncio.to_thread(standing_posting, command, edition, deps)
    await refuse_unreachable(command.place, deps)
    return await set_up(replace(posting, paused=False), edition, f"digest {edition.words[0]} pause", deps)


async def _preview(edition: Edition, command: Command, deps: Deps) -> Document:
    return await asyncio.to_thread(_previewed, edition, command, deps)


def _previewed(edition: Edition, command: Command, deps: Deps) -> Document:
    posting = deps.store.channels.get(command.place, edition.key) or new_posting(command, edition)
    return previewed(edition, posting, stack_of(command.place, deps), deps)


def previewed(edition: Edition, posting: Posting, stack: Stack, deps: Deps) -> Document:
    """The issue as a place with this posting and this stack gets it, shown to the asker and sent nowhere. Reads the
    store: call it in a thread."""
    scope = replace(scope_of(posting.recipient, posting.about, deps), stack=stack)
    with speaking(posting.language or spoken()):
        digest = latest_issue(edition, deps, scope)
        coming = next_issue(edition, posting.schedule, digest.window.end, deps.now()).astimezone(posting.zone)
        return issue_document(digest, edition, deps, _settings(edition, posting.recipient), coming)


async def _post_now(edition: Edition, command: Command, deps: Deps) -> Document:
    posting = await asyncio.to_thread(standing_posting, command, edition, deps)
    await refuse_unreachable(command.place, deps)
    is_new = await asyncio.to_thread(publish_now, post_of(posting, edition), deps)
    deps.nudge()
    return posted_now_document(edition, is_new=is_new)


_VERBS: tuple[tuple[frozenset[str], Verb], ...] = (
    (HERE, _post_here),
    (STOP, _post_no_more),
    (PREVIEW, _preview),
    (NOW, _post_now),
    (PAUSE, _pause),
    (RESUME, _resume),
)


def accepts_issue(rest: str, _deps: Deps) -> bool:
    """Nothing, which issue of the edition is meant, or what is to be done with the edition."""
    verb, _, more = rest.partition(" ")
    if not rest or fold(verb) in HERE:
        return True
    if is_number(verb):
        return not more or fold(more) in MINE
    if fold(verb) in PAUSE | RESUME and fold(more) in HERE:
        return True
    return fold(verb) in MINE | STOP | PREVIEW | NOW | PAUSE | RESUME and not more


async def daily(command: Command, deps: Deps) -> Document:
    """The latest daily, or what `digest daily` does with these words."""
    return await digest(replace(command, text=f"daily {command.text}".strip()), deps)


async def weekly(command: Command, deps: Deps) -> Document:
    """The latest weekly, or what `digest weekly` does with these words."""
    return await digest(replace(command, text=f"weekly {command.text}".strip()), deps)


async def deployment(command: Command, deps: Deps) -> Document:
    """The latest deployment weekly, or what `digest deployment` does with these words."""
    return await digest(replace(command, text=f"deployment {command.text}".strip()), deps)
