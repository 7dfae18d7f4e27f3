"""How long 10,000 channels that are due at once wait for their issues, on Slack and on Discord, one after the other and
together.

    pytest tests/bench/bench_outbox.py

Slack here takes one message a second in a channel and 300 a minute in a workspace, of which there are 200; Discord 50 a
second. Each answers 429 where more comes. An issue is a message and two replies, a request takes a fifth of a second.
Time is virtual, so that an hour takes as long as the machine has work: goals are 1.15 times what the limits allow at
best, no 429, and 250 MB. How long the machine worked is told beside it; it must be less than what the limits take.
"""

from __future__ import annotations

import asyncio
import resource
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.domain.delivery import Delivery, DeliveryState, Later, Outcome, Recipient, RecipientKind, Sent, Thread
from bot.domain.document import Document
from handlers.deps import Deps
from handlers.jobs.deliver import BATCH, deliver
from handlers.jobs.send_limits import SPEEDS, OwnLimits
from handlers.jobs.sending import Means
from storage.store import Store
from tests.bench.posting_only import PostingOnly
from tests.factories import NOW, a_delivery, a_document, a_recipient
from tests.handlers.conftest import deps_over
from tests.standins.virtual_time import Inline, run_virtually

CHANNELS, WORKSPACES, PARTS = 10_000, 200, 3
SLACK_A_MINUTE, DISCORD_A_SECOND = 300, 50
REQUEST_SECONDS = 0.2
MOST_TIMES_BEST, MEMORY_GOAL = 1.15, 250
CLAIM_GOAL = 0.2
"""Seconds for which one claim may hold the writer."""
TEXT = "An item of an issue, as long as such items are, with a name, what it is about and since when. " * 20


@dataclass
class Limited(PostingOnly):
    """A platform that answers 429 to what comes too fast, and counts it."""

    name: str
    per_place: float
    per_group: int
    group_seconds: float
    repeats_for: timedelta = timedelta()
    sent: int = 0
    refused: int = 0
    last: float = 0.0
    done: Counter[str] = field(default_factory=Counter)
    half_way: dict[str, int] = field(default_factory=dict)
    _places: dict[str, float] = field(default_factory=dict)
    _groups: dict[str, deque[float]] = field(default_factory=lambda: defaultdict(deque))

    async def post(self, recipient: Recipient, part: Document, part_id: str, thread: Thread | None = None) -> Outcome:
        """Takes it, unless it comes too fast."""
        now = asyncio.get_running_loop().time()
        group = self._groups[recipient.workspace if self.name == "slack" else ""]
        while group and group[0] <= now - self.group_seconds:
            group.popleft()
        too_soon = self._places.get(recipient.id, -1e9) + self.per_place > now + 1e-6
        if too_soon or len(group) >= self.per_group:
            self.refused += 1
            return Later(1, "429", limited=True)
        self._places[recipient.id] = now
        group.append(now)
        await asyncio.sleep(REQUEST_SECONDS)
        self.sent += 1
        self.last = asyncio.get_running_loop().time()
        self.done[recipient.workspace] += 1
        return Sent(f"m{self.sent}")


def slack() -> Limited:
    """Slack's limits (A30)."""
    return Limited("slack", 1.0, SLACK_A_MINUTE, 60.0)


def discord() -> Limited:
    """Discord's limit for a bot (B-16)."""
    return Limited("discord", 0.0, DISCORD_A_SECOND, 1.0)


def best(platform: Limited) -> float:
    """Seconds that the limits take for all parts at an even pace, with the last request."""
    if platform.name == "slack":
        return CHANNELS // WORKSPACES * PARTS / SLACK_A_MINUTE * 60 + REQUEST_SECONDS
    return CHANNELS * PARTS / DISCORD_A_SECOND + REQUEST_SECONDS


def issues(platform: str) -> list[Delivery]:
    """One issue for each channel; those of a workspace stand together, which is the worst order."""
    parts = tuple(a_document(f"{number} {TEXT}") for number in range(PARTS))
    size = CHANNELS // WORKSPACES
    return [
        a_delivery(
            f"edition/weekly/28/{platform}/{n}",
            recipient=a_recipient(RecipientKind.CHANNEL, platform=platform, workspace=f"T{n // size}", id=f"C{n}"),
            parts=parts,
            thread=Thread("28 weekly"),
        )
        for n in range(CHANNELS)
    ]


def emptied(deps: Deps, platforms: list[Limited]) -> tuple[float, float]:
    """Sends all there is; virtual seconds until the last message was out, and seconds of the processor."""

    async def all_sent() -> None:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(Inline())
        means = Means(OwnLimits(SPEEDS, loop.time))
        while await deliver(deps, {one.name: one for one in platforms}, means):
            pass

    started = time.process_time()
    run_virtually(all_sent())
    return max(one.last for one in platforms), time.process_time() - started


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda: [slack()], id="slack"),
        pytest.param(lambda: [discord()], id="discord"),
        pytest.param(lambda: [slack(), discord()], id="both"),
    ],
)
def test_ten_thousand_channels(make: Callable[[], list[Limited]], benchmark: Any, tmp_path: Path) -> None:
    """Everything is out soon after the limits allow it at best, and no platform had to say that it was too fast."""
    platforms = make()
    deps = deps_over(tmp_path / "store.db")
    for one in platforms:
        deps.store.deliveries.enqueue(issues(one.name))
    _, worked = benchmark.pedantic(emptied, args=(deps, platforms), rounds=1)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    told = {one.name: {"seconds": round(one.last, 1), "best": best(one), "refused": one.refused} for one in platforms}
    benchmark.extra_info.update(**told, worked=round(worked, 1), megabytes=round(peak))
    assert deps.store.deliveries.numbers() == {DeliveryState.SENT: CHANNELS * len(platforms)}
    deps.store.close()
    for one in platforms:
        assert one.sent == CHANNELS * PARTS
        assert one.refused == 0
        assert one.last <= best(one) * MOST_TIMES_BEST
    assert peak <= MEMORY_GOAL


@pytest.mark.benchmark(timer=time.process_time)
def test_claim_is_cheap(benchmark: Any, tmp_path: Path) -> None:
    """A claim among 10,000 that are due, and as many again that are held back."""
    with Store.open(f"sqlite:///{tmp_path}/store.db") as store:
        store.deliveries.enqueue(issues("slack"))
        second = [a_delivery(f"second/{n}", recipient=one.recipient) for n, one in enumerate(issues("slack"))]
        store.deliveries.enqueue(second)
        benchmark.pedantic(
            lambda: store.deliveries.claim(NOW, timedelta(minutes=5), BATCH, ("slack",)), rounds=10, warmup_rounds=1
        )
    assert benchmark.stats["max"] <= CLAIM_GOAL


if __name__ == "__main__":
    pytest.main([__file__, "-o", "addopts="])
