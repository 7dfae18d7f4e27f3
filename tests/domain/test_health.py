"""How a source is, after what happened to it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.domain.health import (
    GIVEN_UP,
    TELL_AFTER,
    TELL_FAILURES,
    Fault,
    HealthStatus,
    News,
    SourceHealth,
    alike,
    begun,
    due,
    failed,
    hastened,
    is_due_to_tell,
    is_unusually_silent,
    loading_of,
    succeeded,
)
from bot.domain.poll_schedule import LONGEST_BACK_OFF, SHORTEST_BACK_OFF, WITH_TOKEN
from tests.factories import NOW

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
FAULT = Fault("GitHub does not answer.")


def a_health(name: str = "github:a/a", **changes: Any) -> SourceHealth:
    """A source that was read well an hour ago."""
    health = SourceHealth(
        name, "a", began=NOW - DAY, last_try=NOW - HOUR, last_success=NOW - HOUR, next_try=NOW, loaded=True
    )
    return replace(health, **changes)


def test_three_days_of_failure_and_back() -> None:
    """A source that fails for three days is asked at least daily, and is well with its first answer (B027)."""
    health, now, tries = a_health(), NOW, 0
    while now < NOW + 3 * DAY:
        health = failed(begun(health, now), FAULT, now)
        assert health.next_try is not None
        assert SHORTEST_BACK_OFF <= health.next_try - now <= LONGEST_BACK_OFF
        now, tries = health.next_try, tries + 1
    assert tries < 15
    assert (health.failing_since, health.last_success) == (NOW, NOW - HOUR)
    well = succeeded(begun(health, now), News(), now, WITH_TOKEN)
    assert (well.status, well.failures, well.error, well.failing_since) == (HealthStatus.OK, 0, "", None)
    assert well.next_try == now + 15 * MINUTE


def test_a_limit_is_no_failure() -> None:
    """A host that wants to be left alone is asked when that is over, and nothing backs off further (C02)."""
    until = NOW + 40 * MINUTE
    paused = failed(a_health(), Fault("GitHub rate limit.", until=until), NOW)
    assert (paused.status, paused.failures, paused.next_try) == (HealthStatus.PAUSED, 0, until)
    assert paused.failing_since == NOW


def test_the_rhythm_is_learnt() -> None:
    """The first reading gives the usual gap, later ones shift it."""
    first = succeeded(a_health(), News().and_of(NOW - hours * HOUR for hours in range(0, 22, 2)), NOW, WITH_TOKEN)
    assert (first.rhythm, first.last_news) == (2 * HOUR, NOW)
    later = succeeded(first, News(1, NOW + 7 * HOUR, NOW + 7 * HOUR), NOW + 7 * HOUR, WITH_TOKEN)
    assert later.rhythm == 3 * HOUR
    assert succeeded(later, News(), NOW + 9 * HOUR, WITH_TOKEN).rhythm == 3 * HOUR


def test_a_renamed_source_is_well() -> None:
    """It is read on under its new name, and stays marked."""
    renamed = succeeded(a_health(), News(), NOW, WITH_TOKEN, renamed=True)
    assert renamed.is_well
    assert succeeded(renamed, News(), NOW, WITH_TOKEN).status is HealthStatus.RENAMED


@pytest.mark.parametrize(
    ("changes", "tells"),
    [
        pytest.param({}, True, id="long enough and often enough"),
        pytest.param({"failing_since": NOW - TELL_AFTER + MINUTE}, False, id="too short"),
        pytest.param({"failures": TELL_FAILURES - 1}, False, id="too rarely seen"),
        pytest.param({"told": True}, False, id="told already"),
        pytest.param({"status": HealthStatus.PAUSED}, False, id="a limit passes by itself"),
        pytest.param({"status": HealthStatus.OK}, False, id="well"),
        pytest.param({"status": HealthStatus.GONE}, True, id="gone"),
    ],
)
def test_who_runs_it_is_told_once(changes: dict[str, Any], tells: bool) -> None:
    """A failure is told once, and not one that is over within the hour."""
    failing: dict[str, Any] = {
        "status": HealthStatus.FAILING,
        "failing_since": NOW - TELL_AFTER,
        "failures": TELL_FAILURES,
    }
    assert is_due_to_tell(a_health(**{**failing, **changes}), NOW) is tells


def failing(name: str, tried: timedelta = 10 * MINUTE, **changes: Any) -> SourceHealth:
    """A source that fails and would wait for ten hours."""
    default = {"status": HealthStatus.FAILING, "last_try": NOW - tried, "next_try": NOW + 10 * HOUR, "failures": 8}
    return a_health(name, **{**default, **changes})


def test_an_outage_is_watched() -> None:
    """Where no source of a family answers, one of them is asked every 5 minutes for all; where one does, or the host
    asked for a pause, each keeps its own wait."""
    everything = [
        failing("github:a/a", 20 * MINUTE),
        failing("github:b/b", 30 * MINUTE),
        a_health("arxiv", next_try=NOW + HOUR),
    ]
    assert due(everything, NOW) == ("github:b/b",)
    assert due([*everything, failing("github:c/c", SHORTEST_BACK_OFF - MINUTE)], NOW) == ()
    assert due([*everything, a_health("github:c/c", next_try=NOW + HOUR)], NOW) == ()
    assert due([*everything, failing("github:c/c", status=HealthStatus.PAUSED)], NOW) == ()
    assert due([failing("feed:alone")], NOW) == ()


def test_the_end_of_an_outage_is_for_all() -> None:
    """With the first source of a family that answers again, the others are asked at once, and only those."""
    healths = [
        failing("github:a/a"),
        failing("github:b/b", MINUTE),
        failing("github:gone/gone", status=HealthStatus.GONE),
        failing("feed:x"),
        a_health("github:well/well", next_try=NOW + HOUR),
    ]
    assert [health.name for health in hastened(healths, a_health("github:c/c"), NOW)] == ["github:a/a"]


def test_loading() -> None:
    """How far the first loading is: sources that were never asked wait, those that fail do not keep it going."""
    assert loading_of([SourceHealth("github:a/a", "a")], NOW) is None
    loading = SourceHealth("github:a/a", "a", began=NOW - 10 * MINUTE)
    waiting = SourceHealth("github:b/b", "b")
    found = loading_of([loading, waiting, a_health("github:c/c"), a_health("github:d/d")], NOW)
    assert found is not None
    assert (found.done, found.of, found.minutes) == (2, 4, 10)
    given_up = replace(loading, failures=GIVEN_UP, status=HealthStatus.FAILING)
    assert loading_of([given_up, a_health("github:c/c")], NOW) is None


def test_silent_by_its_own_rhythm() -> None:
    """Only a source that answers can be unusually silent."""
    quiet = a_health(rhythm=HOUR, last_news=NOW - 8 * DAY)
    assert is_unusually_silent(quiet, NOW)
    assert not is_unusually_silent(replace(quiet, status=HealthStatus.FAILING), NOW)
    assert not is_unusually_silent(replace(quiet, last_news=NOW - DAY), NOW)


def test_a_clock_that_is_set_back() -> None:
    """The first try never lies in the future, so that nothing new counts as history."""
    assert begun(a_health(began=NOW + DAY), NOW).began == NOW


def test_what_is_wrong_alike_stands_together() -> None:
    """Sources of one status and one sentence are one group, the largest first."""
    names = {"a": "down", "b": "gone", "c": "down"}
    healths = [SourceHealth(name, status=HealthStatus.FAILING, error=error) for name, error in names.items()]
    slow = SourceHealth("d", status=HealthStatus.SLOW, error="down")
    groups = alike([healths[1], healths[0], slow, healths[2]])
    assert [[health.name for health in group] for group in groups] == [["a", "c"], ["b"], ["d"]]
