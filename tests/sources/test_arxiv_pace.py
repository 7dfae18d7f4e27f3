"""A pace: one at a time, and never closer than it says (C20)."""

from __future__ import annotations

import asyncio

import pytest

from bot.sources.pace import Pace
from tests.standins.virtual_time import run_virtually


def test_requests_side_by_side_take_turns() -> None:
    """Ten that begin at once run one after the other, three seconds from each end to the next beginning."""

    async def run() -> list[float]:
        loop = asyncio.get_running_loop()
        pace, begun, running = Pace(3.0, loop.time), list[float](), 0

        async def request() -> None:
            nonlocal running
            async with pace:
                running += 1
                assert running == 1
                begun.append(loop.time())
                await asyncio.sleep(1)
                running -= 1

        await asyncio.gather(*(request() for _ in range(10)))
        return begun

    assert run_virtually(run()) == pytest.approx([4.0 * turn for turn in range(10)])


def test_a_request_that_is_given_up_while_it_waits_blocks_nobody() -> None:
    """The next one goes on at the pace."""

    async def run() -> float:
        loop = asyncio.get_running_loop()
        pace = Pace(3.0, loop.time)
        async with pace:
            pass
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1), pace:
                raise AssertionError("too early")
        async with pace:
            return loop.time()

    assert run_virtually(run()) == pytest.approx(3.0)


def test_a_request_that_fails_keeps_the_pace() -> None:
    """Its end counts too."""

    async def run() -> float:
        loop = asyncio.get_running_loop()
        pace = Pace(3.0, loop.time)
        with pytest.raises(ValueError, match="lost"):
            async with pace:
                raise ValueError("lost")
        async with pace:
            return loop.time()

    assert run_virtually(run()) == pytest.approx(3.0)
