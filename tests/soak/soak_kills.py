"""Processes that are killed for good (SIGKILL) anywhere, in the middle of a transaction as well as of a request."""

from __future__ import annotations

import asyncio
import random
import sys
from datetime import datetime, timedelta
from pathlib import Path

from tests.soak.bot import Bot
from tests.soak.judge import faults_of, stored
from tests.soak.life import Acts, Life
from tests.standins.github import GitHubStandIn
from tests.standins.github_world import World

REPOSITORIES = 5
ROUNDS = 16
MOST_CALLS = 40
"""A process is killed after up to so many requests, if it does not end before."""
LOOK = 0.002


async def test_killed_processes_lose_nothing(tmp_path: Path, seed: int) -> None:
    """Whenever a process dies, the next one goes on where it was: nothing missing, nothing doubled."""
    world, dice, acts = World(), random.Random(seed), Acts()
    names = [f"ada/r{number}" for number in range(REPOSITORIES)]
    lives = [Life(world, world.repository(name, commits=0), dice, False, acts) for name in names]
    for life in lives:
        life.begin()
    began, killed = world.tick(60), 0
    file = tmp_path / "store.db"
    async with GitHubStandIn(world) as github:
        for _ in range(ROUNDS):
            killed += await _run(github, file, names, dice.randint(0, MOST_CALLS))
            world.tick(60)
            for life in lives:
                life.step()
        for life in lives:
            life.finish()
        world.tick(60)
        for _ in range(2):
            assert not await _run(github, file, names, None)
            world.tick(24 * 60)
        places = github.api, github.web, github.host
        bot = Bot(file, places, names, lambda: world.now + timedelta(days=2), feeds=False)
        wrong = [fault for name, life in zip(names, lives, strict=True) for fault in _of(bot, name, life, began)]
        assert not wrong, "\n".join(wrong)
        assert bot.store.updates.total() == sum(len(stored(bot.store, name)) for name in names)
        await bot.close()
    assert killed >= ROUNDS / 4


def _of(bot: Bot, name: str, life: Life, began: datetime) -> list[str]:
    return [f"{name}: {fault}" for fault in faults_of(bot.store, name, life, began, None)]


async def _run(github: GitHubStandIn, file: Path, names: list[str], calls: int | None) -> bool:
    """One process to its end, or to its death after so many requests; whether it was killed."""
    world = github.world
    arguments = (str(file), github.api, github.web, github.host, world.now.isoformat(), *names)
    before = len(world.calls)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.soak.child", *arguments, stdout=asyncio.subprocess.PIPE
    )
    while process.returncode is None and (calls is None or len(world.calls) - before < calls):  # noqa: ASYNC110 (the other process sets no event)
        await asyncio.sleep(LOOK)
    if process.returncode is None:
        process.kill()
    await process.wait()
    printed = await process.stdout.read() if process.stdout else b""
    assert process.returncode in (0, -9)
    assert calls is not None or not printed, printed
    return process.returncode != 0
