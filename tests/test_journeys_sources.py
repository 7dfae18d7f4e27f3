"""The road from a source's bytes to what a platform received, and a night in which the sources were not there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.feed import WatchList
from bot.domain.poll_schedule import WITH_TOKEN
from bot.domain.project import Projects
from bot.domain.question.lexicon import Lexicon
from bot.domain.update import Links
from bot.platforms.terminal import shell_user
from bot.reading import SourceBook, hosts_of
from bot.sources.base import FoundUpdate
from bot.sources.http.fetching import FetchError, FetchFault
from config.feeds import load_feeds
from config.settings import Settings, load_settings
from handlers.audience import seen_from
from handlers.deps import Deps
from handlers.jobs.deliver import deliver
from handlers.jobs.ingest import Ingester, IngestReport
from handlers.jobs.match import match
from handlers.jobs.poll import Polled
from handlers.jobs.publish import Post, publish
from handlers.router import dispatch
from storage.store import Store
from tests.editions import SYSTEMS_DAILY
from tests.factories import SHANGHAI, a_command, a_project, a_raw_update, a_vocabulary, an_actor, some_projects
from tests.fakes import FakePlatform, FakeSource, texts
from tests.standins.github import GitHubStandIn
from tests.standins.github_world import TOKEN, Pull, Repository
from tests.stores import without_rows

FLASHINFER = "flashinfer-ai/flashinfer"
NO_FEEDS = WatchList((), ())


class Bot:
    """The bot in one process over GitHub's stand-in: reads, matches and sends; its clock is the stand-in's."""

    def __init__(
        self, github: GitHubStandIn, folder: Path, projects: Projects, watch: WatchList = NO_FEEDS, hosts: str = ""
    ) -> None:
        self.github = github
        self.platform = FakePlatform()
        vocabulary = a_vocabulary()
        self.store = Store.open(f"sqlite:///{without_rows(folder / 'store.db')}", closure=vocabulary.closure)
        self.settings: Settings = load_settings(
            {
                "GITHUB_TOKEN": TOKEN,
                "GITHUB_API_URL": github.api,
                "GITHUB_URL": github.web,
                "ALLOWED_HOSTS": f"{github.host} {hosts}".strip(),
            }
        )
        self.awaited: dict[str, set[int]] = {}
        self.book = SourceBook(
            self.settings,
            projects,
            vocabulary,
            self.store.tracked,
            watch=watch,
            awaited=lambda project: self.awaited.get(project, set()),
        )
        self.deps = Deps(
            self.store,
            projects,
            vocabulary,
            Lexicon(vocabulary, projects),
            lambda: github.world.now,
            look_at=self.book.look_at,
        )
        self.ingester = Ingester(self.deps, self.book.polled)

    async def read(self) -> IngestReport:
        """Everything once, a quarter of an hour later."""
        self.github.world.tick(15)
        return await self.ingester.once()

    async def told(self) -> list[str]:
        """What subscribers received since the last time."""
        before = len(self.platform.posted)
        await match(self.deps)
        while await deliver(self.deps, {"terminal": self.platform}):
            pass
        return self.platform.seen[before:]

    async def ask(self, text: str, place: Recipient | None = None) -> str:
        """What a reader at a place sees."""
        place = place or shell_user()
        actor = an_actor(platform=place.platform, workspace=place.workspace)
        (seen,) = texts([await dispatch(a_command(text, actor=actor, place=place, at=self.deps.now()), self.deps)])
        return seen

    async def close(self) -> None:
        """Ends it."""
        await self.book.close()
        self.store.close()


@pytest.fixture
async def github() -> AsyncIterator[GitHubStandIn]:
    """A GitHub without repositories."""
    async with GitHubStandIn() as standin:
        yield standin


@pytest.fixture
def flashinfer(github: GitHubStandIn) -> Repository:
    """FlashInfer with a release, whose history is a few weeks old."""
    repository = github.world.repository(FLASHINFER, commits=2)
    repository.squash(3800, "Fix the SM120 path of old")
    repository.release("v0.6.14")
    github.world.tick(60)
    return repository


@pytest.fixture
async def bot(github: GitHubStandIn, tmp_path: Path, flashinfer: Repository) -> AsyncIterator[Bot]:
    """The bot, which watches FlashInfer and has not read it yet."""
    made = Bot(github, tmp_path, Projects([p for p in some_projects().all if p.key == "flashinfer"]))
    yield made
    await made.close()


async def test_from_github_to_a_direct_message(bot: Bot, flashinfer: Repository) -> None:
    """A change that is merged after the first reading comes to its subscriber at once and once; history does not."""
    await bot.ask("subscribe flashinfer sm120 at-once")
    report = await bot.read()
    assert not report.failed, report
    assert await bot.told() == []
    assert "SM120 path of old" in await bot.ask("flashinfer sm120")
    flashinfer.squash(3838, "Fix wrong NVFP4 attention on SM120", "The scales were read twice.")
    flashinfer.squash(3839, "Fix a path on SM86")
    assert (await bot.read()).new == 2
    (message,) = await bot.told()
    assert "Wrong NVFP4 attention on SM120" in message
    assert "#3838" in message
    await bot.read()
    assert await bot.told() == []


async def test_a_pick_into_a_release_branch(bot: Bot, flashinfer: Repository) -> None:
    """A change that was picked into the branch of 0.6.15 is in 0.6.15, one beside it is unreleased, and 0.6.16 holds
    both (WORDING.md 0.2)."""
    await bot.read()
    cut = flashinfer.head
    main = flashinfer.squash(3863, "Fix ragged prefill on SM120")
    flashinfer.squash(3864, "Add a kernel for SM120")
    await bot.read()
    pick = flashinfer.commit(
        "Fix ragged prefill on SM120 (#3863)",
        f"(cherry picked from commit {main.sha})",
        parents=(cut,),
        on_branch=False,
    )
    flashinfer.tag("v0.6.15", pick.sha, annotated=True)
    flashinfer.release("v0.6.15")
    await bot.read()
    assert "in 0.6.15" in await bot.ask("flashinfer#3863")
    assert "unreleased" in await bot.ask("flashinfer#3864")
    flashinfer.release("v0.6.16")
    await bot.read()
    assert "in 0.6.15" in await bot.ask("flashinfer#3863")
    assert "in 0.6.16" in await bot.ask("flashinfer#3864")


async def test_a_pull_request_that_somebody_waits_for(bot: Bot, flashinfer: Repository) -> None:
    """It is read while it is open, under the key that it keeps when it is merged; nobody else's open ones are."""
    await bot.read()
    for number in (3900, 3901):
        flashinfer.pulls[number] = Pull(number, "Add NVFP4 to the SM120 path", "Not yet.")
    bot.awaited["flashinfer"] = {3900}
    await bot.read()
    assert "open" in await bot.ask("flashinfer#3900")
    assert bot.store.updates.by_pull("flashinfer", 3901) is None
    flashinfer.squash(3900, "Add NVFP4 to the SM120 path", "Done.")
    await bot.read()
    assert "open" not in await bot.ask("flashinfer#3900")
    assert len(bot.store.updates.of_keys(["flashinfer-ai/flashinfer#3900"])) == 1


