"""Which stories have a place: the weightiest, not all of one project."""

from __future__ import annotations

import pytest

from bot.domain.editing.choosing import opening, within
from bot.domain.editing.composing import RANKED_LOWER
from bot.domain.edition import Limits
from bot.domain.highlight import Highlight, Theme
from bot.domain.label import Label
from bot.domain.update import Kind
from tests.domain.editing.window import INSIDE, an_edition, issue, left_out, made
from tests.factories import VLLM, a_story, an_update

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


@pytest.mark.parametrize(
    ("counts", "kept"),
    [
        pytest.param((3,), (3,), id="at the project's share"),
        pytest.param((4,), (3,), id="one over"),
        pytest.param((2, 2), (2,), id="nothing but a single one is left"),
    ],
)
def test_highlights_keep_to_a_projects_share(counts: tuple[int, ...], kept: tuple[int, ...]) -> None:
    """What a highlight cites is told, so that it may not fill the issue either."""
    numbers = iter(range(1, 99))
    events = [
        Highlight(
            Theme.SECURITY,
            tuple(a_story(an_update(number=next(numbers), repository=VLLM), Label.SECURITY) for _ in range(count)),
            ("vllm",),
            5.0,
        )
        for count in counts
    ]
    assert tuple(len(one.stories) for one in within(events, Limits(9, 3))) == kept


def test_what_a_highlight_cites_stands_in_the_body() -> None:
    """Also where it is less weighty than what else there is."""
    louder = [update for n in range(4) for update in made(3, f"owner/other{n}", first=10 * n + 1)]
    repairs = [
        an_update(
            "Repair a path",
            number=50 + n,
            repository=f"owner/project{n}",
            kind=Kind.FIX,
            published=INSIDE,
            tags=("hardware:sm120",),
        )
        for n in range(3)
    ]
    digest = issue([*louder, *repairs], edition=an_edition(Limits(4, 2)))
    cited = {key for one in digest.highlights if one.theme is Theme.TAG for key in one.keys}
    assert cited == {update.key for update in repairs}
    assert cited <= {story.lead.key for story in digest.stories}


def test_a_projects_second_change_of_a_kind_opens_an_issue_last() -> None:
    """Five places are for five different things."""
    security = [
        an_update(f"fix(security): bound list {n}", number=n, repository=VLLM, kind=Kind.SECURITY, published=INSIDE)
        for n in (1, 2)
    ]
    others = [*made(1, VLLM, first=3), *made(2, "owner/project", first=8)]
    digest = issue([*security, *others], edition=an_edition(Limits(25, 3)))
    assert [story.label for story in digest.top] == [Label.SECURITY, Label.NEW, Label.NEW]
    assert {story.lead.project for story in digest.top[1:]} == {"vllm", "project"}


def test_what_names_what_is_run_opens_before_the_rest_of_the_stack() -> None:
    """Of a project that is run, the fix for the card goes first; what warns is not pushed out by the share."""
    for_all = [
        a_story(an_update(number=n, repository=f"owner/other{n}"), label)
        for n, label in enumerate((Label.NEW, Label.PERF, Label.SECURITY, Label.FIX))
    ]
    card = a_story(an_update("Repair the card", number=9))
    mine = frozenset(story.lead.key for story in (*for_all, card))
    top = opening([*for_all, card], mine, Limits(25, 5), frozenset({card.lead.key}))
    assert [story.lead.key for story in top[:1]] == [card.lead.key]
    assert [story.label for story in top] == [Label.FIX, Label.NEW, Label.PERF, Label.SECURITY, Label.FIX]
