"""Reading the sources: nothing missed, nothing twice, and one that fails keeps nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import pytest

from bot.domain.health import HealthStatus, SourceHealth
from bot.domain.poll_schedule import WITH_TOKEN
from bot.domain.state import Stage, State
from bot.domain.subscription import Cadence
from bot.domain.update import Kind, Links, Update
from bot.domain.version import TaggedVersion
from bot.sources.base import FoundUpdate, FoundVersion, Refusal
from bot.sources.http.fetching import FetchError, FetchFault
from bot.sources.polling import (
    Condition,
    HistoryRewritten,
    PolledItem,
    RangeCommit,
    RateLimited,
    Renamed,
    TagRange,
    Unavailable,
    VersionOnly,
    Withdrawn,
)
from handlers.deps import Deps
from handlers.jobs.ingest import Ingester, IngestReport
from handlers.jobs.match import match
from handlers.jobs.poll import Polled
from tests.factories import FLASHINFER, NOW, a_query, a_raw_update, a_recipient, a_subscription
from tests.fakes import FakeSource, Killed

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def a_change(number: int, published: datetime = NOW - 2 * HOUR, **changes: object) -> FoundUpdate:
    """A merged pull request of FlashInfer."""
    links = Links(pull=number, commits=(f"{number:040x}",))
    raw = a_raw_update(f"Fix the SM120 path number {number}", number=number, published=published, links=links)
    return FoundUpdate(0, replace(raw, **changes))  # type: ignore[arg-type]


@dataclass
class Reading:
    """The job over fake sources, with a clock that the test moves."""

    deps: Deps
    sources: Sequence[FakeSource]
    now: datetime = NOW
    since: datetime | None = None
    nudged: int = field(default=0)

    def __post_init__(self) -> None:
        self.deps = replace(self.deps, now=lambda: self.now, nudge=self._nudge)
        self.ingester = self.started()

    def _nudge(self) -> None:
        self.nudged += 1

    def started(self) -> Ingester:
        """The job as a process that has just begun has it."""
        return Ingester(self.deps, lambda: [Polled(source, WITH_TOKEN, self.since) for source in self.sources])

    async def once(self) -> IngestReport:
        """Everything once."""
        return await self.ingester.once()

    async def tick(self, later: timedelta = timedelta()) -> None:
        """What is due after so long, until all of it has ended."""
        self.now += later
        await self.ingester.tick()
        await self.ingester.settled()

    def health(self, source: FakeSource) -> SourceHealth:
        """How a source is."""
        health = self.deps.store.health.get(source.name)
        assert health is not None
        return health

    @property
    def stored(self) -> list[Update]:
        """All updates, by number."""
        held = [self.deps.store.updates.get(f"{FLASHINFER}#{number}") for number in range(1, 60)]
        return [update for update in held if update is not None]

    @property
    def numbers(self) -> list[int]:
        """The numbers of all updates."""
        return [update.links.pull or 0 for update in self.stored]


@pytest.fixture
def source() -> FakeSource:
    """FlashInfer with five changes of the last days."""
    return FakeSource(items=[a_change(number, NOW - (6 - number) * DAY) for number in range(1, 6)])


@pytest.fixture
def reading(deps: Deps, source: FakeSource) -> Reading:
    """The job over that source."""
    return Reading(deps, [source])


async def test_first_start(reading: Reading, source: FakeSource) -> None:
    """A first start loads the history, which is not delivered; the source is well and loaded."""
    report = await reading.once()
    assert (report.new, report.failed, reading.numbers) == (5, (), [1, 2, 3, 4, 5])
    assert all(update.history for update in reading.stored)
    health = reading.health(source)
    assert (health.status, health.loaded, health.last_success) == (HealthStatus.OK, True, NOW)
    assert health.last_news == NOW - DAY
    assert health.rhythm == DAY


async def test_what_comes_later_is_news(reading: Reading, source: FakeSource) -> None:
    """What is published after the first reading is news, whenever it was written."""
    await reading.once()
    source.items.append(a_change(6, NOW - 90 * DAY))
    report = await reading.once()
    assert (report.new, reading.numbers) == (1, [1, 2, 3, 4, 5, 6])
    assert [update.links.pull for update in reading.stored if not update.history] == [6]
    assert reading.nudged == 1


async def test_nothing_new_changes_nothing(reading: Reading) -> None:
    """A poll without news saves nothing and wakes nobody."""
    await reading.once()
    before = reading.stored
    assert (await reading.once()).new == 0
    assert reading.stored == before
    assert reading.nudged == 0


async def test_a_failing_source_keeps_nobody(deps: Deps, source: FakeSource) -> None:
    """The others are read; what was read of the failing one before its fault is saved, and it goes on from there."""
    failing = FakeSource(
        "github:vllm-project/vllm",
        "vllm",
        [
            a_change(number, repository="vllm-project/vllm", key=f"vllm-project/vllm#{number}", project="vllm")
            for number in range(1, 6)
        ],
    )
    failing.fault, failing.good = FetchError(FetchFault.TIMEOUT, "api.github.com was too slow."), 1
    reading = Reading(deps, [failing, source])
    report = await reading.once()
    assert [source.error for source in report.sources] == ["api.github.com was too slow.", ""]
    assert (report.sources[0].new, report.sources[1].new) == (2, 5)
    health = reading.health(failing)
    assert (health.status, health.loaded, health.failures) == (HealthStatus.SLOW, False, 1)
    assert health.next_try == NOW + timedelta(minutes=5)
    failing.fault = None
    assert (await reading.once()).sources[0].new == 3
    assert deps.store.updates.coverage()["vllm"].count == 5
    assert all(
        update.history for number in range(1, 6) if (update := deps.store.updates.get(f"vllm-project/vllm#{number}"))
    )


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        pytest.param(Unavailable(Condition.MISSING, "404"), HealthStatus.GONE, id="404"),
        pytest.param(Unavailable(Condition.BLOCKED, "451"), HealthStatus.BLOCKED, id="B049 451"),
        pytest.param(Unavailable(Condition.PRIVATE, "private"), HealthStatus.BLOCKED, id="private"),
        pytest.param(Unavailable(Condition.UNAUTHORIZED, "401"), HealthStatus.FAILING, id="token"),
        pytest.param(FetchError(FetchFault.TIMEOUT, "slow"), HealthStatus.SLOW, id="B030 slow"),
        pytest.param(FetchError(FetchFault.TOO_LARGE, "large"), HealthStatus.FAILING, id="B029 large"),
        pytest.param(RateLimited("limit", NOW + HOUR), HealthStatus.PAUSED, id="limit"),
        pytest.param(ValueError("a fault of ours"), HealthStatus.FAILING, id="ours"),
    ],
)
async def test_faults(fault: Exception, status: HealthStatus, reading: Reading, source: FakeSource) -> None:
    """Whatever goes wrong becomes the source's health, with a sentence, and the cursor stays."""
    await reading.once()
    cursor = reading.deps.store.sources.state(source.name)
    source.fault = fault
    report = await reading.once()
    assert report.sources[0].error
    assert reading.health(source).status is status
    assert "fault of ours" not in reading.health(source).error
    assert reading.deps.store.sources.state(source.name) == cursor


async def test_back_off_and_recovery(reading: Reading, source: FakeSource) -> None:
    """A source that answers 503 for three days is asked ever less often, and at its first answer nothing is missing
    (B027)."""
    await reading.once()
    source.fault = FetchError(FetchFault.UNREACHABLE, "It does not answer.")
    source.polls.clear()
    end = NOW + 3 * DAY
    while reading.now < end:
        await reading.tick(timedelta(minutes=20))
    assert 8 < len(source.polls) < 16
    source.items += [a_change(6, NOW + DAY), a_change(7, NOW + 2 * DAY)]
    source.fault = None
    await reading.tick(DAY)
    assert reading.numbers == [1, 2, 3, 4, 5, 6, 7]
    assert reading.health(source).is_well
    assert [update.links.pull for update in reading.stored if not update.history] == [6, 7]


@pytest.mark.parametrize("killed_after", range(4))
async def test_killed_while_loading(killed_after: int, reading: Reading, source: FakeSource) -> None:
    """A process that is killed between any two batches goes on where it was: nothing twice, all of it history, and
    what came meanwhile is news."""
    source.fault, source.good = Killed(), killed_after
    with pytest.raises(Killed):
        await reading.once()
    source.fault = None
    reading.now += HOUR
    source.items.append(a_change(6, NOW + HOUR / 2))
    reading.ingester = reading.started()
    report = await reading.once()
    assert report.new == 6 - min(2 * killed_after, 5)
    assert reading.numbers == [1, 2, 3, 4, 5, 6]
    assert [update.links.pull for update in reading.stored if not update.history] == [6]


