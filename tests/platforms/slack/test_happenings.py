"""What Slack tells of workspaces and channels is passed on once, however often it comes."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.platforms.slack.happenings import EVENTS, MOST_REMEMBERED, REMEMBERED_SECONDS, Once, happened
from bot.platforms.slack.manifest import manifest
from tests.platforms.echo import FakePlaces
from tests.standins.slack_people import Person

TEAM = "T0001"


def body(kind: str, event_id: str = "Ev1", **more: object) -> dict[str, Any]:
    """An event as Slack sends it."""
    return {"team_id": TEAM, "event_id": event_id, "event": {"type": kind, "event_ts": "1.2", **more}}


class Clock:
    """Seconds, moved by hand."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.mark.parametrize(
    ("event", "told"),
    [
        pytest.param(body("app_uninstalled"), ("gone", "slack", TEAM), id="B080 taken away"),
        pytest.param(body("tokens_revoked", tokens={"bot": ["U1"]}), ("gone", "slack", TEAM), id="B081 revoked"),
        pytest.param(body("tokens_revoked", tokens={"oauth": ["U1"]}), None, id="a person's own token"),
        pytest.param(
            body("channel_id_changed", old_channel_id="G1", new_channel_id="C1"), ("renamed", "G1", "C1"), id="B084"
        ),
        pytest.param(body("channel_unarchive", channel="C1"), ("opened", "C1"), id="B079 open again"),
        pytest.param(body("group_unarchive", channel="G1"), ("opened", "G1"), id="a private one"),
        pytest.param(body("channel_id_changed", old_channel_id=None), None, id="without ids"),
        pytest.param({"event": None}, None, id="nothing in it"),
    ],
)
async def test_what_is_told(event: dict[str, Any], told: tuple[str, ...] | None) -> None:
    """Each event says one thing of one place; what is none of ours says nothing."""
    places = FakePlaces()
    await happened(event, places, Once())
    assert places.told == ([told] if told else [])


async def test_an_event_under_many_ids_is_one() -> None:
    """Three event ids with one event_ts are told once; another channel's is another (B012)."""
    places, once = FakePlaces(), Once()
    for number in range(3):
        await happened(body("channel_unarchive", f"Ev{number}", channel="C1"), places, once)
    await happened(body("channel_unarchive", "Ev3", channel="C2"), places, once)
    assert places.told == [("opened", "C1"), ("opened", "C2")]


async def test_a_crash_loses_no_event_and_a_late_retry_doubles_none() -> None:
    """Where the first handling fails the next delivery is handled, and the one five minutes or an hour later is not
    (B013)."""
    places, clock = FakePlaces(failures=1), Clock()
    once, event = Once(clock), body("channel_unarchive", channel="C1")
    with pytest.raises(RuntimeError):
        await happened(event, places, once)
    for clock.seconds in (1.0, 300.0, 3_600.0, REMEMBERED_SECONDS):
        await happened(event, places, once)
    assert places.told == [("opened", "C1")]


@pytest.mark.parametrize("count", [MOST_REMEMBERED - 1, MOST_REMEMBERED, MOST_REMEMBERED + 1])
def test_so_many_are_remembered(count: int) -> None:
    """The oldest is forgotten once there are too many, and no other."""
    once = Once(Clock())
    for number in range(count):
        assert once.begins((str(number),))
    assert not once.begins((str(count - 1),))
    assert once.begins(("0",)) is (count > MOST_REMEMBERED)


async def test_events_come_over_the_socket(ada: Person, places: FakePlaces) -> None:
    """What the manifest asks for is heard; that the bot is there is told at each start."""
    sent = {**body("channel_id_changed", old_channel_id="G1", new_channel_id="C9"), "type": "event_callback"}
    for _ in range(2):
        async with asyncio.timeout(10):
            await (await ada.slack.deliver("events_api", sent))
    async with asyncio.timeout(10):
        while places.told[-1][0] != "renamed":
            await places.noted.get()
    assert places.told == [("back", "slack", TEAM), ("renamed", "G1", "C9")]
    assert manifest(())["settings"]["event_subscriptions"] == {"bot_events": list(EVENTS)}


def test_no_token_is_rotated() -> None:
    """The manifest leaves rotation off: the token that is set does not run out between two digests (B082), and there is
    no refreshing that could be done twice at once (B083)."""
    assert manifest(())["settings"]["token_rotation_enabled"] is False
