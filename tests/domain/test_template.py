"""Template text of repositories."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.domain import template
from bot.domain.template import (
    BODY_READ,
    EMPTY,
    LEAST_SEEN,
    LINE_LENGTH_KEPT,
    LINES_KEPT,
    REPOSITORIES_KEPT,
    Template,
    TemplateLearner,
    folded,
)

FORM = "- [ ] I have read the [BREAKING] rules"


def _learnt(*bodies: str) -> Template:
    learner = TemplateLearner()
    for body in bodies:
        learner.observe("owner/Repo", body)
    return learner.template("OWNER/repo")


def test_recurring_lines_are_template() -> None:
    """A line that stands in enough bodies is stripped, whatever its tick, its case and the repository's case."""
    learnt = _learnt(*[f"Change {number}\n{FORM}" for number in range(LEAST_SEEN)])
    body = "Mine\n- [x] i have read the [breaking]  rules\nend"
    assert learnt.strip(body) == "Mine\nend"
    assert learnt.holds(FORM)


def test_the_least_count_is_a_limit() -> None:
    """One body fewer than the limit teaches nothing, the limit does."""
    assert _learnt(*[FORM] * (LEAST_SEEN - 1)) == EMPTY
    assert _learnt(*[FORM] * LEAST_SEEN).holds(FORM)


def test_the_share_is_a_limit() -> None:
    """In many bodies a line must stand in five of a hundred."""
    seen = 10
    total = round(seen / template.SHARE)
    others = [f"other {number}" for number in range(total)]
    assert _learnt(*[FORM] * seen, *others[: total - seen]).holds(FORM)
    assert not _learnt(*[FORM] * seen, *others).holds(FORM)


def test_a_line_counts_once_a_body() -> None:
    """Repetition in one body makes no template."""
    assert _learnt("\n".join([FORM] * 10)) == EMPTY


def test_repositories_are_apart() -> None:
    """What one repository repeats is not another's template."""
    learner = TemplateLearner()
    for _ in range(LEAST_SEEN):
        learner.observe("a/b", FORM)
    assert learner.template("c/d") == EMPTY


def test_what_is_learnt_later_counts() -> None:
    """A template asked for early is no final word."""
    learner = TemplateLearner()
    for _ in range(LEAST_SEEN):
        assert not learner.template("a/b").holds(FORM)
        learner.observe("a/b", FORM)
    assert learner.template("a/b").holds(FORM)


def test_long_lines_are_not_counted() -> None:
    """A line at the limit is counted, one character more is prose."""
    assert _learnt(*["x" * LINE_LENGTH_KEPT] * LEAST_SEEN).holds("x" * LINE_LENGTH_KEPT)
    assert _learnt(*["x" * (LINE_LENGTH_KEPT + 1)] * LEAST_SEEN) == EMPTY


def test_only_the_beginning_of_a_body_is_counted() -> None:
    """A line behind the limit is not seen."""
    filler = "\n".join(f"{number:09}" for number in range(BODY_READ // 10))
    assert not _learnt(*[f"{filler}\n{FORM}"] * LEAST_SEEN).holds(FORM)


def test_memory_is_bounded() -> None:
    """Over the limit the rarest lines are forgotten, the frequent ones stay; further repositories are not learnt."""
    learner = TemplateLearner()
    for _ in range(LEAST_SEEN):
        learner.observe("a/b", FORM)
    learner.observe("a/b", "\n".join(f"l{number}" for number in range(LINES_KEPT + 1))[:BODY_READ])
    for number in range(30):
        learner.observe("a/b", "\n".join(f"{number} {line}" for line in range(1_000)))
    assert len(learner._lines["a/b"]) <= LINES_KEPT
    for number in range(REPOSITORIES_KEPT):
        learner.observe(f"c/{number}", FORM)
    assert len(learner._bodies) == REPOSITORIES_KEPT


@given(st.lists(st.text(max_size=80), max_size=12))
def test_stripping_takes_whole_lines_only(bodies: list[str]) -> None:
    """What is left of a body are lines of it, in order."""
    learnt = _learnt(*bodies)
    for body in bodies:
        left = [line for line in body.split("\n") if folded(line) not in learnt.lines]
        assert learnt.strip(body) == (body if not learnt.lines else "\n".join(left))
