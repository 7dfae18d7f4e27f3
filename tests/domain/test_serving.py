"""Where a subscription's message begins."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.domain.serving import REACH, window_due
from tests.factories import NOW, a_subscription

DAY, SECOND = timedelta(days=1), timedelta(seconds=1)


@pytest.mark.parametrize(
    ("before", "start"),
    [
        pytest.param(REACH - SECOND, NOW - DAY - REACH + SECOND, id="one under"),
        pytest.param(REACH, NOW - DAY - REACH, id="at"),
        pytest.param(REACH + SECOND, NOW - DAY, id="one over"),
    ],
)
def test_how_far_back(before: timedelta, start: object) -> None:
    """A message begins where the subscription was served up to, if that is not too long ago."""
    served = NOW - DAY - before
    window = window_due(a_subscription(created=NOW - 100 * DAY, served=served), NOW - DAY, NOW)
    assert window is not None
    assert (window.start, window.end) == (start, NOW)


@pytest.mark.parametrize(
    ("served", "is_due"),
    [pytest.param(NOW - SECOND, True, id="before"), pytest.param(NOW, False, id="up to it")],
)
def test_never_empty(served: object, is_due: bool) -> None:
    """What was served up to an instant has no message of that instant, also where the clock was set back."""
    subscription = a_subscription(created=NOW - 100 * DAY, served=served)
    assert (window_due(subscription, NOW - DAY, NOW) is not None) == is_due
