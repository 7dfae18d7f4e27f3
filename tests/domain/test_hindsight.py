"""What is told of an earlier hour is told with its states."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from bot.domain.hindsight import Tags, as_of, line_at
from bot.domain.state import UNKNOWN, Stage, State
from bot.domain.update import Links, Update
from bot.domain.version import MAIN, TaggedVersion
from tests.factories import an_update, at, some_projects

COMMIT = "ab" * 20
FIX = an_update("Repair a path", published=at(7), state=UNKNOWN, links=Links(pull=1, commits=(COMMIT,)))


def tag(version: str, day: int, commit: str = "ff" * 20) -> TaggedVersion:
    """A version tagged on a day of July, by default on a branch of its own."""
    return TaggedVersion("flashinfer", MAIN, version, f"v{version}", False, at(day), commit)


def state(update: Update, out: datetime, *versions: TaggedVersion) -> State:
    """What is then said of the update."""
    committed = dict.fromkeys(update.links.commits, update.published)
    line = line_at(out, some_projects().by_key["flashinfer"], Tags(versions, committed))
    (found,) = as_of([update], {"flashinfer": line})
    return found.state


@pytest.mark.parametrize(
    ("day", "wanted"),
    [
        pytest.param(8, State(Stage.UNRELEASED, "0.6.14"), id="before the tag"),
        pytest.param(10, State(Stage.RELEASED, "0.6.15"), id="at the tag"),
        pytest.param(12, State(Stage.RELEASED, "0.6.15"), id="between tags"),
    ],
)
def test_later_tags_are_not_known_to_an_old_issue(day: int, wanted: State) -> None:
    """What no tag proves now, for the later ones lie on branches, was unreleased or released by those of its time."""
    versions = (tag("0.6.14", 1), tag("0.6.15", 10, COMMIT), tag("0.6.16", 20))
    assert state(FIX, at(day), *versions) == wanted


def test_a_project_without_a_line_keeps_its_states() -> None:
    """Where no tag is later than the hour, what is stored is what was known."""
    stored = replace(FIX, state=State(Stage.PRERELEASE, "0.6.15rc1"))
    assert as_of([stored], {}) == (stored,)


def test_a_later_revert_is_told() -> None:
    """Nobody is sent to a change that was taken back since."""
    gone = replace(FIX, state=State(Stage.REVERTED, at=at(11)))
    assert state(gone, at(8), tag("0.6.14", 1), tag("0.6.15", 10)) == gone.state
