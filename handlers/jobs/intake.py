"""Taking updates in: what a source hands in is met with what is stored, tagged and saved, a batch at a time.

Known updates that say nothing new are not tagged again, so that taking in the same thing twice changes nothing, even
where a repository's template has been learnt better meanwhile. Where things come from is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.identity import commit_key
from bot.domain.merging import as_mentions, as_raw, joined_tags, merge
from bot.domain.project import Projects
from bot.domain.release_state import changed_states
from bot.domain.tagging.build import build
from bot.domain.tagging.tagged import Tagged
from bot.domain.tagging.tagger import Tagger
from bot.domain.template import EMPTY, Template, TemplateLearner
from bot.domain.update import BodyState, Kind, Precision, RawUpdate, Update
from bot.domain.version import TaggedVersion
from bot.domain.vocabulary import Vocabulary
from bot.sources.base import FoundUpdate
from storage.store import Store

WHOLE_HASH = 40
MOST_TRIES = 5
"""So often what another process changed meanwhile is read again."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a batch: the keys that are new and changed, and how many updates said nothing new."""

    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    known: int = 0


class Intake:
    """Made for one run. `take` may be called as often as needed; `settle` once at the end."""

    def __init__(self, store: Store, vocabulary: Vocabulary, projects: Projects, now: datetime) -> None:
        self._store = store
        self._projects = projects
        self._now = now
        self._tagger = Tagger(vocabulary, projects)
        self._templates = _Templates(store)
        self._touched: set[str] = set()

    def take(self, batch: Sequence[FoundUpdate]) -> Taken:
        """Saves a batch of updates in one transaction; a few hundred are best. What another process changed while this
        one read it is read and put together again."""
        taken, tries = Taken(), 0
        while batch:
            tries += 1
            some, batch = self._take(batch, last=tries == MOST_TRIES)
            taken = Taken(taken.new + some.new, taken.changed + some.changed, taken.known + some.known)
        return taken

    def _take(self, batch: Sequence[FoundUpdate], *, last: bool) -> tuple[Taken, Sequence[FoundUpdate]]:
        """What became of a batch, and what of it was overtaken by another process; in the last try nothing is."""
        known = _Known(self._store, batch)
        news = [(found, before) for found in batch if not _says_nothing(found.raw, before := known.of(found.raw))]
        templates = self._templates.learnt(found.raw for found, _ in news)
        updates = [self._updated(found, before, templates.get(found.raw.repository, EMPTY)) for found, before in news]
        # Not only what is new: a run that was cut off has saved what this one knows, and read no states.
        self._touched.update(found.raw.project for found in batch)
        made_of = [before.revision if before else 0 for _, before in news]
        saved = self._store.updates.save(updates, None if last else made_of)
        self._templates.keep()
        taken = Taken(saved.new, saved.changed, len(batch) - len(news) + saved.known)
        return taken, [news[place][0] for place in saved.overtaken]

    def take_versions(self, versions: Sequence[TaggedVersion]) -> int:
        """Saves tags; gives how many were new or had changed."""
        if not versions:
            return 0
        self._touched.update(version.project for version in versions)
        return self._store.versions.save(versions)

    def settle(self) -> int:
        """Reads anew where the changes of the projects that were handed in can be had; gives how many states are other
        than before."""
        states = 0
        for project in sorted(self._touched):
            versions = self._store.versions.of(project)
            if versions:
                line = self._store.updates.line_of(project)
                different = changed_states(self._projects.by_key.get(project), versions, line)
                self._store.updates.set_states(different)
                states += len(different)
        self._touched.clear()
        return states

    def _updated(self, found: FoundUpdate, known: Update | None, template: Template) -> Update:
        raw = found.raw
        incoming = build(raw, self._tagged(found, template), self._now)
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


class _Known:
    """What is stored of a batch's updates, by key and by commit."""

    def __init__(self, store: Store, batch: Iterable[FoundUpdate]) -> None:
        raws = [found.raw for found in batch]
        # A commit may be known by its pull request, and a pull request by nothing but its commit.
        by_hash = {raw.links.commits[0]: raw for raw in raws if raw.links.commits and raw.links.pull is None}
        keys = dict.fromkeys(key for raw in raws for key in (raw.key, *_commit_keys(raw)))
        keys |= dict.fromkeys(store.updates.by_commits(by_hash).values()) if by_hash else {}
        self._by_key: dict[str, Update] = {}
        for update in store.updates.of_keys(keys):
            self._put(update)
        for raw in raws:
            if raw.key not in self._by_key and (cut := raw.key.rpartition("@")[2]) != raw.key and len(cut) < WHOLE_HASH:
                for update in store.updates.by_commit(cut):
                    if update.repository.casefold() == raw.repository.casefold():
                        self._by_key.setdefault(raw.key, update)
                        self._put(update)

    def of(self, raw: RawUpdate) -> Update | None:
        """The stored update that this one is; None if it is new."""
        keys = (raw.key, *_commit_keys(raw))
        return next((self._by_key[key] for key in keys if key in self._by_key), None)

    def _put(self, update: Update) -> None:
        self._by_key[update.key] = update
        for sha in update.links.commits:
            self._by_key.setdefault(_hash_key(update.repository, sha), update)


def _commit_keys(raw: RawUpdate) -> tuple[str, ...]:
    return tuple(_hash_key(raw.repository, sha) for sha in raw.links.commits)


def _hash_key(repository: str, sha: str) -> str:
    return commit_key(repository, sha, "")


class _Templates:
    """The template lines of each repository: those of earlier runs, and what this one learns from new updates."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._learner = TemplateLearner()
        self._stored: dict[str, frozenset[str]] = {}

    def learnt(self, raws: Iterable[RawUpdate]) -> dict[str, Template]:
        """Learns from the bodies of a batch, then gives the templates of its repositories."""
        names: dict[str, None] = {}
        for raw in raws:
            # A digest's further sentences are nobody's template.
            if raw.kind is not Kind.RELEASE and raw.precision is not Precision.RANGE:
                self._learner.observe(raw.repository, raw.body)
                names[raw.repository] = None
        return {name: self._template(name) for name in names}

    def keep(self) -> None:
        """Saves what was learnt for later runs."""
        for name in self._stored:
            self._store.sources.save_template(name, self._template(name).lines)

    def _template(self, name: str) -> Template:
        key = name.casefold()
        if key not in self._stored:
            self._stored[key] = self._store.sources.template(key)
        return Template(self._stored[key] | self._learner.template(key).lines)
