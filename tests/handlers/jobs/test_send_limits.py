"""Turns: a place, a workspace and a platform are each sent to no faster than they take, and none waits for another."""

from __future__ import annotations

import asyncio

from handlers.jobs.send_limits import SendLimits, Speed
from tests.factories import a_recipient
from tests.standins.virtual_time import run_virtually

SPEEDS = {"slack": Speed(place=1.0, workspace=0.2), "discord": Speed(platform=0.02)}


def turns(*places: tuple[str, str, str], rest: tuple[str, float] | None = None) -> list[float]:
    """When something may be sent to these (platform, workspace, channel), all of them asking at once."""

    async def asked() -> list[float]:
        loop = asyncio.get_running_loop()
        limits = SendLimits(SPEEDS, loop.time)
        recipients = [
            a_recipient(platform=platform, workspace=workspace, id=channel) for platform, workspace, channel in places
        ]
        if rest:
            limits.rest(next(one for one in recipients if one.id == rest[0]), rest[1])

        async def turn(index: int) -> float:
            await limits.turn(recipients[index])
            return round(loop.time(), 2)

        return list(await asyncio.gather(*(turn(index) for index in range(len(recipients)))))

    return run_virtually(asked())


def test_a_place_takes_one_a_second() -> None:
    """Three messages to one channel go a second apart, also those into its threads (A30)."""
    assert turns(("slack", "T", "C"), ("slack", "T", "C/171.5"), ("slack", "T", "C")) == [0, 1, 2]


def test_a_workspace_takes_five_a_second() -> None:
    """Messages to several channels of a workspace go a fifth of a second apart; another workspace's do not wait."""
    assert turns(("slack", "T", "A"), ("slack", "T", "B"), ("slack", "T", "C"), ("slack", "U", "A")) == [0, 0.2, 0.4, 0]


def test_a_bot_takes_fifty_a_second() -> None:
    """Discord counts all that a bot sends, wherever it goes (B-16)."""
    assert turns(("discord", "G", "A"), ("discord", "H", "B"), ("discord", "G", "A")) == [0, 0.02, 0.04]


def test_who_waits_for_a_place_keeps_nobody_back() -> None:
    """A channel that was told to rest for 30 s takes no turn of its workspace or platform meanwhile."""
    assert turns(("slack", "T", "A"), ("slack", "T", "B"), rest=("A", 30)) == [30, 0]
    assert turns(("discord", "G", "A"), ("discord", "G", "B"), rest=("A", 30)) == [30, 0]
