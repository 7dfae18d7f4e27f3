"""Stories, not commits: what belongs together and what must stay apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.answer import Story
from bot.domain.clustering import SPAN, is_cancelled, normalised, stories
from bot.domain.label import Label
from bot.domain.update import Kind, Links, Update
from tests.factories import VLLM, an_update, at


def _numbers(found: Sequence[Story]) -> list[list[int | None]]:
    """The pull request numbers of each story, its lead first."""
    return [[update.links.pull for update in story.updates] for story in found]


def test_unrelated_updates_are_a_story_each_in_their_order() -> None:
    """What has nothing in common stays apart, in the order in which it came."""
    updates = [an_update("Fix a hang in prefill", number=1), an_update("Add an FP4 kernel", number=2)]
    assert _numbers(stories(updates)) == [[1], [2]]


def test_parts_of_a_named_series_are_one_story_led_by_the_newest() -> None:
    """`[1/N]` and `[2/N]` of one series are told once, with the part that came last."""
    updates = [
        an_update("[1/4] Disaggregated rollout: pull endpoint", number=1, published=at(5)),
        an_update("[2/4] Disaggregated rollout: engine side", number=2, published=at(7)),
    ]
    assert _numbers(stories(updates)) == [[2, 1]]


def test_parts_without_a_series_name_stay_apart() -> None:
    """A tag and a number alone do not tie two ports of different things together."""
    updates = [
        an_update("[MUSA][9/N] Add attention backend", number=1),
        an_update("[MUSA][10/N] Add GGUF loader", number=2),
    ]
    assert len(stories(updates)) == 2


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("Follow up to #2666.", id="follow-up"),
        pytest.param("This is a follow-up of https://github.com/flashinfer-ai/flashinfer/pull/2666", id="address"),
        pytest.param("Cherry-picks #2666 into main", id="cherry-pick"),
        pytest.param("Backport of flashinfer-ai/flashinfer#2666", id="backport"),
    ],
)
def test_a_follow_up_joins_what_it_names_and_the_original_leads(body: str) -> None:
    """Follow-ups, picks and backports belong to the change that they name."""
    updates = [
        an_update("Handle empty batches", number=2670, body=body, published=at(8)),
        an_update("Add a grouped GEMM", number=2666, published=at(5), kind=Kind.FEATURE),
    ]
    assert _numbers(stories(updates)) == [[2666, 2670]]


def test_a_number_of_another_project_ties_nothing() -> None:
    """`#12` is a number of the update's own repository."""
    updates = [
        an_update("Add a grouped GEMM", number=12, repository=VLLM),
        an_update("Handle empty batches", number=2670, body="Follow up to #12."),
    ]
    assert len(stories(updates)) == 2


def test_a_cherry_pick_that_names_the_commit_joins_it() -> None:
    """ "cherry picked from commit" gives the hash."""
    commit = "a0efa0adfe49bb836ab1a147d6572980b870f3d4"
    updates = [
        an_update("Guard the TMA path", number=1, links=Links(pull=1, commits=(commit,))),
        an_update("Fix of the release branch", number=2, body=f"(cherry picked from commit {commit})"),
    ]
    assert len(stories(updates)) == 1


def test_a_change_and_its_revert_are_one_reverted_story() -> None:
    """A change that was taken back within the window is told once, as Reverted, and may cancel."""
    updates = [
        an_update('Revert "Add a fused sampler kernel (#10)"', number=12, kind=Kind.REVERT, published=at(8)),
        an_update("Add a fused sampler kernel (#10)", number=10, kind=Kind.FEATURE, published=at(7)),
    ]
    (story,) = stories(updates)
    assert story.label is Label.REVERTED
    assert story.lead.links.pull == 12
    assert is_cancelled(story)


def test_a_revert_alone_is_reverted_but_cancels_nothing() -> None:
    """What was merged before the window still has to be told as taken back."""
    (story,) = stories([an_update('Revert "Add a fused sampler kernel (#10)"', number=12, kind=Kind.REVERT)])
    assert story.label is Label.REVERTED
    assert not is_cancelled(story)


def test_a_reland_after_a_revert_leads_as_the_change_that_it_is() -> None:
    """What came, went and came again is there."""
    updates = [
        an_update("Reland a fused sampler kernel", body="Relands #10", number=14, kind=Kind.FEATURE, published=at(9)),
        an_update('Revert "Add a fused sampler kernel (#10)"', number=12, kind=Kind.REVERT, published=at(8)),
        an_update("Add a fused sampler kernel (#10)", number=10, kind=Kind.FEATURE, published=at(7)),
    ]
    (story,) = stories(updates)
    assert (story.lead.links.pull, story.label) == (14, Label.NEW)


