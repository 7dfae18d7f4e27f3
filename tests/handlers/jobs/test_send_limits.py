"""Turns: a place, a workspace and a platform are each sent to no faster than they take, and none waits for another,
whether the turns are those of one process or those of several over one store on a server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from sqlalchemy import BigInteger, bindparam

from bot.domain.delivery import Recipient
from bot.domain.errors import StoreError
from handlers.jobs.send_limits import SPEEDS, OwnLimits, SendLimits, Speed
from handlers.jobs.shared_limits import AGAIN_SECONDS, AT_ONCE_SECONDS, LATE_SECONDS, SharedLimits
from storage.database import Database
from storage.send_turns import SendTurns
from tests.factories import a_recipient
from tests.postgres import PostgresForTests
from tests.standins.virtual_time import Inline, run_virtually

PACES = {
    "slack": Speed(place=1.0, workspace=0.2),
    "discord": Speed(platform=0.02),
    "both": Speed(place=1.0, workspace=0.5, platform=0.2),
}
Place = tuple[str, str, str]
Limits = Callable[[], SendLimits]


@pytest.fixture
def database(postgres: PostgresForTests) -> Iterator[Database]:
    """The database of a store without rows on the server."""
    with closing(Database(postgres.emptied())) as opened:
        yield opened


class UnreachableFor:
    """Turns of a store that does not answer a few times."""

    def __init__(self, turns: SendTurns, times: int) -> None:
        self._turns = turns
        self._left = times

    def __getattr__(self, name: str) -> object:
        if self._left:
            self._left -= 1
            raise StoreError("The store cannot be reached.")
        return getattr(self._turns, name)


def shared(database: Database) -> SendTurns:
    """Turns in the store, whose server's clock is the loop's, some days ahead of this process."""
    loop = asyncio.get_running_loop()
    clock = bindparam("clock", callable_=lambda: round((loop.time() + 1e6) * 1e6), type_=BigInteger)
    return SendTurns(database, clock)


@pytest.fixture(params=["own", "shared"])
def limits(request: pytest.FixtureRequest) -> Limits:
    """What makes the limits of one process, in a loop that runs."""
    if request.param == "own":
        return lambda: OwnLimits(PACES, asyncio.get_running_loop().time)
    database = request.getfixturevalue("database")
    return lambda: SharedLimits(shared(database), PACES, asyncio.get_running_loop().time)


def a_place(place: Place) -> Recipient:
    """A place, by its platform, workspace and channel."""
    platform, workspace, channel = place
    return a_recipient(platform=platform, workspace=workspace, id=channel)


def turns(limits: Limits, *places: Place, rest: tuple[str, float] | None = None, processes: int = 1) -> list[float]:
    """When something may be sent to these places, all of them asking at once, each the next of so many processes; the
    first of them was told that a place rests."""

    async def asked() -> list[float]:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(Inline())
        made = [limits() for _ in range(processes)]
        recipients = list(map(a_place, places))
        if rest:
            await made[0].rest(next(one for one in recipients if one.id == rest[0]), rest[1])

        async def turn(index: int) -> float:
            await made[index % processes].turn(recipients[index])
            return loop.time()

        return list(await asyncio.gather(*(turn(index) for index in range(len(recipients)))))

    return run_virtually(asked())


def about(*seconds: float) -> object:
    """These, or hardly later: a round of the loop is time, too."""
    return pytest.approx(seconds, abs=0.01)


def test_a_place_takes_one_a_second(limits: Limits) -> None:
    """Three messages to one channel go a second apart, also those into its threads (A30), in the order in which they
    asked."""
    assert turns(limits, ("slack", "T", "C"), ("slack", "T", "C/171.5"), ("slack", "T", "C")) == about(0, 1, 2)


def test_a_workspace_takes_five_a_second(limits: Limits) -> None:
    """Messages to several channels of a workspace go a fifth of a second apart; another workspace's do not wait."""
    places = ("slack", "T", "A"), ("slack", "T", "B"), ("slack", "T", "C"), ("slack", "U", "A")
    assert turns(limits, *places) == about(0, 0.2, 0.4, 0)


def test_a_bot_takes_fifty_a_second(limits: Limits) -> None:
    """Discord counts all that a bot sends, wherever it goes (B-16)."""
    places = ("discord", "G", "A"), ("discord", "H", "B"), ("discord", "G", "A")
    assert turns(limits, *places) == about(0, 0.02, 0.04)


@pytest.mark.parametrize("platform", ["slack", "discord", "both"])
def test_who_waits_for_a_place_keeps_nobody_back(limits: Limits, platform: str) -> None:
    """A channel that was told to rest for 30 s takes no turn of its workspace or platform meanwhile."""
    assert turns(limits, (platform, "T", "A"), (platform, "T", "B"), rest=("A", 30)) == about(30, 0)


