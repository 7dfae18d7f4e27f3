"""Tags what is stored anew, after the vocabulary or the rules have changed. Runs in one thread, week by week.

What a source stated itself (the sample, a digest's sentences, a release's kind) stays as it was stated;
what a person said and the operator accepted stands over both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from zoneinfo import ZoneInfo

from bot.domain.merging import as_raw, joined_tags
from bot.domain.tag_correction import corrected
from bot.domain.tagging.tagger import Tagger
from bot.domain.template import EMPTY, Template, TemplateLearner
from bot.domain.update import Precision, Update
from bot.domain.window import Window
from handlers.deps import Deps

STEP = timedelta(days=7)
BATCH = 500


@dataclass(frozen=True, slots=True)
class RetagReport:
    """How many updates were read, and how many of them changed."""

    read: int
    changed: int


def retag(deps: Deps, moved: Callable[[int], None] | None = None) -> RetagReport:
    """Tags every stored update anew; `moved` is told how many have been read. Memory is bounded by a week's updates."""
    templates = _templates(deps)
    tagger = Tagger(deps.vocabulary, deps.projects)
    read = changed = 0
    batch: list[Update] = []
    for update in _stored(deps):
        read += 1
        batch.append(update)
        if len(batch) == BATCH:
            changed += _saved(batch, tagger, templates, deps)
            batch = []
            if moved:
                moved(read)
    changed += _saved(batch, tagger, templates, deps)
    deps.store.updates.reindex()
    return RetagReport(read, changed)


def _saved(batch: Sequence[Update], tagger: Tagger, templates: Mapping[str, Template], deps: Deps) -> int:
    """How many of the batch have other tags now. What an import changed meanwhile is read again, never undone."""
    changed = 0
    while batch:
        accepted = deps.store.feedback.accepted(update.key for update in batch)
        anew = [
            corrected(
                _tagged_anew(update, tagger, templates.get(update.repository, EMPTY)), accepted.get(update.key, ())
            )
            for update in batch
        ]
        saved = deps.store.updates.save(anew, [update.revision for update in batch])
        changed += len(saved.changed)
        batch = deps.store.updates.of_keys([batch[place].key for place in saved.overtaken])
    return changed


def _templates(deps: Deps) -> Mapping[str, Template]:
    """The template lines of each repository: those that imports have learnt, and what all bodies together teach."""
    learner, repositories = TemplateLearner(), set[str]()
    for update in _stored(deps):
        learner.observe(update.repository, update.body)
        repositories.add(update.repository)
    return {name: Template(learner.template(name).lines | deps.store.sources.template(name)) for name in repositories}


def _stored(deps: Deps) -> Iterator[Update]:
    """Every stored update, a week at a time from the oldest on."""
    held = deps.store.updates.coverage().values()
    if not held:
        return
    start, last = min(row.oldest for row in held), max(row.newest for row in held)
    while start <= last:
        yield from deps.store.updates.in_window(Window(start, start + STEP, ZoneInfo("UTC")))
        start += STEP


def _tagged_anew(update: Update, tagger: Tagger, template: Template) -> Update:
    """The update with what the rules say now; one that only a digest told of (precision RANGE) and the sample keep
    what they came with."""
    if update.sample or update.precision is Precision.RANGE:
        return update
    raw = as_raw(update)
    tagged = tagger.tag(raw, template)
    tags = tagged.tags
    if update.summary:
        tags = joined_tags(tags, tagger.tag(replace(raw, title=update.summary, body=""), EMPTY).tags)
    return replace(update, kind=tagged.kind, tags=tags, figures=tagged.figures, noise=tagged.noise)