async def test_a_pull_request_that_is_closed(bot: Bot, flashinfer: Repository) -> None:
    """One that somebody waits for and that is closed without a merge says so, and is open when it is opened again."""
    await bot.read()
    flashinfer.pulls[3900] = Pull(3900, "Add NVFP4 to the SM120 path")
    bot.awaited["flashinfer"] = {3900}
    await bot.read()
    for state, said in (("CLOSED", "closed unmerged"), ("OPEN", "open")):
        flashinfer.pulls[3900].state = state
        await bot.read()
        assert said in await bot.ask("flashinfer#3900")
    assert "closed" not in await bot.ask("flashinfer#3900")


async def test_a_private_repository(github: GitHubStandIn, tmp_path: Path) -> None:
    """A private repository that the operator's token sees is refused, unless the catalogue names its readers; then
    they read it and nobody else does (E11)."""
    for name in ("ops/open", "ops/listed", "ops/unlisted"):
        repository = github.world.repository(name)
        repository.squash(7, f"Fix the SM120 path of {name}")
        repository.private = name != "ops/open"
    listed = a_project("listed", "Listed", repositories=("ops/listed",), audience=("slack:T1",))
    projects = Projects([a_project("unlisted", repositories=("ops/unlisted",)), listed])
    bot = Bot(github, tmp_path, projects)
    try:
        report = await bot.read()
        assert [source.name for source in report.failed] == ["github:ops/unlisted"]
        insider = Recipient("slack", "T1", RecipientKind.CHANNEL, "C1")
        outsider = Recipient("slack", "T2", RecipientKind.CHANNEL, "C1")
        assert "path of ops/listed" in await bot.ask("sm120", insider)
        assert "ops/listed" not in await bot.ask("sm120", outsider)
        assert not seen_from(outsider, bot.deps).store.updates.coverage()
        assert await bot.book.look_at("ops/listed") is None
        assert await bot.book.look_at("ops/nothing") is None
        found = await bot.book.look_at("OPS/open")
        assert found is not None
        assert (found.source, found.title) == ("github:ops/open", "ops/open")
        assert await bot.book.look_at(f"{github.web}/nothing") is None
    finally:
        await bot.close()


