"""Which versions belong to one release."""

from __future__ import annotations

import pytest

from bot.domain.clustering import stories
from bot.domain.release_wave import Release, release_of
from bot.domain.update import Kind, Links, Update
from tests.factories import an_update, at


def a_release(title: str, tag: str | None = None, day: int = 7) -> Update:
    """A release, or with no tag the commit that prepares one."""
    return an_update(title, kind=Kind.RELEASE, key=f"{title}/{tag}", links=Links(tag=tag), published=at(day), body="")


@pytest.mark.parametrize(
    ("title", "release"),
    [
        pytest.param("0.6.15rc2", Release("", "0.6.15", True), id="candidate"),
        pytest.param("0.6.15", Release("", "0.6.15", False), id="stable"),
        pytest.param("0.6.15.post1", Release("", "0.6.15post1", False), id="post"),
        pytest.param("v4.6 tag release. (#3362)", Release("", "4.6", False), id="commit"),
        pytest.param("4.6.0", Release("", "4.6", False), id="trailing-zero"),
        pytest.param("fa4-v4.0.0.beta19", Release("fa4", "4", True), id="series"),
        pytest.param("bump version to 0.6.15 (#3900)", Release("", "0.6.15", False), id="bump"),
        pytest.param("Bump dev version", None, id="no-version"),
        pytest.param("0.6.15 was withdrawn", None, id="withdrawn"),
    ],
)
def test_release_of(title: str, release: Release | None) -> None:
    """What comes before and what prepares a release is of the same release; a post release is another."""
    assert release_of(a_release(title)) == release


def test_what_is_no_release_is_none() -> None:
    """A fix that names a version is a fix."""
    assert release_of(an_update("Fix the build of 0.6.15")) is None


def test_the_stable_tag_leads_its_candidates_and_its_commit() -> None:
    """A reader hears of 0.6.15 once, by the release that is out."""
    made = [
        a_release("0.6.15rc4", "v0.6.15rc4", 5),
        a_release("bump version to 0.6.15 (#3900)", None, 6),
        a_release("0.6.15", "v0.6.15", 7),
        a_release("0.6.15.post1", "v0.6.15.post1", 8),
    ]
    first, second = stories(made)
    assert (first.lead.title, len(first.others)) == ("0.6.15", 2)
    assert (second.lead.title, second.others) == ("0.6.15.post1", ())
