"""Of a flood comes what breaks, what is released, and the few of a day that matter most."""

from __future__ import annotations

import pytest

from bot.domain.flood import FLOOD, TOP_A_DAY, is_flood, weekly, what_matters
from bot.domain.label import Label
from tests.factories import a_story, an_update


@pytest.mark.parametrize(("in_30_days", "is_one"), [(257, False), (258, False), (261, True), (0, False)])
def test_a_flood(in_30_days: int, is_one: bool) -> None:
    """More than FLOOD updates a week are one."""
    assert is_flood(in_30_days) is is_one
    assert (weekly(in_30_days) > FLOOD) is is_one


@pytest.mark.parametrize(("days", "fixes", "kept"), [(1, 4, 4), (1, 5, 5), (1, 6, 5), (2, 12, 10), (0, 6, 5)])
def test_the_top_of_a_day(days: int, fixes: int, kept: int) -> None:
    """So many of a day, whatever else there is; look-outs and releases always and first, each in their order."""
    sure = [
        a_story(an_update(f"{label} thing", number=900 + place), label)
        for place, label in enumerate((Label.BREAKING, Label.RELEASE, Label.DEFAULT))
    ]
    others = [a_story(an_update(f"Fix thing {number}", number=number)) for number in range(fixes)]
    told = what_matters([*others, *sure], days)
    assert len(told) == kept + len(sure)
    assert list(told) == [*sure, *others[:kept]]
    assert kept <= TOP_A_DAY * max(1, days)