async def test_tracked_and_read(bot: Bot, github: GitHubStandIn) -> None:
    """A repository that somebody tracks is read with the next poll, answered by its name there, and nowhere else;
    several that track it make one source."""
    github.world.repository("new/kernels").squash(5, "Fix the SM120 path of new kernels")
    assert "Tracked: new/kernels" in await bot.ask("track new/kernels")
    elsewhere = Recipient("terminal", "other", RecipientKind.USER, "reader")
    assert "Tracked: new/kernels" in await bot.ask("track new/kernels", elsewhere)
    assert [polled.source.name for polled in bot.book.polled()].count("github:new/kernels") == 1
    await bot.read()
    assert "SM120 path of new kernels" in await bot.ask("new/kernels")
    third = Recipient("terminal", "third", RecipientKind.USER, "reader")
    assert "new kernels" not in await bot.ask("sm120", third)
    await bot.ask("untrack new/kernels")
    assert "new kernels" not in await bot.ask("sm120")
    assert "new kernels" in await bot.ask("sm120", elsewhere)


def test_every_host_is_named() -> None:
    """`check` names each host that is contacted, once."""
    watch = load_feeds()
    names = [host.name for host in hosts_of(load_settings({"GITHUB_TOKEN": TOKEN}), watch)]
    assert {"api.github.com", "github.com", "export.arxiv.org", "rss.arxiv.org"} <= set(names)
    assert len(set(names)) == len(names)
    assert "api.github.com" not in {host.name for host in hosts_of(load_settings({}), watch)}


EVENING = datetime(2026, 7, 7, 9, tzinfo=UTC)
"""Tuesday 7 July 2026, 17:00 in Shanghai."""
TICK = timedelta(minutes=5)


@dataclass
class Night:
    """From Tuesday evening to Wednesday noon over fake sources, with or without an outage of 12 hours."""

    folder: Path
    outage: bool
    sources: list[FakeSource] = field(default_factory=list)
    now: datetime = EVENING - timedelta(days=1)

    def __post_init__(self) -> None:
        vocabulary, projects = a_vocabulary(), some_projects()
        store = Store.open(f"sqlite:///{without_rows(self.folder / f'{self.outage}.db')}", closure=vocabulary.closure)
        self.deps = Deps(store, projects, vocabulary, Lexicon(vocabulary, projects), lambda: self.now)
        self.platform = FakePlatform()
        self.sources = [
            FakeSource(f"github:{project.repositories[0]}", project.key, [change(project.key, 1, self.now)])
            for project in projects.all
        ]
        polled = [Polled(source, WITH_TOKEN) for source in self.sources]
        self.ingester = Ingester(self.deps, lambda: polled)

    async def passes(self) -> None:
        """Every 5 minutes, and hourly on the day before, the sources are read, subscribers are told and the outbox is
        emptied."""
        fault = FetchError(FetchFault.UNREACHABLE, "github.com does not answer.")
        while self.now < EVENING + timedelta(hours=19):
            since = self.now - EVENING
            out = self.outage and timedelta(hours=1) <= since < timedelta(hours=13)
            for place, source in enumerate(self.sources):
                source.fault = fault if out else None
                self._happens(source, place, since)
            await self.ingester.tick()
            await self.ingester.settled()
            if since >= timedelta():
                await publish([Post(SYSTEMS_DAILY, shell_user())], self.deps)
            await match(self.deps)
            while await deliver(self.deps, {"terminal": self.platform}):
                pass
            self.now += TICK if since >= timedelta() else timedelta(hours=1)

    def _happens(self, source: FakeSource, place: int, since: timedelta) -> None:
        """Each project merges something every 80 minutes until ten in the morning, at minutes of its own."""
        minutes = int(since / timedelta(minutes=1))
        if 0 <= minutes < 17 * 60 and minutes % 80 == place * 5 and source.project:
            source.items.append(change(source.project, 10 + minutes, self.now))

    def kept(self) -> dict[str, object]:
        """What is stored, without when it was seen."""
        coverage = self.deps.store.updates.coverage()
        return {project: (held.count, held.oldest, held.newest) for project, held in coverage.items()}


