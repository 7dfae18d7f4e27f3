"""Taking updates in: what a source hands in is met with what is stored, tagged and saved, a batch at a time.

A batch is one transaction, and what says that it was read (a source's cursor) is saved in it. `first_seen` is set while
nobody else can save and never goes back, so that whoever asks for what came since an instant misses nothing.

Known updates that say nothing new are not tagged again, so that taking in the same thing twice changes nothing, even
where a repository's template has been learnt better meanwhile. Where things come from is not known here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.domain.containment import Containment
from bot.domain.merging import as_mentions, as_raw, joined_tags, merge
from bot.domain.project import Projects
from bot.domain.release_state import changed_states
from bot.domain.reverting import reverts_among
from bot.domain.tag_correction import corrected
from bot.domain.tagging.build import build
from bot.domain.tagging.tagged import Tagged
from bot.domain.tagging.tagger import Tagger
from bot.domain.template import EMPTY, Template
from bot.domain.update import BodyState, Precision, RawUpdate, Update
from bot.domain.version import TaggedVersion
from bot.domain.vocabulary import Vocabulary
from bot.sources.base import FoundUpdate
from handlers.jobs.known import Known
from handlers.jobs.templates import Templates
from storage.store import Store

MOST_TRIES = 5
"""So often what another process changed meanwhile is read again."""
SEEN_UNTIL = "seen until"
UNSETTLED = "states to read anew"
"""The keys under which the store remembers the latest `first_seen`, and the projects whose release states are due."""
CLOCK_SET_BACK = timedelta(days=1)
"""A clock that was set back further is believed; then `first_seen` goes back once."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a batch: the keys that are new and changed, and how many updates said nothing new."""

    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    known: int = 0


def seen_until(store: Store) -> datetime | None:
    """The latest `first_seen` that the store gave; None for one that took nothing in. All that it has seen up to then
    is there for whoever asks after this."""
    stored = store.meta.get(SEEN_UNTIL)
    return datetime.fromisoformat(stored) if stored else None


def never(_: RawUpdate) -> bool:
    """Nothing is history."""
    return False


def nothing() -> None:
    """Nothing is saved beside the updates."""


