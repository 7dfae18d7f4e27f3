"""Issues of an edition, composed from the store."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.domain.digest import CoverageStatus
from bot.domain.editing.material import Scope
from bot.domain.version import MAIN, TaggedVersion
from bot.renderers.terminal import render
from handlers.deps import Deps
from handlers.issues import issue_document, issue_of, latest_issue, newest_issue
from tests.editions import SYSTEMS_DAILY
from tests.factories import NOW, VLLM, an_update, at

LATEST = SYSTEMS_DAILY.latest_window(NOW)


def filled(deps: Deps, age: timedelta) -> None:
    """An update of two projects, so long before the latest window's end."""
    deps.store.updates.save(
        [
            an_update("Repair one thing", number=1, published=LATEST.end - age),
            an_update("Mend another", number=2, repository=VLLM, published=LATEST.end - age),
        ]
    )


def test_an_issue_of_one_project_speaks_of_no_other(deps: Deps) -> None:
    """Projects that were not asked for are neither quiet nor silent."""
    filled(deps, timedelta(hours=1))
    digest = issue_of(SYSTEMS_DAILY, LATEST, deps, Scope(project="flashinfer"))
    assert [(one.project, one.status) for one in digest.coverage] == [("flashinfer", CoverageStatus.DATA)]
    assert digest.read == 1


@pytest.mark.parametrize(
    ("age", "coming"),
    [pytest.param(timedelta(), True, id="the latest"), pytest.param(timedelta(days=1), False, id="an old one")],
)
def test_only_the_latest_issue_says_when_the_next_one_comes(age: timedelta, coming: bool, deps: Deps) -> None:
    """An issue of a past window has been followed by others already."""
    window = SYSTEMS_DAILY.window_ending(LATEST.end - age)
    document = issue_document(issue_of(SYSTEMS_DAILY, window, deps), SYSTEMS_DAILY, deps)
    assert ("next: " in render(document)) == coming


def test_an_issue_knows_whose_tags_were_read(deps: Deps) -> None:
    """A project with tags is not told to be unread, and its latest release stands beside its name."""
    filled(deps, timedelta(hours=1))
    deps.store.versions.save([TaggedVersion("flashinfer", MAIN, "0.6.14", "v0.6.14", False, at(1), "ab" * 20)])
    drawn = render(issue_document(latest_issue(SYSTEMS_DAILY, deps), SYSTEMS_DAILY, deps))
    assert "vLLM's tags have not been read" in drawn


@pytest.mark.parametrize(
    ("age", "number"),
    [
        pytest.param(timedelta(hours=24), None, id="in the latest window"),
        pytest.param(timedelta(hours=25), "2026-07-21", id="in the one before"),
        pytest.param(timedelta(days=10), "2026-07-13", id="long ago, just as a window begins"),
    ],
)
def test_the_issue_of_the_newest_data(age: timedelta, number: str | None, deps: Deps) -> None:
    """Where the latest window has no data and cannot have, the issue is found in which the data ends."""
    filled(deps, age)
    found = newest_issue(SYSTEMS_DAILY, deps)
    assert (found[0].number if found else None) == number
    assert found is None or found[0].read == 2


def test_an_empty_store_has_no_newest_issue(deps: Deps) -> None:
    """Nothing is shown as the last of nothing."""
    assert newest_issue(SYSTEMS_DAILY, deps) is None