async def test_killed_before_the_batch_is_saved(
    reading: Reading, source: FakeSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between the updates and the cursor: neither is saved, and both are there after the next poll."""
    await reading.once()
    source.items.append(a_change(6))

    def dies(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(reading.deps.store.sources, "save_state", dies)
        with pytest.raises(Killed):
            await reading.once()
    assert reading.numbers == [1, 2, 3, 4, 5]
    assert (await reading.once()).new == 1


async def test_killed_before_the_states_are_read(
    reading: Reading, source: FakeSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Release states that a killed process did not read are read by the next poll, though it brings nothing."""
    await reading.once()
    source.items.append(a_release())

    def dies(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(reading.deps.store.updates, "line_of", dies)
        with pytest.raises(Killed):
            await reading.once()
    assert {update.state.stage for update in reading.stored} == {Stage.UNKNOWN}
    await reading.once()
    assert {update.state.stage for update in reading.stored} == {Stage.RELEASED}


def a_release(tag: str = "v0.6.15", commit: int = 5, at: datetime = NOW - HOUR) -> FoundVersion:
    """A tag on the commit of a change."""
    version = TaggedVersion("flashinfer", "", tag[1:], tag, False, at, f"{commit:040x}")
    raw = a_raw_update(
        tag[1:], number=0, key=f"{FLASHINFER}:{tag}", links=Links(tag=tag), kind=Kind.RELEASE, published=at
    )
    return FoundVersion(0, version, raw)


async def test_a_tag_says_where_changes_are(reading: Reading, source: FakeSource) -> None:
    """When a tag appears, the changes before it are in it; one that its branch has by a pick is, too."""
    await reading.once()
    source.items += [
        a_release(commit=2, at=NOW - 3 * DAY),
        TagRange("flashinfer", "v0.6.15", "v0.6.14", (RangeCommit("f" * 40, pull=3),)),
    ]
    await reading.once()
    assert [update.links.pull for update in reading.stored if update.state.stage is Stage.RELEASED] == [1, 2, 3]


async def test_a_revert_says_what_is_out(reading: Reading, source: FakeSource) -> None:
    """A change that was taken back says so, since when and by what."""
    await reading.once()
    source.items.append(a_change(6, NOW - HOUR, title='Revert "Fix the path (#4)" (#6)'))
    await reading.once()
    out = [update for update in reading.stored if update.state.stage is Stage.REVERTED]
    assert [(update.links.pull, update.state.by, update.state.at) for update in out] == [
        (4, f"{FLASHINFER}#6", NOW - HOUR)
    ]


async def test_open_then_merged(reading: Reading, source: FakeSource) -> None:
    """An open pull request is open until its merge comes in."""
    links = Links(pull=6)
    source.items.append(a_change(6, NOW - DAY, links=links, state=State(Stage.OPEN)))
    await reading.once()
    assert reading.stored[-1].state.stage is Stage.OPEN
    source.items += [a_change(6, NOW - HOUR), a_release(commit=6, at=NOW)]
    await reading.once()
    assert (reading.stored[-1].state.stage, reading.stored[-1].state.version) == (Stage.RELEASED, "0.6.15")


async def test_a_withdrawn_release(reading: Reading, source: FakeSource) -> None:
    """A release that is gone is one line of news, and nothing is in it any more."""
    source.items.append(a_release())
    await reading.once()
    source.items.append(Withdrawn(FLASHINFER, "v0.6.15", f"{FLASHINFER}:v0.6.15"))
    assert (await reading.once()).new == 1
    assert {update.state.stage for update in reading.stored} == {Stage.UNKNOWN}
    news = reading.deps.store.updates.get(f"{FLASHINFER}:v0.6.15~withdrawn")
    assert news is not None
    assert (news.title, news.kind, news.history) == ("0.6.15 was withdrawn", Kind.RELEASE, False)


@pytest.mark.parametrize(
    ("item", "note"),
    [
        pytest.param(
            HistoryRewritten(FLASHINFER, "main", 400), "The history of main was rewritten (400 commits).", id="B047"
        ),
        pytest.param(
            Renamed(FLASHINFER, "flashinfer/flashinfer"), "It is called flashinfer/flashinfer now.", id="B041"
        ),
    ],
)
async def test_events(item: PolledItem, note: str, reading: Reading, source: FakeSource) -> None:
    """What happens to a repository is noted; it makes at the most one line, and no flood."""
    await reading.once()
    source.items.append(item)
    report = await reading.once()
    assert report.new == isinstance(item, HistoryRewritten)
    assert reading.health(source).note == note
    assert reading.health(source).is_well


async def test_refused_items_are_counted(reading: Reading, source: FakeSource) -> None:
    """What a source gives and nobody can use is counted, and the rest is saved."""
    source.items.append(Refusal(0, "has no date"))
    report = await reading.once()
    assert (report.sources[0].refused, report.new) == (1, 5)


async def test_what_is_taken_side_by_side_is_all_counted(deps: Deps, source: FakeSource) -> None:
    """Batches that are saved while others are counted are none the less counted, each once."""
    others = [FakeSource(f"github:ada/r{number}", items=[a_change(40 + number)]) for number in range(7)]
    reading = Reading(deps, [source, *others])
    report = await reading.once()
    assert (report.new, reading.ingester.taken) == (12, 12)


async def test_only_what_is_due(deps: Deps, source: FakeSource) -> None:
    """The clock's tick polls what is due, and each source once however often it ticks (B048, C04)."""
    other = FakeSource("feed:blog", None)
    reading = Reading(deps, [source, other])
    await reading.tick()
    assert (len(source.polls), len(other.polls)) == (1, 1)
    await reading.tick(timedelta(minutes=1))
    assert (len(source.polls), len(other.polls)) == (1, 1)
    await reading.tick(HOUR)
    assert (len(source.polls), len(other.polls)) == (2, 2)


async def test_a_slow_source_is_not_asked_twice(deps: Deps) -> None:
    """While a source is read, another tick leaves it alone and reads the others."""
    asked, going = asyncio.Event(), asyncio.Event()

    class Slow(FakeSource):
        async def poll(self, state: str | None, now: datetime):  # type: ignore[no-untyped-def]
            self.polls.append(now)
            asked.set()
            await going.wait()
            return
            yield

    slow, quick = Slow("github:slow/slow", "slow"), FakeSource()
    reading = Reading(deps, [slow, quick])
    await reading.ingester.tick()
    await reading.ingester.settled(quick.name)
    await asked.wait()
    reading.now += HOUR
    await reading.ingester.tick()
    await reading.ingester.settled(quick.name)
    assert (len(slow.polls), len(quick.polls)) == (1, 2)
    going.set()
    await reading.ingester.settled()


async def test_one_project(deps: Deps, source: FakeSource) -> None:
    """One project alone can be read."""
    other = FakeSource("github:vllm-project/vllm", "vllm")
    reading = Reading(deps, [source, other])
    report = await reading.ingester.once("flashinfer")
    assert [one.name for one in report.sources] == [source.name]
    assert not other.polls


async def test_older_history(deps: Deps, source: FakeSource) -> None:
    """History that is loaded later is not delivered, does not move the source's own cursor, and may be loaded again;
    what nobody has seen yet is news all the same."""
    reading = Reading(deps, [source])
    await reading.once()
    cursor = deps.store.sources.state(source.name)
    health = reading.health(source)
    older = FakeSource(items=[a_change(number, NOW - (60 - number) * DAY) for number in range(10, 13)])
    older.items.append(a_change(13, NOW + HOUR))
    back = Reading(reading.deps, [older], now=NOW + 2 * HOUR, since=NOW - 90 * DAY)
    assert (await back.once()).new == 4
    assert deps.store.sources.state(source.name) == cursor
    assert reading.health(source) == health
    assert [update.links.pull for update in back.stored if not update.history] == [13]
    assert (await back.once()).new == 0


async def test_at_once_hears_news_and_no_history(reading: Reading, source: FakeSource) -> None:
    """A subscriber to everything about SM120 hears of what is published after the first reading, and of nothing of
    the last days that it loaded (B020)."""
    deps = reading.deps
    deps.store.subscriptions.add(
        a_subscription(cadence=Cadence.AT_ONCE, query=a_query("hardware:sm120"), created=NOW - 60 * DAY)
    )
    await reading.once()
    assert await match(deps) == 0
    source.items.append(a_change(6, NOW + HOUR))
    await reading.tick(2 * HOUR)
    assert await match(deps) == 1
    assert await match(deps) == 0


async def test_news_are_matched_whatever_comes_between(reading: Reading, source: FakeSource) -> None:
    """What is saved after a match is newer to the next one, even if the clock was set back a little meanwhile."""
    deps = reading.deps
    deps.store.subscriptions.add(
        a_subscription(cadence=Cadence.AT_ONCE, query=a_query("hardware:sm120"), created=NOW - DAY)
    )
    await reading.once()
    source.items.append(a_change(6, NOW))
    await reading.tick(HOUR)
    assert await match(deps) == 1
    source.items.append(a_change(7, NOW))
    reading.now -= timedelta(minutes=30)
    await reading.once()
    assert await match(deps) == 1


async def test_the_owner_is_told_once(reading: Reading, source: FakeSource) -> None:
    """A source that fails for a day is told once, after an hour, and once more when it is back."""
    reading.deps = replace(reading.deps, ops=a_recipient(id="ops"))
    reading.ingester = reading.started()
    await reading.once()
    source.fault = FetchError(FetchFault.UNREACHABLE, "It does not answer.")
    told = await told_within(DAY, reading)
    assert [key.split("/")[-2] for key, _ in told] == ["failed"]
    assert NOW + HOUR < told[0][1] < NOW + 3 * HOUR
    source.fault = None
    told = await told_within(2 * DAY, reading, HOUR)
    assert [key.split("/")[-2] for key, _ in told] == ["recovered"]


async def told_within(
    span: timedelta, reading: Reading, step: timedelta = timedelta(minutes=10)
) -> list[tuple[str, datetime]]:
    """What the owner is told, and when, while the clock ticks on."""
    told: list[tuple[str, datetime]] = []
    deliveries, end = reading.deps.store.deliveries, reading.now + span
    while reading.now < end:
        await reading.tick(step)
        for delivery in deliveries.claim(reading.now, HOUR, 50):
            assert delivery.recipient.id == "ops"
            told.append((delivery.key, reading.now))
            deliveries.finish(delivery.key, delivery.token, NOW)
    return told


async def test_a_short_failure_is_told_to_nobody(reading: Reading, source: FakeSource) -> None:
    """What is over within the hour is nobody's concern."""
    reading.deps = replace(reading.deps, ops=a_recipient(id="ops"))
    reading.ingester = reading.started()
    await reading.once()
    source.fault = FetchError(FetchFault.UNREACHABLE, "It does not answer.")
    for _ in range(5):
        await reading.tick(timedelta(minutes=10))
    source.fault = None
    await reading.tick(HOUR)
    await reading.tick()
    assert not reading.deps.store.deliveries.claim(reading.now + DAY, HOUR, 50)


async def test_silence_is_told_once(reading: Reading, source: FakeSource) -> None:
    """A source that answers and brings nothing for far longer than is usual for it is told of once; when it has
    spoken and is silent again, once more."""
    reading.deps = replace(reading.deps, ops=a_recipient(id="ops"))
    reading.ingester = reading.started()
    await reading.once()
    told = await told_within(20 * DAY, reading, 12 * HOUR)
    assert [key.split("/")[-2] for key, _ in told] == ["silent"]
    source.items.append(a_change(30, reading.now))
    told = await told_within(2 * DAY, reading, HOUR)
    assert not told
    told = await told_within(60 * DAY, reading, 12 * HOUR)
    assert [key.split("/")[-2] for key, _ in told] == ["silent"]


async def test_a_new_name_is_told_once(reading: Reading, source: FakeSource) -> None:
    """Who runs it hears of a new name once, however often the source tells it (B041)."""
    reading.deps = replace(reading.deps, ops=a_recipient(id="ops"))
    reading.ingester = reading.started()
    for _ in range(2):
        source.items.append(Renamed(FLASHINFER, "flashinfer/flashinfer"))
        await reading.once()
    claimed = reading.deps.store.deliveries.claim(reading.now + DAY, HOUR, 50)
    assert [delivery.key for delivery in claimed] == [f"source/{source.name}/renamed/flashinfer/flashinfer"]


async def test_versions_of_old(reading: Reading, source: FakeSource) -> None:
    """A tag that was there before anybody listened says where changes are, and is no news itself."""
    source.items.append(VersionOnly(a_release().version))
    report = await reading.once()
    assert report.new == 5
    assert {update.state.stage for update in reading.stored} == {Stage.RELEASED}
