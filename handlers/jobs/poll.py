"""One poll of one source, from its beginning to its end or its fault.

A batch of updates and the cursor that says they were read are saved in one short transaction, so that a process may be
killed anywhere and loses nothing and doubles nothing. Which sources are polled when is jobs/ingest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.errors import SourceError
from bot.domain.health import Fault, HealthStatus, News, SourceHealth, begun, failed, hastened, succeeded
from bot.domain.poll_schedule import Pace
from bot.domain.tagging.tagger import Tagger
from bot.domain.text import clean
from bot.domain.update import RawUpdate
from bot.sources.http.fetching import FetchError, FetchFault
from bot.sources.polling import Batch, Condition, PolledSource, RateLimited, Unavailable
from handlers.deps import Deps
from handlers.jobs.intake import Intake
from handlers.jobs.polled_items import Sorted, sorted_items
from handlers.jobs.source_notices import tell_of_new_name


@dataclass(frozen=True, slots=True)
class Polled:
    """A source and how often it may be asked. With `since` it is read for its history alone, under a cursor of its own,
    and its health and its regular polls do not hear of that."""

    source: PolledSource
    pace: Pace
    since: datetime | None = None

    @property
    def cursor(self) -> str:
        """The name under which the cursor is kept."""
        return self.source.name if self.since is None else f"{self.source.name} since {self.since.isoformat()}"


@dataclass(frozen=True, slots=True)
class SourceReport:
    """What came of one poll; `error` is a sentence where it ended early, and what was read before it is saved."""

    name: str
    project: str | None
    new: int = 0
    changed: int = 0
    known: int = 0
    refused: int = 0
    error: str = ""


def fault_of(error: SourceError) -> Fault:
    """What an error makes of a source."""
    match error:
        case RateLimited():
            return Fault(error.sentence, HealthStatus.PAUSED, error.until)
        case Unavailable(condition=Condition.BLOCKED | Condition.PRIVATE):
            return Fault(error.sentence, HealthStatus.BLOCKED)
        case Unavailable(condition=Condition.MISSING):
            return Fault(error.sentence, HealthStatus.GONE)
        case FetchError(kind=FetchFault.TIMEOUT):
            return Fault(error.sentence, HealthStatus.SLOW)
        case _:
            return Fault(error.sentence)


class Poll:
    """One poll: takes its batches in and keeps count. All but the count blocks."""

    def __init__(self, polled: Polled, deps: Deps, tagger: Tagger) -> None:
        self.polled = polled
        self.began = deps.now()
        self._deps = deps
        self._intake = Intake(deps.store, deps.vocabulary, deps.projects, deps.now, tagger)
        self._name = polled.source.name
        self._health = SourceHealth(self._name, polled.source.project)
        self._news = News()
        self._renamed = False
        self._report = SourceReport(self._name, polled.source.project)
        self._fresh = 0

    @property
    def brought_news(self) -> bool:
        """Whether anything came that somebody may want to hear of."""
        return self._fresh > 0

    def begin(self) -> str | None:
        """Notes that the poll begins; gives the cursor."""
        store = self._deps.store
        with store.together():
            stored = store.health.get(self._name) or self._health
            lacks = tuple(sorted(lack.value for lack in self.polled.source.lacks))
            self._health = replace(stored, project=self.polled.source.project, lacks=lacks)
            if self.polled.since is None:
                self._health = begun(self._health, self.began)
                self._save(self._health)
            return store.sources.state(self.polled.cursor)

    def take(self, batch: Batch) -> int:
        """Saves a batch with its cursor in one transaction; gives how many updates were new."""
        items = sorted_items(batch.items, self._deps.projects, self.began)
        dates = [found.raw.published for found in items.found]
        loading = batch.progress is not None or not self._health.loaded
        self._news = self._news.and_of(dates)
        self._health = replace(
            self._health, back_to=batch.progress or self._health.back_to, note=items.note or self._health.note
        )
        self._renamed = self._renamed or items.renamed is not None

        def is_history(raw: RawUpdate) -> bool:
            return self._is_history(raw, loading)

        taken = self._intake.take(items.found, is_history=is_history, save_beside=lambda: self._beside(batch, items))
        fresh = {found.raw.key for found in items.found if not is_history(found.raw)}
        self._fresh += len(fresh.intersection(taken.new))
        self._report = replace(
            self._report,
            new=self._report.new + len(taken.new),
            changed=self._report.changed + len(taken.changed),
            known=self._report.known + taken.known,
            refused=self._report.refused + items.refused,
        )
        return len(taken.new)

    def end(self, fault: Fault | None) -> None:
        """Notes how the poll ended, and reads release states anew."""
        now, store = self._deps.now(), self._deps.store
        if self.polled.since is not None:
            if fault is None:
                store.sources.forget_state(self.polled.cursor)
        else:
            before, self._health = self._health, self._health_after(fault, now)
            with store.together():
                self._save(self._health)
                if self._health.is_well and not before.is_well:
                    for health in hastened(store.health.all(), self._health, now):
                        store.health.save(health)
        self._intake.settle()

    def report(self, error: str) -> SourceReport:
        """What came of it."""
        return replace(self._report, error=clean(error))

    def _health_after(self, fault: Fault | None, now: datetime) -> SourceHealth:
        if fault is not None:
            return failed(self._health, fault, now)
        return succeeded(self._health, self._news, now, self.polled.pace, renamed=self._renamed)

    def _beside(self, batch: Batch, items: Sorted) -> None:
        store = self._deps.store
        for version in items.withdrawn:
            if store.versions.remove(version.project, version.tag):
                store.updates.forget_version(version.project, version.version)
        self._intake.take_versions(items.versions)
        self._intake.take_contents(items.contents)
        if items.renamed is not None:
            store.tracked.retitle(self._name, items.renamed.new)
            tell_of_new_name(self._health, items.renamed.new, self._deps)
        store.sources.save_state(self.polled.cursor, batch.state)
        if self.polled.since is None and not self._health.loaded:
            newest = self._news.newest
            last = self._health.last_news
            self._save(replace(self._health, last_news=max(filter(None, (newest, last)), default=None)))

    def _save(self, health: SourceHealth) -> None:
        """Keeps the health; what the owner was told meanwhile is not this poll's matter."""
        stored = self._deps.store.health.get(self._name)
        self._deps.store.health.save(replace(health, told=stored is not None and stored.told))

    def _is_history(self, raw: RawUpdate, loading: bool) -> bool:
        """Whether an update that is new to us is none to readers: it was there before the source was first read, or,
        where history is loaded later, before it was last read."""
        if self.polled.since is not None:
            return raw.published <= (self._health.last_success or self._health.began or self.began)
        return loading and raw.published <= (self._health.began or self.began)
