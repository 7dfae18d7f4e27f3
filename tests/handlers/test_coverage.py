"""What answers and digests say of what was not read, or not yet (WORDING.md 2d, 3c)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.digest import CoverageStatus
from bot.domain.health import TELL_AFTER, HealthStatus, SourceHealth
from bot.domain.window import Window
from bot.renderers.terminal import render
from bot.sources.polling import Lack
from handlers.coverage import loading_now, reach_of, unread_now
from handlers.deps import Deps
from handlers.issues import issue_document, issue_of
from handlers.router import dispatch
from tests.editions import SYSTEMS_DAILY
from tests.factories import NOW, SHANGHAI, a_command, an_update, at
from tests.fakes import texts

WINDOW = Window(at(20, hour=23), at(21, hour=23), SHANGHAI)
HOUR = timedelta(hours=1)


def a_health(project: str, **changes: object) -> SourceHealth:
    """A repository that was read after the window."""
    read = WINDOW.end + HOUR
    health = SourceHealth(f"github:{project}", project, began=at(1), last_try=read, last_success=read, loaded=True)
    return replace(health, **changes)  # type: ignore[arg-type]


FAILS = {"status": HealthStatus.FAILING, "failing_since": at(21, hour=11), "error": "GitHub rate limit."}


@pytest.mark.parametrize(
    ("changes", "updates", "status"),
    [
        pytest.param({}, 1, CoverageStatus.DATA, id="read, with news"),
        pytest.param({}, 0, CoverageStatus.QUIET, id="read, nothing new"),
        pytest.param({"last_success": None}, 0, CoverageStatus.NO_DATA, id="never read"),
        pytest.param({"last_success": WINDOW.end - HOUR}, 0, CoverageStatus.NO_DATA, id="not read to the end"),
        pytest.param({**FAILS, "last_success": at(21, hour=11)}, 0, CoverageStatus.FAILED, id="failed"),
        pytest.param({**FAILS, "last_success": at(21, hour=11)}, 1, CoverageStatus.FAILED, id="failed after some"),
        pytest.param(FAILS, 0, CoverageStatus.QUIET, id="failed when the window was over"),
        pytest.param(
            {**FAILS, "status": HealthStatus.PAUSED, "last_success": None}, 0, CoverageStatus.FAILED, id="limit"
        ),
        pytest.param(
            {**FAILS, "failing_since": WINDOW.end, "last_success": None}, 0, CoverageStatus.NO_DATA, id="not asked yet"
        ),
    ],
)
def test_coverage(changes: dict[str, object], updates: int, status: CoverageStatus, deps: Deps) -> None:
    """Quiet, without data, and failed are three things."""
    deps.store.health.save(a_health("vllm", **changes))
    if updates:
        deps.store.updates.save([an_update(number=1, repository="vllm-project/vllm", project="vllm", published=at(21))])
    digest = issue_of(SYSTEMS_DAILY, WINDOW, deps)
    found = {one.project: one for one in digest.coverage}
    assert found["vllm"].status is status
    if status is CoverageStatus.FAILED:
        assert found["vllm"].reason == "GitHub rate limit."
        assert found["vllm"].updates == updates


async def test_a_digest_says_what_it_could_not_read(deps: Deps) -> None:
    """The daily is incomplete, names who could not be read, since when and why."""
    deps.store.health.save(a_health("vllm", **FAILS, last_success=at(21, hour=11, minute=10)))
    (shown,) = texts([await dispatch(a_command("daily"), deps)])
    assert "incomplete" in shown
    assert "vLLM could not be read since 21 Jul 19:10 (GitHub rate limit)." in " ".join(shown.split())


def test_many_failures_are_counted(deps: Deps) -> None:
    """Projects are named while they are few."""
    for project in deps.projects.all:
        deps.store.health.save(a_health(project.key, **FAILS, last_success=at(20)))
    digest = issue_of(SYSTEMS_DAILY, WINDOW, deps)
    shown = " ".join(render(issue_document(digest, SYSTEMS_DAILY, deps)).split())
    assert "7 of 7 projects, vLLM and SGLang among them, could not be read" in shown


def test_a_blog_says_nothing_of_its_project(deps: Deps) -> None:
    """That a project's blog fails does not make the project's changes unread, and that it is read, not read."""
    deps.store.health.save(replace(a_health("vllm", **FAILS, last_success=None), name="feed:vllm-blog"))
    reach = reach_of(deps, WINDOW.end)
    assert (dict(reach.read_to), dict(reach.unread)) == ({}, {})


def test_imported_data_reaches_as_far_as_it_does(deps: Deps) -> None:
    """Where nothing is polled, the newest update says how far the data reaches."""
    deps.store.updates.save([an_update(number=1, published=at(19))])
    assert dict(reach_of(deps, WINDOW.end).read_to) == {"flashinfer": at(19)}


STUCK = {"loaded": False, "last_success": None, "failing_since": NOW, "status": HealthStatus.FAILING, "failures": 1}


async def test_an_answer_says_what_could_not_be_read(deps: Deps) -> None:
    """What was asked for and cannot be read is named, with why; that its history "is still loading" is not said."""
    deps.store.health.save(a_health("flashinfer", **STUCK, error="github.com cannot be found."))
    deps.store.health.save(a_health("vllm"))
    (shown,) = texts([await dispatch(a_command("flashinfer sm120"), deps)])
    text = " ".join(shown.split())
    assert "FlashInfer could not be read since 22 Jul 09:00 (UTC+8): github.com cannot be found." in text
    assert "still loading" not in text
    assert text.startswith("FlashInfer, SM120 · 0 found so far")
    (everywhere,) = texts([await dispatch(a_command("sm120"), deps)])
    assert everywhere.startswith("SM120 · 0 found so far")
    (other,) = texts([await dispatch(a_command("vllm sm120"), deps)])
    assert "could not be read" not in other
    assert not unread_now(replace(deps, sample=True), ())


@pytest.mark.parametrize(
    ("ago", "said"),
    [
        pytest.param(TELL_AFTER - timedelta(seconds=1), False, id="one second under"),
        pytest.param(TELL_AFTER, False, id="an hour"),
        pytest.param(TELL_AFTER + timedelta(seconds=1), True, id="one second over"),
    ],
)
def test_an_answer_says_nothing_of_a_short_failure(ago: timedelta, said: bool, deps: Deps) -> None:
    """What was read within the hour is as good as read."""
    deps.store.health.save(a_health("vllm", **FAILS, last_success=deps.now() - ago))
    assert ("vllm" in unread_now(deps, ())) is said


async def test_an_answer_says_what_is_not_told_without_a_token(deps: Deps) -> None:
    """Below what is shown of a project that is read by its feeds; what matters to its maker alone is not said."""
    deps.store.health.save(a_health("vllm", lacks=(Lack.DESCRIPTIONS.value, Lack.LABELS.value, Lack.SIZES.value)))
    deps.store.updates.save(
        [an_update("SM120: a kernel", number=1, repository="vllm-project/vllm", project="vllm", published=at(21))]
    )
    (shown,) = texts([await dispatch(a_command("vllm"), deps)])
    assert "Not told without a GitHub token: descriptions of pull requests, labels." in " ".join(shown.split())


async def test_an_answer_says_that_history_is_loading(deps: Deps) -> None:
    """The first minutes after installing, an answer says how far it is, for what was asked."""
    begun = {"began": NOW - 10 * timedelta(minutes=1), "loaded": False, "last_success": None}
    deps.store.health.save(a_health("flashinfer", **begun, back_to=at(14)))
    deps.store.health.save(a_health("vllm"))
    (shown,) = texts([await dispatch(a_command("flashinfer sm120"), deps)])
    text = " ".join(shown.split())
    assert (
        "History is still loading: FlashInfer back to 14 Jul, 1 of 2 projects done. Ask again in about 10 minutes."
        in text
    )
    loading = loading_now(deps, ())
    assert loading is not None
    assert (loading.project, loading.done, loading.of) == ("", 1, 2)
    assert loading_now(deps, ["vllm"]) is None
    assert loading_now(replace(deps, sample=True), ["flashinfer"]) is None
