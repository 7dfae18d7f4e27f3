"""What platforms tell of places is written down, and what waits there goes on."""

from __future__ import annotations

from dataclasses import replace

from structlog.testing import capture_logs

from bot.domain.delivery import Recipient, RecipientKind, Refused
from handlers.deps import Deps
from handlers.jobs.connection_notices import tell_of_connections
from handlers.jobs.deliver import deliver
from handlers.places import StoredPlaces
from tests.factories import a_delivery
from tests.fakes import FakePlatform

OLD = Recipient("slack", "T1", RecipientKind.CHANNEL, "G1")
OPS = Recipient("discord", "7001", RecipientKind.CHANNEL, "8001")


async def test_a_channel_with_another_id_gets_its_digest(deps: Deps) -> None:
    """A digest that met "channel_not_found" at the old id lands at the new one; the channel is not treated as removed
    (B084)."""
    slack, places = FakePlatform("slack", closed={"G1"}), StoredPlaces(deps)
    deps.store.deliveries.enqueue([a_delivery("d", recipient=OLD)])
    await deliver(deps, {"slack": slack})
    for _ in range(2):
        await places.renamed(OLD, "C1")
        await deliver(deps, {"slack": slack})
    assert [recipient.id for recipient, _ in slack.posted] == ["C1"]


async def test_an_open_channel_gets_what_waits(deps: Deps) -> None:
    """A channel that is taken out of the archive gets what waited, once (B079)."""
    slack = FakePlatform("slack")
    slack.answers_with(Refused("is_archived"))
    deps.store.deliveries.enqueue([a_delivery("d", recipient=OLD)])
    await deliver(deps, {"slack": slack})
    await StoredPlaces(deps).opened(OLD)
    await deliver(deps, {"slack": slack})
    assert [recipient.id for recipient, _ in slack.posted] == ["G1"]


async def test_who_runs_the_bot_hears_of_a_workspace_that_is_gone(deps: Deps) -> None:
    """The event, or the first refused send, is told once, elsewhere than in that workspace (B080, B081)."""
    places = StoredPlaces(deps)
    with capture_logs() as told:
        for _ in range(2):
            await places.gone("slack", "T1", "The app was removed from the workspace.")
    assert [entry["event"] for entry in told] == ["the bot was taken away"]
    assert await tell_of_connections(replace(deps, ops=OLD)) == 0
    assert [await tell_of_connections(replace(deps, ops=OPS)) for _ in range(2)] == [1, 0]
    await places.back("slack", "T1")
    assert deps.store.installations.all_inactive() == ()
