"""Figures of a whole update: prose and tables, what is measured, on what, and who says so."""

from __future__ import annotations

import pytest

from bot.domain.measure import Measure
from bot.domain.tagging.body import BODY_READ
from bot.domain.tagging.measuring import is_read_whole
from bot.domain.update import BodyState, Figure, Kind, Spread
from tests.domain.tagging.tagged import tag
from tests.factories import an_update


def figures_of_body(body: str, state: BodyState = BodyState.WHOLE) -> tuple[Figure, ...]:
    """The figures of an update with this description and a title that has none."""
    return tag("Pick plums", body, body_state=state).figures


TABLE = """Plums are picked faster.

## Benchmark

Kernel time on H100:

| batch | before (us) | after (us) | speedup |
|---|---|---|---|
| 1 | 10 | 5 | 2.00x |
| 8 | 10 | 12.5 | 0.80x |
"""


def test_a_table_is_one_figure_with_its_losses() -> None:
    """Neither its best cell nor each of its rows stands alone; the caption says what is measured on what."""
    spread = Spread("2.00x", 2, 1)
    wanted = Figure("0.80x", "speedup", "SM90", measure=Measure.KERNEL, against="before", spread=spread)
    assert figures_of_body(TABLE) == (wanted,)


@pytest.mark.parametrize(
    ("body", "state", "whole"),
    [
        pytest.param(TABLE, BodyState.CUT, False, id="cut-in-the-table"),
        pytest.param(TABLE + "\nThat is all.", BodyState.CUT, True, id="cut-behind-it"),
        pytest.param(TABLE, BodyState.WHOLE, True, id="whole"),
    ],
)
def test_a_table_at_the_end_of_a_cut_description_may_lack_rows(body: str, state: BodyState, whole: bool) -> None:
    """What we do not have is not said to be without losses."""
    spread = figures_of_body(body, state)[0].spread
    assert spread is not None
    assert spread.whole is whole


def test_the_summary_of_a_bot_is_weak_evidence() -> None:
    """A figure of a bot's summary says who says so, in prose and in a table."""
    body = TABLE.replace("## Benchmark", "## Summary by CodeRabbit")
    assert [figure.by_bot for figure in figures_of_body(body)] == [True]
    assert [figure.by_bot for figure in figures_of_body("## Summary by CodeRabbit\n\nDecode is 2x faster.")] == [True]


def test_kernel_and_serving_figures_both_stand() -> None:
    """What a kernel gains does not hide what serving loses."""
    body = "## Results\n\nKernel time 4.70 -> 1.97 ms on H100.\n\nServing throughput 5.58 -> 4.50 tok/s."
    assert [(figure.quote, figure.measure) for figure in figures_of_body(body)] == [
        ("4.70 -> 1.97 ms", Measure.KERNEL),
        ("5.58 -> 4.50 tok/s", Measure.THROUGHPUT),
    ]


def test_a_device_that_only_the_section_names_is_where_it_was_measured() -> None:
    """The one GPU of title and measurements is taken; of two none is."""
    one = "## Results\n\nMeasured on H100.\n\nDecode is 2x faster."
    assert [figure.device for figure in figures_of_body(one)] == ["SM90"]
    two = one.replace("H100.", "H100 and B200.")
    assert [figure.device for figure in figures_of_body(two)] == [None]


def test_a_rows_own_figures_are_read_where_the_table_says_nothing() -> None:
    """A table without a comparison is read as its sentences are."""
    body = "## Results\n\n| run | rate |\n|---|---|\n| plum | 1788 tok/s |\n| pear | 1872 tok/s |"
    assert [figure.quote for figure in figures_of_body(body)] == ["1788 tok/s", "1872 tok/s"]


def test_a_rate_beside_a_baseline_is_no_result() -> None:
    """Where a row of its own is the baseline, no rate is taken for the change's, be the rows wrapped or not; a factor
    says itself what it is compared with."""
    rows = "| run | rate |\n|---|---|\n| baseline | 12 ms |\n| wrapped | 1788 tok/s |\nrate |\n| win512 | 1872 tok/s |"
    assert figures_of_body(f"## Results\n\n{rows}") == ()
    told = f"## Results\n\n{rows}\n| pear | 1.5x faster |"
    assert [figure.quote for figure in figures_of_body(told)] == ["1.5x faster"]


def test_a_table_in_a_code_block_is_a_table() -> None:
    """Benchmarks are pasted as they were printed."""
    body = "## Results\n\n```\n| m | speedup |\n| 1 | 1.5x |\n| 2 | 1.1x |\n```"
    assert [(figure.quote, figure.spread) for figure in figures_of_body(body)] == [("1.1x", Spread("1.5x", 2))]


@pytest.mark.parametrize(
    ("length", "state", "read"),
    [
        pytest.param(BODY_READ, BodyState.WHOLE, True, id="at"),
        pytest.param(BODY_READ + 1, BodyState.WHOLE, False, id="over"),
        pytest.param(BODY_READ - 1, BodyState.WHOLE, True, id="under"),
        pytest.param(10, BodyState.CUT, False, id="cut"),
        pytest.param(0, BodyState.MISSING, False, id="missing"),
    ],
)
def test_no_figures_is_said_only_of_what_was_read_whole(length: int, state: BodyState, read: bool) -> None:
    """A description that is cut or longer than what is read may hold a figure."""
    update = an_update("Faster plums", kind=Kind.PERFORMANCE, body="x" * length, body_state=state)
    assert is_read_whole(update) is read
