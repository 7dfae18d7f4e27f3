"""The clock that drives the jobs: ticks, and what it notices of a clock that is set."""

from __future__ import annotations

import asyncio

import pytest

from bot.clock import LOOK_SECONDS, STEP_SECONDS, Clock, Steps, Tick


class TwoClocks:
    """The wall's clock and the one that only counts on, both moved by hand."""

    def __init__(self) -> None:
        self.wall = 1_800_000_000.0
        self.monotonic = 100.0

    def both(self, seconds: float) -> None:
        """Time goes by."""
        self.wall += seconds
        self.monotonic += seconds

    def steps(self) -> Steps:
        """What compares the two."""
        return Steps(lambda: self.wall, lambda: self.monotonic)


@pytest.mark.parametrize(
    ("step", "noticed"),
    [
        pytest.param(8 * 3600.0, True, id="asleep for eight hours (B063)"),
        pytest.param(-8 * 3600.0, True, id="set back by eight hours"),
        pytest.param(STEP_SECONDS, True, id="at the limit"),
        pytest.param(STEP_SECONDS - 0.1, False, id="drift"),
        pytest.param(0.0, False, id="nothing"),
    ],
)
def test_a_step_is_noticed_once(step: float, noticed: bool) -> None:
    """A clock that was set is noticed at the next look, by its size, and not again afterwards."""
    clocks = TwoClocks()
    steps = clocks.steps()
    clocks.both(60)
    assert steps.look() == 0
    clocks.wall += step
    clocks.both(LOOK_SECONDS)
    assert steps.look() == pytest.approx(step if noticed else 0)
    clocks.both(LOOK_SECONDS)
    assert steps.look() == 0
    assert steps.count == int(noticed)


def test_a_step_is_noticed_within_a_minute() -> None:
    """The two clocks are compared often enough that nobody waits for more than a minute."""
    assert LOOK_SECONDS <= 30


def test_after_a_step_every_tick_comes_at_once() -> None:
    """Ticks that would wait for a wall clock that was set back come as soon as that is noticed (B063)."""

    async def run() -> None:
        came = asyncio.Event()

        async def job() -> None:
            came.set()

        clocks = TwoClocks()
        clock = Clock((Tick("send", 3600, job),), clocks.steps(), look_seconds=0.01)
        clocks.wall -= 8 * 3600
        await asyncio.wait_for(came.wait(), 20)
        assert clock.steps.count == 1
        clock.shutdown()

    asyncio.run(run())


def test_a_tick_that_the_clock_stops_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    """A tick that waits for something when the clock stops ends, and nobody is told of a fault."""

    async def run() -> None:
        came, ended = asyncio.Event(), asyncio.Event()

        async def job() -> None:
            came.set()
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        clock = Clock((Tick("send", 0.01, job),))
        await asyncio.wait_for(came.wait(), 20)
        clock.shutdown()
        await asyncio.wait_for(ended.wait(), 20)
        await asyncio.sleep(0)

    asyncio.run(run())
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []
