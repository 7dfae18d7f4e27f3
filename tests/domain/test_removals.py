"""Removals and renames in a title: what is proof by its name."""

from __future__ import annotations

import pytest

from bot.domain.removals import leads_with_removal, removed, removed_by_name, renamed
from bot.domain.update import Kind


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        pytest.param("Remove PearForCausalLM", "PearForCausalLM", id="class"),
        pytest.param("Remove Plum, Pear2", "Plum, Pear2", id="models"),
        pytest.param("Drop Python 3.9", "Python 3.9", id="version"),
        pytest.param("Remove `plum_dtype`", "plum_dtype", id="ticks"),
        pytest.param("Remove pear model arch from orchard", "pear model arch", id="without-place"),
        pytest.param("🐍 Drop Python 3.9", "Python 3.9", id="emoji"),
    ],
)
def test_a_whole_object_with_a_name_can_be_quoted(text: str, quote: str) -> None:
    """What a title opens with taking away is quoted as it stands, up to the words of place, time and reason."""
    found = removed_by_name(text)
    assert found is not None
    assert (found.quote, found.proven) == (quote, True)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Remove deprecated items", id="nameless"),
        pytest.param("Remove custom code for CANN", id="name-behind-the-place"),
        pytest.param("Remove unused PearForCausalLM imports", id="inward"),
        pytest.param("Add PearForCausalLM and remove plums", id="no-removal-first"),
        pytest.param("Remove a very long list of many small plums from all over the orchard", id="long"),
    ],
)
def test_what_names_nothing_is_no_proof(text: str) -> None:
    """Words like items and code, dead code and whole sentences are no names."""
    assert removed_by_name(text) is None


def test_a_name_that_only_says_where_is_not_what_goes() -> None:
    """A variable in a condition or the place of a removal is not what was removed."""
    assert removed("Remove index operation when PLUM_PARALLEL_SIZE=1", Kind.BREAKING) is not None
    found = removed("Remove index operation when PLUM_PARALLEL_SIZE=1", Kind.BREAKING)
    assert found is not None
    assert not found.proven


def test_classes_that_a_refactoring_removes_are_a_maybe() -> None:
    """Where nothing but classes is named, somebody may import them."""
    found = removed("Remove PlumForCausalLM and PearForCausalLM model architectures", Kind.REFACTOR)
    assert found is not None
    assert not found.proven
    assert removed("Remove barriers in save_checkpoint", Kind.REFACTOR) is None


def test_a_speed_up_that_removes_a_parameter_of_a_kernel_is_no_removal() -> None:
    """Only flags and environment variables are proof in fixes and speed-ups."""
    assert removed("Delete the constexpr of total_batch param", Kind.PERFORMANCE) is None
    assert removed("Delete the --total-batch option", Kind.PERFORMANCE) is not None


def test_a_renamed_variable_quotes_both_names() -> None:
    """The detail of a rename is old and new."""
    found = renamed("Rename PLUM_USE_A to PLUM_USE_B", Kind.REFACTOR)
    assert found is not None
    assert found.detail == "PLUM_USE_A → PLUM_USE_B"


@pytest.mark.parametrize(
    ("title", "leads"),
    [
        pytest.param("Remove issue labeller", False, id="labels-of-a-repository"),
        pytest.param("Delete the stale bot", False, id="bot-of-a-repository"),
        pytest.param("Remove CI of plums", False, id="ci"),
        pytest.param("Remove plum templates", True, id="no-template-of-a-repository"),
        pytest.param("Rename back", False, id="rename-of-nothing"),
        pytest.param("Rename the function", False, id="rename-of-a-nameless-thing"),
        pytest.param("Rename plum parser", True, id="rename-of-a-name"),
        pytest.param("Rename `plum_a` to `plum_b`", True, id="rename-of-a-variable"),
        pytest.param("Remove back", True, id="removal-needs-no-name"),
    ],
)
def test_what_a_title_opens_with_taking_away(title: str, leads: bool) -> None:
    """What a repository is kept with is nobody's loss, and a rename says of what."""
    assert leads_with_removal(title) is leads


def test_housekeeping_with_typed_words_is_no_removal() -> None:
    """The settings of a labeller are no settings of the project."""
    assert removed("Remove the config of the issue labeller", Kind.DEPENDENCY) is None
    assert removed("Remove the config of the plum parser", Kind.DEPENDENCY) is not None
