"""Several builds a day are one story, led by the last of them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from bot.domain.builds import DAY, day_of_build, last_build
from bot.domain.clustering import stories
from bot.domain.update import Kind, Links, Update
from tests.factories import an_update, at

NEWEST = at(21, hour=20)


def a_build(number: int, before: timedelta = timedelta(), tag: str = "", project: str = "llama.cpp") -> Update:
    """A build of llama.cpp, so long before the newest one."""
    tag = tag or f"b{number}"
    return an_update(
        tag,
        key=f"ggml-org/llama.cpp:{tag}",
        project=project,
        kind=Kind.RELEASE,
        links=Links(tag=tag),
        published=NEWEST - before,
    )


def test_a_days_builds_are_one_story() -> None:
    """Whatever order they stand in; the days before it are stories of their own."""
    builds = [a_build(12100 - hour, timedelta(hours=hour)) for hour in range(0, 60, 4)]
    found = stories(builds[::-1])
    sizes = {story.lead.title: len(story.updates) for story in found}
    assert sizes == {"b12052": 3, "b12076": 6, "b12100": 6}


@pytest.mark.parametrize(
    ("before", "count"),
    [
        pytest.param(DAY - timedelta(seconds=1), 1, id="one second under"),
        pytest.param(DAY, 2, id="a day"),
        pytest.param(DAY + timedelta(seconds=1), 2, id="one second over"),
    ],
)
def test_the_limit_of_a_day(before: timedelta, count: int) -> None:
    """A day is 24 hours back from the newest one, so that a daily's window holds one."""
    assert len(stories([a_build(2), a_build(1, before)])) == count


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(a_build(1, tag="v0.2.0"), id="a version"),
        pytest.param(a_build(1, tag="b1.2"), id="a tag that only begins so"),
        pytest.param(a_build(1, project="other"), id="another project's"),
        pytest.param(an_update("b1", number=1, published=NEWEST), id="a change"),
    ],
)
def test_nothing_else_is_folded(other: Update) -> None:
    """Versions, other projects and changes stay stories of their own."""
    assert len(stories([a_build(2), other])) == 2
    assert last_build([a_build(2), other]) is None or other.project == "other"


def test_a_build_has_a_day() -> None:
    """In UTC, whatever else it is."""
    assert day_of_build(a_build(1)) == date(2026, 7, 21)
    assert day_of_build(a_build(1, tag="v1.0")) is None
