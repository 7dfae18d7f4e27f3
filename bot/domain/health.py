"""How a source is: whether it answers, since when it does not and why, when it is asked again, how far it is loaded.

Every function gives what is to be stored after something happened; nothing here polls. When a source is due is
bot/domain/poll_schedule.py, how its health reads is bot/wording/sources.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from bot.domain.poll_schedule import (
    LONGEST_BACK_OFF,
    SHORTEST_BACK_OFF,
    Pace,
    back_off,
    in_turn,
    interval,
    is_silent,
    pause_until,
)

TELL_AFTER = timedelta(hours=1)
"""A failure that is over sooner is told to nobody."""
TELL_FAILURES = 3
"""Nor is one that was seen less often."""
GIVEN_UP = 3
"""After so many failures in a row a first loading no longer keeps answers saying that history is loading."""
WEIGHT = 0.2
"""How much the latest gap counts in a source's rhythm."""
MOST_MINUTES = 60
GUESSED_MINUTES = 10
"""What is said while nothing is known of how long loading takes."""


REPOSITORIES = "github"
"""The family of sources that tell of a project's changes."""


class HealthStatus(StrEnum):
    """OK answers · SLOW does not answer in time · FAILING answers what is of no use · GONE is missing or not for us ·
    RENAMED answers under another name · BLOCKED is withheld by law (451) · PAUSED wants to be left alone, or nobody
    reads it any more."""

    OK = "ok"
    SLOW = "slow"
    FAILING = "failing"
    GONE = "gone"
    RENAMED = "renamed"
    BLOCKED = "blocked"
    PAUSED = "paused"


WELL = frozenset({HealthStatus.OK, HealthStatus.RENAMED})
"""A renamed source is read on under its new name (B041)."""


@dataclass(frozen=True, slots=True)
class SourceHealth:
    """The health of one source ("github:owner/repo", "feed:key", "arxiv"); without `last_try` it was never asked.

    `began` is the first try: what was published before it, and comes in before the first poll has ended (`loaded`), is
    history. `back_to` is how far a first loading has come. `failing_since` is the first failure of the present row,
    `error` its sentence. `last_news` is when the newest update was published, `rhythm` the usual time between two.
    `note` is a sentence of something that needs no doing (a new name, a rewritten branch). `told` says that the owner
    was told of a failure and not yet that it is over, `lacks` what the source cannot tell the way it is read.
    """

    name: str
    project: str | None = None
    status: HealthStatus = HealthStatus.OK
    began: datetime | None = None
    last_try: datetime | None = None
    last_success: datetime | None = None
    failing_since: datetime | None = None
    failures: int = 0
    error: str = ""
    next_try: datetime | None = None
    last_news: datetime | None = None
    rhythm: timedelta | None = None
    back_to: datetime | None = None
    loaded: bool = False
    note: str = ""
    told: bool = False
    lacks: tuple[str, ...] = ()

    @property
    def is_well(self) -> bool:
        """Whether the last poll went well."""
        return self.status in WELL


@dataclass(frozen=True, slots=True)
class News:
    """What a poll brought: how many updates, and when the oldest and the newest of them were published."""

    count: int = 0
    oldest: datetime | None = None
    newest: datetime | None = None

    def and_of(self, published: Iterable[datetime]) -> News:
        """This and further updates, published at these instants."""
        dates = tuple(published)
        if not dates:
            return self
        first = min(dates) if self.oldest is None else min(self.oldest, *dates)
        last = max(dates) if self.newest is None else max(self.newest, *dates)
        return News(self.count + len(dates), first, last)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a poll ended early: a sentence for a person, what that makes of the source, and until when its host wants to
    be left alone if it says so."""

    sentence: str
    status: HealthStatus = HealthStatus.FAILING
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Loading:
    """History that is still being read: how many sources are done, and in how many minutes asking again is worth it."""

    done: int
    of: int
    minutes: int


def begun(health: SourceHealth, now: datetime) -> SourceHealth:
    """A poll begins. Where the clock was set back, what it says now is believed."""
    began = now if health.began is None else min(health.began, now)
    return replace(health, began=began, last_try=now)


def succeeded(health: SourceHealth, news: News, now: datetime, pace: Pace, *, renamed: bool = False) -> SourceHealth:
    """A poll went well and brought these news."""
    usual, newest = _rhythm(health, news)
    return replace(
        health,
        status=HealthStatus.RENAMED if renamed or health.status is HealthStatus.RENAMED else HealthStatus.OK,
        last_try=now,
        last_success=now,
        failing_since=None,
        failures=0,
        error="",
        next_try=now + interval(pace, usual),
        last_news=newest,
        rhythm=usual,
        loaded=True,
    )


def _rhythm(health: SourceHealth, news: News) -> tuple[timedelta | None, datetime | None]:
    """The usual gap and the newest date, with what a poll brought."""
    if news.newest is None or news.oldest is None:
        return health.rhythm, health.last_news
    newest = news.newest if health.last_news is None else max(health.last_news, news.newest)
    if health.rhythm is None:
        spread = news.newest - news.oldest
        return (spread / (news.count - 1) if news.count > 1 and spread else None), newest
    if health.last_news is None or newest == health.last_news:
        return health.rhythm, newest
    gap = (newest - health.last_news) / news.count
    return health.rhythm * (1 - WEIGHT) + gap * WEIGHT, newest


def failed(health: SourceHealth, fault: Fault, now: datetime) -> SourceHealth:
    """A poll ended early. A host's wish to be left alone is no failure of the source: it is asked when that is over."""
    paused = fault.until is not None
    failures = health.failures if paused else health.failures + 1
    return replace(
        health,
        status=HealthStatus.PAUSED if paused else fault.status,
        last_try=now,
        failing_since=health.failing_since or now,
        failures=failures,
        error=fault.sentence,
        next_try=pause_until(fault.until, now) if fault.until else now + back_off(failures),
    )


