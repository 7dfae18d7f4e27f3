"""How often a host is asked, in virtual time: its rhythm, its pauses, its budgets (C01, C02, B050)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.budget import HostBudget
from bot.sources.limit_headers import Budget, hint_of
from bot.sources.limits import ARXIV, JITTER, LONGEST_WAIT, MOST_HOSTS, PATIENCE, SECONDARY_WAIT, HostLimits, Manners
from bot.sources.polling import RateLimited
from tests.standins.virtual_time import virtually

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
DATE = {"date": "Mon, 30 Nov 2026 12:00:00 GMT"}
HOST = "api.github.com"
SECONDARY = b'{"message": "You have exceeded a secondary rate limit. Please wait a few minutes."}'
FORBIDDEN = b'{"message": "Resource not accessible by personal access token"}'


class Clock:
    """Both clocks: seconds that pass by sleeping, and a wall clock that may jump as well."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.jumped = timedelta()

    def monotonic(self) -> float:
        return self.seconds

    def now(self) -> datetime:
        return NOW + timedelta(seconds=self.seconds - 1000) + self.jumped

    async def sleep(self, seconds: float) -> None:
        self.seconds += seconds

    def limits(self, jitter: float = 0.0, **wishes: Any) -> HostLimits:
        return HostLimits(monotonic=self.monotonic, now=self.now, sleep=self.sleep, jitter=lambda: jitter, **wishes)


async def ask(limits: HostLimits, host: str = HOST, resource: str = "core") -> None:
    async with limits.turn(host, resource):
        pass


def seconds_of(until: datetime | None) -> float | None:
    return None if until is None else (until - NOW).total_seconds()


