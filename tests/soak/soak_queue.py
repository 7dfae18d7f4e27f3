"""Several workers and clocks as real processes on one PostgreSQL, some of them killed, some told to stop while a
platform hangs: everything that is due is sent once, or told to be in doubt."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from bot.domain.delivery import Delivery, DeliveryState, Recipient, RecipientKind
from storage.store import Store
from tests.factories import NOW, a_document
from tests.postgres import PostgresForTests
from tests.processes import LEAVES_WITHIN, environment, for_discord, for_slack, running, started
from tests.standins.discord import DiscordStandIn
from tests.standins.discord_world import GUILD, Channel
from tests.standins.slack import SlackStandIn
from tests.standins.slack_world import TEAM, Fault
from tests.standins.slack_world import Channel as SlackChannel

DUE = 100
PATIENCE = 60.0
AT = ("--now", NOW.isoformat())
"""The clock stands, so that no source is asked; what time would do is done to the rows."""
TIME_GOES_BY = (
    "UPDATE deliveries SET lease_until = 0 WHERE state = 'claimed'",
    "UPDATE procrastinate_workers SET last_heartbeat = last_heartbeat - interval '1 minute'",
)
"""Leases end, and who is dead is known to be."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A database and the environment of the processes on it."""

    server: PostgresForTests
    url: str
    store: Store

    def environment(self, of_platform: Mapping[str, str]) -> dict[str, str]:
        """What a process is started with."""
        return environment(Path("unused"), **{**of_platform, "DATABASE_URL": self.url})

    def owe(self, platform: str, workspace: str, places: Iterable[object], parts: int = 1) -> None:
        """One delivery for each place, due by now."""
        documents = tuple(a_document(f"Part {number}.") for number in range(parts))
        self.store.deliveries.enqueue(
            [
                Delivery(
                    f"{platform}-{place}",
                    Recipient(platform, workspace, RecipientKind.CHANNEL, str(place)),
                    documents,
                    NOW - timedelta(minutes=1),
                )
                for place in places
            ]
        )

    def states(self) -> Mapping[DeliveryState, int]:
        """How many deliveries are in each state."""
        return self.store.deliveries.numbers()

    def let_time_go_by(self) -> None:
        """Minutes pass for those that are dead."""
        for statement in TIME_GOES_BY:
            self.server.run(statement, self.url)


@pytest.fixture
def setting(postgres: PostgresForTests) -> Iterator[Setting]:
    """A new database."""
    url = postgres.new()
    with Store.open(url) as store:
        yield Setting(postgres, url, store)
    postgres.drop(url)


@asynccontextmanager
async def doomed(*arguments: str, env: Mapping[str, str]) -> AsyncIterator[Callable[[], None]]:
    """A process, and what kills it; it must have lived until then."""
    process = await started(*arguments, env=env)
    reading = asyncio.create_task(process.communicate())
    yield process.kill
    _, err = await reading
    assert process.returncode == -signal.SIGKILL, err.decode()


async def until(condition: Callable[[], bool]) -> None:
    """Waits for what other processes do."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 (the other processes set no event)
            await asyncio.sleep(0.05)


def a_guild(standin: DiscordStandIn, number: int) -> range:
    """So many channels, by their ids."""
    places = range(20_000, 20_000 + number)
    standin.world.channels.update({place: Channel(place, f"c{place}") for place in places})
    return places


def told(standin: DiscordStandIn) -> Counter[int]:
    """How many messages each channel has."""
    return Counter(message.channel for message in standin.world.messages)


async def test_two_workers_and_two_clocks(setting: Setting) -> None:
    """Of two workers and two clocks, each of 100 digests that are due at once is sent once (B008, B009, B010)."""
    async with DiscordStandIn() as standin, AsyncExitStack() as processes:
        env = setting.environment(for_discord(standin))
        places = a_guild(standin, DUE)
        setting.owe("discord", str(GUILD), places)
        for part in ("worker", "clock", "worker", "clock"):
            await processes.enter_async_context(running(*AT, part, env=env))
        await until(lambda: setting.states() == {DeliveryState.SENT: DUE})
        assert told(standin) == dict.fromkeys(places, 1)


async def test_kills_lose_and_double_nothing(setting: Setting) -> None:
    """Of two workers and two clocks one each is killed while they send: the others end what these left, once; what was
    on its way is told to be in doubt (B007)."""
    async with DiscordStandIn() as standin, AsyncExitStack() as processes:
        env = setting.environment(for_discord(standin))
        places = a_guild(standin, DUE)
        setting.owe("discord", str(GUILD), places, parts=2)
        async with doomed(*AT, "worker", env=env) as kill_worker, doomed(*AT, "clock", env=env) as kill_clock:
            await standin.until(lambda: bool(standin.world.messages), PATIENCE)
            for part in ("worker", "clock"):
                await processes.enter_async_context(running(*AT, part, env=env))
            await standin.until(lambda: len(standin.world.messages) > DUE // 4, PATIENCE)
            kill_worker()
            kill_clock()
        left = await _left_behind(setting)
        setting.let_time_go_by()
        await until(lambda: not {DeliveryState.PENDING, DeliveryState.CLAIMED} & set(setting.states()))
        rows = {int(one.recipient.id): one for one in setting.store.deliveries.all()}
        messages = told(standin)
        for place in places:
            known = len(rows[place].sent_ids)
            assert rows[place].state is DeliveryState.UNKNOWN or known == messages[place] == 2
            assert messages[place] in (known, known + 1), "in doubt is the part that was on its way, and no other"
        assert left > 0
        assert setting.states().get(DeliveryState.UNKNOWN, 0) <= left


async def _left_behind(setting: Setting) -> int:
    """How many are claimed by the dead, as soon as the living have ended all that they can."""
    await until(lambda: DeliveryState.PENDING not in setting.states())
    claimed = -1
    while claimed != (claimed := setting.states().get(DeliveryState.CLAIMED, 0)):  # noqa: ASYNC110 (as above)
        await asyncio.sleep(1)
    return claimed


async def test_a_stop_while_a_platform_hangs(setting: Setting) -> None:
    """A worker that is told to stop while Slack says nothing leaves within ten seconds: what is on its way is in doubt,
    what waits for its turn is due again, and the next worker sends that and no more."""
    async with SlackStandIn() as standin:
        world = standin.world
        world.channels.update({f"C{n}": SlackChannel(f"C{n}", f"c{n}") for n in range(10, 20)})
        world.faults["chat.postMessage"].append(Fault.HANG_AFTER_ACCEPT)
        env = setting.environment(for_slack(standin))
        setting.owe("slack", TEAM, [f"C{n}" for n in range(10, 20)], parts=2)
        async with running(*AT, "clock", env=env):
            async with running(*AT, "worker", env=env) as worker:
                await standin.until(lambda: bool(world.made("chat.postMessage")), PATIENCE)
                worker.send_signal(signal.SIGTERM)
                async with asyncio.timeout(LEAVES_WITHIN):
                    await worker.wait()
            states = setting.states()
            assert states[DeliveryState.UNKNOWN] == 1
            assert DeliveryState.CLAIMED not in states
            async with running(*AT, "worker", env=env):
                await until(lambda: setting.states() == {DeliveryState.SENT: 9, DeliveryState.UNKNOWN: 1})
        rows = {one.recipient.id: one for one in setting.store.deliveries.all()}
        wanted = {place: 1 if row.state is DeliveryState.UNKNOWN else 2 for place, row in rows.items()}
        assert Counter(message.channel for message in world.messages) == wanted
