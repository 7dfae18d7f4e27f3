"""Lines of JSON in, lines of JSON out: the ranker alone."""

from __future__ import annotations

import io
import json
import math
from typing import Any

import pytest

from bot.app import load_field
from config.ranking import load_ranking
from handlers.jobs.ranking import rank_lines
from tests.factories import NOW

FIELD, WEIGHTS = load_field(), load_ranking().digest


def a_row(subject: str, pr: int | None = 1, **changes: Any) -> dict[str, Any]:
    """A line as ../shared/eval/eval_ranking.py hands it in."""
    row = {
        "repo": "vllm-project/vllm",
        "pr": pr,
        "sha": f"{pr or 0:040x}",
        "subject": subject,
        "committed_at": "2026-07-20T02:26:48Z",
        "additions": 10,
        "deletions": 1,
        "paths": ["vllm/engine/core.py"],
    }
    return row | changes


def ranked(*rows: object, limit: int | None = None) -> list[dict[str, Any]]:
    """What comes out for rows; a text stands as it is."""
    text = "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows)
    stream = io.BytesIO(text.encode())
    lines = rank_lines(stream, FIELD.vocabulary, FIELD.projects, WEIGHTS, NOW, limit)
    return [json.loads(line) for line in lines]


def test_the_best_comes_first_and_says_why() -> None:
    """Every update comes out once, best first, with a score that its reasons sum to."""
    found = ranked(a_row("[CI] Fix the nightly run (#1)"), a_row("[Model] Add Qwen4 support (#2)", 2, additions=2000))
    assert [one["pr"] for one in found] == [2, 1]
    for one in found:
        assert math.isclose(one["score"], sum(weight for _, weight in one["why"]), abs_tol=0.01)


@pytest.mark.parametrize(
    ("subject", "breaking"),
    [
        pytest.param("[BREAKING] Drop the V0 engine (#1)", "breaking", id="marked"),
        pytest.param("[Core] Add a planner (#1)", None, id="neither"),
    ],
)
def test_what_breaks_is_said(subject: str, breaking: str | None) -> None:
    """The finder of breaking changes has its say on every line."""
    assert ranked(a_row(subject))[0]["breaking"] == breaking


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(a_row("Update the thing", None), id="no pull request"),
        pytest.param(a_row("Update", additions=None, deletions=None, paths=None), id="sizes and paths null"),
        pytest.param(a_row("Update", body=None), id="body null"),
        pytest.param(
            {k: v for k, v in a_row("Update").items() if k not in {"additions", "paths", "pr"}}, id="fields missing"
        ),
    ],
)
def test_what_is_not_known_does_no_harm(row: dict[str, Any]) -> None:
    """A row with nulls is ranked as any other."""
    (found,) = ranked(row)
    assert "refused" not in found


@pytest.mark.parametrize("line", ["[]", "{", "{}", '{"repo": 1}', '"x"'])
def test_what_is_no_update_stands_at_the_end_with_its_reason(line: str) -> None:
    """A bad line loses nobody else their place."""
    first, last = ranked(line, a_row("Add a planner (#5)", 5))
    assert first["pr"] == 5
    assert last["pr"] is None
    assert last["refused"]


@pytest.mark.parametrize(("limit", "lines"), [(None, 3), (0, 0), (2, 2), (3, 3), (4, 3)])
def test_so_many_lines_are_printed(limit: int | None, lines: int) -> None:
    """The limit cuts, and more than there is changes nothing."""
    assert len(ranked(*(a_row(f"Add part{n} of x{n}", n) for n in (1, 2, 3)), limit=limit)) == lines


def test_nothing_in_is_nothing_out() -> None:
    """An empty stream gives no line."""
    assert ranked() == []


def test_every_update_of_a_story_has_its_line() -> None:
    """The parts of a series come out each by itself."""
    found = ranked(*(a_row(f"[Feature] Tree planner [{n}/3]: layer{n} (#{n})", n) for n in (1, 2, 3)))
    assert sorted(one["pr"] for one in found) == [1, 2, 3]
