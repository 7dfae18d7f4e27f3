"""What the store must hold in the end, and what is wrong with it, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot.domain.state import Stage
from bot.domain.update import Precision, Update
from bot.domain.window import Window
from storage.store import Store
from tests.soak.bot import key_of
from tests.soak.life import Life
from tests.standins.github_world import BEGIN


@dataclass(slots=True)
class Sight:
    """What a feed showed at a poll that went well."""

    titles: set[str] = field(default_factory=set)
    tags: set[str] = field(default_factory=set)


def stored(store: Store, name: str) -> tuple[Update, ...]:
    """All that the store holds of a repository."""
    whole = Window(BEGIN - timedelta(days=400), BEGIN + timedelta(days=400), ZoneInfo("UTC"))
    return store.updates.in_window(whole, [key_of(name)])


def faults_of(store: Store, name: str, life: Life, began: datetime, sight: Sight | None) -> Iterable[str]:
    """What is wrong with what is stored of a repository that was read from `began` on; with `sight`, by its feeds."""
    health = store.health.get(f"github:{name}")
    if health is None or not health.is_well:
        yield f"is {health.status.value}: {health.error}" if health else "was never read"
    every = stored(store, name)
    events = [update for update in every if "~" in update.key]
    changes = [update for update in every if update.links.tag is None and "~" not in update.key]
    releases = [update for update in every if update.links.tag is not None and "~" not in update.key]
    yield from _changes(life, changes, sight)
    yield from _releases(life, releases, sight)
    lines = sum("~rewritten" in update.key for update in events)
    if lines > life.rewrites or (lines < life.rewrites and sight is None):
        yield f"{life.rewrites} rewritten histories, {lines} lines"
    for update in (*changes, *releases):
        if update.history != (update.published <= began) and update.precision is Precision.SECOND:
            yield f"{update.title} of {update.published} is {'history' if update.history else 'news'}"
    if sight is None:
        yield from _withdrawals(life, releases, events)
        yield from _notes(life, releases)
        yield from _states(life, changes)


def _changes(life: Life, changes: list[Update], sight: Sight | None) -> Iterable[str]:
    titles = Counter(update.title for update in changes)
    yield from (f"{title} stands {count} times" for title, count in titles.items() if count > 1)
    must = set(life.must.values())
    wanted = must if sight is None else must & sight.titles
    yield from (f"{title} is missing" for title in sorted(wanted - titles.keys()))
    yield from (f"{title} is not true" for title in sorted(titles.keys() - must - life.may))


def _releases(life: Life, releases: list[Update], sight: Sight | None) -> Iterable[str]:
    tags = Counter(update.links.tag or "" for update in releases)
    yield from (f"release {tag} stands {count} times" for tag, count in tags.items() if count > 1)
    wanted = life.tags if sight is None else life.tags & sight.tags
    yield from (f"release {tag} is missing" for tag in sorted(wanted - tags.keys()))
    yield from (f"release {tag} is not true" for tag in sorted(tags.keys() - life.tags - life.gone))


def _withdrawals(life: Life, releases: list[Update], events: list[Update]) -> Iterable[str]:
    """One line for each release that was read and is gone."""
    told = Counter(update.links.tag or "" for update in events if "~withdrawn" in update.key)
    gone = Counter({update.links.tag or "" for update in releases} - life.tags)
    if told != gone:
        yield f"withdrawn: {sorted(told.elements())}, gone: {sorted(gone)}"


def _notes(life: Life, releases: list[Update]) -> Iterable[str]:
    notes = {one.tag: one.body for one in life.repo.releases if not one.draft}
    for update in releases:
        tag = update.links.tag or ""
        if update.body != notes.get(tag, update.body):
            yield f"release {tag} says {update.body}, not {notes[tag]}"


def _states(life: Life, changes: list[Update]) -> Iterable[str]:
    """Where each change can be had. Left out are changes that stand under another hash now and have no number, by which
    nobody can know them in a tag, those whose date was not believed because the clock was wrong, and repositories with
    a withdrawn release, which may have held them."""
    if life.gone:
        return
    holders: dict[str, str] = {}
    for tag in life.in_order():
        for commit in map(life.repo.commits.__getitem__, life.repo.reach(life.repo.tags[tag].commit)):
            holders.setdefault(life.stored_title(commit), tag)
    for update in changes:
        unnumbered = update.title in life.rewritten and update.links.pull is None
        if update.precision is not Precision.SECOND or update.title in life.may or unnumbered:
            continue
        holder = holders.get(update.title)
        told = f"v{update.state.version}" if update.state.stage is Stage.RELEASED else None
        if told != holder:
            yield f"{update.title} is {update.state.stage.value} {update.state.version}, not in {holder}"
