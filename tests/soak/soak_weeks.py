"""30 virtual days of 35 repositories, with everything that goes wrong, and in the end the store holds the truth.

Once as it is read with a token (REST and GraphQL), once without (Atom feeds). What a feed cannot show is not demanded
there: commits that were never among its newest 20 at a poll that went well (an outage, a first start), tags and
releases beyond its newest 10, withdrawn releases, what a release holds (so no states), and what belongs to a pull
request. Everything that was once in sight of such a poll must be there, once.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.sources.github.cursor import parse, parse_feed
from tests.soak.bot import Bot
from tests.soak.judge import Sight, faults_of, stored
from tests.soak.life import Acts, Life
from tests.soak.loop import run_soak
from tests.standins.github import FEED_COMMITS, FEED_RELEASES, GitHubStandIn
from tests.standins.github_world import Fault, World

REPOSITORIES = 35
DAYS = 30
HOURS_A_STEP = (3, 8)
PATHS = ("/commits", "/releases", "/compare/", "/matching-refs", "/graphql", "/repositories/", "/repos/", "atom", "")
FAULTS = (
    Fault.SERVER_ERROR,
    Fault.DROPPED,
    Fault.TRUNCATED,
    Fault.SLOW,
    Fault.HTML,
    Fault.NO_DATA,
    Fault.FORBIDDEN,
    Fault.PRIMARY_LIMIT,
    Fault.SECONDARY_LIMIT,
    Fault.SECONDARY_WITH_HEADER,
    Fault.TOO_MANY,
    Fault.LIMIT_IN_GRAPHQL,
)
JUMPS = tuple(timedelta(hours=hours) for hours in (-72, -5, -1, 2, 30, 24 * 70))
"""How far a clock is wrong for a while."""


@dataclass
class Soak:
    """The world, the bot that reads it, and what has gone wrong."""

    file: Path
    seed: int
    feeds: bool
    skew: timedelta = timedelta()
    kills: int = 0
    jumps: int = 0
    faults: Counter[Fault] = field(default_factory=Counter)
    acts: Acts = field(default_factory=Acts)
    sights: dict[int, Sight] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.world = World()
        self.names = [f"ada/r{number}" for number in range(REPOSITORIES)]
        self.lives: list[Life] = []
        for name in self.names:
            life = Life(self.world, self.world.repository(name, commits=0), self.random, self.feeds, self.acts)
            life.begin()
            self.lives.append(life)
        self.began = self.world.tick(60)

    def clock(self) -> datetime:
        """What the bot believes the time to be."""
        return self.world.now + self.skew

    async def live(self) -> None:
        """The whole of it."""
        async with GitHubStandIn(self.world) as github:
            places = github.api, github.web, github.host
            bot = Bot(self.file, places, self.names, self.clock, feeds=self.feeds)
            await self._read(bot)
            while self.world.now < self.began + timedelta(days=DAYS):
                await self._pass(timedelta(hours=self.random.randint(*HOURS_A_STEP)))
                self._disturb()
                if self.random.random() < 0.2:
                    await self._killed(bot)
                    bot = Bot(self.file, places, self.names, self.clock, feeds=self.feeds)
                else:
                    await self._read(bot)
            await self._recover(bot)
            self._judge(bot)
            await bot.close()

    async def _pass(self, time: timedelta) -> None:
        """Time goes by, and things happen."""
        until = self.world.now + time
        for life in self.lives:
            life.step()
        self.world.now = max(until, self.world.now)
        await asyncio.sleep(time.total_seconds())

    def _disturb(self) -> None:
        """Some requests will fail, and the clock may be wrong."""
        self._withdraw_faults()
        for _ in range(self.random.choice((0, 0, 1, 3, 12))):
            fault = self.random.choice(FAULTS)
            times = self.random.choice((1, 1, 1, 4))
            self.faults[fault] += times
            self.world.fail(fault, self.random.choice(PATHS), times)
        if self.skew:
            self.skew = self.skew if self.random.random() < 0.5 else timedelta()
        elif self.random.random() < 0.1:
            self.skew = self.random.choice(JUMPS)
            self.jumps += 1

    def _withdraw_faults(self) -> None:
        """Faults that nobody met did not happen."""
        for _, fault in self.world.faults:
            self.faults[fault] -= 1
        self.world.faults.clear()

    async def _read(self, bot: Bot) -> None:
        await bot.read()
        self._look(bot)

    async def _killed(self, bot: Bot) -> None:
        """A poll that is broken off somewhere, and a process that is gone."""
        reading = asyncio.create_task(bot.read())
        await asyncio.wait([reading], timeout=self.random.random() ** 3 * 1.5)
        self.kills += not reading.done()
        for life in self.lives:
            life.settled = False
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        await bot.close()

    def _look(self, bot: Bot) -> None:
        """Who was read to the head, and what a feed had in sight then."""
        for name, life in zip(self.names, self.lives, strict=True):
            source = f"github:{name}"
            health = bot.store.health.get(source)
            state = bot.store.sources.state(source)
            if health is None or health.last_success != self.clock():
                life.settled = False
                continue
            if self.feeds:
                feed = parse_feed(state)
                life.settled = feed is not None and feed.head == life.repo.head
                self._sighted(life)
            else:
                cursor = parse(state)
                life.settled = cursor is not None and cursor.head == life.repo.head and not cursor.range

    def _sighted(self, life: Life) -> None:
        repo = life.repo
        shown = repo.ordered(repo.reach(repo.head))[-FEED_COMMITS:]
        sight = self.sights.setdefault(repo.id, Sight())
        sight.titles.update(filter(None, map(life.stored_title, shown)))
        if len(life.tags) <= FEED_RELEASES:
            sight.tags |= life.tags

    async def _recover(self, bot: Bot) -> None:
        """All faults end, and two days pass."""
        self._withdraw_faults()
        self.skew = timedelta()
        for life in self.lives:
            life.finish()
        for _ in range(48):
            self.world.tick(60)
            await asyncio.sleep(3600)
            await self._read(bot)

    # ---- what must hold

    def _judge(self, bot: Bot) -> None:
        wrong: list[str] = []
        for name, life in zip(self.names, self.lives, strict=True):
            sight = self.sights.get(life.repo.id, Sight()) if self.feeds else None
            wrong += [f"{name}: {said}" for said in faults_of(bot.store, name, life, self.began, sight)]
        assert not wrong, "\n".join(wrong[:60])
        assert bot.store.updates.total() == sum(len(stored(bot.store, name)) for name in self.names)
        self._judge_disturbance()

    def _judge_disturbance(self) -> None:
        """A soak in which nothing happened proves nothing."""
        foreign = {Fault.NO_DATA, Fault.LIMIT_IN_GRAPHQL} if self.feeds else set()
        assert not [fault for fault in FAULTS if self.faults[fault] < 1 and fault not in foreign], self.faults
        acts = self.acts
        assert self.kills >= 5, self.kills
        assert self.jumps >= 3, self.jumps
        assert min(acts.rewrites, acts.renames, acts.drafts) >= 5, acts
        assert self.feeds or min(acts.takeovers, acts.withdrawals) >= 3, acts


@pytest.mark.parametrize("feeds", [pytest.param(False, id="token"), pytest.param(True, id="feeds")])
def test_weeks_in_which_everything_goes_wrong(tmp_path: Path, seed: int, feeds: bool) -> None:
    """Nothing missing, nothing doubled, nothing of before the first poll told, one line for each rewritten history."""
    soak = Soak(tmp_path / "store.db", seed, feeds)
    run_soak(soak.live())