def test_what_nobody_limits_goes_at_once(limits: Limits) -> None:
    """A platform without limits waits for nothing but a place that rests."""
    assert turns(limits, ("shell", "", "A"), ("shell", "", "B"), rest=("A", 30)) == about(30, 0)


def test_platforms_are_sent_to_slower_than_they_take() -> None:
    """What is held up on its way does not arrive with the next ones: a tenth of a second is left of each second."""
    assert 1.05 <= SPEEDS["discord"].platform * 50 <= 1.1
    assert 1.05 <= SPEEDS["slack"].workspace * 300 / 60 <= 1.1
    assert 1.05 <= SPEEDS["slack"].place <= 1.1


@pytest.mark.parametrize("platform", ["slack", "discord"])
def test_several_processes_are_no_faster_than_one(database: Database, platform: str) -> None:
    """Three processes over one store that each have 40 messages for a workspace send at its pace together, and lose
    none of it."""
    places = [(platform, "T", f"C{number}") for number in range(120)]
    given = sorted(
        turns(lambda: SharedLimits(shared(database), PACES, asyncio.get_running_loop().time), *places, processes=3)
    )
    pace = PACES[platform].workspace or PACES[platform].platform
    assert given == about(*(pace * number for number in range(120)))


def test_a_place_is_one_for_all_processes(database: Database) -> None:
    """Two processes that send to one channel do not send faster than it takes."""
    places = [("slack", "T", "C")] * 4
    given = turns(lambda: SharedLimits(shared(database), PACES, asyncio.get_running_loop().time), *places, processes=2)
    assert sorted(given) == about(0, 1, 2, 3)


@pytest.mark.parametrize("platform", ["slack", "discord", "both", "shell"])
def test_others_hear_of_a_rest(database: Database, platform: str) -> None:
    """What a platform told one process of a channel holds for another one, which sends elsewhere meanwhile."""
    places = (platform, "T", "B"), (platform, "T", "A"), (platform, "U", "D"), (platform, "T", "C")
    made = turns(
        lambda: SharedLimits(shared(database), PACES, asyncio.get_running_loop().time),
        *places,
        rest=("A", 30),
        processes=2,
    )
    assert made[1] == pytest.approx(30, abs=0.01)
    assert max(made[0], *made[2:]) < 1.1


def test_turns_that_are_over_are_nobodys(database: Database) -> None:
    """Turns that a process took and had no use for are not used together later."""

    async def asked() -> list[float]:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(Inline())
        limits = SharedLimits(shared(database), PACES, loop.time)

        async def turn(number: int) -> float:
            await limits.turn(a_place(("discord", "G", f"C{number}")))
            return loop.time()

        given_up = [asyncio.create_task(turn(number)) for number in range(20)]
        await asyncio.sleep(0.01)
        for task in given_up[1:]:
            task.cancel()
        await asyncio.sleep(AT_ONCE_SECONDS + 2 * LATE_SECONDS)
        began = loop.time()
        return [at - began for at in await asyncio.gather(*map(turn, range(5)))]

    assert run_virtually(asked()) == about(0, 0.02, 0.04, 0.06, 0.08)


def test_turns_that_a_process_missed(database: Database) -> None:
    """Turns that came while a process stood still are not used all at once: who missed one waits for another, and takes
    that however late it is."""

    async def asked() -> list[float]:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(Inline())

        async def sleep(seconds: float) -> None:
            await asyncio.sleep(seconds if loop.time() > 1 else 1.5)

        limits = SharedLimits(shared(database), PACES, loop.time, sleep)

        async def turn(number: int) -> float:
            await limits.turn(a_place(("discord", "G", f"C{number}")))
            return loop.time()

        return list(await asyncio.gather(*map(turn, range(6))))

    first, *others = run_virtually(asked())
    assert first == pytest.approx(0, abs=0.01)
    assert sorted(others) == about(*(1.5 + 0.02 * number for number in range(5)))


def test_nothing_is_sent_while_the_store_does_not_answer(database: Database) -> None:
    """Who waits for a turn goes on waiting until there is a store again; a rest holds in its own process."""

    async def asked() -> list[float]:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(Inline())
        limits = SharedLimits(UnreachableFor(shared(database), 3), PACES, loop.time)  # type: ignore[arg-type]
        await limits.rest(a_place(("slack", "T", "A")), 1)

        async def turn(channel: str) -> float:
            await limits.turn(a_place(("slack", "T", channel)))
            return loop.time()

        return list(await asyncio.gather(turn("A"), turn("B")))

    given = run_virtually(asked())
    assert given[1] == pytest.approx(AGAIN_SECONDS, abs=0.01)
    assert given[0] == pytest.approx(1 + AGAIN_SECONDS, abs=0.01)