class Intake:
    """Made for one run of one source, or of several in turn. `take` may be called as often as needed; `settle` once at
    the end, and if that was prevented, by any later run."""

    def __init__(
        self,
        store: Store,
        vocabulary: Vocabulary,
        projects: Projects,
        now: Callable[[], datetime],
        tagger: Tagger | None = None,
    ) -> None:
        self._store = store
        self._projects = projects
        self._now = now
        self._tagger = tagger or Tagger(vocabulary, projects)
        self._templates = Templates(store)

    def take(
        self,
        batch: Sequence[FoundUpdate],
        *,
        is_history: Callable[[RawUpdate], bool] = never,
        save_beside: Callable[[], None] = nothing,
    ) -> Taken:
        """Saves a batch of updates in one transaction, with what `save_beside` saves; a few hundred are best. What
        another process changed while this one read it is read and put together again.

        Updates that are new and that `is_history` names are not news to anybody.
        """
        taken, tries = Taken(), 0
        while True:
            tries += 1
            some, batch = self._take(batch, is_history, save_beside, last=tries == MOST_TRIES)
            taken = Taken(taken.new + some.new, taken.changed + some.changed, taken.known + some.known)
            if not batch:
                return taken

    def _take(
        self,
        batch: Sequence[FoundUpdate],
        is_history: Callable[[RawUpdate], bool],
        save_beside: Callable[[], None],
        *,
        last: bool,
    ) -> tuple[Taken, Sequence[FoundUpdate]]:
        """What became of a batch, and what of it was overtaken by another process; in the last try nothing is. What is
        saved beside is saved with the last of the batch."""
        known = Known(self._store, batch)
        news = [(found, before) for found in batch if not _says_nothing(found.raw, before := known.of(found.raw))]
        templates = self._templates.learnt(found.raw for found, _ in news)
        updates = [self._updated(found, before, templates.get(found.raw.repository, EMPTY)) for found, before in news]
        updates = self._corrected(updates, [before for _, before in news])
        past = {found.raw.key for found, before in news if before is None and is_history(found.raw)}
        made_of = None if last else [before.revision if before else 0 for _, before in news]
        with self._store.together():
            seen = self._seen_now() if updates else self._now()
            placed = [
                replace(update, first_seen=seen, history=update.history or update.key in past) for update in updates
            ]
            saved = self._store.updates.save(placed, made_of)
            if saved.new or saved.changed:
                self._remember_unsettled(update.project for update in updates)
            self._templates.keep()
            if not saved.overtaken:
                save_beside()
        taken = Taken(saved.new, saved.changed, len(batch) - len(news) + saved.known)
        return taken, [news[place][0] for place in saved.overtaken]

    def take_versions(self, versions: Sequence[TaggedVersion]) -> int:
        """Saves tags; gives how many were new or had changed."""
        with self._store.together():
            different = self._store.versions.save(versions) if versions else 0
            if different:
                self._remember_unsettled(version.project for version in versions)
        return different

    def take_contents(self, contents: Sequence[Containment]) -> int:
        """Saves what tags hold; gives how many were new or had changed."""
        with self._store.together():
            different = self._store.contents.save(contents)
            if different:
                self._remember_unsettled(content.project for content in contents)
        return different

    def settle(self) -> int:
        """Reads anew where the changes of the projects that were handed in can be had; gives how many states are other
        than before."""
        states = 0
        for project in self._unsettled():
            with self._store.together():
                states += self._read_states(project)
                rest = [other for other in self._unsettled() if other != project]
                self._store.meta.set(UNSETTLED, json.dumps(rest))
        return states

    def _read_states(self, project: str) -> int:
        versions, reverts = self._store.versions.of(project), self._store.updates.reverts_of(project)
        if not versions and not reverts:
            return 0
        line = self._store.updates.line_of(project)
        different = changed_states(
            self._projects.by_key.get(project),
            versions,
            line,
            self._store.contents.of(project),
            reverts_among(line, reverts),
        )
        self._store.updates.set_states(different)
        return len(different)

    def _unsettled(self) -> list[str]:
        return list(map(str, json.loads(self._store.meta.get(UNSETTLED) or "[]")))

    def _remember_unsettled(self, projects: Iterable[str]) -> None:
        known = self._unsettled()
        both = sorted({*known, *projects})
        if both != known:
            self._store.meta.set(UNSETTLED, json.dumps(both))

    def _seen_now(self) -> datetime:
        """Now, or just after the latest instant at which anything was seen if the clock was set back a little since: no
        two batches have one, so that what came after an instant is told apart from what came at it."""
        now, last = self._now(), seen_until(self._store)
        seen = last + datetime.resolution if last and now <= last <= now + CLOCK_SET_BACK else now
        self._store.meta.set(SEEN_UNTIL, seen.isoformat())
        return seen

    def _updated(self, found: FoundUpdate, known: Update | None, template: Template) -> Update:
        raw = found.raw
        incoming = build(raw, self._tagged(found, template), self._now())
        if known is None or (known.sample and raw.sample):
            return incoming if known is None else merge(known, incoming)
        merged = _with_key(merge(known, incoming), known, raw)
        from_digest = Precision.RANGE in (raw.precision, known.precision)
        if raw.sample or known.sample or (from_digest and not _leads(merged, raw)):
            return merged
        if from_digest:
            return replace(merged, kind=incoming.kind, noise=incoming.noise)
        whole = self._tagger.tag(as_raw(merged), template)
        said_elsewhere = known.tags if known.summary else ()
        return replace(
            merged,
            kind=whole.kind,
            noise=whole.noise,
            figures=whole.figures,
            tags=joined_tags(whole.tags, said_elsewhere),
        )

    def _corrected(self, updates: Sequence[Update], before: Sequence[Update | None]) -> list[Update]:
        """The updates as accepted corrections have them, also those given under an earlier key."""
        keys = [{update.key, known.key if known else update.key} for update, known in zip(updates, before, strict=True)]
        accepted = self._store.feedback.accepted({key for own in keys for key in own})
        if not accepted:
            return list(updates)
        return [
            corrected(update, [one for key in sorted(own) for one in accepted.get(key, ())])
            for update, own in zip(updates, keys, strict=True)
        ]

    def _tagged(self, found: FoundUpdate, template: Template) -> Tagged:
        """What an update is about. A digest's sentence is read for itself; its further sentences only mention."""
        raw = found.raw
        to_read = raw if raw.precision is not Precision.RANGE else _sentence_alone(raw)
        tagged = self._tagger.tag(to_read, template)
        tags = raw.extra_tags if raw.all_tags else tagged.tags
        if found.further:
            mentions = [as_mentions(self._tagger.tag(_sentence(raw, text), EMPTY).tags) for text in found.further]
            tags = joined_tags(tags, *mentions)
        return Tagged(
            kind=raw.kind or tagged.kind,
            tags=tags,
            figures=raw.figures if raw.all_tags else tagged.figures,
            noise=tagged.noise if raw.noise is None else raw.noise,
        )


def _says_nothing(raw: RawUpdate, known: Update | None) -> bool:
    """Whether everything that was handed in is stored already."""
    if known is None:
        return False
    tags = raw.extra_tags if raw.all_tags else known.tags
    figures = raw.figures if raw.all_tags else known.figures
    noise = known.noise if raw.noise is None else raw.noise
    same = build(raw, Tagged(raw.kind or known.kind, tags, figures, noise), known.first_seen)
    return _with_key(merge(known, same), known, raw) == known


def _with_key(merged: Update, known: Update, raw: RawUpdate) -> Update:
    """An update that was known by its commit alone takes the pull request's key once that is told."""
    if raw.links.pull is not None and known.links.pull is None and "@" in known.key:
        return replace(merged, key=raw.key, url=raw.url)
    return merged


def _leads(merged: Update, raw: RawUpdate) -> bool:
    return (merged.title, merged.published) == (raw.title, raw.published)


def _sentence_alone(raw: RawUpdate) -> RawUpdate:
    return _sentence(raw, raw.summary if raw.title in raw.summary else f"{raw.title}: {raw.summary}")


def _sentence(raw: RawUpdate, text: str) -> RawUpdate:
    return replace(raw, title=text, body="", body_state=BodyState.MISSING)
