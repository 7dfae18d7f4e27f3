"""Sources in words."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.budget import HostBudget
from bot.domain.health import HealthStatus, SourceHealth
from bot.renderers.terminal import render
from bot.wording.sources import (
    LISTED,
    NAMED_TOGETHER,
    already_document,
    failing_document,
    recovered_document,
    renamed_document,
    silent_document,
    sources_document,
    tracked_document,
)
from tests.factories import NOW, at
from tests.wording.scenes import some_facts

FACTS = some_facts()
WELL = SourceHealth("github:v/v", "vllm", last_try=NOW, last_success=NOW, loaded=True)
FAILING = replace(
    WELL,
    name="github:f/f",
    project="flashinfer",
    status=HealthStatus.SLOW,
    failing_since=at(21, hour=11, minute=10),
    error="github.com was too slow.",
    next_try=at(22, hour=2),
)


def test_all_well() -> None:
    """When all are read, that is said first, with when."""
    shown = render(sources_document([WELL], [], FACTS))
    assert "All well. 1 source is read." in shown
    assert "last read 22 Jul 09:00 (UTC+8)" in shown
    assert "vLLM" in shown


def test_what_is_not_well_comes_first() -> None:
    """What cannot be read stands above what can, with since when, why, and when it is asked again."""
    silent = replace(WELL, name="github:s/s", project="sglang", rhythm=timedelta(hours=1), last_news=at(1))
    noted = replace(WELL, name="github:t/t", project="triton", note="It is called x/y now.")
    shown = render(sources_document([WELL, silent, noted, FAILING], ["own/er"], FACTS))
    assert "1 of 4 sources cannot be read" in shown
    assert "FlashInfer too slow since 21 Jul 19:10 (UTC+8): github.com was too slow. Next try 22 Jul 10:00" in shown
    assert "SGLang  answers, and has brought nothing since 1 Jul" in shown
    assert "Triton  It is called x/y now." in shown
    assert "Tracked here: own/er" in shown
    assert (
        shown.index("FlashInfer too slow")
        < shown.index("Unusually silent")
        < shown.index("Noted")
        < shown.index("Read")
    )


def test_loading_is_said() -> None:
    """How many are still loading is part of it."""
    shown = render(sources_document([WELL, SourceHealth("github:x/x", "x", last_try=NOW, began=NOW)], [], FACTS))
    assert "history still loading: 1" in shown


def test_the_owner_is_told_in_few_lines() -> None:
    """At the limit every fault has its line, beyond it the rest is counted."""
    faults = [replace(FAILING, name=f"github:f/{place}", error=f"Fault {place}.") for place in range(LISTED + 3)]
    at_limit = render(failing_document(faults[:LISTED], FACTS))
    beyond = render(failing_document(faults, FACTS))
    assert "8 sources cannot be read" in at_limit
    assert "more" not in at_limit
    assert (beyond.count("too slow since"), "3 more" in beyond) == (LISTED, True)
    assert "Read again: FlashInfer" in render(recovered_document([FAILING], FACTS))
    assert "FlashInfer is called new/name now" in render(renamed_document(FAILING, "new/name", FACTS))


@pytest.mark.parametrize(
    ("count", "names"),
    [
        pytest.param(NAMED_TOGETHER - 1, "o/0, o/1, o/2 too slow", id="one under"),
        pytest.param(NAMED_TOGETHER, "o/0, o/1, o/2, o/3 too slow", id="at the limit"),
        pytest.param(NAMED_TOGETHER + 1, "o/0, o/1, o/2, o/3 and 1 more too slow", id="one over"),
    ],
)
def test_one_fault_of_many_is_one_line(count: int, names: str) -> None:
    """Where GitHub is away, that is said once, of all its repositories, since the first of them could not be read."""
    down = [
        replace(FAILING, name=f"github:o/{place}", project=None, failing_since=at(21, hour=12 + place))
        for place in range(count)
    ]
    shown = " ".join(render(sources_document([*down, WELL], [], FACTS)).split())
    assert f"{names} since 21 Jul 20:00 (UTC+8): github.com was too slow." in shown
    assert shown.count("github.com was too slow") == 1


def test_a_blog_is_not_its_project() -> None:
    """A feed says that it is one, and arXiv is written as it writes itself."""
    feed = replace(FAILING, name="feed:flashinfer-blog")
    shown = render(sources_document([feed, replace(FAILING, name="arxiv", project=None, error="No list.")], [], FACTS))
    assert "FlashInfer (feed) too slow" in shown
    assert "arXiv too slow" in shown


def test_the_owner_is_told_of_silence() -> None:
    """Which source, and since when."""
    silent = replace(WELL, name="github:s/s", project="sglang", rhythm=timedelta(hours=1), last_news=at(1))
    shown = render(silent_document([silent], FACTS))
    assert "1 source is unusually silent" in shown
    assert "SGLang  answers, and has brought nothing since 1 Jul" in shown


def test_foreign_text_stays_text() -> None:
    """Names and errors from outside draw nothing, hide no secret and fill no screen (B132)."""
    hostile = replace(
        FAILING, name="feed:https://x.example/?token=abcdefghijklmnop", project=None, error="\x1b[31m" + "e" * 5_000
    )
    shown = render(sources_document([hostile], ["\x1b[2J<!channel>"], FACTS))
    assert "\x1b" not in shown
    assert "abcdefghijklmnop" not in shown
    assert len(shown) < 1_500
    assert "<!channel>" in render(tracked_document("<!channel>", "untrack x", 1, 20))
    assert "is read already" in render(already_document("vLLM"))


def test_what_hosts_let_us_ask() -> None:
    """What is left of a host's limit is said until it is filled again."""
    soon = NOW + timedelta(minutes=5)
    budgets = [HostBudget("api.github.com", 5000, 4312, soon), HostBudget("old", 60, 0, NOW)]
    seen = " ".join(render(sources_document([WELL], [], FACTS, budgets)).split())
    assert "api.github.com: 4,312 of 5,000 requests left until" in seen
    assert "old:" not in seen
