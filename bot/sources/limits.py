"""How often a host may be asked: one place that all requests of the process go through, host by host.

It spaces requests, bounds how many run at once and per minute, and stops asking a host that said it was asked too
often. It sends nothing, and tries nothing again: who is told RateLimited comes back at `until`.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from bot.domain.budget import HostBudget
from bot.sources.limit_headers import CORE, Budget, Hint, budget_of, hint_of, resource_of
from bot.sources.polling import RateLimited

SECONDARY_WAIT = 60.0
"""Seconds at least that a host rests which says "too often" and not how long (C02, B050); doubled each time."""
LONGEST_WAIT = 24 * 3600.0
"""Seconds at most, whatever a host asks for."""
JITTER = 0.1
"""A pause is longer by up to this part of itself, so that many processes do not come back in the same second."""
PATIENCE = 10.0
"""Seconds of a host's pause that a request waits for; a longer pause is told instead."""
MINUTE = 60.0
MOST_HOSTS = 1000
"""So many hosts are remembered; beyond that, those that nothing holds are forgotten."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How a host wants to be asked: requests at once, seconds from one start to the next, starts in any minute (0: as
    many as come)."""

    at_once: int = 4
    spacing: float = 0.0
    per_minute: int = 0


GITHUB = Manners(at_once=10, per_minute=600)
"""Well under the 100 at once and 900 points a minute of C01; a request that writes costs 5 and is not made here."""
ARXIV = Manners(at_once=1, spacing=3.0)
"""C20."""
MANNERS: Mapping[str, Manners] = {
    "api.github.com": GITHUB,
    "github.com": Manners(at_once=4, per_minute=120),
    "arxiv.org": ARXIV,
    "export.arxiv.org": ARXIV,
    "rss.arxiv.org": ARXIV,
}
"""Hosts that say how they want to be asked; others get `Manners()`."""


@dataclass(slots=True)
class _Pause:
    """Until when, on the monotonic clock, and how often in a row the host did not say how long."""

    until: float = 0.0
    guesses: int = 0


@dataclass(slots=True)
class _Host:
    manners: Manners
    running: asyncio.Semaphore
    starts: deque[float] = field(default_factory=deque)
    users: int = 0
    whole: _Pause = field(default_factory=_Pause)
    resources: dict[str, _Pause] = field(default_factory=dict)
    budgets: dict[str, Budget] = field(default_factory=dict)


def _utc_now() -> datetime:
    return datetime.now(UTC)


