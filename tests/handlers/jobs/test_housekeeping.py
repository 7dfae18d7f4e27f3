"""Cleaning: once a day, and nothing that a promise needs."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.delivery import Delivery
from bot.domain.document import Document, Paragraph, Text
from bot.domain.health import SourceHealth
from handlers.deps import Deps
from handlers.jobs.housekeeping import COMMAND_LINES_KEPT, HEALTH_KEPT, PARTS_KEPT, housekeep
from tests.factories import a_recipient


@pytest.mark.parametrize(
    ("age", "is_emptied"),
    [
        pytest.param(PARTS_KEPT, False, id="at the limit"),
        pytest.param(PARTS_KEPT + timedelta(seconds=1), True, id="one over"),
        pytest.param(PARTS_KEPT - timedelta(seconds=1), False, id="one under"),
    ],
)
def test_words_go_and_keys_stay(age: timedelta, is_emptied: bool, deps: Deps) -> None:
    """What was sent long ago loses its words; its key is known for ever."""
    now, outbox = deps.now(), deps.store.deliveries
    outbox.enqueue([Delivery("daily/1", a_recipient(), (Document((Paragraph((Text("news"),)),)),), now - age)])
    [one] = outbox.claim(now, timedelta(minutes=5), 1)
    outbox.record_part(one.key, one.token, "id", one.due)
    outbox.finish(one.key, one.token, one.due)
    assert asyncio.run(housekeep(deps))
    kept = outbox.get("daily/1")
    assert kept is not None
    assert (kept.parts == ()) == is_emptied
    assert kept.sent_ids == ("id",)


def test_once_a_day(deps: Deps) -> None:
    """The second time on a day nothing is done; the next day it is."""
    tomorrow = replace(deps, now=lambda: deps.now() + timedelta(days=1))
    assert [asyncio.run(housekeep(one)) for one in (deps, deps, tomorrow)] == [True, False, True]


def test_buttons_that_nobody_can_see_any_more(deps: Deps) -> None:
    """A command line that was last drawn or pressed too long ago is forgotten, a younger one is not."""
    lines = deps.store.command_lines
    lines.remember({"old": "more"}, deps.now() - COMMAND_LINES_KEPT - timedelta(seconds=1))
    lines.remember({"young": "more"}, deps.now() - COMMAND_LINES_KEPT)
    asyncio.run(housekeep(deps))
    assert (lines.recall("old"), lines.recall("young")) == (None, "more")


@pytest.mark.parametrize(
    ("age", "is_kept"),
    [
        pytest.param(HEALTH_KEPT, True, id="at the limit"),
        pytest.param(HEALTH_KEPT + timedelta(seconds=1), False, id="one over"),
        pytest.param(None, True, id="never tried"),
    ],
)
def test_sources_that_nobody_reads_any_more(age: timedelta | None, is_kept: bool, deps: Deps) -> None:
    """How a source was is forgotten long after it was last tried; one that waits for its first try is kept."""
    deps.store.health.save(SourceHealth("feed:old", None, last_try=deps.now() - age if age else None))
    asyncio.run(housekeep(deps))
    assert (deps.store.health.get("feed:old") is not None) == is_kept