def change(project: str, number: int, at: datetime) -> FoundUpdate:
    """A change of a project, about SM120."""
    repository = f"{project}/{project}"
    links = Links(pull=number, commits=(f"{number:020x}{abs(hash_of(project)):020x}",))
    return FoundUpdate(
        0,
        a_raw_update(
            f"Fix the SM120 path {number} (#{number})",
            number=number,
            key=f"{repository}#{number}",
            repository=repository,
            project=project,
            published=at,
            links=links,
        ),
    )


def hash_of(text: str) -> int:
    """A number for a name, the same in every run."""
    return int.from_bytes(text.encode()[:8], "big")


@pytest.fixture(scope="module")
def nights(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Night, Night]]:
    """A night with all sources there, and the same night without them for 12 hours."""
    folder = tmp_path_factory.mktemp("nights")
    quiet, out = Night(folder, outage=False), Night(folder, outage=True)
    for night in (quiet, out):
        subscription = a_command("subscribe vllm sm120 at-once", at=night.now, zone=SHANGHAI)
        asyncio.run(dispatch(replace(subscription, place=shell_user()), night.deps))
        asyncio.run(night.passes())
    yield quiet, out
    for night in (quiet, out):
        night.deps.store.close()


def test_nothing_is_missing_in_the_morning(nights: tuple[Night, Night]) -> None:
    """At noon the store holds the same, whether the sources were there in the night or not."""
    quiet, out = nights
    assert out.kept() == quiet.kept()
    assert sum(len(source.items) for source in out.sources) > 80


def test_the_morning_looks_the_same(nights: tuple[Night, Night]) -> None:
    """The daily of 08:00 is the same to the letter: the outage was over at 06:00, and everything was read by 07:00."""
    quiet, out = nights
    dailies = [[seen for seen in night.platform.seen if "Systems daily, Wed 8 Jul" in seen] for night in (quiet, out)]
    assert len(dailies[0]) == 1
    assert dailies[0] == dailies[1]
    assert "could not be read" not in dailies[0][0]


def test_nobody_misses_or_gets_twice(nights: tuple[Night, Night]) -> None:
    """At-once subscribers get each change once, later where it could not be read before."""
    told = []
    for night in nights:
        deliveries = night.deps.store.deliveries.all()
        told.append(sorted(one.key for one in deliveries if one.key.startswith("at-once/")))
    assert told[0] == told[1]
    assert len(told[0]) == 13


def test_the_end_of_the_outage_is_noticed(nights: tuple[Night, Night]) -> None:
    """Nobody waits for the end of a long back-off: within ten minutes of the outage's end everything is read again, and
    in the outage the host is not asked more than about once in five minutes by all sources together."""
    _, out = nights
    end = EVENING + timedelta(hours=13)
    for source in out.sources:
        assert any(end <= polled <= end + timedelta(minutes=10) for polled in source.polls), source.name
    late = [at for source in out.sources for at in source.polls if end - timedelta(hours=6) <= at < end]
    assert len(late) < 6 * 12 + 40
