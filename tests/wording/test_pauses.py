"""Everything paused and taken up again, in words (WORDING.md 10)."""

from __future__ import annotations

import pytest

from bot.renderers.terminal import render
from bot.wording.pauses import (
    Turned,
    paused_document,
    paused_here_document,
    resumed_document,
    resumed_here_document,
)
from tests.factories import at
from tests.wording.scenes import some_facts
from tests.wording.test_subscriptions import commands

FACTS = some_facts()


@pytest.mark.parametrize(
    ("turned", "said"),
    [
        pytest.param(Turned(2), "", id="subscriptions"),
        pytest.param(Turned(watches=1), "What becomes of the change that you wait for is told afterwards.", id="watch"),
        pytest.param(Turned(1, 2), "What becomes of the 2 changes that you wait for is told", id="watches"),
        pytest.param(
            Turned(editions=("daily", "weekly")), "no issue is posted to you either: daily, weekly.", id="issues"
        ),
        pytest.param(Turned(), "It was paused before.", id="nothing new"),
    ],
)
def test_paused(turned: Turned, said: str) -> None:
    """Nothing is deleted by a pause, and all that falls silent is said."""
    document = paused_document(turned, FACTS)
    assert render(document).startswith("Everything is paused, nothing is deleted.")
    assert said in render(document, width=400)
    assert commands(document) == ["resume", "unsubscribe all"]


def test_paused_for_a_while() -> None:
    """It is said until when; without subscriptions there is none to delete."""
    document = paused_document(Turned(watches=1), FACTS, at(29, hour=1), deletes=False)
    assert render(document).startswith("Everything is paused until Wed 29 Jul 09:00, nothing is deleted.")
    assert commands(document) == ["resume"]


@pytest.mark.parametrize(
    ("turned", "said"),
    [
        (Turned(1), "1 subscription goes on."),
        (Turned(watches=1), "You wait for 1 change again."),
        (Turned(2, 3), "2 subscriptions go on.\nYou wait for 3 changes again."),
        (Turned(1, editions=("daily",)), "1 subscription goes on.\nPosted to you again: daily."),
        (Turned(editions=("daily",)), "Posted to you again: daily."),
        (Turned(), "Nothing was paused."),
    ],
)
def test_resumed(turned: Turned, said: str) -> None:
    """All that speaks again is said, and nothing that does not."""
    assert render(resumed_document(turned)).startswith(said)


def test_a_channels_pause() -> None:
    """What is not paused with it is said: others' subscriptions, and the editions."""
    document = paused_here_document(1, ("daily",), FACTS)
    seen = render(document, width=400)
    assert seen.startswith("This channel's subscriptions are paused, nothing is deleted.")
    assert "1 goes on: who set it up" in seen
    assert "Still posted here: daily." in seen
    assert commands(document) == ["resume here", "digest daily pause", "unsubscribe here all"]
    until = paused_here_document(0, (), FACTS, at(29, hour=1))
    assert render(until).startswith("This channel's subscriptions are paused until Wed 29 Jul 09:00")
    assert "go" not in render(until).splitlines()[1]
    assert commands(resumed_here_document(2)) == ["stop here"]