def due(healths: Sequence[SourceHealth], now: datetime) -> tuple[str, ...]:
    """The names of the sources to be polled now, in turn.

    Where no source of a family answers (all of GitHub, all feeds), the fault is likely on our side or at the host, and
    no wait of a day may follow it: every 5 minutes the one that was asked longest ago is asked for all of them.
    """
    families: dict[str, list[SourceHealth]] = {}
    for health in healths:
        families.setdefault(family_of(health.name), []).append(health)
    scouts = [scout.name for members in families.values() if (scout := _scout(members, now))]
    regular = in_turn(((health.name, health.next_try) for health in healths), now)
    return tuple(dict.fromkeys((*scouts, *regular)))


def family_of(name: str) -> str:
    """What sources share a host and fail together: "github", "feed", "arxiv"."""
    return name.partition(":")[0]


def _scout(members: Sequence[SourceHealth], now: datetime) -> SourceHealth | None:
    tried = [health for health in members if health.last_try is not None]
    if len(members) < 2 or len(tried) < len(members) or not all(map(_fails_for_now, members)):
        return None
    if any(health.last_try and now - health.last_try < SHORTEST_BACK_OFF for health in members):
        return None
    return min(tried, key=lambda health: (health.last_try or now, health.name))


def _fails_for_now(health: SourceHealth) -> bool:
    return health.status in (HealthStatus.FAILING, HealthStatus.SLOW)


def hastened(healths: Iterable[SourceHealth], recovered: SourceHealth, now: datetime) -> tuple[SourceHealth, ...]:
    """The sources that are asked at once because another one of their family answers again: an outage that they shared
    is over, and nobody is to wait for the end of their back-off."""
    return tuple(
        replace(health, next_try=now)
        for health in healths
        if health.name != recovered.name
        and family_of(health.name) == family_of(recovered.name)
        and _fails_for_now(health)
        and (health.next_try is None or health.next_try > now)
        and (health.last_try is None or now - health.last_try >= SHORTEST_BACK_OFF)
    )


def is_due_to_tell(health: SourceHealth, now: datetime) -> bool:
    """Whether the owner is to hear of the present failure: once, and not of one that passes by itself."""
    if health.is_well or health.told or health.failing_since is None or health.status is HealthStatus.PAUSED:
        return False
    return health.failures >= TELL_FAILURES and now - health.failing_since >= TELL_AFTER


def alike(healths: Iterable[SourceHealth]) -> tuple[tuple[SourceHealth, ...], ...]:
    """Sources that cannot be read, those of one status and one sentence together: most first, else in their order."""
    groups: dict[tuple[HealthStatus, str], list[SourceHealth]] = {}
    for health in healths:
        groups.setdefault((health.status, health.error), []).append(health)
    return tuple(sorted(map(tuple, groups.values()), key=len, reverse=True))


def is_unusually_silent(health: SourceHealth, now: datetime) -> bool:
    """Whether a source answers and has brought nothing for unusually long."""
    return health.is_well and health.loaded and is_silent(health.last_news, health.rhythm, now)


def is_loading(health: SourceHealth) -> bool:
    """Whether a first loading goes on and may still come to an end."""
    return not health.loaded and health.failures < GIVEN_UP and health.status is not HealthStatus.BLOCKED


def loading_of(healths: Sequence[SourceHealth], now: datetime) -> Loading | None:
    """How far the first loading of all sources is; None where none is loading, or none was ever asked."""
    waiting = [health for health in healths if is_loading(health)]
    begun_at = [health.began for health in waiting if health.began]
    if not begun_at or now - max(begun_at) > LONGEST_BACK_OFF:
        return None
    done = len(healths) - len(waiting)
    return Loading(done, len(healths), _minutes(now - min(begun_at), done, len(waiting)))


def _minutes(passed: timedelta, done: int, waiting: int) -> int:
    if not done:
        return GUESSED_MINUTES
    left = passed / timedelta(minutes=1) / done * waiting
    return min(MOST_MINUTES, max(1, round(left)))
