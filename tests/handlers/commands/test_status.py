"""`status`: for who runs the bot, and what it says when all is well and when it is not."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import time
from zoneinfo import ZoneInfo

import pytest

from bot.domain.command import Rights
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.document import Document, Paragraph, Small, plain
from bot.domain.errors import UserError
from bot.domain.health import HealthStatus, SourceHealth
from bot.domain.operation import TICK
from handlers.commands.status import status
from handlers.deps import Deps
from handlers.pausing import pause
from handlers.pulse import Pulse
from storage.channels import Posting
from tests.factories import a_command

INFRA = Recipient("slack", "T1", RecipientKind.CHANNEL, "C1")


def asked(deps: Deps, *, operator: bool = True) -> str:
    """What somebody is told."""
    command = a_command("status")
    command = replace(command, actor=replace(command.actor, rights=Rights(operator=operator)), text="")
    reply = asyncio.run(status(command, deps))
    assert isinstance(reply, Document)
    return "\n".join(plain(block.children) for block in reply.blocks if isinstance(block, Paragraph | Small))


def test_all_well(deps: Deps) -> None:
    """One line says what is read, comes next, waits and is in doubt, and how much the store holds."""
    Pulse(deps).note(TICK)
    deps.store.health.save(SourceHealth("github:a/b", last_try=deps.now(), last_success=deps.now()))
    deps.store.channels.set(Posting(INFRA, "systems-daily", time(8), ZoneInfo("Asia/Shanghai"), frozenset({3}), "U1"))
    told = asked(deps)
    assert told.startswith("All well. 1 of 1 sources read within 15 minutes · next digests: slack:T1/C1 ")
    assert "· waiting 0 · in doubt 0 · parked 0" in told
    assert "version 0.1.0" in told


def test_what_is_wrong_comes_first(deps: Deps) -> None:
    """A clock that never ticked and a pause are said before anything else."""
    pause(deps, "U1")
    assert asked(deps).startswith("Not well: the clock has not ticked yet; everything is paused. ")


@pytest.mark.parametrize(
    ("failing", "opening"),
    [
        pytest.param(1, "All well. ", id="one under"),
        pytest.param(2, "All well. ", id="half"),
        pytest.param(3, "Not well: most sources cannot be read. ", id="one over"),
    ],
)
def test_failing_sources_are_counted(failing: int, opening: str, deps: Deps) -> None:
    """What cannot be read is counted, and where it is more than half of all that is asked, all is not well."""
    Pulse(deps).note(TICK)
    for number in range(4):
        status = HealthStatus.FAILING if number < failing else HealthStatus.OK
        deps.store.health.save(SourceHealth(f"github:a/{number}", last_try=deps.now(), status=status))
    assert asked(deps).startswith(opening)
    assert f"· {failing} cannot be read ·" in asked(deps)


def test_nobody_else(deps: Deps) -> None:
    """Who does not run the bot is sent to the sources; in the channel that hears of it everybody is told."""
    with pytest.raises(UserError, match="Only who runs the bot"):
        asked(deps, operator=False)
    place = a_command("status").place
    assert asked(replace(deps, ops=place), operator=False).startswith("Not well")