def test_equal_titles_without_prefixes_are_one_story() -> None:
    """The same change on two branches has one title with other prefixes."""
    updates = [
        an_update("[Cherry-pick][v0.9] Fix KV layout of the MLA cache (#20)", number=20, published=at(8)),
        an_update("[BugFix] Fix KV layout of the MLA cache (#18)", number=18, published=at(7)),
    ]
    assert _numbers(stories(updates)) == [[18, 20]]


def test_nearly_equal_titles_are_one_story() -> None:
    """A reworded title is the same story."""
    updates = [
        an_update("Fix prefix cache hit rate of sliding window layers", number=1),
        an_update("Fix the prefix cache hit rate of sliding window layers", number=2),
    ]
    assert len(stories(updates)) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(
            "Update Dockerfile.ascend_9.0.0_a3 for CI", "Update Dockerfile.ascend_9.0.0_a2 for CI", id="images"
        ),
        pytest.param("Support Qwen3.5 in the server", "Support Qwen3.6 in the server", id="model-versions"),
        pytest.param("Remove max_num_partial_prefills option", "Remove max_long_partial_prefills option", id="names"),
        pytest.param("Bump the nccl package to 2.28.1", "Bump the nccl package to 2.28.3", id="versions"),
        pytest.param("Tune MoE kernel for H100 GPUs", "Tune MoE kernel for H200 GPUs", id="cards"),
    ],
)
def test_titles_that_differ_in_a_number_or_identifier_stay_apart(first: str, second: str) -> None:
    """What differs in a number or a name is two things, however alike the rest is."""
    assert len(stories([an_update(first, number=1), an_update(second, number=2)])) == 2


def test_equal_titles_for_different_hardware_stay_apart() -> None:
    """The same port to two backends is two stories."""
    updates = [
        an_update("[ROCm] Enable the fused norm kernel", number=1, tags=("hardware:rocm",)),
        an_update("[XPU] Enable the fused norm kernel", number=2, tags=("hardware:xpu",)),
    ]
    assert len(stories(updates)) == 2


@pytest.mark.parametrize(
    ("apart", "count"),
    [
        pytest.param(SPAN - timedelta(seconds=1), 1, id="under"),
        pytest.param(SPAN, 1, id="at"),
        pytest.param(SPAN + timedelta(seconds=1), 2, id="over"),
    ],
)
def test_equal_titles_are_one_story_only_within_the_span(apart: timedelta, count: int) -> None:
    """The same words half a year later are another change."""
    first = an_update("Refresh tuned MoE configurations", number=1, published=at(1))
    second = replace(first, key="other", links=Links(pull=2), published=first.published + apart)
    assert len(stories([first, second])) == count


def test_short_titles_are_no_ground_to_merge() -> None:
    """ "Fix lint" is written every week."""
    assert len(stories([an_update("Fix lint", number=1), an_update("Fix lint", number=2)])) == 2


def test_releases_are_never_merged() -> None:
    """Two releases are two, however alike their names are."""
    updates = [an_update("vLLM release notes 1", number=n, kind=Kind.RELEASE) for n in (1, 2)]
    assert len(stories(updates)) == 2


def test_a_normalised_title_has_no_prefix_reference_or_revert() -> None:
    """Titles are compared by their words alone."""
    assert normalised('Revert "[Misc][Kernel] Add `foo_bar` path (#12)" (#13)') == "add foo_bar path"


_titles = st.sampled_from(
    ["Fix a hang in the FP8 prefill", "Add an FP4 kernel", "Fix lint", "[1/2] Big plan: one", "é" * 90]
)


@given(st.lists(st.tuples(_titles, st.sampled_from(Kind), st.integers(1, 40)), max_size=30))
def test_every_update_is_in_exactly_one_story(made: list[tuple[str, Kind, int]]) -> None:
    """Clustering neither loses nor doubles an update, whatever comes in."""
    updates: list[Update] = [
        an_update(title, number=index, kind=kind, body=f"follow up to #{other}")
        for index, (title, kind, other) in enumerate(made)
    ]
    told = [update.key for story in stories(updates) for update in story.updates]
    assert sorted(told) == sorted(update.key for update in updates)
