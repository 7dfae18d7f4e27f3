"""Figures: which spans are claims, and what is quoted beside them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.figure import CONDITION_LENGTH, FIGURES_KEPT, distinct, figures_in, times_as_good
from bot.domain.measure import Measure
from bot.domain.update import Figure

CLAIMS = (
    pytest.param("topk kernel (~1.9× faster)", ["~1.9× faster"], id="factor"),
    pytest.param("2.4%~5.7% e2e performance improvement", ["2.4%~5.7%"], id="range of shares"),
    pytest.param("TPOT 7.9 ms -> 7.0 ms", ["7.9 ms -> 7.0 ms"], id="change with units"),
    pytest.param("TTFT improves from 620 ms to 580 ms", ["from 620 ms to 580 ms"], id="from and to"),
    pytest.param("125.4651 token/s → 140.6278 token/s", ["125.4651 token/s → 140.6278 token/s"], id="rates"),
    pytest.param("Memory overhead: 3506 MiB -> 0 MiB", ["3506 MiB -> 0 MiB"], id="memory"),
    pytest.param("improved output throughput by 1.85% and reduced makespan by 2.25%", ["1.85%", "2.25%"], id="two"),
    pytest.param("1.5~2x kernel performance improvement", ["1.5~2x"], id="range of factors"),
    pytest.param("reaches 6.7 TB/s memory bandwidth", ["6.7 TB/s"], id="bandwidth"),
    pytest.param("bf16 1024^3: 6.65 -> 6.20us", ["6.65 -> 6.20us"], id="change of microseconds"),
    pytest.param("(0.84x -> 0.90x vs JAX)", ["0.84x -> 0.90x"], id="change of a measured factor"),
    pytest.param("解码吞吐提升 12%", ["12%"], id="Chinese"),
    pytest.param("1.4x faster, with a 2% regression at batch 1", ["1.4x faster", "2%"], id="a gain and what it costs"),
    pytest.param("Fixes a 15% regression of decode", ["15%"], id="a regression undone"),
    pytest.param("Overall 2x faster", ["2x faster"], id="overall is no excess"),
    pytest.param("2x throughput for the MMA kernel", ["2x throughput"], id="a kernel is no chip"),
    pytest.param("reaches 1600 TFLOPS dense prefill, faster", ["1600 TFLOPS"], id="dense is what was run"),
)


@pytest.mark.parametrize(("text", "quotes"), CLAIMS)
def test_claims_are_found(text: str, quotes: list[str]) -> None:
    """Measured changes are quoted as they stand."""
    assert [figure.quote for figure in figures_in(text)] == quotes


NO_CLAIMS = (
    pytest.param("gsm8k accuracy 0.93 -> 0.95, 2% better", id="accuracy"),
    pytest.param("runs on 2x8 B200 faster", id="machines"),
    pytest.param("tile 128x256 for faster loads", id="shape"),
    pytest.param("CUDA_SCALE_LAUNCH_QUEUES=4x for faster throughput", id="setting"),
    pytest.param("Increase the timeout from 30s to 120s to improve start-up", id="timeout"),
    pytest.param("5% of tests fail", id="share without speed"),
    pytest.param("Performance: unchanged (405 TFLOPS)", id="unchanged"),
    pytest.param("bump vllm 0.20.0 -> 0.25.1", id="versions"),
    pytest.param("adds 3 kernels", id="count"),
    pytest.param("reduce scheduled tests from 4x to 3x daily", id="times a day"),
    pytest.param("schedule 3x -> 2x", id="factor without a measurement"),
    pytest.param("reduce the heartbeat from 500ms -> 5ms", id="interval"),
    pytest.param("the kernel is ~7x slower on B300", id="what an issue measured"),
    pytest.param("a codegen issue causes ~18% slowdown", id="slowdown of an issue"),
    pytest.param("reduces the cache on disk (6.6 GB -> 1.5 GB)", id="size on disk"),
    pytest.param("faster by 4x wasm_extract_lane", id="part of a name"),
    pytest.param("the ungated path was correct, but showed a small 1-2.6% regression", id="why a case is left alone"),
    pytest.param("without gating, decode regresses by 3%", id="loss in other words"),
    pytest.param("Raise the threshold for plums from 1 GiB to 4 GiB to save memory", id="threshold"),
    pytest.param("- 2x MMA throughput increase for FP8 and FP4", id="what a chip does"),
    pytest.param("It over-splits ~2x: the rest doubles the reduction", id="how much a fault was too much"),
    pytest.param("Adds Plum (2.3 PFLOPS dense) and Pear (2.5 PFLOPS dense) to the table", id="value of a data sheet"),
    pytest.param("Corrects the published BF16 dense peak (~1307 TFLOPS)", id="dense peak"),
    pytest.param("", id="nothing"),
)


@pytest.mark.parametrize("text", NO_CLAIMS)
def test_other_numbers_are_no_claims(text: str) -> None:
    """Accuracy, sizes, settings and counts are left out."""
    assert list(figures_in(text)) == []


def test_a_bare_factor_counts_among_measurements() -> None:
    """Where the text stands among results, a factor needs no word beside it."""
    assert list(figures_in("- b12x: **1.20x**")) == []
    assert [figure.quote for figure in figures_in("- b12x: **1.20x**", surely=True)] == ["1.20x"]


def test_the_sentence_is_the_condition() -> None:
    """The condition is the figure's own sentence in the source's words; device and bot are carried."""
    figure = next(figures_in("We tuned it. Decode is 1.4x faster vs. CUTLASS at batch 1. Done.", False, "SM120", True))
    assert figure == Figure(
        "1.4x faster", "Decode is 1.4x faster vs. CUTLASS at batch 1.", "SM120", by_bot=True, against="CUTLASS"
    )


@pytest.mark.parametrize("length", [CONDITION_LENGTH - 1, CONDITION_LENGTH, CONDITION_LENGTH + 1])
def test_conditions_are_cut(length: int) -> None:
    """A condition holds at most so many characters."""
    text = "1.4x faster ".ljust(length, "a")
    assert len(next(figures_in(text)).condition) == min(length, CONDITION_LENGTH)


@pytest.mark.parametrize("count", [FIGURES_KEPT - 1, FIGURES_KEPT, FIGURES_KEPT + 1])
def test_a_table_gives_only_so_many(count: int) -> None:
    """The first figures are kept, up to the limit."""
    kept = distinct(Figure(f"{number}%") for number in range(1, count + 1))
    assert len(kept) == min(count, FIGURES_KEPT)


def test_a_number_is_kept_once() -> None:
    """Title and body that say the same number give one figure."""
    assert distinct((Figure("~20-25%"), Figure("~+20-25% improvement"))) == (Figure("~20-25%"),)


@given(st.text(alphabet="0123456789.%x×→->~ fasterms(),;\n+", max_size=120))
def test_quotes_are_verbatim(text: str) -> None:
    """Every quote is a span of the text, white space folded."""
    for figure in figures_in(text, surely=True):
        assert figure.quote in " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "heading", "measure"),
    [
        pytest.param("TTFT improves from 620 ms to 580 ms", "", Measure.TTFT, id="its-own-words"),
        pytest.param(
            "improved throughput by 1.85% over a long evening and memory by 2 GiB", "", Measure.THROUGHPUT, id="near"
        ),
        pytest.param("2.4x faster", "Kernel benchmark", Measure.KERNEL, id="heading"),
        pytest.param("2.4x faster", "", Measure.UNSTATED, id="unstated"),
    ],
)
def test_a_figure_knows_what_it_measures(text: str, heading: str, measure: Measure) -> None:
    """The nearest words say it, then the sentence, then the heading."""
    assert next(figures_in(text, heading=heading)).measure is measure


@pytest.mark.parametrize(
    ("text", "against"),
    [
        pytest.param("Decode is 1.4x faster than plumlib at batch 1", "plumlib", id="than"),
        pytest.param("2x speedup over the Triton kernel, on H100", "Triton kernel", id="over"),
        pytest.param("12% faster compared to main", "main", id="compared-to"),
        pytest.param("12% faster decode", "", id="not-said"),
    ],
)
def test_a_figure_knows_what_it_is_against(text: str, against: str) -> None:
    """What it is compared with is quoted, where the sentence says it."""
    assert next(figures_in(text)).against == against


@pytest.mark.parametrize(
    ("quote", "times"),
    [
        pytest.param("2x", 2.0, id="factor"),
        pytest.param("100% faster", 2.0, id="percent"),
        pytest.param("2x slower", 0.5, id="slower"),
        pytest.param("4 → 2 ms", 2.0, id="a-time-falls"),
        pytest.param("2 ms -> 4 ms", 0.5, id="a-time-rises"),
        pytest.param("from 100 to 150 tok/s", 1.5, id="a-rate-rises"),
        pytest.param("4 → 2 plums", None, id="unknown"),
        pytest.param("6.7 TB/s", None, id="no-comparison"),
    ],
)
def test_how_many_times_as_good(quote: str, times: float | None) -> None:
    """A figure's gain, where it says one."""
    assert times_as_good(quote) == times


@given(st.text(alphabet="0123456789.,%x×→->~ fasterlowmsGB/", max_size=60))
def test_any_quote_has_a_gain_or_none(quote: str) -> None:
    """Nothing that looks like a figure is an error."""
    times_as_good(quote)
