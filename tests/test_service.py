"""The bot in chat: sending and publishing go on beside each other, and a stop comes to an end."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.cli import in_process, service
from bot.cli.process import Part
from bot.domain.delivery import DeliveryState, Outcome, Recipient, Sent, Thread
from bot.domain.document import Document
from bot.domain.errors import ConfigError
from bot.platforms.base import Answer, Complete
from config.settings import load_settings
from handlers.jobs import under_way
from handlers.jobs.sending import LEASE
from tests.factories import NOW, a_delivery
from tests.fakes import FakePlatform
from tests.handlers.conftest import deps_over
from tests.parts import a_process
from tests.stores import without_rows


class Hanging(FakePlatform):
    """A platform that takes a connection and never answers."""

    is_connected = True

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()

    async def post(self, recipient: Recipient, part: Document, part_id: str, thread: Thread | None = None) -> Outcome:
        """Says nothing."""
        self.asked.set()
        await asyncio.Event().wait()
        return Sent("never")

    async def serve(self, answer: Answer, complete: Complete) -> None:
        """Nobody types here."""
        await asyncio.Event().wait()

    async def close(self) -> None:
        """Nothing is held."""


async def test_a_long_emptying_keeps_nothing_from_being_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one message hangs, what becomes due is published at every tick."""
    deps, platform, runs = deps_over(without_rows(tmp_path / "store.sqlite3")), Hanging(), asyncio.Queue[None]()

    async def owed(*_: object) -> None:
        runs.put_nowait(None)

    monkeypatch.setattr(in_process, "owe", owed)
    monkeypatch.setattr(under_way, "SETTLE_SECONDS", 0.0)
    deps.store.deliveries.enqueue([a_delivery("d")])
    process = a_process(Part.ALL, deps, platform)
    driving = asyncio.create_task(in_process.in_process(process))
    process.wanted.set()
    await platform.asked.wait()
    for _ in range(2):
        await asyncio.wait_for(runs.get(), 20)
        process.wanted.set()
    driving.cancel()
    await asyncio.gather(driving, return_exceptions=True)
    deps.store.close()


async def test_a_stop_waits_for_no_platform_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is told to stop while a message hangs leaves in time: the message is in doubt, and what had not
    been begun is there for another process at once."""
    assert under_way.SETTLE_SECONDS + 1 < 10
    deps, platform, stop = deps_over(without_rows(tmp_path / "store.sqlite3")), Hanging(), asyncio.Event()
    monkeypatch.setattr(under_way, "SETTLE_SECONDS", 0.05)
    monkeypatch.setattr(service, "chat_platforms", lambda *_: (platform,))
    deps.store.deliveries.enqueue([a_delivery("hangs"), a_delivery("next", due=NOW)])
    serving = asyncio.create_task(service.serve_chat(deps, load_settings({}), stop, tick_seconds=0.01))
    async with asyncio.timeout(20):
        await platform.asked.wait()
        stop.set()
        await serving
    (taken,) = deps.store.deliveries.claim(NOW, LEASE, 9, ("terminal",))
    hung = deps.store.deliveries.get("hangs")
    assert hung is not None
    assert (hung.state, taken.key) == (DeliveryState.UNKNOWN, "next")
    deps.store.close()


class Dead(Hanging):
    """A platform whose token is not accepted."""

    name = "slack"

    async def serve(self, answer: Answer, complete: Complete) -> None:
        """Says so."""
        self.asked.set()
        raise ConfigError("Slack does not accept SLACK_BOT_TOKEN: The app was removed from the workspace.")


async def test_a_dead_installation_ends_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an app was removed, the other platform is served all the same; alone it is told and the process ends
    (B080)."""
    deps, dead, stop = deps_over(without_rows(tmp_path / "store.sqlite3")), Dead(), asyncio.Event()
    served = [dead, Hanging()]
    monkeypatch.setattr(service, "chat_platforms", lambda *_: tuple(served))
    serving = asyncio.create_task(service.serve_chat(deps, load_settings({}), stop))
    async with asyncio.timeout(20):
        await dead.asked.wait()
        assert not (await asyncio.wait((serving,), timeout=0.05))[0]
        stop.set()
        await serving
    served[:] = [dead]
    with pytest.raises(ConfigError, match="removed from the workspace"):
        await service.serve_chat(deps, load_settings({}), asyncio.Event())
    deps.store.close()