class HostLimits:
    """The limits of all hosts. `manners` come before MANNERS. Waiting is by the monotonic clock, so that a wall clock
    that jumps neither frees a host nor blocks it; `now` only names the instants that people are told."""

    def __init__(
        self,
        manners: Mapping[str, Manners] | None = None,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = _utc_now,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        jitter: Callable[[], float] = random.random,
        patience: float = PATIENCE,
    ) -> None:
        self._manners = {**MANNERS, **(manners or {})}
        self._monotonic = monotonic
        self._now = now
        self._sleep = sleep
        self._jitter = jitter
        self._patience = patience
        self._hosts: dict[str, _Host] = {}

    @asynccontextmanager
    async def turn(self, host: str, resource: str = CORE) -> AsyncIterator[None]:
        """Waits until the host may be asked, and counts as a running request inside. RateLimited where it rests for
        longer than PATIENCE. `resource` is GitHub's name of a budget of its own ("core", "graphql")."""
        state = self._host(host)
        state.users += 1
        try:
            await self._rested(host, state, resource)
            async with state.running:
                await self._started(state)
                await self._rested(host, state, resource)
                yield
        finally:
            state.users -= 1

    def heard(
        self, host: str, status: int, headers: Mapping[str, str], body: bytes = b"", resource: str | None = None
    ) -> datetime | None:
        """Learns from a response (headers in lower case) and gives the instant until which it pauses the host or the
        resource, None where the host said nothing of the kind. `resource`: what was asked for; the response's own
        word comes before it."""
        state = self._host(host)
        now = self._now()
        resource = resource_of(headers) or resource or CORE
        if budget := budget_of(headers):
            state.budgets[resource] = budget
        hint = hint_of(status, headers, body, now)
        if hint is None:
            if status < 400:
                state.whole.guesses = 0
                state.resources.pop(resource, None)
            return None
        pause = state.resources.setdefault(resource, _Pause()) if hint.only_resource else state.whole
        pause.until = max(pause.until, self._monotonic() + self._length(pause, hint))
        return self._instant(pause.until)

    def paused_until(self, host: str, resource: str = CORE) -> datetime | None:
        """The instant before which the host is not asked, None if it may be asked."""
        state = self._hosts.get(host)
        until = _until(state, resource) if state else 0.0
        return self._instant(until) if until > self._monotonic() else None

    def budget(self, host: str, resource: str = CORE) -> Budget | None:
        """What the host last said is left of its primary limit, None if it never did."""
        state = self._hosts.get(host)
        return state.budgets.get(resource) if state else None

    def budgets(self) -> tuple[HostBudget, ...]:
        """What every host that tells its primary limit said last, by host; of several limits the one that is nearest
        to its end."""
        told = {name: state.budgets.values() for name, state in self._hosts.items() if state.budgets}
        return tuple(_nearest(host, of_host) for host, of_host in sorted(told.items()))

    async def _rested(self, host: str, state: _Host, resource: str) -> None:
        """Waits out a short pause; several requests may lengthen it meanwhile."""
        while (left := _until(state, resource) - self._monotonic()) > 0:
            if left > self._patience:
                until = self._instant(_until(state, resource))
                raise RateLimited(f"{host} was asked too often and is left alone until {until:%H:%M} UTC.", until)
            await self._sleep(left)

    async def _started(self, state: _Host) -> None:
        """Takes the next free place in the host's rhythm and waits for it."""
        manners, starts, now = state.manners, state.starts, self._monotonic()
        if not manners.spacing and not manners.per_minute:
            return
        place = max(now, starts[-1] + manners.spacing) if starts else now
        if manners.per_minute and len(starts) >= manners.per_minute:
            place = max(place, starts[-manners.per_minute] + MINUTE)
        starts.append(place)
        while len(starts) > max(manners.per_minute, 1):
            starts.popleft()
        if place > now:
            await self._sleep(place - now)

    def _length(self, pause: _Pause, hint: Hint) -> float:
        if hint.seconds is None:
            seconds = SECONDARY_WAIT * 2.0 ** min(pause.guesses, 12)
            pause.guesses += 1
        else:
            seconds = hint.seconds
        return min(seconds, LONGEST_WAIT) * (1 + JITTER * self._jitter())

    def _instant(self, until: float) -> datetime:
        return self._now() + timedelta(seconds=max(0.0, until - self._monotonic()))

    def _host(self, host: str) -> _Host:
        state = self._hosts.get(host)
        if state is None:
            if len(self._hosts) >= MOST_HOSTS:
                self._forget()
            manners = self._manners.get(host, Manners())
            state = self._hosts[host] = _Host(manners, asyncio.Semaphore(manners.at_once))
        return state

    def _forget(self) -> None:
        now = self._monotonic()
        idle = [
            name
            for name, state in self._hosts.items()
            if not state.users and state.whole.until <= now and not state.resources and not state.budgets
            and (not state.starts or state.starts[-1] + MINUTE <= now)
        ]  # fmt: skip
        for name in idle:
            del self._hosts[name]


def _nearest(host: str, budgets: Iterable[Budget]) -> HostBudget:
    """Of several limits of a host the one of which the smallest part is left."""
    budget = min(budgets, key=lambda one: one.remaining / max(one.limit, 1))
    return HostBudget(host, budget.limit, budget.remaining, budget.resets)


def _until(state: _Host, resource: str) -> float:
    own = state.resources.get(resource)
    return max(state.whole.until, own.until if own else 0.0)
