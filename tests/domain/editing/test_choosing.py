"""Which stories have a place: the weightiest, not all of one project."""

from __future__ import annotations

import pytest

from bot.domain.editing.composing import RANKED_LOWER
from bot.domain.edition import Limits
from bot.domain.update import Kind
from tests.domain.editing.window import INSIDE, an_edition, issue, left_out, made
from tests.factories import VLLM, an_update

NINE = an_edition(Limits(9, 3))


@pytest.mark.parametrize(
    ("others", "loud", "lower"),
    [
        pytest.param(8, 3, 9, id="others fill the rest"),
        pytest.param(6, 3, 7, id="just as many"),
        pytest.param(5, 4, 6, id="one place is left"),
        pytest.param(0, 9, 1, id="nobody else"),
    ],
)
def test_a_project_has_a_third_while_others_have_something(others: int, loud: int, lower: int) -> None:
    """The loudest project's places beyond a third go to others, back to it where these have nothing more; who has no
    place is counted."""
    breaking = [
        an_update(f"[BREAKING] Move API v{n}", number=n, repository=VLLM, kind=Kind.BREAKING, published=INSIDE)
        for n in range(1, 11)
    ]
    rest = [update for n in range(others) for update in made(1, f"owner/project{n % 4}", first=100 + n)]
    digest = issue([*breaking, *rest], edition=NINE)
    counts = {section.key: len(section.stories) for section in digest.sections}
    assert counts["vllm"] == loud
    assert left_out(digest)[RANKED_LOWER] == lower


def test_a_third_is_rounded_up() -> None:
    """An issue of one item has room for it."""
    assert [Limits(items, 1).of_one_project for items in (1, 3, 4, 25)] == [1, 1, 2, 9]