@pytest.mark.parametrize(
    ("status", "headers", "body", "seconds"),
    [
        pytest.param(429, {"retry-after": "120"}, b"", 120, id="429 and how long"),
        pytest.param(403, {"retry-after": "30"}, b"", 30, id="403 and how long"),
        pytest.param(429, {"retry-after": "Mon, 30 Nov 2026 12:05:00 GMT"}, b"", 300, id="a date"),
        pytest.param(429, {"retry-after": "0"}, b"", 0, id="at once"),
        pytest.param(429, {"retry-after": "Mon, 30 Nov 2026 11:00:00 GMT"}, b"", 0, id="a date that has passed"),
        pytest.param(429, {"retry-after": "99999999999"}, b"", LONGEST_WAIT, id="3,000 years"),
        pytest.param(429, {"retry-after": "soon"}, b"", SECONDARY_WAIT, id="a word"),
        pytest.param(429, {"retry-after": "-5"}, b"", SECONDARY_WAIT, id="a negative number"),
        pytest.param(429, {}, b"", SECONDARY_WAIT, id="429 alone"),
        pytest.param(403, {"x-ratelimit-remaining": "4000"}, SECONDARY, SECONDARY_WAIT, id="B050: secondary"),
        pytest.param(403, {"x-ratelimit-remaining": "4000"}, b"", SECONDARY_WAIT, id="B050: without a word"),
        pytest.param(403, {}, b"You have triggered an abuse detection mechanism", SECONDARY_WAIT, id="its older name"),
        pytest.param(403, {"x-ratelimit-remaining": "4000"}, FORBIDDEN, None, id="forbidden"),
        pytest.param(403, {}, b"", None, id="forbidden, another host"),
        pytest.param(403, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1796041800"}, b"", 1800, id="primary"),
        pytest.param(200, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1796041800"}, b"", 1800, id="the last"),
        pytest.param(200, {"x-ratelimit-remaining": "1", "x-ratelimit-reset": "1796041800"}, b"", None, id="one left"),
        pytest.param(403, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1"}, b"", 1, id="a reset long ago"),
        pytest.param(403, {"x-ratelimit-remaining": "0"}, b"", SECONDARY_WAIT, id="used up, and no reset"),
        pytest.param(503, {"retry-after": "60"}, b"", 60, id="503 and how long"),
        pytest.param(503, {}, b"", None, id="503"),
        pytest.param(500, {"retry-after": "60"}, b"", None, id="500"),
        pytest.param(304, {}, b"", None, id="nothing new"),
    ],
)  # fmt: skip
def test_c02_how_long_a_host_wants_to_rest(
    status: int, headers: Mapping[str, str], body: bytes, seconds: float | None
) -> None:
    """C02: retry-after, else the reset of a budget that is used up, else a minute; and only where it is a limit."""
    limits = Clock().limits()
    assert seconds_of(limits.heard(HOST, status, {**DATE, **headers}, body)) == seconds
    paused = limits.paused_until(HOST)
    assert seconds_of(paused) == (seconds or None)


async def test_b050_who_does_not_say_how_long_is_left_alone_for_longer_each_time() -> None:
    """B050: at least a minute, doubled each time, never over a day; an answer that is none of it begins anew."""
    clock = Clock()
    limits = clock.limits()
    waits = []
    for _ in range(13):
        until = limits.heard(HOST, 403, {"x-ratelimit-remaining": "9"}, SECONDARY)
        assert until is not None
        waits.append((until - clock.now()).total_seconds())
        clock.seconds += waits[-1]
    assert waits[:4] == [60, 120, 240, 480]
    assert waits[-1] == LONGEST_WAIT
    limits.heard(HOST, 500, {})
    until = limits.heard(HOST, 429, {})
    assert until is not None
    assert (until - clock.now()).total_seconds() == LONGEST_WAIT
    limits.heard(HOST, 304, {})
    clock.seconds += LONGEST_WAIT
    until = limits.heard(HOST, 429, {})
    assert until is not None
    assert (until - clock.now()).total_seconds() == SECONDARY_WAIT


async def test_b050_a_pause_is_shared_by_all() -> None:
    """B050: whoever asks that host, for whatever, is told; others hosts are asked as before."""
    limits = Clock().limits()
    until = limits.heard(HOST, 403, {"x-ratelimit-remaining": "9"}, SECONDARY, "core")
    for resource in ("core", "graphql"):
        with pytest.raises(RateLimited) as caught:
            await ask(limits, resource=resource)
        assert caught.value.until == until
        assert caught.value.sentence == "api.github.com was asked too often and is left alone until 12:01 UTC."
    await ask(limits, "github.com")


@virtually
async def test_b050_who_waits_for_a_turn_hears_of_a_pause() -> None:
    """B050: a pause that begins while others stand in line holds for them, too: nobody of them asks."""
    clock = asyncio.get_running_loop().time
    limits = HostLimits({HOST: Manners(at_once=1)}, monotonic=clock)
    asked = 0

    async def fetch() -> None:
        nonlocal asked
        async with limits.turn(HOST):
            asked += 1
            await asyncio.sleep(1)
            limits.heard(HOST, 429, {})

    results = await asyncio.gather(*(fetch() for _ in range(10)), return_exceptions=True)
    assert asked == 1
    assert [type(result) for result in results].count(RateLimited) == 9


async def test_a_used_up_budget_pauses_its_resource_only() -> None:
    """GraphQL goes on where the budget of REST is used up, and the response's own word for it counts."""
    limits = Clock().limits()
    headers = {**DATE, "x-ratelimit-limit": "5000", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1796041800"}
    limits.heard(HOST, 200, {**headers, "x-ratelimit-resource": "search"}, resource="core")
    await ask(limits, resource="core")
    with pytest.raises(RateLimited):
        await ask(limits, resource="search")
    assert limits.budget(HOST, "search") == Budget(5000, 0, NOW + timedelta(minutes=30))
    assert limits.budget(HOST) is None
    assert limits.budget("other.example") is None
    assert limits.budgets() == (HostBudget(HOST, 5000, 0, NOW + timedelta(minutes=30)),)


async def test_our_clock_may_be_wrong() -> None:
    """A reset is counted from the host's own clock, and a wall clock that jumps neither frees nor blocks."""
    clock = Clock()
    clock.jumped = timedelta(hours=5)
    limits = clock.limits()
    limits.heard(HOST, 403, {**DATE, "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1796041800"})
    until = limits.paused_until(HOST)
    assert until is not None
    assert until - clock.now() == timedelta(minutes=30)
    clock.jumped = timedelta(hours=-5)
    with pytest.raises(RateLimited):
        await ask(limits)
    clock.seconds += 1800
    await ask(limits)
    assert limits.paused_until(HOST) is None


@pytest.mark.parametrize(("seconds", "waits"), [(PATIENCE - 1, True), (PATIENCE, True), (PATIENCE + 1, False)])
async def test_a_short_pause_is_waited_for(seconds: float, waits: bool) -> None:
    """Up to PATIENCE; a longer one is told, and the rest of the run goes on meanwhile."""
    clock = Clock()
    limits = clock.limits()
    limits.heard(HOST, 429, {"retry-after": str(int(seconds))})
    if waits:
        await ask(limits)
        assert clock.seconds == 1000 + seconds
    else:
        with pytest.raises(RateLimited):
            await ask(limits)
        assert clock.seconds == 1000


@pytest.mark.parametrize("jitter", [0.0, 0.5, 1.0])
async def test_processes_do_not_come_back_together(jitter: float) -> None:
    """A pause is never shorter than was asked for, and longer by a part of itself."""
    until = Clock().limits(jitter).heard(HOST, 429, {"retry-after": "100"})
    assert seconds_of(until) == pytest.approx(100 * (1 + JITTER * jitter))


async def test_a_shorter_pause_does_not_end_a_longer_one() -> None:
    """Answers arrive in any order."""
    limits = Clock().limits()
    limits.heard(HOST, 429, {"retry-after": "600"})
    limits.heard(HOST, 429, {"retry-after": "5"})
    assert seconds_of(limits.paused_until(HOST)) == 600


@pytest.mark.parametrize(
    ("manners", "requests", "seconds"),
    [
        pytest.param(ARXIV, 4, 3 * (3 + 0), id="C20: three seconds apart, one at a time"),
        pytest.param(Manners(at_once=2), 4, 1, id="two at once"),
        pytest.param(Manners(at_once=10, per_minute=3), 7, 120, id="three in any minute"),
        pytest.param(Manners(at_once=10), 10, 0, id="ten at once"),
    ],
)
@virtually
async def test_a_host_has_its_rhythm(manners: Manners, requests: int, seconds: float) -> None:
    """Requests of one second each, all wanted at once, begin in the host's rhythm."""
    clock = asyncio.get_running_loop().time
    limits = HostLimits({"a.example": manners}, monotonic=clock)
    begun: list[float] = []

    async def fetch() -> None:
        async with limits.turn("a.example"):
            begun.append(clock())
            await asyncio.sleep(1)

    await asyncio.gather(*(fetch() for _ in range(requests)))
    assert max(begun) == pytest.approx(seconds, abs=0.1)


@virtually
async def test_a_place_is_free_again_after_a_fault() -> None:
    """Who fails or is cancelled inside holds up nobody."""
    limits = HostLimits({"a.example": Manners(at_once=1)}, monotonic=asyncio.get_running_loop().time)
    with pytest.raises(ValueError, match="x"):
        async with limits.turn("a.example"):
            raise ValueError("x")

    async def hold() -> None:
        async with limits.turn("a.example"):
            await asyncio.sleep(100)

    holding, waiting = asyncio.create_task(hold()), asyncio.create_task(hold())
    await asyncio.sleep(1)
    for task in (holding, waiting):
        task.cancel()
    await asyncio.gather(holding, waiting, return_exceptions=True)
    async with asyncio.timeout(1):
        await ask(limits, "a.example")


async def test_hosts_without_number_are_forgotten() -> None:
    """A feed that sends us to ever new hosts does not fill the memory, and those that rest are remembered."""
    limits = Clock().limits()
    limits.heard("resting.example", 429, {"retry-after": "600"})
    for number in range(3 * MOST_HOSTS):
        await ask(limits, f"{number}.example")
    assert len(limits._hosts) <= MOST_HOSTS + 1
    assert limits.paused_until("resting.example")


@given(
    st.integers(100, 599),
    st.dictionaries(
        st.sampled_from(
            ["retry-after", "x-ratelimit-remaining", "x-ratelimit-reset", "x-ratelimit-limit", "x-ratelimit-resource",
             "date"]
        ),
        st.one_of(st.text(max_size=20), st.integers().map(str), st.just("Mon, 30 Nov 2026 12:00:00 GMT")),
    ),
    st.binary(max_size=40),
)  # fmt: skip
def test_any_header_is_read(status: int, headers: dict[str, str], body: bytes) -> None:
    """Whatever a host writes, a pause is between nothing and a little over a day."""
    limits = Clock().limits(jitter=1.0)
    until = limits.heard(HOST, status, headers, body)
    assert until is None or 0 <= (until - NOW).total_seconds() <= LONGEST_WAIT * (1 + JITTER) + 1
    hint = hint_of(status, headers, body, NOW)
    assert hint is None or hint.seconds is None or hint.seconds >= 0
