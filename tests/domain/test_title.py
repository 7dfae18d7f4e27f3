"""The parts of a title: marks, text, part number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.breaking import evidence
from bot.domain.clustering import stories
from bot.domain.label import labelled
from bot.domain.title import TITLE_READ, Part, bare, marks, part, without_part
from tests.factories import an_update


@pytest.mark.parametrize(
    ("title", "found", "text"),
    [
        pytest.param(
            "[BREAKING][megatron] chore: move it (#6951)", ("BREAKING", "megatron", "chore"), "move it", id="all"
        ),
        pytest.param("fix(gdn): reject it (#3578) (#3844)", ("fix(gdn)",), "reject it", id="two-numbers"),
        pytest.param("feat!: a new plan", ("feat!",), "a new plan", id="bang"),
        pytest.param("sycl : rename it (llama/25042)", (), "sycl : rename it", id="vendored-number"),
        pytest.param("【修复】 内存泄漏", ("修复",), "内存泄漏", id="chinese-brackets"),
        pytest.param("[CI]", (), "[CI]", id="nothing-but-a-mark"),
        pytest.param("(#12)", (), "(#12)", id="nothing-but-a-number"),
        pytest.param("", (), "", id="empty"),
    ],
)
def test_a_title_is_taken_into_marks_and_text(title: str, found: tuple[str, ...], text: str) -> None:
    """Prefixes are marks, the number at the end is the link's, the rest is the text."""
    assert (marks(title), bare(title)) == (found, text)


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        pytest.param("[3/n] Rollout", Part(3, None), id="of-n"),
        pytest.param("Rollout (2/4)", Part(2, 4), id="of-four"),
        pytest.param("Remove field (part 2)", Part(2, None), id="words"),
        pytest.param("Use 16/32 pages", None, id="no-brackets"),
        pytest.param("Rollout", None, id="none"),
    ],
)
def test_a_part_number_is_read(title: str, expected: Part | None) -> None:
    """`[3/n]` is part 3 of an unknown number."""
    assert part(title) == expected


def test_a_text_is_told_without_its_part_number() -> None:
    """The number goes, the words stay."""
    assert without_part("Rollout [3/n]: pull weights") == "Rollout : pull weights"


@pytest.mark.parametrize(
    ("length", "read"),
    [
        pytest.param(TITLE_READ - 1, TITLE_READ - 1, id="under"),
        pytest.param(TITLE_READ, TITLE_READ, id="at"),
        pytest.param(TITLE_READ + 1, TITLE_READ, id="over"),
    ],
)
def test_a_title_is_read_up_to_its_limit(length: int, read: int) -> None:
    """A title of 10,000 characters costs no more than its beginning."""
    assert len(bare("x" * length)) == read


@pytest.mark.parametrize(
    "hostile",
    [
        pytest.param("Remove Aa" + "A" * 9_000 + "_", id="humps"),
        pytest.param("Remove a" + "_" * 9_000 + "/", id="underscores"),
        pytest.param("[" * 5_000 + "]" * 5_000, id="brackets"),
        pytest.param("re-land" + "-reland" * 1_400, id="relands"),
        pytest.param("default of " * 900, id="defaults"),
        pytest.param("rename " * 1_400, id="renames"),
        pytest.param("\n" * 10_000, id="empty-lines"),
        pytest.param("<!--" * 2_500, id="comments"),
    ],
)
def test_hostile_text_is_read_like_any_other(hostile: str) -> None:
    """No title or description makes reading it take long: every one has a label and a story."""
    update = an_update(hostile, body=hostile)
    assert labelled(update).label
    assert len(stories([update])) == 1
    evidence(update)


@given(st.text(max_size=200))
def test_any_title_has_a_text(title: str) -> None:
    """Whatever stands in a title, it is taken apart, and a title that is not blank keeps a text."""
    marks(title)
    part(title)
    assert bool(bare(title)) is bool(title.strip())
